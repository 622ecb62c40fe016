//! Lists token balances over all pages, and makes one call, without async code.
//!
//! `cargo run --bin blocking_list`, or `cargo run --bin blocking_list -- <base URL>` for another
//! server with the same API. It needs the feature `blocking`.

use chainloom::data::{Client, Currency};
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime::blocking::{Wait as _, iter};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let client = builder.build()?;
    let wallet = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
    let tokens = client.list_erc20_balances("43114", wallet).page_size(100).currency(Currency::Eur).items();
    for token in iter(tokens) {
        let token = token?;
        println!("{} ({})", token.name, token.symbol);
    }
    let page = client.get_latest_blocks("43114").page_size(2).wait()?;
    println!("latest block: {}", page.blocks[0].block_number);
    Ok(())
}
