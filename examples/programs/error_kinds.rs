//! Distinguishes errors, and handles each kind.
//!
//! `cargo run --bin error_kinds`, or `cargo run --bin error_kinds -- <base URL>` for another server
//! with the same API.

use chainloom::Error;
use chainloom::data::Client;
use chainloom::deployments::mainnet::MAINNET;
use chainloom::node;
use chainloom::runtime::{Address, Retry};

/// What a program does about an error.
fn advice(error: &Error) -> String {
    if error.is_invalid_request() {
        return format!("correct the parameters: {}", error.broken_rules().join("; "));
    }
    if error.is_rate_limited() {
        return match error.retry_after() {
            Some(wait) => format!("wait for {} seconds", wait.as_secs()),
            None => "wait".to_owned(),
        };
    }
    match error.status() {
        _ if error.is_unavailable() => "wait until the server is ready".to_owned(),
        _ if error.is_unauthorized() => "set an API key".to_owned(),
        _ if error.is_not_found() => "check the chain, the address and the base URL".to_owned(),
        _ if error.is_decode() => "report a bug: the response does not fit the description".to_owned(),
        _ if error.is_retryable() => "try again later".to_owned(),
        Some(status) => format!("give up: status {status}"),
        None => "give up".to_owned(),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    // A client repeats calls that may succeed later; here, each failure is shown at once.
    let client = builder.configure(|settings| settings.retry(Retry::none())).build()?;
    let wallet = Address::ZERO;
    for (chain, size) in [("43114", 1000), ("43114", 10), ("43113", 10), ("1", 10), ("no-chain", 10), ("8021", 10)] {
        match client.list_erc20_balances(chain, wallet).page_size(size).await {
            Ok(page) => println!("{} balances", page.erc20_token_balances.len()),
            Err(error) => println!("{error}\n  -> {}", advice(&error)),
        }
    }
    // A node that has only just started answers as if the chain did not exist.
    let mut builder = node::Client::builder().deployment(&MAINNET);
    if let Some(url) = std::env::args().nth(1) {
        builder = builder.base_url(url);
    }
    let node = builder.configure(|settings| settings.retry(Retry::none())).build()?;
    if let Err(error) = node.evm("starting").block_number().await {
        println!("{error}\n  -> {}", advice(&error));
    }
    Ok(())
}
