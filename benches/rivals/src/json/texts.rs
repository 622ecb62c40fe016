//! Types of the bodies with serde derive, where all texts are owned strings.
#![allow(missing_docs)]

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlsCredentials {
    pub public_key: String,
    pub proof_of_possession: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rewards {
    pub validation_reward_amount: String,
    pub delegation_reward_amount: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward_addresses: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward_tx_hash: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Validator {
    pub tx_hash: String,
    pub node_id: String,
    pub subnet_id: String,
    pub amount_staked: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delegation_fee: Option<String>,
    pub start_timestamp: i64,
    pub end_timestamp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bls_credentials: Option<BlsCredentials>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delegator_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_delegated: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewards: Option<Rewards>,
    pub validation_status: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ValidatorPage {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_page_token: Option<String>,
    pub validators: Vec<Validator>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    pub currency_code: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeBalance {
    pub name: String,
    pub symbol: String,
    pub decimals: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_uri: Option<String>,
    pub chain_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    pub balance: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_value: Option<Price>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Erc20Balance {
    pub address: String,
    pub name: String,
    pub symbol: String,
    pub decimals: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_uri: Option<String>,
    pub erc_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    pub chain_id: String,
    pub balance: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_value: Option<Price>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_reputation: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Erc20Balances {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_page_token: Option<String>,
    pub native_token_balance: NativeBalance,
    pub erc20_token_balances: Vec<Erc20Balance>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RichAddress {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimals: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_uri: Option<String>,
    pub address: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Method {
    pub call_type: String,
    pub method_hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method_name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeTransaction {
    pub block_number: String,
    pub block_timestamp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_timestamp_milliseconds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_min_delay_excess: Option<i64>,
    pub block_hash: String,
    pub chain_id: String,
    pub block_index: i64,
    pub tx_hash: String,
    pub tx_status: String,
    pub tx_type: i64,
    pub gas_limit: String,
    pub gas_used: String,
    pub gas_price: String,
    pub nonce: String,
    pub from: RichAddress,
    pub to: RichAddress,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeTransactions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_page_token: Option<String>,
    pub transactions: Vec<NativeTransaction>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccessListItem {
    pub address: String,
    pub storage_keys: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transaction {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_number: Option<String>,
    pub from: String,
    pub gas: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gas_price: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_fee_per_gas: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_priority_fee_per_gas: Option<String>,
    pub hash: String,
    pub input: String,
    pub nonce: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_index: Option<String>,
    pub value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "type")]
    pub type_: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access_list: Option<Vec<AccessListItem>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain_id: Option<String>,
    pub v: String,
    pub r: String,
    pub s: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y_parity: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_fee_per_gas: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blob_gas_used: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_extra_data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_gas_cost: Option<String>,
    pub difficulty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess_blob_gas: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ext_data_gas_used: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ext_data_hash: Option<String>,
    pub extra_data: String,
    pub gas_limit: String,
    pub gas_used: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logs_bloom: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_delay_excess: Option<String>,
    pub miner: String,
    pub mix_hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_beacon_block_root: Option<String>,
    pub parent_hash: String,
    pub receipts_root: String,
    pub sha3_uncles: String,
    pub size: String,
    pub state_root: String,
    pub timestamp: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp_milliseconds: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_difficulty: Option<String>,
    pub transactions: Vec<Transaction>,
    pub transactions_root: String,
    pub uncles: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Container {
    pub id: String,
    pub bytes: String,
    pub timestamp: String,
    pub encoding: String,
    pub index: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Containers {
    pub containers: Vec<Container>,
}
