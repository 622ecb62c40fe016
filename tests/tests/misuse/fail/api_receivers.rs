//! Methods without a receiver, or with one that a call does not need.
#[chainloom::api]
mod shop {
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(name: String) -> String;
        /// Lists.
        #[api(get = "/all")]
        fn list(&mut self) -> Vec<String>;
        /// Counts.
        #[api(get = "/count")]
        fn count(self) -> u64;
    }
}

fn main() {}
