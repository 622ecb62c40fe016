//! Batches of an own service, of a client that is its own service, and of methods that join the service of a package.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod my_vm {
    #[api(endpoint = "/trees", rpc(params = "named", batch = true, batchMax = 10), effect = "read")]
    trait Trees {
        /// Counts.
        #[api(method = "trees.count")]
        fn count(&self, kind: Option<String>) -> u64;
        /// Names the oldest one.
        #[api(method = "trees.oldest")]
        fn oldest(&self) -> String;
    }
}

#[chainloom::api]
pub mod my_chain {
    #[api(service = "chainloom/evm", effect = "read")]
    trait Blocks {
        /// The oldest block that this node still has.
        #[api(method = "mychain_oldestBlock")]
        fn oldest_block(&self, tag: String, depth: Option<u32>) -> u64;
    }
}

async fn use_it() -> Result<(), chainloom::Error> {
    use my_chain::blocks::{EvmServiceExt as _, OldestBlockCall as _};
    let trees = my_vm::Client::new("http://127.0.0.1:1")?.trees();
    let mut batch = trees.batch();
    let count = batch.push(trees.count().kind("apple"));
    let oldest = batch.push(my_vm::trees::calls::Oldest::new());
    let mut replies = batch.send().await?;
    let _: (u64, chainloom::runtime::Text) = (replies.take(count)?, replies.take(oldest)?);

    let evm = chainloom::node::Client::new("http://127.0.0.1:1")?.evm("C");
    let mut batch = evm.batch().max_calls(5);
    let own = batch.push(evm.oldest_block("latest").depth(3));
    let again = batch.push(my_chain::blocks::calls::OldestBlock::new("latest"));
    let chain = batch.push(evm.chain_id());
    let mut replies = batch.send().await?;
    let _: [u64; 2] = [replies.take(own)?, replies.take(again)?];
    replies.take(chain).map(drop)
}

fn main() {
    drop(use_it());
}
