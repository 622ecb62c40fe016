//! Tests a program without a network: a transport responds from memory and records the requests.
//!
//! `cargo run --bin without_network`. The page `docs/testing.md` says more.

use std::sync::Arc;

use chainloom::Error;
use chainloom::data::Client;
use chainloom::data::blocks::{Block, BlockPage, calls::GetLatestBlocks};
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime::Retry;
use chainloom::runtime::testing::{Fault, MockResponse, MockTransport};

/// The program under test: the number of transactions in the latest blocks.
async fn count_transactions(client: &Client) -> Result<i64, Error> {
    let page = client.get_latest_blocks("43114").await?;
    Ok(page.blocks.iter().map(|block| block.tx_count).sum())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mock = MockTransport::new();
    let transport = Arc::new(mock.clone());
    let client = Client::builder()
        .deployment(&MAINNET)
        .configure(|builder| builder.transport(transport).retry(Retry::none()))
        .build()?;

    let mut block = Block::default();
    block.tx_count = 3;
    let mut page = BlockPage::default();
    page.blocks = vec![block.clone(), block];
    mock.respond_with::<GetLatestBlocks>(&page);
    mock.respond::<GetLatestBlocks>(MockResponse::fault(Fault::Timeout));

    println!("transactions: {}", count_transactions(&client).await?);
    if let Err(error) = count_transactions(&client).await {
        println!("timeout: {}, {error}", error.is_timeout());
    }
    for asked in mock.asked() {
        println!("asked {}: {}", asked.operation(), asked.request().uri());
    }
    Ok(())
}
