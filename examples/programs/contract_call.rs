//! Reads from a contract with `eth_call`: the balance of a wallet in an ERC-20 token.
//!
//! `cargo run --bin contract_call`, or `cargo run --bin contract_call -- <URL of a node>`.

use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::Client;
use chainloom::node::evm::{BlockTag, CallRequest};
use chainloom::runtime::{Address, U256};

/// First four bytes of the hash of `balanceOf(address)`.
const BALANCE_OF: [u8; 4] = [0x70, 0xa0, 0x82, 0x31];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let node = builder.build()?;
    let token: Address = "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E".parse()?;
    let wallet: Address = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F".parse()?;

    // An argument of a contract takes 32 bytes; an address stands in the last 20 of them.
    let calldata = [&BALANCE_OF[..], &[0; 12], wallet.as_slice()].concat();
    let request = CallRequest::new().to(token).input(calldata);
    let returned = node.evm("C").call(request).block(BlockTag::Latest).await?;
    let balance = U256::try_from_be_slice(&returned).ok_or("the contract returned more than 32 bytes")?;
    println!("balance: {balance}");
    Ok(())
}
