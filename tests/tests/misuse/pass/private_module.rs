//! A client that only its own crate sees, used in part.
#![deny(warnings, missing_docs)]

#[chainloom::api]
mod shop {
    /// A thing.
    pub struct Thing {
        /// What it is.
        pub name: String,
    }
    /// Nobody makes one.
    struct Other {
        /// What it is.
        name: String,
    }
    pub(crate) trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self) -> Thing;
        /// Finds another.
        #[api(get = "/others")]
        fn find_other(&self) -> Other;
    }
}

async fn use_it() -> Option<String> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    client.find().await.ok().map(|thing| thing.name.to_string())
}

fn main() {
    drop(use_it());
}
