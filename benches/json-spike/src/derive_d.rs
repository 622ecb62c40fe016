//! The same types with serde derive and the checks of ours: ids, addresses, numbers and times are parsed by the
//! functions of the runtime, without an allocation in between. What the schema does not know is not kept.
#![allow(missing_docs)]

use std::fmt;
use std::marker::PhantomData;

use alloy_primitives::{Address, B256, Bytes, FixedBytes, U256};
use chainloom::data::balances::TokenReputation as Reputation;
use chainloom::data::staking::ValidationStatus as Status;
use chainloom::data::{CallType, Currency, Erc20Type as ErcType};
use chainloom::node::index::IndexEncoding as Encoding;
use chainloom_runtime::__private as rt;
use serde::{Deserialize, Deserializer, de};

/// A value that comes as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<T>(pub T);

/// What it takes to be one.
pub trait FromText: Sized {
    fn from_text(text: &str) -> Result<Self, rt::ParseError>;
}

impl<'de, T: FromText> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData)).map(Self)
    }
}

struct TextVisitor<T>(PhantomData<T>);

impl<T: FromText> de::Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).map_err(E::custom)
    }
}

/// An address that has the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Bech32(pub rt::Text);

impl FromText for Bech32 {
    fn from_text(text: &str) -> Result<Self, rt::ParseError> {
        rt::bech32::form(text, 20, rt::schema::Presence::Optional, true).map(|()| Self(text.into()))
    }
}

/// An id of 32 bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Id(pub [u8; 32]);

/// An id of 20 bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeId(pub [u8; 20]);

impl FromText for Id {
    fn from_text(text: &str) -> Result<Self, rt::ParseError> {
        chainloom_forms::base58check::parse(text, "").map(Self)
    }
}

impl FromText for NodeId {
    fn from_text(text: &str) -> Result<Self, rt::ParseError> {
        chainloom_forms::base58check::parse(text, "NodeID-").map(Self)
    }
}

impl FromText for u64 {
    fn from_text(text: &str) -> Result<Self, rt::ParseError> {
        text.parse().map_err(|_| rt::ParseError::new("a whole number"))
    }
}

impl FromText for rt::Text {
    fn from_text(text: &str) -> Result<Self, rt::ParseError> {
        Ok(text.into())
    }
}

macro_rules! by_from_str {
    ($($name:ty)*) => {$(
        impl FromText for $name {
            fn from_text(text: &str) -> Result<Self, rt::ParseError> {
                text.parse()
            }
        }
    )*};
}

by_from_str!(rt::Decimal rt::DateTime);

macro_rules! open_set {
    ($($name:ident)*) => {$(
        impl FromText for $name {
            fn from_text(text: &str) -> Result<Self, rt::ParseError> {
                Ok(rt::enum_from(text))
            }
        }
    )*};
}

open_set!(Currency ErcType Reputation Status CallType Encoding);

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlsCredentials {
    pub public_key: FixedBytes<48>,
    pub proof_of_possession: FixedBytes<96>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rewards {
    pub validation_reward_amount: Parsed<u64>,
    pub delegation_reward_amount: Parsed<u64>,
    pub reward_addresses: Option<Vec<Parsed<Bech32>>>,
    pub reward_tx_hash: Option<Parsed<Id>>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Validator {
    pub tx_hash: Parsed<Id>,
    pub node_id: Parsed<NodeId>,
    pub subnet_id: Parsed<Id>,
    pub amount_staked: Parsed<u64>,
    pub delegation_fee: Option<Parsed<rt::Decimal>>,
    pub start_timestamp: i64,
    pub end_timestamp: i64,
    pub bls_credentials: Option<BlsCredentials>,
    pub delegator_count: Option<i64>,
    pub amount_delegated: Option<Parsed<u64>>,
    pub rewards: Option<Rewards>,
    pub validation_status: Parsed<Status>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ValidatorPage {
    pub next_page_token: Option<Parsed<rt::Text>>,
    pub validators: Vec<Validator>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    pub currency_code: Parsed<Currency>,
    pub value: Parsed<rt::Decimal>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeBalance {
    pub name: Parsed<rt::Text>,
    pub symbol: Parsed<rt::Text>,
    pub decimals: i64,
    pub logo_uri: Option<Parsed<rt::Text>>,
    pub chain_id: Parsed<rt::Text>,
    pub price: Option<Price>,
    pub balance: U256,
    pub balance_value: Option<Price>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Erc20Balance {
    pub address: Address,
    pub name: Parsed<rt::Text>,
    pub symbol: Parsed<rt::Text>,
    pub decimals: i64,
    pub logo_uri: Option<Parsed<rt::Text>>,
    pub erc_type: Parsed<ErcType>,
    pub price: Option<Price>,
    pub chain_id: Parsed<rt::Text>,
    pub balance: U256,
    pub balance_value: Option<Price>,
    pub token_reputation: Option<Parsed<Reputation>>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Erc20Balances {
    pub next_page_token: Option<Parsed<rt::Text>>,
    pub native_token_balance: NativeBalance,
    pub erc20_token_balances: Vec<Erc20Balance>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RichAddress {
    pub name: Option<Parsed<rt::Text>>,
    pub symbol: Option<Parsed<rt::Text>>,
    pub decimals: Option<i64>,
    pub logo_uri: Option<Parsed<rt::Text>>,
    pub address: Address,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Method {
    pub call_type: Parsed<CallType>,
    pub method_hash: Parsed<rt::Text>,
    pub method_name: Option<Parsed<rt::Text>>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeTransaction {
    pub block_number: Parsed<u64>,
    pub block_timestamp: i64,
    pub block_timestamp_milliseconds: Option<i64>,
    pub block_min_delay_excess: Option<i64>,
    pub block_hash: B256,
    pub chain_id: Parsed<rt::Text>,
    pub block_index: i64,
    pub tx_hash: B256,
    pub tx_status: Parsed<rt::Text>,
    pub tx_type: i64,
    pub gas_limit: Parsed<u64>,
    pub gas_used: Parsed<u64>,
    pub gas_price: U256,
    pub nonce: Parsed<u64>,
    pub from: RichAddress,
    pub to: RichAddress,
    pub method: Option<Method>,
    pub value: U256,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeTransactions {
    pub next_page_token: Option<Parsed<rt::Text>>,
    pub transactions: Vec<NativeTransaction>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccessListItem {
    pub address: Address,
    pub storage_keys: Vec<B256>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transaction {
    pub block_hash: Option<B256>,
    pub block_number: Option<alloy_primitives::U64>,
    pub from: Address,
    pub gas: alloy_primitives::U64,
    pub gas_price: Option<U256>,
    pub max_fee_per_gas: Option<U256>,
    pub max_priority_fee_per_gas: Option<U256>,
    pub hash: B256,
    pub input: Bytes,
    pub nonce: alloy_primitives::U64,
    pub to: Option<Address>,
    pub transaction_index: Option<alloy_primitives::U64>,
    pub value: U256,
    #[serde(rename = "type")]
    pub type_: Option<alloy_primitives::U64>,
    pub access_list: Option<Vec<AccessListItem>>,
    pub chain_id: Option<alloy_primitives::U64>,
    pub v: U256,
    pub r: U256,
    pub s: U256,
    pub y_parity: Option<alloy_primitives::U64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    pub base_fee_per_gas: Option<U256>,
    pub blob_gas_used: Option<alloy_primitives::U64>,
    pub block_extra_data: Option<Bytes>,
    pub block_gas_cost: Option<U256>,
    pub difficulty: U256,
    pub excess_blob_gas: Option<alloy_primitives::U64>,
    pub ext_data_gas_used: Option<U256>,
    pub ext_data_hash: Option<B256>,
    pub extra_data: Bytes,
    pub gas_limit: alloy_primitives::U64,
    pub gas_used: alloy_primitives::U64,
    pub hash: Option<B256>,
    pub logs_bloom: Option<FixedBytes<256>>,
    pub min_delay_excess: Option<alloy_primitives::U64>,
    pub miner: Address,
    pub mix_hash: B256,
    pub nonce: Option<FixedBytes<8>>,
    pub number: Option<alloy_primitives::U64>,
    pub parent_beacon_block_root: Option<B256>,
    pub parent_hash: B256,
    pub receipts_root: B256,
    pub sha3_uncles: B256,
    pub size: alloy_primitives::U64,
    pub state_root: B256,
    pub timestamp: alloy_primitives::U64,
    pub timestamp_milliseconds: Option<alloy_primitives::U64>,
    pub total_difficulty: Option<U256>,
    pub transactions: Vec<Transaction>,
    pub transactions_root: B256,
    pub uncles: Vec<B256>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Container {
    pub id: Parsed<Id>,
    pub bytes: Bytes,
    pub timestamp: Parsed<rt::DateTime>,
    pub encoding: Parsed<Encoding>,
    pub index: Parsed<u64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Containers {
    pub containers: Vec<Container>,
}
