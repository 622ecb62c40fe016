//! Sends a signed transaction and waits for its receipt.
//!
//! `cargo run --bin raw_transaction`, or `cargo run --bin raw_transaction -- <URL of a node>`.
//! Signing is the job of a wallet library; this transaction was signed before.

use std::time::Duration;

use chainloom::deployments::local::LOCAL;
use chainloom::node::Client;
use chainloom::runtime::Bytes;

const SIGNED: &str = "0x02f86a82a8680502852e90edd000830186a0944ac1d98d9cef99ec6546ded4bd550b0b287aad6d8080c080a0eb1954bb5720fa6ad666662b4eba0ce84dcb12274f80b145ee20dff8da81d00ca022544f8e3c332469874f656d9d44ec3add4c05a43003d2e900291e0398dcba7b";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&LOCAL);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let node = builder.build()?;
    let chain = node.evm("C");

    let signed: Bytes = SIGNED.parse()?;
    let hash = chain.send_raw_transaction(signed).await?;
    println!("sent {hash}");
    // It ends with an error after the deadline, or when another transaction has taken the nonce.
    let receipt =
        chain.wait_for_receipt(hash).every(Duration::from_millis(500)).deadline(Duration::from_secs(30)).await?;
    // Receipts from before the Byzantium fork have no status.
    let outcome = receipt.status.map_or("included", |status| if status == 1 { "succeeded" } else { "failed" });
    println!("{outcome} in block {}, {} gas used", receipt.block_number, receipt.gas_used);
    Ok(())
}
