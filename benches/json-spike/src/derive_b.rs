//! The same types with serde derive and binary scalars.
#![allow(missing_docs)]

use alloy_primitives::{Address, B256, Bytes, FixedBytes, U256};
use serde::{Deserialize, Serialize};

/// A number that comes as decimal text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dec64(pub u64);

impl Serialize for Dec64 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Dec64 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(serde::de::Error::custom)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Currency {
    #[serde(rename = "usd")]
    Usd,
    #[serde(rename = "eur")]
    Eur,
    #[serde(untagged)]
    Unknown(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ErcType {
    #[serde(rename = "ERC-20")]
    Erc20,
    #[serde(rename = "ERC-721")]
    Erc721,
    #[serde(untagged)]
    Unknown(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reputation {
    #[serde(rename = "Malicious")]
    Malicious,
    #[serde(rename = "Benign")]
    Benign,
    #[serde(untagged)]
    Unknown(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Status {
    #[serde(rename = "completed")]
    Completed,
    #[serde(rename = "active")]
    Active,
    #[serde(rename = "pending")]
    Pending,
    #[serde(rename = "removed")]
    Removed,
    #[serde(untagged)]
    Unknown(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CallType {
    #[serde(rename = "CONTRACT_CALL")]
    ContractCall,
    #[serde(rename = "NATIVE_TRANSFER")]
    NativeTransfer,
    #[serde(untagged)]
    Unknown(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Encoding {
    #[serde(rename = "hex")]
    Hex,
    #[serde(rename = "json")]
    Json,
    #[serde(untagged)]
    Unknown(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlsCredentials {
    pub public_key: FixedBytes<48>,
    pub proof_of_possession: FixedBytes<96>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rewards {
    pub validation_reward_amount: crate::derive_b::Dec64,
    pub delegation_reward_amount: crate::derive_b::Dec64,
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
    pub amount_staked: crate::derive_b::Dec64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delegation_fee: Option<String>,
    pub start_timestamp: i64,
    pub end_timestamp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bls_credentials: Option<BlsCredentials>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delegator_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_delegated: Option<crate::derive_b::Dec64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewards: Option<Rewards>,
    pub validation_status: Status,
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
    pub currency_code: Currency,
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
    pub balance: U256,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_value: Option<Price>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Erc20Balance {
    pub address: Address,
    pub name: String,
    pub symbol: String,
    pub decimals: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_uri: Option<String>,
    pub erc_type: ErcType,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    pub chain_id: String,
    pub balance: U256,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_value: Option<Price>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_reputation: Option<Reputation>,
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
    pub address: Address,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Method {
    pub call_type: CallType,
    pub method_hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method_name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeTransaction {
    pub block_number: crate::derive_b::Dec64,
    pub block_timestamp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_timestamp_milliseconds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_min_delay_excess: Option<i64>,
    pub block_hash: B256,
    pub chain_id: String,
    pub block_index: i64,
    pub tx_hash: B256,
    pub tx_status: String,
    pub tx_type: i64,
    pub gas_limit: crate::derive_b::Dec64,
    pub gas_used: crate::derive_b::Dec64,
    pub gas_price: U256,
    pub nonce: crate::derive_b::Dec64,
    pub from: RichAddress,
    pub to: RichAddress,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    pub value: U256,
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
    pub address: Address,
    pub storage_keys: Vec<B256>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transaction {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_hash: Option<B256>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_number: Option<alloy_primitives::U64>,
    pub from: Address,
    pub gas: alloy_primitives::U64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gas_price: Option<U256>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_fee_per_gas: Option<U256>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_priority_fee_per_gas: Option<U256>,
    pub hash: B256,
    pub input: Bytes,
    pub nonce: alloy_primitives::U64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Address>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_index: Option<alloy_primitives::U64>,
    pub value: U256,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "type")]
    pub type_: Option<alloy_primitives::U64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access_list: Option<Vec<AccessListItem>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain_id: Option<alloy_primitives::U64>,
    pub v: U256,
    pub r: U256,
    pub s: U256,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y_parity: Option<alloy_primitives::U64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_fee_per_gas: Option<U256>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blob_gas_used: Option<alloy_primitives::U64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_extra_data: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_gas_cost: Option<U256>,
    pub difficulty: U256,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess_blob_gas: Option<alloy_primitives::U64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ext_data_gas_used: Option<U256>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ext_data_hash: Option<B256>,
    pub extra_data: Bytes,
    pub gas_limit: alloy_primitives::U64,
    pub gas_used: alloy_primitives::U64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<B256>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logs_bloom: Option<FixedBytes<256>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_delay_excess: Option<alloy_primitives::U64>,
    pub miner: Address,
    pub mix_hash: B256,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<FixedBytes<8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<alloy_primitives::U64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_beacon_block_root: Option<B256>,
    pub parent_hash: B256,
    pub receipts_root: B256,
    pub sha3_uncles: B256,
    pub size: alloy_primitives::U64,
    pub state_root: B256,
    pub timestamp: alloy_primitives::U64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp_milliseconds: Option<alloy_primitives::U64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_difficulty: Option<U256>,
    pub transactions: Vec<Transaction>,
    pub transactions_root: B256,
    pub uncles: Vec<B256>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Container {
    pub id: String,
    pub bytes: Bytes,
    pub timestamp: String,
    pub encoding: Encoding,
    pub index: crate::derive_b::Dec64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Containers {
    pub containers: Vec<Container>,
}
