//! Repeats a REST call with a response of 170 bytes over one connection.
//!
//! Input: a contender, the number of calls, and the address of the server. Output: a failure for a
//! wrong response.

use chainloom::runtime::Builder;
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::{client::legacy, rt::TokioExecutor};
use reqwest::Url;

use crate::bodies::{CHAIN_COUNT, WALLET};
use crate::hand::Chains;
use crate::{Done, expect, unknown};

pub const CONTENDERS: &[&str] =
    &["reqwest", "reqwest-url-once", "chainloom", "chainloom-hyper", "progenitor", "hyper-util"];

mod generated {
    #![allow(clippy::all, missing_docs)]
    progenitor::generate_api!(spec = "chains.openapi.json");
}

pub async fn run(contender: &str, count: usize, address: &str) -> Done {
    let base = format!("http://{address}");
    match contender {
        "reqwest" => by_reqwest(&base, count).await,
        "reqwest-url-once" => by_reqwest_with_url(&base, count).await,
        "chainloom" => by_chainloom(&base, |settings| settings, count).await,
        "chainloom-hyper" => by_chainloom(&base, Builder::hyper, count).await,
        "progenitor" => by_progenitor(&base, count).await,
        "hyper-util" => by_hyper_util(&base, count).await,
        other => unknown(other),
    }
}

fn check(chains: usize) -> Done {
    expect(chains == CHAIN_COUNT, "the chains of an address")
}

async fn by_reqwest(base: &str, count: usize) -> Done {
    let client = reqwest::Client::new();
    for _ in 0..count {
        let response = client.get(format!("{base}/v1/address/{WALLET}/chains")).send().await?.error_for_status()?;
        let chains: Chains = response.json().await?;
        check(chains.unindexed_chains.map_or(0, |chains| chains.len()))?;
    }
    Ok(())
}

async fn by_reqwest_with_url(base: &str, count: usize) -> Done {
    let client = reqwest::Client::new();
    let url: Url = format!("{base}/v1/address/{WALLET}/chains").parse()?;
    for _ in 0..count {
        let response = client.get(url.clone()).send().await?.error_for_status()?;
        let chains: Chains = response.json().await?;
        check(chains.unindexed_chains.map_or(0, |chains| chains.len()))?;
    }
    Ok(())
}

async fn by_chainloom(base: &str, change: fn(Builder) -> Builder, count: usize) -> Done {
    let client = chainloom::data::Client::builder().base_url(base).configure(change).build()?;
    for _ in 0..count {
        let chains = client.list_address_chains(WALLET).await?;
        check(chains.unindexed_chains.map_or(0, |chains| chains.len()))?;
    }
    Ok(())
}

async fn by_progenitor(base: &str, count: usize) -> Done {
    let client = generated::Client::new(base);
    for _ in 0..count {
        let chains = client.list_address_chains(WALLET).await?.into_inner();
        check(chains.unindexed_chains.map_or(0, |chains| chains.len()))?;
    }
    Ok(())
}

/// What reqwest stands on, without its comforts.
async fn by_hyper_util(base: &str, count: usize) -> Done {
    let client = legacy::Client::builder(TokioExecutor::new()).build_http::<Empty<Bytes>>();
    for _ in 0..count {
        let response = client.get(format!("{base}/v1/address/{WALLET}/chains").parse()?).await?;
        let body = response.into_body().collect().await?.to_bytes();
        let chains: Chains = serde_json::from_slice(&body)?;
        check(chains.unindexed_chains.map_or(0, |chains| chains.len()))?;
    }
    Ok(())
}
