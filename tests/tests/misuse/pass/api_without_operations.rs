//! Modules that describe little.
#![deny(warnings, missing_docs)]

/// Nothing.
#[chainloom::api]
pub mod nothing {}

/// Only types.
#[chainloom::api]
pub mod types {
    /// A thing.
    struct Thing {
        /// What it is.
        name: String,
    }
}

/// A service without a method.
#[chainloom::api]
pub mod service {
    trait Web {}
}

fn main() {
    let _ = types::Thing { name: "a".into(), extra: Default::default() };
}
