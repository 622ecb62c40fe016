//! Paths and parameters that do not agree.
#[chainloom::api]
mod shop {
    trait Web {
        /// Finds.
        #[api(get = "/things/{nam}")]
        fn find(&self, name: String) -> String;
        /// Finds by name.
        #[api(get = "/things")]
        fn find_by_name(&self, #[api(path)] name: String) -> String;
    }
}

fn main() {}
