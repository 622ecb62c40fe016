//! JSON bodies, generated and equal on each run.

use chainloom_forms::base58check;
use serde_json::{Value, json};

/// A generator of different, but not random, numbers.
pub struct Numbers(u64);

impl Numbers {
    /// Begins at a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next().to_le_bytes()[2]).collect()
    }

    fn hex(&mut self, count: usize) -> String {
        self.bytes(count).iter().fold(String::from("0x"), |text, byte| format!("{text}{byte:02x}"))
    }

    fn id(&mut self) -> String {
        base58check::write(&self.bytes(32), "").to_string()
    }

    fn quantity(&mut self, bits: u32) -> String {
        format!("{:#x}", self.next() >> (64 - bits))
    }

    fn amount(&mut self) -> String {
        format!("{}000000000", self.next())
    }
}

/// Makes a body.
pub type Body = fn(&mut Numbers) -> Value;

/// Names of types, and how a body of each is made.
pub const ALL: [(&str, Body); 5] = [
    ("ValidatorPage", |n| json!({ "nextPageToken": TOKEN, "validators": list(100, || validator(n)) })),
    ("Erc20Balances", balances),
    ("NativeTransactions", |n| json!({ "nextPageToken": TOKEN, "transactions": list(100, || native(n)) })),
    ("Block", block),
    ("Containers", |n| json!({ "containers": list(1024, || container(n)) })),
];

const TOKEN: &str = "3d22deea-ea64-4d30-8a1e-c2a353b67e90";

/// The text of a body, always the same.
pub fn text(body: Body) -> Vec<u8> {
    body(&mut Numbers::new(88_172_645_463_325_252)).to_string().into_bytes()
}

fn list(count: usize, mut item: impl FnMut() -> Value) -> Vec<Value> {
    (0..count).map(|_| item()).collect()
}

fn balances(n: &mut Numbers) -> Value {
    json!({
        "nextPageToken": TOKEN,
        "nativeTokenBalance": {
            "name": "Wrapped", "symbol": "WRP", "decimals": 18, "chainId": "43114",
            "price": { "currencyCode": "usd", "value": "42.42" }, "balance": n.amount(),
            "balanceValue": { "currencyCode": "usd", "value": "42.42" },
        },
        "erc20TokenBalances": list(100, || erc20(n)),
    })
}

fn validator(n: &mut Numbers) -> Value {
    json!({
        "txHash": n.id(), "nodeId": base58check::write(&n.bytes(20), "NodeID-").as_str(),
        "subnetId": "11111111111111111111111111111111LpoYY",
        "amountStaked": "2000000000000", "delegationFee": "2.0000000000000000",
        "startTimestamp": 1_648_672_486, "endTimestamp": 1_648_672_486,
        "blsCredentials": { "publicKey": n.hex(48), "proofOfPossession": n.hex(96) },
        "delegatorCount": n.next() % 50, "amountDelegated": (n.next() >> 20).to_string(),
        "rewards": {
            "validationRewardAmount": (n.next() >> 28).to_string(),
            "delegationRewardAmount": (n.next() >> 28).to_string(),
            "rewardAddresses": ["P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5"], "rewardTxHash": n.id(),
        },
        "validationStatus": "completed",
    })
}

const LOGO: &str =
    "https://images.example.org/gcj8jwzm6086/5VHupNKwnDYJvqMENeV7iJ/fdd6326b7a82c8388e4ee9d4be7062d4/some-logo.svg";

fn erc20(n: &mut Numbers) -> Value {
    json!({
        "address": n.hex(20), "name": "Wrapped Coin", "symbol": "WCN", "decimals": 18, "logoUri": LOGO,
        "ercType": "ERC-20",
        "price": { "currencyCode": "usd", "value": "42.42" }, "chainId": "43114", "balance": n.amount(),
        "balanceValue": { "currencyCode": "usd", "value": "42.42" }, "tokenReputation": "Malicious",
    })
}

fn native(n: &mut Numbers) -> Value {
    let party = |n: &mut Numbers| json!({ "name": "Wrapped Coin", "symbol": "WCN", "decimals": 18, "logoUri": LOGO,
        "address": n.hex(20) });
    let (from, to) = (party(n), party(n));
    json!({
        "blockNumber": (n.next() >> 40).to_string(), "blockTimestamp": 1_648_672_486,
        "blockTimestampMilliseconds": 1_648_672_486_000u64,
        "blockMinDelayExcess": 7_477_290, "blockHash": n.hex(32), "chainId": "43114", "blockIndex": n.next() % 100,
        "txHash": n.hex(32), "txStatus": "1", "txType": 1, "gasLimit": "51373", "gasUsed": "51373",
        "gasPrice": "470000000000",
        "nonce": "1", "from": from, "to": to,
        "method": { "callType": "CONTRACT_CALL", "methodHash": "0xa9059cbb",
        "methodName": "transfer(address,uint256)" },
        "value": n.amount(),
    })
}

fn transaction(n: &mut Numbers) -> Value {
    json!({
        "blockHash": n.hex(32), "blockNumber": n.quantity(24), "from": n.hex(20), "gas": n.quantity(20),
        "gasPrice": n.quantity(36),
        "maxFeePerGas": n.quantity(38), "maxPriorityFeePerGas": n.quantity(20), "hash": n.hex(32), "input": n.hex(68),
        "nonce": n.quantity(12), "to": n.hex(20), "transactionIndex": n.quantity(8), "value": n.quantity(62),
        "type": "0x2",
        "accessList": [{ "address": n.hex(20), "storageKeys": [n.hex(32)] }], "chainId": "0xa86a", "v": "0x0",
        "r": format!("0x9{}", &n.hex(31)[2..]), "s": format!("0x2{}", &n.hex(31)[2..]), "yParity": "0x0",
    })
}

fn block(n: &mut Numbers) -> Value {
    let transactions: Vec<Value> = (0..200).map(|_| transaction(n)).collect();
    json!({
        "baseFeePerGas": "0x5d21dba00", "blobGasUsed": "0x0", "blockExtraData": "0x", "blockGasCost": "0x0",
        "difficulty": "0x1",
        "excessBlobGas": "0x0", "extDataGasUsed": "0x0", "extDataHash": n.hex(32), "extraData": n.hex(80),
        "gasLimit": "0x989680",
        "gasUsed": "0x5611", "hash": n.hex(32), "logsBloom": n.hex(256), "miner": n.hex(20), "mixHash": n.hex(32),
        "nonce": "0x0000000000000000", "number": "0x7", "parentHash": n.hex(32), "receiptsRoot": n.hex(32),
        "sha3Uncles": n.hex(32),
        "size": "0x2e0", "stateRoot": n.hex(32), "timestamp": "0x6b015a04", "timestampMilliseconds": "0x1a1fd47a010",
        "totalDifficulty": "0x7", "transactions": transactions, "transactionsRoot": n.hex(32), "uncles": [],
    })
}

fn container(n: &mut Numbers) -> Value {
    json!({
        "id": n.id(), "bytes": n.hex(1024), "timestamp": "2021-04-02T15:34:00.262979-07:00", "encoding": "hex",
        "index": (n.next() >> 40).to_string(),
    })
}
