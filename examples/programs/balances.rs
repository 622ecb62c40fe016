//! Lists the ERC-20 balances of a wallet, over all pages.
//!
//! `cargo run --bin balances`, or `cargo run --bin balances -- <base URL>` for another server with
//! the same API.

use chainloom::data::{Client, Currency};
use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime::format_units;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let client = builder.build()?;
    let wallet = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";

    let mut tokens = client.list_erc20_balances("43114", wallet).page_size(100).currency(Currency::Eur).items();
    while let Some(token) = tokens.try_next().await? {
        let value = token.balance_value.as_ref().map_or("unknown", |price| price.value.as_str());
        // A balance counts the smallest units of its token, which says how many decimal places it has.
        let balance = format_units(token.balance, u8::try_from(token.decimals)?)?;
        println!("{}: {balance}, EUR {value}", token.symbol);
    }
    Ok(())
}
