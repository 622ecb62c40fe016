//! Prints the latest block of the C-Chain, with its transactions by kind.
//!
//! `cargo run --bin blocks`, or `cargo run --bin blocks -- <URL of a node>`.

use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::Client;
use chainloom::node::evm::{BlockTag, TransactionKind as Kind};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let node = builder.build()?;

    let block = node.evm("C").get_full_block_by_number(BlockTag::Latest).await?;
    let block = block.ok_or("the node has no latest block")?;
    // A pending block has no number yet.
    let number = block.number.map_or("pending".to_owned(), |number| number.to_string());
    println!("block {number} of {}: {} gas used", block.timestamp, block.gas_used);
    for transaction in &block.transactions {
        let about = match &transaction.kind {
            Kind::Legacy(_) => format!("legacy, at {} wei", transaction.gas_price),
            Kind::AccessList(with) => format!("accounts in its access list: {}", with.access_list.len()),
            Kind::DynamicFee(with) => format!("dynamic fee, at most {} wei", with.max_fee_per_gas),
            Kind::Blob(with) => format!("blobs: {}", with.blob_versioned_hashes.len()),
            Kind::SetCode(with) => format!("authorizations: {}", with.authorization_list.len()),
            other => format!("of an unknown kind: {other:?}"),
        };
        let to = transaction.to.map_or("a new contract".to_owned(), |to| to.to_string());
        println!("{} sends {} wei to {to} ({about})", transaction.from, transaction.value);
    }
    Ok(())
}
