//! Names that the client has already.
#[chainloom::api]
mod shop {
    trait Web {
        /// Builds.
        #[api(get = "/builder")]
        fn builder(&self) -> String;
        /// Makes.
        #[api(get = "/new")]
        fn new(&self) -> String;
    }
    trait Calls {}
    /// A client.
    struct Client {
        /// What it is.
        name: String,
    }
    /// A thing.
    struct Thing {
        /// What is more.
        extra: String,
    }
}

fn main() {}
