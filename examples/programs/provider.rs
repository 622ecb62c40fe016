//! Calls the EVM interface at the whole URL that a provider of nodes gives, with a key in its path.
//!
//! `cargo run --bin provider -- <URL> <URL of the websocket>`, such as
//! `https://avalanche-mainnet.infura.io/v3/KEY` and `wss://avalanche-mainnet.infura.io/ws/v3/KEY`.

use chainloom::node::Client;
use chainloom::node::evm::EvmService;
use chainloom::runtime::Incoming;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut urls = std::env::args().skip(1);
    let (Some(url), Some(websocket)) = (urls.next(), urls.next()) else {
        return Err("the URL of a provider and that of its websocket are missing".into());
    };
    // For calls alone, nothing else is needed. The URL is not printed.
    let evm = EvmService::at_endpoint(url.as_str())?;
    println!("chain {}", evm.chain_id().await?);
    println!("{}", evm.block_number().to_curl()?);

    // Both URLs, and other settings. The chain is that of the URL.
    let node = Client::builder().service_endpoint("evm", url).service_endpoint("evm", websocket).build()?;
    let mut heads = node.evm("C").new_heads().await?;
    if let Some(Incoming::Event(_head)) = heads.try_next().await? {
        println!("a new block");
    }
    Ok(())
}
