//! Shows calls by `tracing`: each attempt with its status, and each retry.
//!
//! `cargo run --bin tracing`, or `cargo run --bin tracing -- <base URL>` for another server with the
//! same API. In a program of your own, `RUST_LOG=chainloom=debug` and
//! `tracing_subscriber::fmt::init()` do the same.

use std::time::Duration;

use chainloom::data::Client;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime::Retry;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // What the libraries below the client have to say is left out.
    let filter = Targets::new().with_target("chainloom", Level::DEBUG);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stdout).with_ansi(false).without_time();
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();

    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let retry = Retry::default().attempts(2).backoff(Duration::from_millis(10), Duration::from_millis(10));
    let client = builder.configure(|settings| settings.retry(retry)).build()?;
    let blocks = client.get_latest_blocks("43114").page_size(2).await?;
    println!("{} blocks", blocks.blocks.len());
    if let Err(error) = client.list_erc20_balances("1", chainloom::runtime::Address::ZERO).page_size(10).await {
        println!("{error}");
    }
    Ok(())
}
