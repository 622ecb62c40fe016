//! A mistake in methods that join a service of the package, and one in those that join a client; both are used.
#![deny(warnings)]

#[chainloom::api]
mod my_chain {
    use chainloom::node::evm::Header;

    #[api(service = "chainloom/evm", effect = "read")]
    trait Blocks {
        /// The oldest block that this node still has.
        #[api(method = "mychain_oldestBlock")]
        fn oldest_block(&self, tag: String, #[api(range = 9..=1)] depth: Option<u32>, deep: Option<bool>) -> Header;
    }
    #[api(service = "chainloom/metrics", effect = "read")]
    trait Metrics {
        /// What is asked for.
        #[api(get = "/mine/{kind}")]
        fn mine(&self, kind: String, depth: Option<u32>) -> Missing;
    }
}

async fn use_it() -> Option<u64> {
    use my_chain::blocks::{EvmServiceExt as _, OldestBlockCall as _};
    let node = chainloom::node::Client::new("http://127.0.0.1:1").ok()?;
    let header = node.evm("C").oldest_block("latest").depth(3).deep(true).await.ok()?;
    let call = my_chain::blocks::calls::OldestBlock::new("latest").depth(3);
    let again = node.evm("C").prepare(call).depth(4).await.ok()?;
    drop(again);
    header.number.map(u64::from)
}

async fn use_the_other() -> Option<u64> {
    use my_chain::metrics::{ClientExt as _, MineCall as _};
    let metrics = chainloom::metrics::Client::new("http://127.0.0.1:1").ok()?;
    metrics.mine("a").depth(3).await.ok()?.size
}

fn main() {
    drop(use_it());
    drop(use_the_other());
}
