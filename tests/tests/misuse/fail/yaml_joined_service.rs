//! A mistake in methods that join a service of the package; their traits, methods and setters are used.
#![deny(warnings)]

chainloom::include_api!("specs/joined.yaml");

async fn use_it() -> Option<u64> {
    use joined::{EvmServiceExt as _, NewestBlockCall as _, OldestBlockCall as _};
    let node = chainloom::node::Client::new("http://127.0.0.1:1").ok()?;
    let header = node.evm("C").oldest_block("latest").depth(3).deep(true).await.ok()?;
    let newest = node.evm("C").newest_block().kind("full").depth(3).await.ok()?;
    let reply = node.evm("C").oldest_block("latest").reply().await.ok()?;
    let call = joined::calls::OldestBlock::new("latest").depth(3);
    let again = node.evm("C").prepare(call).depth(4).await.ok()?;
    drop((newest, reply, again));
    header.number.map(u64::from)
}

async fn by_path(node: &chainloom::node::Client) -> Result<(), chainloom::runtime::Error> {
    let call = joined::EvmServiceExt::oldest_block(&node.evm("C"), "latest");
    let _: Option<u64> = joined::OldestBlockCall::depth(call, 3).await?.number;
    Ok(())
}

async fn by_glob(node: &chainloom::node::Client) -> Result<(), chainloom::runtime::Error> {
    use joined::*;
    let _: Option<u64> = node.evm("C").oldest_block("latest").depth(3).await?.number;
    Ok(())
}

fn main() {
    drop(use_it());
    drop((by_path, by_glob));
}
