//! Methods over types that are not known yet.
#[chainloom::api]
mod shop {
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find<T>(&self, name: T) -> String;
        /// Lists.
        #[api(get = "/all")]
        fn list<'a>(&self, name: &'a str) -> Vec<String>;
        /// Counts.
        #[api(get = "/count")]
        fn count(&self, name: impl Into<String>) -> u64;
    }
}

fn main() {}
