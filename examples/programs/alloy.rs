//! Encodes a call of a contract, decodes its events, and signs a transaction, with the types and
//! the signer of alloy. The client sends them.
//!
//! `cargo run --features alloy --bin alloy`, or `cargo run --features alloy --bin alloy -- <URL of a
//! node>`. The key is the first one of development nodes, which everybody knows.

use alloy_consensus::{SignableTransaction as _, TxEip1559, TxEnvelope};
use alloy_eips::eip2718::Encodable2718 as _;
use alloy_signer::SignerSync as _;
use alloy_signer_local::PrivateKeySigner;
use alloy_sol_types::{SolCall as _, SolEvent as _, sol};
use chainloom::deployments::mainnet::MAINNET;
use chainloom::node::Client;
use chainloom::node::evm::{CallRequest, LogFilter};
use chainloom::runtime::{Address, U256, format_units, parse_units};

sol! {
    interface Token {
        event Transfer(address indexed from, address indexed to, uint256 value);
        function balanceOf(address owner) external view returns (uint256);
        function transfer(address to, uint256 amount) external returns (bool);
    }
}

const KEY: &str = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let node = builder.build()?;
    let evm = node.evm("C");
    let token: Address = "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E".parse()?;
    let wallet: Address = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F".parse()?;

    // A call of the contract: the ABI of its parameters and of its result.
    let calldata = Token::balanceOfCall { owner: wallet }.abi_encode();
    let returned = evm.call(CallRequest::new().to(token).input(calldata)).block("latest").await?;
    let balance: U256 = Token::balanceOfCall::abi_decode_returns(&returned)?;
    println!("balance: {} USDC", format_units(balance, 6)?);

    // Its events.
    let filter = LogFilter::new().address(token).from_block(7).to_block(7).topics([Token::Transfer::SIGNATURE_HASH]);
    for log in evm.get_logs(filter).await? {
        let event = Token::Transfer::decode_raw_log(log.topics.iter().copied(), &log.data)?;
        println!("{} USDC from {} to {}", format_units(event.value, 6)?, event.from, event.to);
    }

    // A transaction, signed here.
    let signer: PrivateKeySigner = KEY.parse()?;
    let amount = parse_units("1.5", 6)?.get_absolute();
    let calldata = Token::transferCall { to: wallet, amount }.abi_encode();
    let transaction = TxEip1559 {
        chain_id: evm.chain_id().await?,
        nonce: evm.get_transaction_count(signer.address(), "pending").await?,
        gas_limit: 100_000,
        max_fee_per_gas: evm.gas_price().await?.to::<u128>() * 2,
        max_priority_fee_per_gas: 1_000_000_000,
        to: token.into(),
        input: calldata.into(),
        ..TxEip1559::default()
    };
    let signature = signer.sign_hash_sync(&transaction.signature_hash())?;
    let signed = TxEnvelope::from(transaction.into_signed(signature));
    let hash = evm.send_raw_transaction(signed.encoded_2718()).await?;
    println!("sent: {hash}");
    assert_eq!(hash, *signed.tx_hash());
    Ok(())
}
