//! 40 calls of `eth_getBalance` in one request, again and again over one connection.
//!
//! Input: a contender, the number of batches, and the address of the server. Output: a failure for
//! a wrong response.

use std::collections::HashMap;

use alloy_primitives::{Address, U256};
use alloy_rpc_client::ClientBuilder;
use chainloom::node::evm::BlockTag;
use futures_util::future::try_join_all;
use jsonrpsee::core::client::ClientT;
use jsonrpsee::core::params::BatchRequestBuilder;
use jsonrpsee::{http_client::HttpClient, rpc_params};

use crate::bodies::BALANCE;
use crate::hand::{Request, Response};
use crate::{Done, expect, unknown};

pub const CONTENDERS: &[&str] = &["reqwest", "chainloom", "alloy", "jsonrpsee"];

/// Calls of a batch.
const CALLS: usize = 40;

const METHOD: &str = "eth_getBalance";

pub async fn run(contender: &str, count: usize, address: &str) -> Done {
    let (base, wallets) = (format!("http://{address}"), wallets());
    match contender {
        "reqwest" => by_reqwest(&base, count, &wallets).await,
        "chainloom" => by_chainloom(&base, count, &wallets).await,
        "alloy" => by_alloy(&base, count, &wallets).await,
        "jsonrpsee" => by_jsonrpsee(&base, count, &wallets).await,
        other => unknown(other),
    }
}

fn wallets() -> Vec<Address> {
    (0..CALLS).map(|n| Address::with_last_byte(n as u8)).collect()
}

fn check(balances: impl Iterator<Item = U256>) -> Done {
    let right = balances.filter(|balance| *balance == U256::from(BALANCE)).count();
    expect(right == CALLS, "the balances of the wallets")
}

async fn by_reqwest(base: &str, count: usize, wallets: &[Address]) -> Done {
    let client = reqwest::Client::new();
    for _ in 0..count {
        let calls: Vec<_> = wallets
            .iter()
            .enumerate()
            .map(|(id, wallet)| Request::new(id as u64, METHOD, (wallet, "latest")))
            .collect();
        let response = client.post(format!("{base}/ext/bc/C/rpc")).json(&calls).send().await?.error_for_status()?;
        let replies: Vec<Response<U256>> = response.json().await?;
        let mut by_id: HashMap<u64, Response<U256>> = replies.into_iter().map(|reply| (reply.id, reply)).collect();
        check((0..calls.len()).filter_map(|id| by_id.remove(&(id as u64))?.result))?;
    }
    Ok(())
}

async fn by_chainloom(base: &str, count: usize, wallets: &[Address]) -> Done {
    let evm = chainloom::node::Client::new(base)?.evm("C");
    for _ in 0..count {
        let mut batch = evm.batch();
        let balances: Vec<_> =
            wallets.iter().map(|wallet| batch.push(evm.get_balance(*wallet, BlockTag::Latest))).collect();
        let mut replies = batch.send().await?;
        let balances: Result<Vec<_>, _> = balances.into_iter().map(|balance| replies.take(balance)).collect();
        check(balances?.into_iter())?;
    }
    Ok(())
}

async fn by_alloy(base: &str, count: usize, wallets: &[Address]) -> Done {
    let client = ClientBuilder::default().http(format!("{base}/ext/bc/C/rpc").parse()?);
    for _ in 0..count {
        let mut batch = client.new_batch();
        let balances: Result<Vec<_>, _> =
            wallets.iter().map(|wallet| batch.add_call::<_, U256>(METHOD, &(wallet, "latest"))).collect();
        batch.send().await?;
        check(try_join_all(balances?).await?.into_iter())?;
    }
    Ok(())
}

async fn by_jsonrpsee(base: &str, count: usize, wallets: &[Address]) -> Done {
    let client = HttpClient::builder().build(format!("{base}/ext/bc/C/rpc"))?;
    for _ in 0..count {
        let mut batch = BatchRequestBuilder::new();
        for wallet in wallets {
            batch.insert(METHOD, rpc_params![wallet, "latest"])?;
        }
        let replies = client.batch_request::<U256>(batch).await?;
        check(replies.into_iter().flatten())?;
    }
    Ok(())
}
