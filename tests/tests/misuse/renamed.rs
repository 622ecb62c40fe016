//! Both macros where the dependency has another name.
#![deny(warnings, missing_docs)]

loom::include_api!("specs/sky.yaml");

/// The client.
#[loom::api]
pub mod shop {
    use loom::node::evm::Block;

    /// A pair of blocks.
    struct Pair {
        /// The first.
        first: Block,
    }
    trait Web {
        /// Finds.
        #[api(get = "/pairs")]
        fn find(&self) -> Pair;
    }
}

async fn use_it() -> Option<loom::node::evm::Block> {
    sky::Client::new("http://127.0.0.1:1").ok()?.wind("north").speed().await.ok()?;
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    client.find().await.ok().map(|pair| pair.first)
}

fn main() {
    drop(use_it());
}
