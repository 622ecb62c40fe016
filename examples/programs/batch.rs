//! Asks a node for several things in one request: the number of the latest block, and the balances
//! of wallets.
//!
//! `cargo run --bin batch`, or `cargo run --bin batch -- <URL of a node>`.

use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::Client;
use chainloom::node::evm::BlockTag;

const WALLETS: [&str; 3] = [
    "0x71C7656EC7ab88b098defB751B7401B5f6d8976F",
    "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7",
    // One character is missing.
    "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6",
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let evm = builder.build()?.evm("C");

    let mut batch = evm.batch();
    let block = batch.push(evm.block_number());
    let balances = WALLETS.map(|wallet| (wallet, batch.push(evm.get_balance(wallet, BlockTag::Latest))));
    let mut replies = batch.send().await?;

    println!("latest block: {}", replies.take(block)?);
    for (wallet, balance) in balances {
        // A call that fails, fails alone.
        match replies.take(balance) {
            Ok(balance) => println!("{wallet}: {balance} wei"),
            Err(error) => println!("{wallet}: {error}"),
        }
    }
    Ok(())
}
