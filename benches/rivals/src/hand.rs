//! Types for reqwest and serde alone, written by hand.

#![allow(dead_code, reason = "what is read is not always looked at")]

use alloy_primitives::{Address, B64, B256, Bloom, Bytes, U64, U256};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chains {
    pub unindexed_chains: Option<Vec<String>>,
}

#[derive(Serialize)]
pub struct Request<'a, P> {
    pub jsonrpc: &'a str,
    pub id: u64,
    pub method: &'a str,
    pub params: P,
}

impl<'a, P> Request<'a, P> {
    pub const fn new(id: u64, method: &'a str, params: P) -> Self {
        Self { jsonrpc: "2.0", id, method, params }
    }
}

#[derive(Deserialize)]
pub struct Response<T> {
    pub id: u64,
    pub result: Option<T>,
}

#[derive(Deserialize)]
pub struct Notification<T> {
    pub params: Params<T>,
}

#[derive(Deserialize)]
pub struct Params<T> {
    pub result: T,
}

/// A header with binary values, as chainloom and alloy have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    pub hash: B256,
    pub parent_hash: B256,
    pub sha3_uncles: B256,
    pub miner: Address,
    pub state_root: B256,
    pub transactions_root: B256,
    pub receipts_root: B256,
    pub logs_bloom: Bloom,
    pub difficulty: U256,
    pub number: U64,
    pub gas_limit: U64,
    pub gas_used: U64,
    pub timestamp: U64,
    pub extra_data: Bytes,
    pub mix_hash: Option<B256>,
    pub nonce: Option<B64>,
    pub base_fee_per_gas: Option<U64>,
    pub blob_gas_used: Option<U64>,
    pub excess_blob_gas: Option<U64>,
    pub parent_beacon_block_root: Option<B256>,
}

/// A header whose values stay texts.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextHead {
    pub hash: String,
    pub parent_hash: String,
    pub sha3_uncles: String,
    pub miner: String,
    pub state_root: String,
    pub transactions_root: String,
    pub receipts_root: String,
    pub logs_bloom: String,
    pub difficulty: String,
    pub number: String,
    pub gas_limit: String,
    pub gas_used: String,
    pub timestamp: String,
    pub extra_data: String,
    pub mix_hash: Option<String>,
    pub nonce: Option<String>,
    pub base_fee_per_gas: Option<String>,
    pub blob_gas_used: Option<String>,
    pub excess_blob_gas: Option<String>,
    pub parent_beacon_block_root: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Log {
    pub address: Address,
    pub topics: Vec<B256>,
    pub data: Bytes,
    pub block_number: Option<U64>,
    pub transaction_hash: Option<B256>,
    pub transaction_index: Option<U64>,
    pub block_hash: Option<B256>,
    pub log_index: Option<U64>,
    pub removed: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextLog {
    pub address: String,
    pub topics: Vec<String>,
    pub data: String,
    pub block_number: Option<String>,
    pub transaction_hash: Option<String>,
    pub transaction_index: Option<String>,
    pub block_hash: Option<String>,
    pub log_index: Option<String>,
    pub removed: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Balances {
    pub next_page_token: Option<String>,
    pub erc20_token_balances: Vec<Balance>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    pub address: String,
    pub name: String,
    pub symbol: String,
    pub decimals: i64,
    pub logo_uri: Option<String>,
    pub erc_type: String,
    pub price: Option<Price>,
    pub chain_id: String,
    pub balance: String,
    pub balance_value: Option<Price>,
    pub token_reputation: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    pub currency_code: String,
    pub value: String,
}
