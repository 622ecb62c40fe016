//! A method that is declared three times.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        name: String,
    }

    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self) -> Thing;
        /// Finds again.
        #[api(get = "/other")]
        fn find(&self) -> Thing;
    }
    trait Yonder {
        /// Finds once more.
        #[api(get = "/third")]
        fn find(&self) -> Thing;
    }
}

fn main() {}
