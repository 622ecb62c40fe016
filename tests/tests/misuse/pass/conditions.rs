//! Conditions and lints stand on the module, and things can be deprecated.
#![deny(warnings, missing_docs)]

#[cfg(not(any()))]
#[chainloom::api]
#[allow(clippy::all)]
#[doc(hidden)]
pub mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        #[deprecated(since = "2", note = "use the other one")]
        name: Option<String>,
    }
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        #[deprecated = "it is slow"]
        fn find(&self) -> Thing;
        /// Finds again.
        #[api(get = "/others")]
        #[deprecated]
        async fn find_again(&self) -> Thing;
    }
}

#[cfg(any())]
#[chainloom::api]
mod never {}

#[expect(deprecated, reason = "this is the test")]
async fn use_it() -> Option<String> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    client.find_again().await.ok()?;
    client.find().await.ok()?.name.map(|name| name.to_string())
}

fn main() {
    drop(use_it());
}
