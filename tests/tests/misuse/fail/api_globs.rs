//! A glob, which hides what it brings.
#[chainloom::api]
mod shop {
    use std::time::*;
    /// A thing.
    struct Thing {
        /// How long.
        time: Duration,
    }
}

fn main() {}
