//! Makes several calls at once: a few, many with a bound, and one in a task of its own.
//!
//! `cargo run --bin concurrency`, or `cargo run --bin concurrency -- <URL of a node>`.

use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::Client;
use futures_util::future::try_join_all;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

const WALLETS: [&str; 2] = ["0x71C7656EC7ab88b098defB751B7401B5f6d8976F", "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7"];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let node = builder.build()?;
    let evm = node.evm("C");

    // `.send()` makes the future that these functions take.
    let balances = try_join_all(WALLETS.map(|wallet| evm.get_balance(wallet, "latest").send())).await?;
    for (wallet, balance) in WALLETS.iter().zip(&balances) {
        println!("{wallet}: {balance} wei");
    }

    // At most four calls are under way; the results have the order of the wallets.
    let calls = stream::iter(WALLETS.iter().cycle().take(20).map(|wallet| evm.get_balance(*wallet, "latest").send()));
    let again: Vec<_> = calls.buffered(4).try_collect().await?;
    println!("{} balances, the last {} wei", again.len(), again[again.len() - 1]);

    let height = tokio::spawn(evm.block_number().send()).await??;
    println!("block {height}");
    Ok(())
}
