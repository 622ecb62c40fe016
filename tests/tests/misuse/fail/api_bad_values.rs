//! Values that are none.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing {
        /// What it costs.
        #[api(range = 10..=1)]
        price: u64,
        /// How many.
        #[api(range = 0..10)]
        count: u64,
        /// What it is.
        #[api(size = "many")]
        name: String,
        /// A letter.
        #[api(default = 'a')]
        letter: String,
        /// A colon.
        #[api(unit: "cents")]
        colon: u64,
    }
}

fn main() {}
