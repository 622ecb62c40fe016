//! The words that only Rust needs, misspelt.
#[chainloom::api]
mod shop {
    /// A thing.
    #[api(rename_al = "snake_case")]
    struct Thing {
        /// What it is.
        #[api(renam = "type")]
        kind: String,
    }
}

fn main() {}
