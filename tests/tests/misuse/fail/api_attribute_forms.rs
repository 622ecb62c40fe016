//! Attributes that are not written as attributes are.
#[chainloom::api]
mod shop {
    /// A thing.
    #[api]
    struct Thing {
        /// What it is.
        #[api = "name"]
        name: String,
        /// What it costs.
        #[api(unit = )]
        price: u64,
        /// What it was.
        #[api(unit = "a", unit = "b")]
        #[api(unit = "c")]
        twice: u64,
        /// What it will be.
        #[api(unit = "a" range = 0..)]
        comma: u64,
    }
}

fn main() {}
