//! Adds up the AVAX of an address on the P-Chain, from its UTXOs over all pages: what is unlocked,
//! and what is locked until a time.
//!
//! `cargo run --bin pchain_balance`, or `cargo run --bin pchain_balance -- <URL of a node>`.

use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::{Client, EncodedBytes};
use chainloom::runtime::{format_units, without_checksum};

/// A UTXO begins with the version of the codec, the ID of a transaction and an index.
const BEFORE_ASSET: usize = 2 + 32 + 4;
/// The type IDs of outputs: one that an address can spend, and one around it that is locked.
const TRANSFER: u32 = 7;
const LOCKED: u32 = 22;
/// Number of decimal places of AVAX on the P-Chain and the X-Chain.
const DECIMALS: u8 = 9;

/// The amount of a UTXO of the asset, and whether it is locked; `None` for other assets, outputs and
/// encodings.
fn amount(utxo: &EncodedBytes, asset: &[u8]) -> Option<(u64, bool)> {
    let EncodedBytes::Hex(bytes) = utxo else { return None };
    let utxo = without_checksum(bytes).ok()?;
    let output = utxo.get(BEFORE_ASSET..)?.strip_prefix(asset)?;
    match type_id(output)? {
        (TRANSFER, rest) => Some((number(rest)?, false)),
        (LOCKED, rest) => match type_id(rest.get(8..)?)? {
            (TRANSFER, rest) => Some((number(rest)?, true)),
            _ => None,
        },
        _ => None,
    }
}

fn type_id(bytes: &[u8]) -> Option<(u32, &[u8])> {
    bytes.split_first_chunk().map(|(id, rest)| (u32::from_be_bytes(*id), rest))
}

fn number(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk().map(|number| u64::from_be_bytes(*number))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let pchain = builder.build()?.pchain();
    let address = "P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5";

    let avax = pchain.get_staking_asset_id().await?.asset_id;
    let (mut unlocked, mut locked, mut others) = (0_u64, 0_u64, 0);
    let mut utxos = pchain.get_utxos([address]).limit(100).items();
    while let Some(utxo) = utxos.try_next().await? {
        match amount(&utxo, avax.bytes()) {
            Some((amount, false)) => unlocked += amount,
            Some((amount, true)) => locked += amount,
            None => others += 1,
        }
    }
    println!("{address}: {} AVAX", format_units(unlocked, DECIMALS)?);
    println!("locked: {} AVAX; {others} UTXOs are not counted", format_units(locked, DECIMALS)?);
    Ok(())
}
