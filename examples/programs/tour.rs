//! A tour: a retry policy, a list as a stream of items, a subscription.
//!
//! `cargo run -p chainloom-cli -- sandbox --events-every 1` serves what it calls, and
//! `cargo run --bin tour` runs it.

use std::time::Duration;

use chainloom::runtime::{Incoming, Retry};
use chainloom::{data, node};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), chainloom::Error> {
    let url = std::env::args().nth(1).unwrap_or_else(|| "http://127.0.0.1:4010".to_owned());

    // Up to six attempts, with random waits below 0.2, 0.4, 0.8, … seconds.
    let retry = Retry::default().attempts(6).backoff(Duration::from_millis(200), Duration::from_secs(5));
    let data = data::Client::builder().base_url(&url).configure(|builder| builder.retry(retry)).build()?;

    // All items of a list: further pages are requested as the loop needs them.
    let wallet = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
    let mut tokens = data.list_erc20_balances("43114", wallet).page_size(10).items();
    let mut count = 0;
    while let Some(_token) = tokens.try_next().await? {
        count += 1;
    }
    println!("{count} tokens");

    // Events over a websocket. Where some may be missing, there is a gap.
    let node = node::Client::new(&url)?;
    let mut heads = node.evm("C").new_heads().await?;
    for _ in 0..3 {
        match heads.try_next().await? {
            Some(Incoming::Event(_head)) => println!("a new block"),
            Some(gap) => println!("{gap:?}"),
            None => break,
        }
    }
    Ok(())
}
