//! Uses a second endpoint while the first one does not answer.
//!
//! `cargo run --bin several_endpoints -- <URL of a node> <URL of another node>`.

use std::time::Duration;

use chainloom::node::Client;
use chainloom::runtime::{CallEvent, CallStep};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut urls = std::env::args().skip(1);
    let first = urls.next().unwrap_or_else(|| "http://127.0.0.1:9650".to_owned());
    let second = urls.next().unwrap_or_else(|| "https://api.avax.network".to_owned());
    let client = Client::builder().base_url(first);
    let client = client.configure(|settings| {
        settings.fallback(second).connect_timeout(Duration::from_secs(2)).observer(|event: &CallEvent<'_>| {
            if let CallStep::AttemptEnds { endpoint, error, .. } = event.step {
                let end = error.map_or_else(|| "answers".to_owned(), |kind| format!("fails: {kind:?}"));
                println!("{} at {endpoint} {end}", event.operation.id);
            }
        })
    });
    let node = client.build()?;
    for _ in 0..2 {
        let reply = node.evm("C").block_number().reply().await?;
        println!("block {} from {}", reply.body(), reply.origin());
    }
    Ok(())
}
