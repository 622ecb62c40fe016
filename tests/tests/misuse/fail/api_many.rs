//! Mistakes of Rust and of the description, in the order of the source, and nothing of the uses of the client.
#[chainloom::api]
mod shop {
    use super::*;

    /// A thing.
    #[derive(Debug)]
    struct Thing<T> {
        /// What it costs.
        #[api(uint = "cents")]
        price: u64,
        /// What it is.
        name: Nam,
    }

    const DEPTH: u32 = 3;

    trait Web {
        /// Finds.
        #[api(get = "/things/{nam}")]
        fn find(&self, name: String) -> Thing;
        /// Lists.
        #[api(get = "/all")]
        fn list(&self);
    }

    /// A state.
    enum State {
        Old = 1 + 1,
    }
}

async fn use_it() -> Option<shop::Thing> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    let state: shop::State = client.list().await.ok()?;
    match state {
        shop::State::Old => None,
        _ => client.find("a").depth(3).await.ok(),
    }
}

fn main() {
    drop(use_it());
}
