//! Prints values: `Debug` for whole records, `Display` for IDs, amounts and times.
//!
//! `cargo run --bin debug_print`, or `cargo run --bin debug_print -- <base URL>` for another server
//! with the same API.

use chainloom::data::{Client, Network};
use chainloom::deployments::mainnet::MAINNET;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET).api_key("a-key-that-is-never-printed");
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let client = builder.build()?;

    let call = client.list_delegators(Network::Mainnet).page_size(1);
    println!("{call:?}");
    let page = call.await?;
    println!("{page:#?}");
    for delegator in &page.delegators {
        println!("node ID: {}", delegator.node_id);
        println!("transaction hash: {}", delegator.tx_hash);
        println!("delegated: {} nAVAX, fee {} %", delegator.amount_delegated, delegator.delegation_fee);
        println!("ends at {}", delegator.end_timestamp);
    }
    Ok(())
}
