//! Kinds of transactions and operations, also those without a recorded response: each is recognized
//! by its members, described completely, and written as it was read.

use std::fmt::Debug;

use chainloom::node::evm::{self, Transaction, TransactionKind};
use chainloom::node::evm_debug::{TraceEntry, TraceObject, TraceObjectKind};
use chainloom::node::evm_transactions::{PlainTransaction, PlainTransactionKind};
use chainloom::node::pchain::{self, CurrentValidator, SignedTx, UnsignedTx, UnsignedTxKind};
use chainloom::node::subnet_evm::PrecompileConfig;
use chainloom::node::xchain::{self, OperationState, OperationStateKind};
use chainloom::runtime as rt;
use rt::__private::from_slice;
use rt::__private::schema::{Also, List, Type, Union};
use rt::__private::serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const ID: &str = "11111111111111111111111111111111LpoYY";
const NODE: &str = "NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";

/// The value that JSON stands for, which must come back as it was.
fn read<T: Serialize + for<'de> Deserialize<'de>>(json: &Value) -> T {
    let value: T = serde_json::from_str(&json.to_string()).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(serde_json::from_str::<Value>(&serde_json::to_string(&value).unwrap()).unwrap(), *json);
    value
}

/// The name of the variant that holds a kind, by its `Debug`.
fn variant(kind: &impl Debug) -> String {
    format!("{kind:?}").split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// Each kind of the P-Chain with the members beside the base ones.
fn kinds() -> Vec<(&'static str, Value)> {
    let owner =
        || json!({ "addresses": ["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"], "locktime": 0, "threshold": 1 });
    let auth = || json!({ "signatureIndices": [0] });
    let validator = || json!({ "nodeID": NODE, "start": 0, "end": 1_700_000_000, "weight": 1 });
    let millionth = 1_000_000;
    vec![
        ("Export", json!({ "destinationChain": ID, "exportedOutputs": [] })),
        ("Import", json!({ "sourceChain": ID, "importedInputs": [] })),
        ("CreateSubnet", json!({ "owner": owner() })),
        (
            "CreateBlockchain",
            json!({ "subnetID": ID, "chainName": "a", "vmID": ID, "fxIDs": [ID], "genesisData": "AA==",
                "subnetAuthorization": auth() }),
        ),
        (
            "ConvertSubnetToL1",
            json!({ "subnetID": ID, "chainID": ID, "address": "0x00", "validators": [],
                "subnetAuthorization": auth() }),
        ),
        (
            "TransformSubnet",
            json!({
                "subnetID": ID, "assetID": ID, "initialSupply": 1, "maximumSupply": 2, "minConsumptionRate": 1,
                "maxConsumptionRate": 2,
                "minValidatorStake": 1, "maxValidatorStake": 2, "minStakeDuration": 1, "maxStakeDuration": 2,
                "minDelegationFee": 1,
                "minDelegatorStake": 1, "maxValidatorWeightFactor": 5, "uptimeRequirement": 1,
                "subnetAuthorization": auth(),
            }),
        ),
        ("TransferSubnetOwnership", json!({ "subnetID": ID, "subnetAuthorization": auth(), "newOwner": owner() })),
        (
            "RegisterL1Validator",
            json!({ "balance": 1, "proofOfPossession": format!("0x{}", "0a".repeat(96)), "message": "0x00" }),
        ),
        ("SetL1ValidatorWeight", json!({ "message": "0x00" })),
        ("DisableL1Validator", json!({ "validationID": ID, "disableAuthorization": auth() })),
        ("IncreaseL1ValidatorBalance", json!({ "validationID": ID, "balance": u64::MAX })),
        (
            "AddAutoRenewedValidator",
            json!({
                "nodeID": format!("0x{}", "0a".repeat(20)), "signer": {}, "stake": [],
                "validationRewardsOwner": owner(), "delegationRewardsOwner": owner(),
                "validatorAuthority": owner(), "delegationShares": 20_000, "autoCompoundRewardShares": millionth,
                "period": 1_209_600,
            }),
        ),
        (
            "SetAutoRenewedValidatorConfig",
            json!({ "txID": ID, "auth": auth(), "autoCompoundRewardShares": 0, "period": 0 }),
        ),
        (
            "AddPermissionlessValidator",
            json!({
                "validator": validator(), "subnetID": ID, "signer": {}, "stake": [], "validationRewardsOwner": owner(),
                "delegationRewardsOwner": owner(), "shares": 20_000,
            }),
        ),
        ("AddValidator", json!({ "validator": validator(), "stake": [], "rewardsOwner": owner(), "shares": 20_000 })),
        ("AddDelegator", json!({ "validator": validator(), "subnetID": ID, "stake": [], "rewardsOwner": owner() })),
        ("AddDelegator", json!({ "validator": validator(), "stake": [], "rewardsOwner": owner() })),
        (
            "AddSubnetValidator",
            json!({ "validator": { "nodeID": NODE, "start": 1, "end": 2, "weight": 1, "subnetID": ID },
                "subnetAuthorization": auth() }),
        ),
        ("RemoveSubnetValidator", json!({ "nodeID": NODE, "subnetID": ID, "subnetAuthorization": auth() })),
        ("RewardAutoRenewedValidator", json!({ "txID": ID, "timestamp": 1_700_000_000 })),
        ("RewardValidator", json!({ "txID": ID })),
        ("AdvanceTime", json!({ "time": 1_700_000_000 })),
        ("Base", json!({})),
    ]
}

/// A kind of the P-Chain with the base members.
fn with_base(own: &Value) -> Value {
    let mut json = json!({ "networkID": 1, "blockchainID": ID, "outputs": [], "inputs": [], "memo": "0x" });
    json.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    json
}

#[test]
fn p_chain_transactions_are_told_by_their_members() {
    for (name, own) in kinds() {
        for json in [with_base(&own), own] {
            let tx: UnsignedTx = read(&json);
            assert_eq!(variant(&tx.kind), name, "{json}");
            assert!(tx.extra.is_empty(), "{name}: {:?}", tx.extra);
        }
    }
}

#[test]
fn a_transaction_without_credentials_has_none() {
    let tx: SignedTx = read(&json!({ "unsignedTx": { "txID": ID }, "credentials": null, "id": ID }));
    assert!(tx.credentials.is_none());
    let UnsignedTxKind::RewardValidator(reward) = tx.unsigned_tx.kind else { panic!("{:?}", tx.unsigned_tx) };
    assert_eq!(reward.tx_id.to_string(), ID);

    let base = json!({ "networkID": 1, "blockchainID": ID, "outputs": [], "inputs": [], "memo": "0x" });
    let tx: xchain::SignedTx = read(&json!({ "unsignedTx": base, "credentials": null, "id": ID }));
    assert!(tx.credentials.is_none());
}

#[test]
fn both_spellings_of_a_proof_are_read_and_that_of_nodes_is_written() {
    let validator = |spelling: &str| {
        json!({
            "nodeID": NODE, "startTime": "1", "txID": ID, "endTime": "2", "delegationFee": "2.0000",
            "signer": { "publicKey": format!("0x{}", "0a".repeat(48)), spelling: format!("0x{}", "0a".repeat(96)) },
        })
    };
    let of_nodes = validator("proofOfPossession");
    let old: CurrentValidator = serde_json::from_str(&validator("proofOfPosession").to_string()).unwrap();
    assert_eq!(old, read::<CurrentValidator>(&of_nodes));
    assert_eq!(serde_json::to_value(&old).unwrap(), of_nodes);
}

#[test]
fn x_chain_operations_are_told_by_their_members() {
    let state = || json!({ "addresses": [], "locktime": 0, "threshold": 0 });
    let input = || json!({ "signatureIndices": [0] });
    for (name, json) in [
        ("Mint", json!({ "mintInput": input(), "mintOutput": state(), "transferOutput": state() })),
        ("MintProperty", json!({ "mintInput": input(), "mintOutput": state(), "ownedOutput": state() })),
        ("MintNft", json!({ "mintInput": input(), "groupID": 1, "payload": "0x01", "outputs": [state()] })),
        ("TransferNft", json!({ "input": input(), "output": state() })),
        ("BurnProperty", input()),
    ] {
        let operation: OperationState = read(&json);
        assert_eq!(variant(&operation.kind), name);
        assert!(operation.extra.is_empty(), "{name}: {:?}", operation.extra);
    }
    let burn: OperationState = read(&input());
    let OperationStateKind::BurnProperty(burn) = burn.kind else { panic!("{burn:?}") };
    assert_eq!(burn.signature_indices, [0]);
}

/// Each kind of the EVM.
fn evm_kinds() -> Vec<(&'static str, Value)> {
    let word = format!("0x{}", "0a".repeat(32));
    let address = format!("0x{}", "0b".repeat(20));
    let fees = json!({ "maxFeePerGas": "0x2", "maxPriorityFeePerGas": "0x1",
        "accessList": [{ "address": address, "storageKeys": [word] }] });
    let blob = json!({ "maxFeePerBlobGas": "0x1", "blobVersionedHashes": [word] });
    let code = json!({ "authorizationList": [{ "chainId": "0x0", "address": address, "nonce": "0x1", "yParity": "0x0",
        "r": "0x1", "s": "0x2" }] });
    let kinds = [
        ("Legacy", vec![]),
        ("AccessList", vec![json!({ "accessList": [] })]),
        ("DynamicFee", vec![fees.clone()]),
        ("Blob", vec![fees.clone(), blob]),
        ("SetCode", vec![fees, code]),
    ];
    let kinds = kinds.into_iter().map(|(name, parts)| {
        let mut json = json!({ "hash": word, "from": address, "nonce": "0x1", "value": "0x0", "input": "0x",
            "gas": "0x5208", "gasPrice": "0x1" });
        json.as_object_mut().unwrap().extend(parts.iter().flat_map(|part| part.as_object().unwrap().clone()));
        (name, json)
    });
    kinds.collect()
}

#[test]
fn evm_transactions_are_told_by_their_members() {
    for (name, json) in evm_kinds() {
        let transaction: Transaction = read(&json);
        assert_eq!(variant(&transaction.kind), name);
        assert!(transaction.extra.is_empty(), "{name}: {:?}", transaction.extra);
        if let TransactionKind::SetCode(code) = transaction.kind {
            assert_eq!(
                (code.authorization_list.len(), code.access_list.len(), code.max_fee_per_gas),
                (1, 1, rt::U256::from(2))
            );
        }
    }
    // Some clients write null for what a kind has not.
    let (_, mut json) = evm_kinds().swap_remove(0);
    json["maxFeePerGas"] = Value::Null;
    let transaction: Transaction = serde_json::from_str(&json.to_string()).unwrap();
    assert_eq!(variant(&transaction.kind), "Legacy");
}

/// An object with its members from the last to the first.
fn backwards(json: &Value) -> String {
    let members = json.as_object().unwrap().iter().rev();
    let members: Vec<String> = members.map(|(name, value)| format!("{}:{value}", json!(name))).collect();
    format!("{{{}}}", members.join(","))
}

/// A reader guesses that a value has the kind that came last. Whatever came before, and in whatever
/// order members come, the value is the same.
fn assert_nothing_before_matters<T: rt::codec::Read + PartialEq + Debug>(union: &'static Union, all: &[Value]) {
    let list: &'static List = Box::leak(Box::new(List { item: Type::Union(union), also: Also::Nothing }));
    let read = |json: &str| {
        from_slice::<Vec<T>>(Type::List(list), json.as_bytes()).unwrap_or_else(|error| panic!("{error}: {json}"))
    };
    for first in all {
        for second in all {
            let alone = read(&format!("[{second}]"));
            for second in [second.to_string(), backwards(second)] {
                let found = read(&format!("[{first},{second},{second}]"));
                assert_eq!((&found[1], &found[2]), (&alone[0], &alone[0]), "{first} {second}");
            }
        }
    }
}

#[test]
fn what_came_before_tells_no_kind() {
    let evm: Vec<Value> = evm_kinds().into_iter().map(|(_, json)| json).collect();
    assert_nothing_before_matters::<Transaction>(&evm::__tables::TRANSACTION, &evm);
    let of_p_chain: Vec<Value> = kinds().iter().map(|(_, own)| with_base(own)).collect();
    assert_nothing_before_matters::<UnsignedTx>(&pchain::__tables::UNSIGNED_TX, &of_p_chain);
}

#[test]
fn initial_values_of_precompiles_are_described() {
    let address = format!("0x{}", "0b".repeat(20));
    let config: PrecompileConfig = read(&json!({
        "blockTimestamp": 0, "initialMint": { address.as_str(): "0xde0b6b3a7640000" },
        "initialRewardConfig": { "allowFeeRecipients": false, "rewardAddress": address },
    }));
    assert!(config.extra.is_empty() && config.initial_mint.is_some_and(|amounts| amounts.len() == 1));
    assert_eq!(config.initial_reward_config.and_then(|config| config.allow_fee_recipients), Some(false));
}

#[test]
fn results_of_several_tracers_are_a_kind_of_trace() {
    let account = format!("0x{}", "0b".repeat(20));
    let call = json!({ "type": "CALL", "from": account, "to": account, "gas": "0x1", "gasUsed": "0x1", "input": "0x",
        "value": "0x0" });
    let trace: TraceObject = read(&json!({
        "callTracer": call, "4byteTracer": { "0x27dc297e-128": 1 },
        "prestateTracer": { account.as_str(): { "balance": "0x2" } },
    }));
    let TraceObjectKind::Mux(mux) = trace.kind else { panic!("{trace:?}") };
    assert!(matches!(mux.call_tracer.kind, TraceObjectKind::Call(_)));
    assert_eq!(mux.four_byte_tracer.and_then(|counts| counts.values().next().copied()), Some(1));
}

#[test]
fn results_by_keys_of_their_own_have_types() {
    let (first, second) = (format!("0x{}", "0b".repeat(20)), format!("0x{}", "0c".repeat(20)));
    let json = json!({ first.as_str(): { "balance": "0x2", "nonce": 1 }, second.as_str(): { "code": "0x01" } });
    let trace: TraceObject = read(&json);
    let TraceObjectKind::Other(accounts) = &trace.kind else { panic!("{trace:?}") };
    assert!(trace.extra.is_empty() && accounts.entries.len() == 2, "{trace:?}");
    let TraceEntry::Account(account) = &accounts.entries[first.as_str()] else { panic!("{trace:?}") };
    assert_eq!((account.nonce, account.code.is_none()), (Some(1), true));
    let json = json!({ "0x27dc297e-128": 1, "PUSH1-ADD": 12 });
    let trace: TraceObject = read(&json);
    let TraceObjectKind::Other(counts) = &trace.kind else { panic!("{trace:?}") };
    assert_eq!(counts.entries["PUSH1-ADD"], TraceEntry::Count(12));
    let trace: TraceObject = read(&json!({}));
    assert!(matches!(&trace.kind, TraceObjectKind::Other(nothing) if nothing.entries.is_empty()), "{trace:?}");
}

#[test]
fn the_changes_of_a_state_are_a_kind_of_trace() {
    let account = format!("0x{}", "0b".repeat(20));
    let trace: TraceObject = read(&json!({ "pre": { account.as_str(): { "balance": "0x2", "nonce": 1 } },
            "post": { account.as_str(): { "balance": "0x1" } } }));
    let TraceObjectKind::StateDiff(diff) = trace.kind else { panic!("{trace:?}") };
    assert_eq!(diff.post.values().next().and_then(|account| account.balance), Some(rt::U256::from(1)));
}

/// Nodes write null for the prices that a transaction of another kind has.
#[test]
fn a_price_that_is_null_is_no_unknown_member() {
    let base = json!({
        "hash": format!("0x{}", "0a".repeat(32)), "nonce": "0x0", "value": "0x0", "input": "0x", "gas": "0x5208",
        "gasPrice": "0x1", "maxFeePerGas": null, "maxPriorityFeePerGas": null,
    });
    let mut listed = base.clone();
    listed["accessList"] = json!([]);
    for (json, name) in [(base, "Legacy"), (listed, "AccessList")] {
        let tx: PlainTransaction = serde_json::from_value(json).unwrap();
        assert_eq!(variant(&tx.kind), name);
        assert!(tx.extra.is_empty(), "{:?}", tx.extra);
        let prices = match &tx.kind {
            PlainTransactionKind::Legacy(own) => [own.max_fee_per_gas, own.max_priority_fee_per_gas],
            PlainTransactionKind::AccessList(own) => [own.max_fee_per_gas, own.max_priority_fee_per_gas],
            other => panic!("{other:?}"),
        };
        assert_eq!(prices, [None, None]);
    }
}
