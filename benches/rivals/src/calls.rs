//! `eth_blockNumber`, again and again over one connection.
//!
//! Input: a contender, the number of calls, and the address of the server. Output: a failure for a
//! wrong response.

use alloy_primitives::U64;
use alloy_provider::{Provider, ProviderBuilder};
use chainloom::runtime::Builder;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::{client::legacy, rt::TokioExecutor};
use jsonrpsee::core::client::ClientT;
use jsonrpsee::{http_client::HttpClient, rpc_params};
use reqwest::Url;

use crate::bodies::HEIGHT;
use crate::hand::{Request, Response};
use crate::{Done, expect, unknown};

pub const CONTENDERS: &[&str] =
    &["reqwest", "reqwest-url-once", "chainloom", "chainloom-hyper", "alloy", "jsonrpsee", "hyper-util"];

const METHOD: &str = "eth_blockNumber";
const NOTHING: [(); 0] = [];

pub async fn run(contender: &str, count: usize, address: &str) -> Done {
    let base = format!("http://{address}");
    match contender {
        "reqwest" => by_reqwest(&base, count).await,
        "reqwest-url-once" => by_reqwest_with_url(&base, count).await,
        "chainloom" => by_chainloom(&base, |settings| settings, count).await,
        "chainloom-hyper" => by_chainloom(&base, Builder::hyper, count).await,
        "alloy" => by_alloy(&base, count).await,
        "jsonrpsee" => by_jsonrpsee(&base, count).await,
        "hyper-util" => by_hyper_util(&base, count).await,
        other => unknown(other),
    }
}

fn check(number: u64) -> Done {
    expect(number == HEIGHT, "the number of the latest block")
}

/// Reads the response of a call by hand.
fn read(id: usize, response: Response<U64>) -> Done {
    expect(response.id == id as u64, "a response to another call")?;
    check(response.result.map_or(0, |number| number.to()))
}

async fn by_reqwest(base: &str, count: usize) -> Done {
    let client = reqwest::Client::new();
    for id in 0..count {
        let call = Request::new(id as u64, METHOD, NOTHING);
        let response = client.post(format!("{base}/ext/bc/C/rpc")).json(&call).send().await?.error_for_status()?;
        read(id, response.json().await?)?;
    }
    Ok(())
}

async fn by_reqwest_with_url(base: &str, count: usize) -> Done {
    let client = reqwest::Client::new();
    let url: Url = format!("{base}/ext/bc/C/rpc").parse()?;
    for id in 0..count {
        let call = Request::new(id as u64, METHOD, NOTHING);
        let response = client.post(url.clone()).json(&call).send().await?.error_for_status()?;
        read(id, response.json().await?)?;
    }
    Ok(())
}

async fn by_chainloom(base: &str, change: fn(Builder) -> Builder, count: usize) -> Done {
    let evm = chainloom::node::Client::builder().base_url(base).configure(change).build()?.evm("C");
    for _ in 0..count {
        check(evm.block_number().await?)?;
    }
    Ok(())
}

async fn by_alloy(base: &str, count: usize) -> Done {
    let provider = ProviderBuilder::new().connect_http(format!("{base}/ext/bc/C/rpc").parse()?);
    for _ in 0..count {
        check(provider.get_block_number().await?)?;
    }
    Ok(())
}

async fn by_jsonrpsee(base: &str, count: usize) -> Done {
    let client = HttpClient::builder().build(format!("{base}/ext/bc/C/rpc"))?;
    for _ in 0..count {
        let number: U64 = client.request(METHOD, rpc_params![]).await?;
        check(number.to())?;
    }
    Ok(())
}

/// What reqwest stands on, without its comforts.
async fn by_hyper_util(base: &str, count: usize) -> Done {
    let client = legacy::Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
    for id in 0..count {
        let body = serde_json::to_vec(&Request::new(id as u64, METHOD, NOTHING))?;
        let request = hyper::Request::post(format!("{base}/ext/bc/C/rpc")).header("content-type", "application/json");
        let response = client.request(request.body(Full::new(Bytes::from(body)))?).await?;
        let body = response.into_body().collect().await?.to_bytes();
        read(id, serde_json::from_slice(&body)?)?;
    }
    Ok(())
}
