//! Types in the shape in which the generator writes them.
#![allow(missing_docs)]

use chainloom_runtime as rt;

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Currency {
    Usd,
    Eur,
    Unknown(rt::Text),
}

static CURRENCY: rt::schema::Enum = rt::schema::Enum { name: "Currency", values: &["usd", "eur"] };

impl rt::Enumeration for Currency {
    fn schema() -> &'static rt::schema::Enum {
        &CURRENCY
    }
    fn from_index(index: usize) -> Option<Self> {
        Some(match index {
            0 => Self::Usd,
            1 => Self::Eur,
            _ => return None,
        })
    }
    fn unknown(text: rt::Text) -> Self {
        Self::Unknown(text)
    }
    fn as_str(&self) -> &str {
        match self {
            Self::Usd => "usd",
            Self::Eur => "eur",
            Self::Unknown(text) => text,
        }
    }
}

impl rt::Read for Currency {
    fn blank() -> Self {
        Self::Usd
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        rt::read_enum(reader)
    }
}

impl rt::Write for Currency {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(rt::Enumeration::as_str(self));
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErcType {
    Erc20,
    Erc721,
    Unknown(rt::Text),
}

static ERC_TYPE: rt::schema::Enum = rt::schema::Enum { name: "ErcType", values: &["ERC-20", "ERC-721"] };

impl rt::Enumeration for ErcType {
    fn schema() -> &'static rt::schema::Enum {
        &ERC_TYPE
    }
    fn from_index(index: usize) -> Option<Self> {
        Some(match index {
            0 => Self::Erc20,
            1 => Self::Erc721,
            _ => return None,
        })
    }
    fn unknown(text: rt::Text) -> Self {
        Self::Unknown(text)
    }
    fn as_str(&self) -> &str {
        match self {
            Self::Erc20 => "ERC-20",
            Self::Erc721 => "ERC-721",
            Self::Unknown(text) => text,
        }
    }
}

impl rt::Read for ErcType {
    fn blank() -> Self {
        Self::Erc20
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        rt::read_enum(reader)
    }
}

impl rt::Write for ErcType {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(rt::Enumeration::as_str(self));
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reputation {
    Malicious,
    Benign,
    Unknown(rt::Text),
}

static REPUTATION: rt::schema::Enum = rt::schema::Enum { name: "Reputation", values: &["Malicious", "Benign"] };

impl rt::Enumeration for Reputation {
    fn schema() -> &'static rt::schema::Enum {
        &REPUTATION
    }
    fn from_index(index: usize) -> Option<Self> {
        Some(match index {
            0 => Self::Malicious,
            1 => Self::Benign,
            _ => return None,
        })
    }
    fn unknown(text: rt::Text) -> Self {
        Self::Unknown(text)
    }
    fn as_str(&self) -> &str {
        match self {
            Self::Malicious => "Malicious",
            Self::Benign => "Benign",
            Self::Unknown(text) => text,
        }
    }
}

impl rt::Read for Reputation {
    fn blank() -> Self {
        Self::Malicious
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        rt::read_enum(reader)
    }
}

impl rt::Write for Reputation {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(rt::Enumeration::as_str(self));
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Status {
    Completed,
    Active,
    Pending,
    Removed,
    Unknown(rt::Text),
}

static STATUS: rt::schema::Enum =
    rt::schema::Enum { name: "Status", values: &["completed", "active", "pending", "removed"] };

impl rt::Enumeration for Status {
    fn schema() -> &'static rt::schema::Enum {
        &STATUS
    }
    fn from_index(index: usize) -> Option<Self> {
        Some(match index {
            0 => Self::Completed,
            1 => Self::Active,
            2 => Self::Pending,
            3 => Self::Removed,
            _ => return None,
        })
    }
    fn unknown(text: rt::Text) -> Self {
        Self::Unknown(text)
    }
    fn as_str(&self) -> &str {
        match self {
            Self::Completed => "completed",
            Self::Active => "active",
            Self::Pending => "pending",
            Self::Removed => "removed",
            Self::Unknown(text) => text,
        }
    }
}

impl rt::Read for Status {
    fn blank() -> Self {
        Self::Completed
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        rt::read_enum(reader)
    }
}

impl rt::Write for Status {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(rt::Enumeration::as_str(self));
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallType {
    ContractCall,
    NativeTransfer,
    Unknown(rt::Text),
}

static CALL_TYPE: rt::schema::Enum =
    rt::schema::Enum { name: "CallType", values: &["CONTRACT_CALL", "NATIVE_TRANSFER"] };

impl rt::Enumeration for CallType {
    fn schema() -> &'static rt::schema::Enum {
        &CALL_TYPE
    }
    fn from_index(index: usize) -> Option<Self> {
        Some(match index {
            0 => Self::ContractCall,
            1 => Self::NativeTransfer,
            _ => return None,
        })
    }
    fn unknown(text: rt::Text) -> Self {
        Self::Unknown(text)
    }
    fn as_str(&self) -> &str {
        match self {
            Self::ContractCall => "CONTRACT_CALL",
            Self::NativeTransfer => "NATIVE_TRANSFER",
            Self::Unknown(text) => text,
        }
    }
}

impl rt::Read for CallType {
    fn blank() -> Self {
        Self::ContractCall
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        rt::read_enum(reader)
    }
}

impl rt::Write for CallType {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(rt::Enumeration::as_str(self));
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Encoding {
    Hex,
    Json,
    Unknown(rt::Text),
}

static ENCODING: rt::schema::Enum = rt::schema::Enum { name: "Encoding", values: &["hex", "json"] };

impl rt::Enumeration for Encoding {
    fn schema() -> &'static rt::schema::Enum {
        &ENCODING
    }
    fn from_index(index: usize) -> Option<Self> {
        Some(match index {
            0 => Self::Hex,
            1 => Self::Json,
            _ => return None,
        })
    }
    fn unknown(text: rt::Text) -> Self {
        Self::Unknown(text)
    }
    fn as_str(&self) -> &str {
        match self {
            Self::Hex => "hex",
            Self::Json => "json",
            Self::Unknown(text) => text,
        }
    }
}

impl rt::Read for Encoding {
    fn blank() -> Self {
        Self::Hex
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        rt::read_enum(reader)
    }
}

impl rt::Write for Encoding {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(rt::Enumeration::as_str(self));
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BlsCredentials {
    pub public_key: rt::FixedBytes<48>,
    pub proof_of_possession: rt::FixedBytes<96>,
    pub extra: rt::Extra,
}

static BLS_CREDENTIALS: rt::schema::Record = rt::schema::Record {
    name: "BlsCredentials",
    fields: &[
        rt::schema::Field::required("publicKey", rt::schema::Type::Scalar(&BLS_KEY)),
        rt::schema::Field::required("proofOfPossession", rt::schema::Type::Scalar(&BLS_SIG)),
    ],
};

impl rt::Record for BlsCredentials {
    fn blank() -> Self {
        Self { public_key: rt::blank(), proof_of_possession: rt::blank(), extra: rt::blank() }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &BLS_CREDENTIALS
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.public_key),
            1 => next.into(&mut self.proof_of_possession),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.public_key),
            1 => Some(&self.proof_of_possession),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rewards {
    pub validation_reward_amount: u64,
    pub delegation_reward_amount: u64,
    pub reward_addresses: Option<Vec<Bech32Address>>,
    pub reward_tx_hash: Option<Id>,
    pub extra: rt::Extra,
}

static REWARDS: rt::schema::Record = rt::schema::Record {
    name: "Rewards",
    fields: &[
        rt::schema::Field::required("validationRewardAmount", rt::schema::Type::Scalar(&U64)),
        rt::schema::Field::required("delegationRewardAmount", rt::schema::Type::Scalar(&U64)),
        rt::schema::Field::optional("rewardAddresses", rt::schema::Type::List(&BECH_LIST)),
        rt::schema::Field::optional("rewardTxHash", rt::schema::Type::Scalar(&ID)),
    ],
};

impl rt::Record for Rewards {
    fn blank() -> Self {
        Self {
            validation_reward_amount: rt::blank(),
            delegation_reward_amount: rt::blank(),
            reward_addresses: rt::blank(),
            reward_tx_hash: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &REWARDS
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.validation_reward_amount),
            1 => next.into(&mut self.delegation_reward_amount),
            2 => next.into(&mut self.reward_addresses),
            3 => next.into(&mut self.reward_tx_hash),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.validation_reward_amount),
            1 => Some(&self.delegation_reward_amount),
            2 => Some(&self.reward_addresses),
            3 => Some(&self.reward_tx_hash),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Validator {
    pub tx_hash: Id,
    pub node_id: NodeId,
    pub subnet_id: Id,
    pub amount_staked: u64,
    pub delegation_fee: Option<rt::Decimal>,
    pub start_timestamp: rt::Timestamp,
    pub end_timestamp: rt::Timestamp,
    pub bls_credentials: Option<BlsCredentials>,
    pub delegator_count: Option<i64>,
    pub amount_delegated: Option<u64>,
    pub rewards: Option<Rewards>,
    pub validation_status: Status,
    pub extra: rt::Extra,
}

static VALIDATOR: rt::schema::Record = rt::schema::Record {
    name: "Validator",
    fields: &[
        rt::schema::Field::required("txHash", rt::schema::Type::Scalar(&ID)),
        rt::schema::Field::required("nodeId", rt::schema::Type::Scalar(&NODE_ID)),
        rt::schema::Field::required("subnetId", rt::schema::Type::Scalar(&ID)),
        rt::schema::Field::required("amountStaked", rt::schema::Type::Scalar(&U64)),
        rt::schema::Field::optional("delegationFee", rt::schema::Type::Scalar(&DECIMAL)),
        rt::schema::Field::required("startTimestamp", rt::schema::Type::Scalar(&TIMESTAMP)),
        rt::schema::Field::required("endTimestamp", rt::schema::Type::Scalar(&TIMESTAMP)),
        rt::schema::Field::optional("blsCredentials", rt::schema::Type::Record(&BLS_CREDENTIALS)),
        rt::schema::Field::optional("delegatorCount", rt::schema::Type::Integer(rt::schema::Integer::I64)),
        rt::schema::Field::optional("amountDelegated", rt::schema::Type::Scalar(&U64)),
        rt::schema::Field::optional("rewards", rt::schema::Type::Record(&REWARDS)),
        rt::schema::Field::required("validationStatus", rt::schema::Type::Enum(&STATUS)),
    ],
};

impl rt::Record for Validator {
    fn blank() -> Self {
        Self {
            tx_hash: rt::blank(),
            node_id: rt::blank(),
            subnet_id: rt::blank(),
            amount_staked: rt::blank(),
            delegation_fee: rt::blank(),
            start_timestamp: rt::blank(),
            end_timestamp: rt::blank(),
            bls_credentials: rt::blank(),
            delegator_count: rt::blank(),
            amount_delegated: rt::blank(),
            rewards: rt::blank(),
            validation_status: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &VALIDATOR
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.tx_hash),
            1 => next.into(&mut self.node_id),
            2 => next.into(&mut self.subnet_id),
            3 => next.into(&mut self.amount_staked),
            4 => next.into(&mut self.delegation_fee),
            5 => next.into(&mut self.start_timestamp),
            6 => next.into(&mut self.end_timestamp),
            7 => next.into(&mut self.bls_credentials),
            8 => next.into(&mut self.delegator_count),
            9 => next.into(&mut self.amount_delegated),
            10 => next.into(&mut self.rewards),
            11 => next.into(&mut self.validation_status),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.tx_hash),
            1 => Some(&self.node_id),
            2 => Some(&self.subnet_id),
            3 => Some(&self.amount_staked),
            4 => Some(&self.delegation_fee),
            5 => Some(&self.start_timestamp),
            6 => Some(&self.end_timestamp),
            7 => Some(&self.bls_credentials),
            8 => Some(&self.delegator_count),
            9 => Some(&self.amount_delegated),
            10 => Some(&self.rewards),
            11 => Some(&self.validation_status),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValidatorPage {
    pub next_page_token: Option<rt::Text>,
    pub validators: Vec<Validator>,
    pub extra: rt::Extra,
}

static VALIDATOR_PAGE: rt::schema::Record = rt::schema::Record {
    name: "ValidatorPage",
    fields: &[
        rt::schema::Field::optional("nextPageToken", rt::schema::Type::Text),
        rt::schema::Field::required("validators", rt::schema::Type::List(&VALIDATOR_LIST)),
    ],
};

impl rt::Record for ValidatorPage {
    fn blank() -> Self {
        Self { next_page_token: rt::blank(), validators: rt::blank(), extra: rt::blank() }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &VALIDATOR_PAGE
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.next_page_token),
            1 => next.into(&mut self.validators),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.next_page_token),
            1 => Some(&self.validators),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Price {
    pub currency_code: Currency,
    pub value: rt::Decimal,
    pub extra: rt::Extra,
}

static PRICE: rt::schema::Record = rt::schema::Record {
    name: "Price",
    fields: &[
        rt::schema::Field::required("currencyCode", rt::schema::Type::Enum(&CURRENCY)),
        rt::schema::Field::required("value", rt::schema::Type::Scalar(&DECIMAL)),
    ],
};

impl rt::Record for Price {
    fn blank() -> Self {
        Self { currency_code: rt::blank(), value: rt::blank(), extra: rt::blank() }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &PRICE
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.currency_code),
            1 => next.into(&mut self.value),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.currency_code),
            1 => Some(&self.value),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NativeBalance {
    pub name: rt::Text,
    pub symbol: rt::Text,
    pub decimals: i64,
    pub logo_uri: Option<rt::Text>,
    pub chain_id: rt::Text,
    pub price: Option<Price>,
    pub balance: rt::U256,
    pub balance_value: Option<Price>,
    pub extra: rt::Extra,
}

static NATIVE_BALANCE: rt::schema::Record = rt::schema::Record {
    name: "NativeBalance",
    fields: &[
        rt::schema::Field::required("name", rt::schema::Type::Text),
        rt::schema::Field::required("symbol", rt::schema::Type::Text),
        rt::schema::Field::required("decimals", rt::schema::Type::Integer(rt::schema::Integer::I64)),
        rt::schema::Field::optional("logoUri", rt::schema::Type::Text),
        rt::schema::Field::required("chainId", rt::schema::Type::Text),
        rt::schema::Field::optional("price", rt::schema::Type::Record(&PRICE)),
        rt::schema::Field::required("balance", rt::schema::Type::Scalar(&AMOUNT)),
        rt::schema::Field::optional("balanceValue", rt::schema::Type::Record(&PRICE)),
    ],
};

impl rt::Record for NativeBalance {
    fn blank() -> Self {
        Self {
            name: rt::blank(),
            symbol: rt::blank(),
            decimals: rt::blank(),
            logo_uri: rt::blank(),
            chain_id: rt::blank(),
            price: rt::blank(),
            balance: rt::blank(),
            balance_value: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &NATIVE_BALANCE
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.name),
            1 => next.into(&mut self.symbol),
            2 => next.into(&mut self.decimals),
            3 => next.into(&mut self.logo_uri),
            4 => next.into(&mut self.chain_id),
            5 => next.into(&mut self.price),
            6 => next.into(&mut self.balance),
            7 => next.into(&mut self.balance_value),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.name),
            1 => Some(&self.symbol),
            2 => Some(&self.decimals),
            3 => Some(&self.logo_uri),
            4 => Some(&self.chain_id),
            5 => Some(&self.price),
            6 => Some(&self.balance),
            7 => Some(&self.balance_value),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Erc20Balance {
    pub address: rt::Address,
    pub name: rt::Text,
    pub symbol: rt::Text,
    pub decimals: i64,
    pub logo_uri: Option<rt::Text>,
    pub erc_type: ErcType,
    pub price: Option<Price>,
    pub chain_id: rt::Text,
    pub balance: rt::U256,
    pub balance_value: Option<Price>,
    pub token_reputation: Option<Reputation>,
    pub extra: rt::Extra,
}

static ERC20_BALANCE: rt::schema::Record = rt::schema::Record {
    name: "Erc20Balance",
    fields: &[
        rt::schema::Field::required("address", rt::schema::Type::Scalar(&EVM_ADDRESS)),
        rt::schema::Field::required("name", rt::schema::Type::Text),
        rt::schema::Field::required("symbol", rt::schema::Type::Text),
        rt::schema::Field::required("decimals", rt::schema::Type::Integer(rt::schema::Integer::I64)),
        rt::schema::Field::optional("logoUri", rt::schema::Type::Text),
        rt::schema::Field::required("ercType", rt::schema::Type::Enum(&ERC_TYPE)),
        rt::schema::Field::optional("price", rt::schema::Type::Record(&PRICE)),
        rt::schema::Field::required("chainId", rt::schema::Type::Text),
        rt::schema::Field::required("balance", rt::schema::Type::Scalar(&AMOUNT)),
        rt::schema::Field::optional("balanceValue", rt::schema::Type::Record(&PRICE)),
        rt::schema::Field::optional("tokenReputation", rt::schema::Type::Enum(&REPUTATION)),
    ],
};

impl rt::Record for Erc20Balance {
    fn blank() -> Self {
        Self {
            address: rt::blank(),
            name: rt::blank(),
            symbol: rt::blank(),
            decimals: rt::blank(),
            logo_uri: rt::blank(),
            erc_type: rt::blank(),
            price: rt::blank(),
            chain_id: rt::blank(),
            balance: rt::blank(),
            balance_value: rt::blank(),
            token_reputation: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &ERC20_BALANCE
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.address),
            1 => next.into(&mut self.name),
            2 => next.into(&mut self.symbol),
            3 => next.into(&mut self.decimals),
            4 => next.into(&mut self.logo_uri),
            5 => next.into(&mut self.erc_type),
            6 => next.into(&mut self.price),
            7 => next.into(&mut self.chain_id),
            8 => next.into(&mut self.balance),
            9 => next.into(&mut self.balance_value),
            10 => next.into(&mut self.token_reputation),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.address),
            1 => Some(&self.name),
            2 => Some(&self.symbol),
            3 => Some(&self.decimals),
            4 => Some(&self.logo_uri),
            5 => Some(&self.erc_type),
            6 => Some(&self.price),
            7 => Some(&self.chain_id),
            8 => Some(&self.balance),
            9 => Some(&self.balance_value),
            10 => Some(&self.token_reputation),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Erc20Balances {
    pub next_page_token: Option<rt::Text>,
    pub native_token_balance: NativeBalance,
    pub erc20_token_balances: Vec<Erc20Balance>,
    pub extra: rt::Extra,
}

static ERC20_BALANCES: rt::schema::Record = rt::schema::Record {
    name: "Erc20Balances",
    fields: &[
        rt::schema::Field::optional("nextPageToken", rt::schema::Type::Text),
        rt::schema::Field::required("nativeTokenBalance", rt::schema::Type::Record(&NATIVE_BALANCE)),
        rt::schema::Field::required("erc20TokenBalances", rt::schema::Type::List(&ERC20_BALANCE_LIST)),
    ],
};

impl rt::Record for Erc20Balances {
    fn blank() -> Self {
        Self {
            next_page_token: rt::blank(),
            native_token_balance: rt::blank(),
            erc20_token_balances: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &ERC20_BALANCES
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.next_page_token),
            1 => next.into(&mut self.native_token_balance),
            2 => next.into(&mut self.erc20_token_balances),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.next_page_token),
            1 => Some(&self.native_token_balance),
            2 => Some(&self.erc20_token_balances),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RichAddress {
    pub name: Option<rt::Text>,
    pub symbol: Option<rt::Text>,
    pub decimals: Option<i64>,
    pub logo_uri: Option<rt::Text>,
    pub address: rt::Address,
    pub extra: rt::Extra,
}

static RICH_ADDRESS: rt::schema::Record = rt::schema::Record {
    name: "RichAddress",
    fields: &[
        rt::schema::Field::optional("name", rt::schema::Type::Text),
        rt::schema::Field::optional("symbol", rt::schema::Type::Text),
        rt::schema::Field::optional("decimals", rt::schema::Type::Integer(rt::schema::Integer::I64)),
        rt::schema::Field::optional("logoUri", rt::schema::Type::Text),
        rt::schema::Field::required("address", rt::schema::Type::Scalar(&EVM_ADDRESS)),
    ],
};

impl rt::Record for RichAddress {
    fn blank() -> Self {
        Self {
            name: rt::blank(),
            symbol: rt::blank(),
            decimals: rt::blank(),
            logo_uri: rt::blank(),
            address: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &RICH_ADDRESS
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.name),
            1 => next.into(&mut self.symbol),
            2 => next.into(&mut self.decimals),
            3 => next.into(&mut self.logo_uri),
            4 => next.into(&mut self.address),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.name),
            1 => Some(&self.symbol),
            2 => Some(&self.decimals),
            3 => Some(&self.logo_uri),
            4 => Some(&self.address),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Method {
    pub call_type: CallType,
    pub method_hash: rt::Text,
    pub method_name: Option<rt::Text>,
    pub extra: rt::Extra,
}

static METHOD: rt::schema::Record = rt::schema::Record {
    name: "Method",
    fields: &[
        rt::schema::Field::required("callType", rt::schema::Type::Enum(&CALL_TYPE)),
        rt::schema::Field::required("methodHash", rt::schema::Type::Text),
        rt::schema::Field::optional("methodName", rt::schema::Type::Text),
    ],
};

impl rt::Record for Method {
    fn blank() -> Self {
        Self { call_type: rt::blank(), method_hash: rt::blank(), method_name: rt::blank(), extra: rt::blank() }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &METHOD
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.call_type),
            1 => next.into(&mut self.method_hash),
            2 => next.into(&mut self.method_name),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.call_type),
            1 => Some(&self.method_hash),
            2 => Some(&self.method_name),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NativeTransaction {
    pub block_number: u64,
    pub block_timestamp: rt::Timestamp,
    pub block_timestamp_milliseconds: Option<i64>,
    pub block_min_delay_excess: Option<i64>,
    pub block_hash: rt::FixedBytes<32>,
    pub chain_id: rt::Text,
    pub block_index: i64,
    pub tx_hash: rt::FixedBytes<32>,
    pub tx_status: rt::Text,
    pub tx_type: i64,
    pub gas_limit: u64,
    pub gas_used: u64,
    pub gas_price: rt::U256,
    pub nonce: u64,
    pub from: RichAddress,
    pub to: RichAddress,
    pub method: Option<Method>,
    pub value: rt::U256,
    pub extra: rt::Extra,
}

static NATIVE_TRANSACTION: rt::schema::Record = rt::schema::Record {
    name: "NativeTransaction",
    fields: &[
        rt::schema::Field::required("blockNumber", rt::schema::Type::Scalar(&U64)),
        rt::schema::Field::required("blockTimestamp", rt::schema::Type::Scalar(&TIMESTAMP)),
        rt::schema::Field::optional("blockTimestampMilliseconds", rt::schema::Type::Integer(rt::schema::Integer::I64)),
        rt::schema::Field::optional("blockMinDelayExcess", rt::schema::Type::Integer(rt::schema::Integer::I64)),
        rt::schema::Field::required("blockHash", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("chainId", rt::schema::Type::Text),
        rt::schema::Field::required("blockIndex", rt::schema::Type::Integer(rt::schema::Integer::I64)),
        rt::schema::Field::required("txHash", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("txStatus", rt::schema::Type::Text),
        rt::schema::Field::required("txType", rt::schema::Type::Integer(rt::schema::Integer::I64)),
        rt::schema::Field::required("gasLimit", rt::schema::Type::Scalar(&U64)),
        rt::schema::Field::required("gasUsed", rt::schema::Type::Scalar(&U64)),
        rt::schema::Field::required("gasPrice", rt::schema::Type::Scalar(&AMOUNT)),
        rt::schema::Field::required("nonce", rt::schema::Type::Scalar(&U64)),
        rt::schema::Field::required("from", rt::schema::Type::Record(&RICH_ADDRESS)),
        rt::schema::Field::required("to", rt::schema::Type::Record(&RICH_ADDRESS)),
        rt::schema::Field::optional("method", rt::schema::Type::Record(&METHOD)),
        rt::schema::Field::required("value", rt::schema::Type::Scalar(&AMOUNT)),
    ],
};

impl rt::Record for NativeTransaction {
    fn blank() -> Self {
        Self {
            block_number: rt::blank(),
            block_timestamp: rt::blank(),
            block_timestamp_milliseconds: rt::blank(),
            block_min_delay_excess: rt::blank(),
            block_hash: rt::blank(),
            chain_id: rt::blank(),
            block_index: rt::blank(),
            tx_hash: rt::blank(),
            tx_status: rt::blank(),
            tx_type: rt::blank(),
            gas_limit: rt::blank(),
            gas_used: rt::blank(),
            gas_price: rt::blank(),
            nonce: rt::blank(),
            from: rt::blank(),
            to: rt::blank(),
            method: rt::blank(),
            value: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &NATIVE_TRANSACTION
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.block_number),
            1 => next.into(&mut self.block_timestamp),
            2 => next.into(&mut self.block_timestamp_milliseconds),
            3 => next.into(&mut self.block_min_delay_excess),
            4 => next.into(&mut self.block_hash),
            5 => next.into(&mut self.chain_id),
            6 => next.into(&mut self.block_index),
            7 => next.into(&mut self.tx_hash),
            8 => next.into(&mut self.tx_status),
            9 => next.into(&mut self.tx_type),
            10 => next.into(&mut self.gas_limit),
            11 => next.into(&mut self.gas_used),
            12 => next.into(&mut self.gas_price),
            13 => next.into(&mut self.nonce),
            14 => next.into(&mut self.from),
            15 => next.into(&mut self.to),
            16 => next.into(&mut self.method),
            17 => next.into(&mut self.value),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.block_number),
            1 => Some(&self.block_timestamp),
            2 => Some(&self.block_timestamp_milliseconds),
            3 => Some(&self.block_min_delay_excess),
            4 => Some(&self.block_hash),
            5 => Some(&self.chain_id),
            6 => Some(&self.block_index),
            7 => Some(&self.tx_hash),
            8 => Some(&self.tx_status),
            9 => Some(&self.tx_type),
            10 => Some(&self.gas_limit),
            11 => Some(&self.gas_used),
            12 => Some(&self.gas_price),
            13 => Some(&self.nonce),
            14 => Some(&self.from),
            15 => Some(&self.to),
            16 => Some(&self.method),
            17 => Some(&self.value),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NativeTransactions {
    pub next_page_token: Option<rt::Text>,
    pub transactions: Vec<NativeTransaction>,
    pub extra: rt::Extra,
}

static NATIVE_TRANSACTIONS: rt::schema::Record = rt::schema::Record {
    name: "NativeTransactions",
    fields: &[
        rt::schema::Field::optional("nextPageToken", rt::schema::Type::Text),
        rt::schema::Field::required("transactions", rt::schema::Type::List(&NATIVE_TRANSACTION_LIST)),
    ],
};

impl rt::Record for NativeTransactions {
    fn blank() -> Self {
        Self { next_page_token: rt::blank(), transactions: rt::blank(), extra: rt::blank() }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &NATIVE_TRANSACTIONS
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.next_page_token),
            1 => next.into(&mut self.transactions),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.next_page_token),
            1 => Some(&self.transactions),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AccessListItem {
    pub address: rt::Address,
    pub storage_keys: Vec<rt::FixedBytes<32>>,
    pub extra: rt::Extra,
}

static ACCESS_LIST_ITEM: rt::schema::Record = rt::schema::Record {
    name: "AccessListItem",
    fields: &[
        rt::schema::Field::required("address", rt::schema::Type::Scalar(&EVM_ADDRESS)),
        rt::schema::Field::required("storageKeys", rt::schema::Type::List(&B32_LIST)),
    ],
};

impl rt::Record for AccessListItem {
    fn blank() -> Self {
        Self { address: rt::blank(), storage_keys: rt::blank(), extra: rt::blank() }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &ACCESS_LIST_ITEM
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.address),
            1 => next.into(&mut self.storage_keys),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.address),
            1 => Some(&self.storage_keys),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Transaction {
    pub block_hash: Option<rt::FixedBytes<32>>,
    pub block_number: Option<u64>,
    pub from: rt::Address,
    pub gas: u64,
    pub gas_price: Option<rt::U256>,
    pub max_fee_per_gas: Option<rt::U256>,
    pub max_priority_fee_per_gas: Option<rt::U256>,
    pub hash: rt::FixedBytes<32>,
    pub input: rt::Bytes,
    pub nonce: u64,
    pub to: Option<rt::Address>,
    pub transaction_index: Option<u64>,
    pub value: rt::U256,
    pub type_: Option<u64>,
    pub access_list: Option<Vec<AccessListItem>>,
    pub chain_id: Option<u64>,
    pub v: rt::U256,
    pub r: rt::U256,
    pub s: rt::U256,
    pub y_parity: Option<u64>,
    pub extra: rt::Extra,
}

static TRANSACTION: rt::schema::Record = rt::schema::Record {
    name: "Transaction",
    fields: &[
        rt::schema::Field::optional("blockHash", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::optional("blockNumber", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::required("from", rt::schema::Type::Scalar(&EVM_ADDRESS)),
        rt::schema::Field::required("gas", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("gasPrice", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::optional("maxFeePerGas", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::optional("maxPriorityFeePerGas", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::required("hash", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("input", rt::schema::Type::Scalar(&BYTES)),
        rt::schema::Field::required("nonce", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("to", rt::schema::Type::Scalar(&EVM_ADDRESS)),
        rt::schema::Field::optional("transactionIndex", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::required("value", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::optional("type", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("accessList", rt::schema::Type::List(&ACCESS_LIST_ITEM_LIST)),
        rt::schema::Field::optional("chainId", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::required("v", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::required("r", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::required("s", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::optional("yParity", rt::schema::Type::Scalar(&QUANTITY)),
    ],
};

impl rt::Record for Transaction {
    fn blank() -> Self {
        Self {
            block_hash: rt::blank(),
            block_number: rt::blank(),
            from: rt::blank(),
            gas: rt::blank(),
            gas_price: rt::blank(),
            max_fee_per_gas: rt::blank(),
            max_priority_fee_per_gas: rt::blank(),
            hash: rt::blank(),
            input: rt::blank(),
            nonce: rt::blank(),
            to: rt::blank(),
            transaction_index: rt::blank(),
            value: rt::blank(),
            type_: rt::blank(),
            access_list: rt::blank(),
            chain_id: rt::blank(),
            v: rt::blank(),
            r: rt::blank(),
            s: rt::blank(),
            y_parity: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &TRANSACTION
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.block_hash),
            1 => next.into(&mut self.block_number),
            2 => next.into(&mut self.from),
            3 => next.into(&mut self.gas),
            4 => next.into(&mut self.gas_price),
            5 => next.into(&mut self.max_fee_per_gas),
            6 => next.into(&mut self.max_priority_fee_per_gas),
            7 => next.into(&mut self.hash),
            8 => next.into(&mut self.input),
            9 => next.into(&mut self.nonce),
            10 => next.into(&mut self.to),
            11 => next.into(&mut self.transaction_index),
            12 => next.into(&mut self.value),
            13 => next.into(&mut self.type_),
            14 => next.into(&mut self.access_list),
            15 => next.into(&mut self.chain_id),
            16 => next.into(&mut self.v),
            17 => next.into(&mut self.r),
            18 => next.into(&mut self.s),
            19 => next.into(&mut self.y_parity),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.block_hash),
            1 => Some(&self.block_number),
            2 => Some(&self.from),
            3 => Some(&self.gas),
            4 => Some(&self.gas_price),
            5 => Some(&self.max_fee_per_gas),
            6 => Some(&self.max_priority_fee_per_gas),
            7 => Some(&self.hash),
            8 => Some(&self.input),
            9 => Some(&self.nonce),
            10 => Some(&self.to),
            11 => Some(&self.transaction_index),
            12 => Some(&self.value),
            13 => Some(&self.type_),
            14 => Some(&self.access_list),
            15 => Some(&self.chain_id),
            16 => Some(&self.v),
            17 => Some(&self.r),
            18 => Some(&self.s),
            19 => Some(&self.y_parity),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Block {
    pub base_fee_per_gas: Option<rt::U256>,
    pub blob_gas_used: Option<u64>,
    pub block_extra_data: Option<rt::Bytes>,
    pub block_gas_cost: Option<rt::U256>,
    pub difficulty: rt::U256,
    pub excess_blob_gas: Option<u64>,
    pub ext_data_gas_used: Option<rt::U256>,
    pub ext_data_hash: Option<rt::FixedBytes<32>>,
    pub extra_data: rt::Bytes,
    pub gas_limit: u64,
    pub gas_used: u64,
    pub hash: Option<rt::FixedBytes<32>>,
    pub logs_bloom: Option<rt::FixedBytes<256>>,
    pub min_delay_excess: Option<u64>,
    pub miner: rt::Address,
    pub mix_hash: rt::FixedBytes<32>,
    pub nonce: Option<rt::FixedBytes<8>>,
    pub number: Option<u64>,
    pub parent_beacon_block_root: Option<rt::FixedBytes<32>>,
    pub parent_hash: rt::FixedBytes<32>,
    pub receipts_root: rt::FixedBytes<32>,
    pub sha3_uncles: rt::FixedBytes<32>,
    pub size: u64,
    pub state_root: rt::FixedBytes<32>,
    pub timestamp: u64,
    pub timestamp_milliseconds: Option<u64>,
    pub total_difficulty: Option<rt::U256>,
    pub transactions: Vec<Transaction>,
    pub transactions_root: rt::FixedBytes<32>,
    pub uncles: Vec<rt::FixedBytes<32>>,
    pub extra: rt::Extra,
}

static BLOCK: rt::schema::Record = rt::schema::Record {
    name: "Block",
    fields: &[
        rt::schema::Field::optional("baseFeePerGas", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::optional("blobGasUsed", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("blockExtraData", rt::schema::Type::Scalar(&BYTES)),
        rt::schema::Field::optional("blockGasCost", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::required("difficulty", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::optional("excessBlobGas", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("extDataGasUsed", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::optional("extDataHash", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("extraData", rt::schema::Type::Scalar(&BYTES)),
        rt::schema::Field::required("gasLimit", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::required("gasUsed", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("hash", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::optional("logsBloom", rt::schema::Type::Scalar(&BLOOM)),
        rt::schema::Field::optional("minDelayExcess", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::required("miner", rt::schema::Type::Scalar(&EVM_ADDRESS)),
        rt::schema::Field::required("mixHash", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::optional("nonce", rt::schema::Type::Scalar(&BLOCK_NONCE)),
        rt::schema::Field::optional("number", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("parentBeaconBlockRoot", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("parentHash", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("receiptsRoot", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("sha3Uncles", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("size", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::required("stateRoot", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("timestamp", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("timestampMilliseconds", rt::schema::Type::Scalar(&QUANTITY)),
        rt::schema::Field::optional("totalDifficulty", rt::schema::Type::Scalar(&BIG_QUANTITY)),
        rt::schema::Field::required("transactions", rt::schema::Type::List(&TRANSACTION_LIST)),
        rt::schema::Field::required("transactionsRoot", rt::schema::Type::Scalar(&HASH)),
        rt::schema::Field::required("uncles", rt::schema::Type::List(&B32_LIST)),
    ],
};

impl rt::Record for Block {
    fn blank() -> Self {
        Self {
            base_fee_per_gas: rt::blank(),
            blob_gas_used: rt::blank(),
            block_extra_data: rt::blank(),
            block_gas_cost: rt::blank(),
            difficulty: rt::blank(),
            excess_blob_gas: rt::blank(),
            ext_data_gas_used: rt::blank(),
            ext_data_hash: rt::blank(),
            extra_data: rt::blank(),
            gas_limit: rt::blank(),
            gas_used: rt::blank(),
            hash: rt::blank(),
            logs_bloom: rt::blank(),
            min_delay_excess: rt::blank(),
            miner: rt::blank(),
            mix_hash: rt::blank(),
            nonce: rt::blank(),
            number: rt::blank(),
            parent_beacon_block_root: rt::blank(),
            parent_hash: rt::blank(),
            receipts_root: rt::blank(),
            sha3_uncles: rt::blank(),
            size: rt::blank(),
            state_root: rt::blank(),
            timestamp: rt::blank(),
            timestamp_milliseconds: rt::blank(),
            total_difficulty: rt::blank(),
            transactions: rt::blank(),
            transactions_root: rt::blank(),
            uncles: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &BLOCK
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.base_fee_per_gas),
            1 => next.into(&mut self.blob_gas_used),
            2 => next.into(&mut self.block_extra_data),
            3 => next.into(&mut self.block_gas_cost),
            4 => next.into(&mut self.difficulty),
            5 => next.into(&mut self.excess_blob_gas),
            6 => next.into(&mut self.ext_data_gas_used),
            7 => next.into(&mut self.ext_data_hash),
            8 => next.into(&mut self.extra_data),
            9 => next.into(&mut self.gas_limit),
            10 => next.into(&mut self.gas_used),
            11 => next.into(&mut self.hash),
            12 => next.into(&mut self.logs_bloom),
            13 => next.into(&mut self.min_delay_excess),
            14 => next.into(&mut self.miner),
            15 => next.into(&mut self.mix_hash),
            16 => next.into(&mut self.nonce),
            17 => next.into(&mut self.number),
            18 => next.into(&mut self.parent_beacon_block_root),
            19 => next.into(&mut self.parent_hash),
            20 => next.into(&mut self.receipts_root),
            21 => next.into(&mut self.sha3_uncles),
            22 => next.into(&mut self.size),
            23 => next.into(&mut self.state_root),
            24 => next.into(&mut self.timestamp),
            25 => next.into(&mut self.timestamp_milliseconds),
            26 => next.into(&mut self.total_difficulty),
            27 => next.into(&mut self.transactions),
            28 => next.into(&mut self.transactions_root),
            29 => next.into(&mut self.uncles),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.base_fee_per_gas),
            1 => Some(&self.blob_gas_used),
            2 => Some(&self.block_extra_data),
            3 => Some(&self.block_gas_cost),
            4 => Some(&self.difficulty),
            5 => Some(&self.excess_blob_gas),
            6 => Some(&self.ext_data_gas_used),
            7 => Some(&self.ext_data_hash),
            8 => Some(&self.extra_data),
            9 => Some(&self.gas_limit),
            10 => Some(&self.gas_used),
            11 => Some(&self.hash),
            12 => Some(&self.logs_bloom),
            13 => Some(&self.min_delay_excess),
            14 => Some(&self.miner),
            15 => Some(&self.mix_hash),
            16 => Some(&self.nonce),
            17 => Some(&self.number),
            18 => Some(&self.parent_beacon_block_root),
            19 => Some(&self.parent_hash),
            20 => Some(&self.receipts_root),
            21 => Some(&self.sha3_uncles),
            22 => Some(&self.size),
            23 => Some(&self.state_root),
            24 => Some(&self.timestamp),
            25 => Some(&self.timestamp_milliseconds),
            26 => Some(&self.total_difficulty),
            27 => Some(&self.transactions),
            28 => Some(&self.transactions_root),
            29 => Some(&self.uncles),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Container {
    pub id: Id,
    pub bytes: rt::Bytes,
    pub timestamp: rt::DateTime,
    pub encoding: Encoding,
    pub index: u64,
    pub extra: rt::Extra,
}

static CONTAINER: rt::schema::Record = rt::schema::Record {
    name: "Container",
    fields: &[
        rt::schema::Field::required("id", rt::schema::Type::Scalar(&ID)),
        rt::schema::Field::required("bytes", rt::schema::Type::Scalar(&BYTES)),
        rt::schema::Field::required("timestamp", rt::schema::Type::Scalar(&DATE_TIME)),
        rt::schema::Field::required("encoding", rt::schema::Type::Enum(&ENCODING)),
        rt::schema::Field::required("index", rt::schema::Type::Scalar(&U64)),
    ],
};

impl rt::Record for Container {
    fn blank() -> Self {
        Self {
            id: rt::blank(),
            bytes: rt::blank(),
            timestamp: rt::blank(),
            encoding: rt::blank(),
            index: rt::blank(),
            extra: rt::blank(),
        }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &CONTAINER
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.id),
            1 => next.into(&mut self.bytes),
            2 => next.into(&mut self.timestamp),
            3 => next.into(&mut self.encoding),
            4 => next.into(&mut self.index),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.id),
            1 => Some(&self.bytes),
            2 => Some(&self.timestamp),
            3 => Some(&self.encoding),
            4 => Some(&self.index),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Containers {
    pub containers: Vec<Container>,
    pub extra: rt::Extra,
}

static CONTAINERS: rt::schema::Record = rt::schema::Record {
    name: "Containers",
    fields: &[rt::schema::Field::required("containers", rt::schema::Type::List(&CONTAINER_LIST))],
};

impl rt::Record for Containers {
    fn blank() -> Self {
        Self { containers: rt::blank(), extra: rt::blank() }
    }
    fn table(&self) -> &'static rt::schema::Record {
        &CONTAINERS
    }
    fn read_member(&mut self, index: usize, next: rt::Next<'_, '_>) -> rt::Done {
        match index {
            0 => next.into(&mut self.containers),
            _ => next.keep(&mut self.extra),
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.containers),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
}

static BECH_LIST: rt::schema::List =
    rt::schema::List { item: rt::schema::Type::Scalar(&BECH32_ADDRESS), also: rt::schema::Also::Nothing };
static VALIDATOR_LIST: rt::schema::List =
    rt::schema::List { item: rt::schema::Type::Record(&VALIDATOR), also: rt::schema::Also::Nothing };
static ERC20_BALANCE_LIST: rt::schema::List =
    rt::schema::List { item: rt::schema::Type::Record(&ERC20_BALANCE), also: rt::schema::Also::Nothing };
static NATIVE_TRANSACTION_LIST: rt::schema::List =
    rt::schema::List { item: rt::schema::Type::Record(&NATIVE_TRANSACTION), also: rt::schema::Also::Nothing };
static B32_LIST: rt::schema::List =
    rt::schema::List { item: rt::schema::Type::Scalar(&HASH), also: rt::schema::Also::Nothing };
static ACCESS_LIST_ITEM_LIST: rt::schema::List =
    rt::schema::List { item: rt::schema::Type::Record(&ACCESS_LIST_ITEM), also: rt::schema::Also::Nothing };
static TRANSACTION_LIST: rt::schema::List =
    rt::schema::List { item: rt::schema::Type::Record(&TRANSACTION), also: rt::schema::Also::Nothing };
static CONTAINER_LIST: rt::schema::List =
    rt::schema::List { item: rt::schema::Type::Record(&CONTAINER), also: rt::schema::Also::Nothing };
static U64: rt::schema::Scalar =
    rt::schema::Scalar { name: "U64", form: rt::schema::Form::DecimalInteger(rt::schema::Integer::U64) };
static AMOUNT: rt::schema::Scalar =
    rt::schema::Scalar { name: "AMOUNT", form: rt::schema::Form::DecimalInteger(rt::schema::Integer::U256) };
static TIMESTAMP: rt::schema::Scalar = rt::schema::Scalar { name: "TIMESTAMP", form: rt::schema::Form::Seconds };
static DECIMAL: rt::schema::Scalar = rt::schema::Scalar { name: "DECIMAL", form: rt::schema::Form::Decimal };
static DATE_TIME: rt::schema::Scalar = rt::schema::Scalar { name: "DATE_TIME", form: rt::schema::Form::DateTime };
static ID: rt::schema::Scalar =
    rt::schema::Scalar { name: "ID", form: rt::schema::Form::Base58Check { bytes: 32, prefix: "" } };
static NODE_ID: rt::schema::Scalar =
    rt::schema::Scalar { name: "NODE_ID", form: rt::schema::Form::Base58Check { bytes: 20, prefix: "NodeID-" } };
static BECH32_ADDRESS: rt::schema::Scalar = rt::schema::Scalar {
    name: "BECH32_ADDRESS",
    form: rt::schema::Form::Bech32 { bytes: 20, chain: rt::schema::Presence::Optional, base58check: true },
};
static EVM_ADDRESS: rt::schema::Scalar = rt::schema::Scalar {
    name: "EVM_ADDRESS",
    form: rt::schema::Form::Hex { bytes: Some(20), prefix: rt::schema::Presence::Required },
};
static HASH: rt::schema::Scalar = rt::schema::Scalar {
    name: "HASH",
    form: rt::schema::Form::Hex { bytes: Some(32), prefix: rt::schema::Presence::Required },
};
static BLOOM: rt::schema::Scalar = rt::schema::Scalar {
    name: "BLOOM",
    form: rt::schema::Form::Hex { bytes: Some(256), prefix: rt::schema::Presence::Required },
};
static BLOCK_NONCE: rt::schema::Scalar = rt::schema::Scalar {
    name: "BLOCK_NONCE",
    form: rt::schema::Form::Hex { bytes: Some(8), prefix: rt::schema::Presence::Required },
};
static BLS_KEY: rt::schema::Scalar = rt::schema::Scalar {
    name: "BLS_KEY",
    form: rt::schema::Form::Hex { bytes: Some(48), prefix: rt::schema::Presence::Required },
};
static BLS_SIG: rt::schema::Scalar = rt::schema::Scalar {
    name: "BLS_SIG",
    form: rt::schema::Form::Hex { bytes: Some(96), prefix: rt::schema::Presence::Required },
};
static BYTES: rt::schema::Scalar = rt::schema::Scalar {
    name: "BYTES",
    form: rt::schema::Form::Hex { bytes: None, prefix: rt::schema::Presence::Required },
};
static QUANTITY: rt::schema::Scalar =
    rt::schema::Scalar { name: "QUANTITY", form: rt::schema::Form::Quantity(rt::schema::Integer::U64) };
static BIG_QUANTITY: rt::schema::Scalar =
    rt::schema::Scalar { name: "BIG_QUANTITY", form: rt::schema::Form::Quantity(rt::schema::Integer::U256) };

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub [u8; 32]);

impl std::str::FromStr for Id {
    type Err = rt::ParseError;
    fn from_str(text: &str) -> Result<Self, rt::ParseError> {
        rt::base58check::parse(text, "").map(Self)
    }
}

impl rt::Read for Id {
    fn blank() -> Self {
        Self([0; 32])
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        reader.parse()
    }
}

impl rt::Write for Id {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(&rt::base58check::write(&self.0, ""));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub [u8; 20]);

impl std::str::FromStr for NodeId {
    type Err = rt::ParseError;
    fn from_str(text: &str) -> Result<Self, rt::ParseError> {
        rt::base58check::parse(text, "NodeID-").map(Self)
    }
}

impl rt::Read for NodeId {
    fn blank() -> Self {
        Self([0; 20])
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        reader.parse()
    }
}

impl rt::Write for NodeId {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(&rt::base58check::write(&self.0, "NodeID-"));
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bech32Address(rt::Text);

impl std::str::FromStr for Bech32Address {
    type Err = rt::ParseError;
    fn from_str(text: &str) -> Result<Self, rt::ParseError> {
        rt::bech32::check(text, 20, rt::schema::Presence::Optional, true)?;
        Ok(Self(text.into()))
    }
}

impl rt::Read for Bech32Address {
    fn blank() -> Self {
        Self(rt::blank())
    }
    fn read(_: rt::schema::Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        reader.parse_with(|text| {
            rt::bech32::form(text, 20, rt::schema::Presence::Optional, true).map(|()| Self(text.into()))
        })
    }
}

impl rt::Write for Bech32Address {
    fn write(&self, _: rt::schema::Type, writer: &mut rt::Writer) {
        writer.text(&self.0);
    }
}

pub fn schema_of(name: &str) -> rt::schema::Type {
    rt::schema::Type::Record(match name {
        "ValidatorPage" => &VALIDATOR_PAGE,
        "Erc20Balances" => &ERC20_BALANCES,
        "NativeTransactions" => &NATIVE_TRANSACTIONS,
        "Block" => &BLOCK,
        _ => &CONTAINERS,
    })
}
