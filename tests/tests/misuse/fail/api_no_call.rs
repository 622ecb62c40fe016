//! A method that says no call.
#[chainloom::api]
mod shop {
    trait Web {
        /// Finds.
        fn find(&self, name: String) -> String;
    }
}

fn main() {}
