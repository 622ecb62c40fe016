//! Writes a response as JSON and reads it again, alone and in a struct of the program.
//!
//! `cargo run --bin serde_round_trip`, or `cargo run --bin serde_round_trip -- <base URL>`.

use chainloom::data::Client;
use chainloom::data::blocks::Block;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime::Timestamp;
use serde::{Deserialize, Serialize};

/// What the program stores: types of the client are members like any other.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Snapshot {
    taken_at: Timestamp,
    blocks: Vec<Block>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let client = builder.build()?;
    let blocks = client.get_latest_blocks("43114").page_size(2).await?.blocks;

    let snapshot = Snapshot { taken_at: Timestamp(1_700_000_000), blocks };
    let text = serde_json::to_string_pretty(&snapshot)?;
    println!("{text}");
    let again: Snapshot = serde_json::from_str(&text)?;
    println!("equal after the round trip: {}", again == snapshot);
    Ok(())
}
