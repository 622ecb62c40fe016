//! Sends all requests through a proxy.
//!
//! `cargo run --bin proxy -- <URL of a proxy>`; without it, the environment variables `HTTPS_PROXY`,
//! `HTTP_PROXY` and `NO_PROXY` apply. A second argument is the base URL of another server.

use chainloom::data::Client;
use chainloom::deployments::mainnet::MAINNET;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(proxy) = std::env::args().nth(1) {
        // A user and a password go into the URL: `http://user:password@host:port`. They are never printed.
        builder = builder.configure(|settings| settings.proxy(proxy));
    }
    if let Some(url) = std::env::args().nth(2) {
        builder = builder.base_url(url);
    }
    let client = builder.build()?;
    let reply = client.get_latest_blocks("43114").page_size(2).reply().await?;
    let origin = reply.origin().to_owned();
    for block in reply.into_body().blocks {
        println!("{origin}: block {}, {} gas used", block.block_number, block.gas_used);
    }
    Ok(())
}
