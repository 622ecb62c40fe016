//! Types with serde's traits, through `Json`.
#![deny(warnings, missing_docs)]

use serde::{Deserialize, Serialize};

/// Settings of another library.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Settings {
    /// How deep.
    pub depth: u64,
}

/// The client.
#[chainloom::api]
pub mod shop {
    use std::collections::BTreeMap;

    use chainloom::runtime::{self as rt, Json};

    use super::Settings;

    /// A thing.
    struct Thing {
        /// How it is set.
        settings: Json<Settings>,
        /// How others are.
        others: Vec<rt::Json<BTreeMap<String, u64>>>,
    }
    trait Web {
        /// Sets.
        #[api(put = "/settings", effect = "idempotent")]
        fn set(&self, settings: Json<Settings>) -> Option<Thing>;
    }
}

async fn use_it() -> Option<Settings> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    client.set(chainloom::runtime::Json(Settings { depth: 3 })).await.ok()?.map(|thing| thing.settings.0)
}

fn main() {
    drop(use_it());
}
