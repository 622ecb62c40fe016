//! Methods that do not say what a repeat does, and a misspelt place.
#[chainloom::api]
mod shop {
    trait Web {
        /// Posts.
        #[api(post = "/things")]
        fn put_thing(&self, #[api(heder)] tag: String) -> String;
        /// Posts again.
        #[api(post = "/others")]
        fn put_other(&self) -> String;
    }
}

fn main() {}
