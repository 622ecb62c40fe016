//! An example that does not fit.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        name: String,
    }

    trait Web {
        /// Finds.
        #[api(get = "/things/{name}", examples = [{ request: { nam: "a" }, response: { name: 5 } }])]
        fn find(&self, name: String) -> Thing;
    }
}

fn main() {}
