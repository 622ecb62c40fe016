//! Code of both programs: the server of the orchard, and a type with serde's traits alone.
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

/// The weather as descriptions name it: `Json` reads and writes types with serde's traits.
pub type JsonForecast = chainloom::runtime::Json<Forecast>;
