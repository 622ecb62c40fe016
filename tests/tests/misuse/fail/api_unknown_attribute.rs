//! A misspelt attribute, and one that there is not.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing {
        /// What it costs.
        #[api(uint = "cents", range = 0..=100)]
        price: u64,
        /// What it is.
        #[api(frobnicate)]
        name: String,
    }
}

fn main() {}
