//! Shows a request without sending it, and calls what the description lacks.
//!
//! `cargo run --bin raw_calls`, or `cargo run --bin raw_calls -- <base URL>` for another server
//! with the same APIs. The API key is taken from the environment variable `API_KEY`. It is not
//! printed.

use chainloom::deployments::{local::LOCAL, mainnet::MAINNET};
use chainloom::runtime::{Text, http::Method, schema::Effect};
use chainloom::{data, node};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut data, mut node) =
        (data::Client::builder().deployment(&MAINNET), node::Client::builder().deployment(&LOCAL));
    if let Some(url) = std::env::args().nth(1) {
        (data, node) = (data.base_url(&url), node.base_url(url));
    }
    if let Ok(key) = std::env::var("API_KEY") {
        data = data.api_key(key);
    }
    let (data, node) = (data.build()?, node.build()?);

    // What a call would send: as a command for a shell, and in parts. Nothing is sent.
    let call = data.list_erc20_balances("43114", "0x71C7656EC7ab88b098defB751B7401B5f6d8976F").page_size(2);
    println!("{}\n", call.to_curl()?);
    let request = call.dry_run()?;
    println!("{} {}\nvariables: {:?}\n", request.method(), request.url(), request.variables());

    // Endpoints and methods that have no method of their own yet go through the same clients, with
    // key, limits and errors.
    let chain = data.request(Method::GET, "/v1/chains").segment("43114").reply().await?;
    println!("{}: {}", chain.status(), chain.body());
    let count = node.evm("C").raw("eth_getBlockTransactionCountByNumber", r#"["latest"]"#);
    // Without this, the call counts as one that makes a change, and is not tried again.
    let count = count.effect(Effect::Read);
    println!("{} transactions", count.send_as::<Text>().await?);
    if let Err(error) = data.request(Method::GET, "/v1/../admin").await {
        println!("{error}");
    }
    Ok(())
}
