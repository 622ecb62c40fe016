//! Types that the package describes, and a service of it with a method more.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod my_vm {
    use chainloom::node::evm::Block;

    /// A pair of blocks.
    struct Pair {
        /// The first.
        first: Block,
        /// The second.
        second: Option<Block>,
    }
    #[api(service = "chainloom/evm", effect = "read")]
    trait More {
        /// Gets two blocks.
        #[api(method = "my_pair")]
        fn my_pair(&self, number: u64, deep: Option<bool>) -> Pair;
    }
}

chainloom::include_api!("specs/joined.yaml");

async fn use_it() -> Option<u64> {
    use my_vm::more::{EvmServiceExt as _, MyPairCall as _};
    let node = chainloom::node::Client::new("http://127.0.0.1:1").ok()?;
    let pair = node.evm("C").my_pair(5).deep(true).await.ok()?;
    let height = joined::EvmServiceExt::my_height(&node.evm("C")).await.ok()?;
    pair.second.map(|_| height)
}

fn main() {
    drop(use_it());
}
