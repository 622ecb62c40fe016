//! What is answered is not said, or said with what every call has.
#[chainloom::api]
mod shop {
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self);
        /// Finds.
        #[api(get = "/others")]
        fn find_other(&self) -> Result<String, String>;
    }
}

fn main() {}
