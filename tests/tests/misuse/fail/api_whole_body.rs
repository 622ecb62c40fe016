//! A whole body with other members beside it, with words of its own, and of a type without a name.
#[chainloom::api]
mod shop {
    trait Web {
        /// Adds.
        #[api(post = "/things", effect = "write")]
        fn add(&self, body: Vec<String>, name: String) -> ();
        /// Puts.
        #[api(put = "/things", effect = "idempotent")]
        fn put(&self, #[api(size = 1..=3)] body: Vec<String>) -> ();
        /// Sends.
        #[api(put = "/maps", effect = "idempotent")]
        fn send(&self, body: BTreeMap<String, u64>) -> ();
    }
}

fn main() {}
