//! Configures a client: key, timeouts, retries, user agent, headers; and a single call.
//!
//! `cargo run --bin configured_client`, or `cargo run --bin configured_client -- <base URL>`. The
//! API key is taken from the environment variable `API_KEY`.

use std::time::Duration;

use chainloom::data::Client;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime::Retry;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    if let Ok(key) = std::env::var("API_KEY") {
        builder = builder.api_key(key);
    }
    let client = builder
        .configure(|settings| {
            settings
                .timeout(Duration::from_secs(10))
                .deadline(Duration::from_secs(60))
                .retry(Retry::default().attempts(6))
                .connect_timeout(Duration::from_secs(3))
                .max_response_bytes(1024 * 1024)
                .user_agent("my-app/1.0")
                .header("x-team", "treasury")
        })
        .build()?;
    println!("{client:?}");

    // This call alone may take longer, and has a header of its own.
    let call = client.supported_chains();
    let call = call.configure(|call| call.timeout(Duration::from_secs(60)).header("x-trace", "7"));
    let reply = call.reply().await?;
    if let Some(remaining) = reply.rate_limit().remaining() {
        println!("status {}, {remaining} compute units left", reply.status());
    }
    for chain in &reply.body().chains {
        println!("{} {}", chain.chain_id, chain.chain_name);
    }
    Ok(())
}
