//! What the two programs have in common: the server of the orchard, and a type that only serde knows.
//!
//! `orchard.yaml` and `src/bin/orchard_rust.rs` describe the same service; `src/tour.rs` calls it.

mod rows;
mod server;

pub use server::serve;

use serde::{Deserialize, Serialize};

/// The weather to come: a type of this crate, with the traits of serde.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// How much it will rain, in millimetres.
    pub rain: f64,
    /// What each day will bring.
    pub days: Vec<String>,
}

/// The same, as descriptions name it: `Json` reads and writes what serde can.
pub type JsonForecast = chainloom::runtime::Json<Forecast>;
