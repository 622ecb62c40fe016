//! Types and traits with parameters.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing<T> {
        /// What it is.
        name: T,
    }
    /// A key.
    #[api(union = "form")]
    enum Key<'a> {
        Name(&'a str),
    }
    trait Web<T>: Send {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self) -> Thing<String>;
        const DEPTH: u32;
        type Item;
    }
}

fn main() {}
