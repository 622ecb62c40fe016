//! A mistake of Rust in the module: nothing follows from it.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        name: String
        /// What it costs.
        price: u64,
    }
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self) -> Thing;
    }
}

async fn use_it() -> Option<shop::Thing> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    client.find().await.ok()
}

fn main() {
    drop(use_it());
}
