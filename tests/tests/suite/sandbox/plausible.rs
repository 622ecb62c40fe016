//! Values that people believe: what the sandbox makes up keeps to bounds and to this decade, repeats
//! parameters where the spec says so and nowhere else, and reads like the real thing.

use std::collections::HashSet;

use chainloom::data::{self, Currency};
use chainloom::node;
use chainloom::operations;
use chainloom::runtime::catalog::{Entry, Target};
use chainloom::runtime::schema::{ArmBody, Bounds, Field, Form, Type};
use chainloom::runtime::{self as rt, FixedBytes};
use chainloom_codegen::SourceFile;
use chainloom_interpret::Api;
use chainloom_sandbox::Sandbox;
use chainloom_tests::full::{is_full, step};
use chainloom_tests::spec;
use chainloom_values::{Draw, Members};
use reqwest::Client;
use serde_json::{Map, Value, json};

use super::Clients;

/// Value of a variable of a service without a default.
const INSTANCE: &str = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";
/// The numbers that JavaScript reads exactly.
const SAFE: f64 = 9_007_199_254_740_991.0;
/// 2020-01-01 and 2030-01-01, in UNIX seconds.
const DECADE: std::ops::Range<i64> = 1_577_836_800..1_893_456_000;

/// The response of an operation to drawn parameters, with the parameters.
async fn response(entry: &Entry, clients: &mut Clients, seed: u64) -> (Map<String, Value>, Value) {
    let operation = entry.operation();
    let client = clients.of(operation.service.client);
    let vars = operation.service.vars.iter().filter(|var| var.default.is_none());
    let target = vars.fold(Target::new(client), |target, var| target.var(var.name, INSTANCE));
    let input = Draw::new(seed).members(Members::Required).input(operation);
    let text = Value::Object(input.clone()).to_string();
    let answer = entry.call(target, text.as_bytes()).await.unwrap_or_else(|error| panic!("{entry:?}: {error}"));
    (input, serde_json::from_slice(&answer).unwrap())
}

/// Each member of a value, with its field.
fn members<'v>(ty: Type, value: &'v Value, found: &mut Vec<(&'static Field, &'v Value)>) {
    let mut of = |fields: &'static [Field], object: &'v Map<String, Value>| {
        for field in fields {
            if let Some(value) = object.get(field.name).filter(|value| !value.is_null()) {
                found.push((field, value));
                members(field.ty, value, found);
            }
        }
    };
    match (ty.known(), value) {
        (Type::Nullable(inner), value) => members(*inner, value, found),
        (Type::Bounded(bounded), value) => members(bounded.ty, value, found),
        (Type::List(list), Value::Array(items)) => items.iter().for_each(|item| members(list.item, item, found)),
        (Type::Map(map), Value::Object(object)) => object.values().for_each(|value| members(map.value, value, found)),
        (Type::Record(record), Value::Object(object)) => of(record.fields, object),
        (Type::Union(union), Value::Object(object)) => {
            of(union.common, object);
            for arm in union.arms {
                if let (ArmBody::Fields { record, .. }, Some(tag)) = (arm.body, union.tag())
                    && object.get(tag).and_then(Value::as_str) == Some(arm.name)
                {
                    of(record.fields, object);
                }
            }
        }
        _ => {}
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

/// The UNIX time of a member in seconds.
fn seconds(field: &Field, value: &Value) -> Option<i64> {
    let Type::Scalar(scalar) = field.ty.plain() else { return None };
    let units = match scalar.form.time_unit()? {
        rt::schema::TimeUnit::Seconds => 1,
        rt::schema::TimeUnit::Milliseconds => 1_000,
        rt::schema::TimeUnit::Microseconds => 1_000_000,
        rt::schema::TimeUnit::Nanoseconds => 1_000_000_000,
    };
    let hex = |text: &str| i64::from_str_radix(text.strip_prefix("0x")?, 16).ok();
    let count = value.as_i64().or_else(|| hex(value.as_str()?).or_else(|| value.as_str()?.parse().ok()));
    count.map(|count| count / units)
}

/// What nobody believes of a member.
fn doubt(field: &Field, value: &Value) -> Option<String> {
    let doubt = |what: &str| Some(format!("`{}`: {value} {what}", field.name));
    if let Some(time) = seconds(field, value).filter(|time| !DECADE.contains(time) && *time != 0) {
        return doubt(&format!("is the time {time}"));
    }
    let (low, high) =
        (field.bounds.min.and_then(|low| low.parse().ok()), field.bounds.max.and_then(|max| max.parse().ok()));
    match number(value) {
        Some(number) if low.is_some_and(|low: f64| number < low) || high.is_some_and(|high: f64| number > high) => {
            doubt("is out of bounds")
        }
        Some(number) if value.is_number() && number.abs() > SAFE => doubt("is beyond what JavaScript reads"),
        Some(number) if field.name == "decimals" && number > 36.0 => doubt("decimal places"),
        Some(number) if value.is_number() && number < 0.0 && field.bounds.min.is_none() => doubt("is below zero"),
        _ => None,
    }
}

/// Addresses and hashes.
fn identities<'v>(found: &[(&'static Field, &'v Value)]) -> Vec<&'v str> {
    let is_identity = |field: &Field| match field.ty.plain() {
        Type::Scalar(scalar) => {
            matches!(scalar.form, Form::Hex { bytes: Some(20 | 32), .. } | Form::Base58Check { .. })
        }
        _ => false,
    };
    found.iter().filter(|(field, _)| is_identity(field)).filter_map(|(_, value)| value.as_str()).collect()
}

/// The names of members that repeat those of the objects around them.
fn of_holders() -> HashSet<&'static str> {
    let api = Api::load(&spec::sources().unwrap(), &[]).unwrap();
    let all = api.remarks.iter().filter(|(_, remark)| !remark.of_holder.is_empty());
    all.map(|(field, _)| field.name).collect()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn made_up_responses_are_believed() {
    let mut doubts = Vec::new();
    let mut count = 0;
    let repeating = of_holders();
    for seed in 1..if is_full() { 4 } else { 2 } {
        let sandbox = Sandbox::builder().synthetic_only().seed(seed).start().await.unwrap();
        let mut clients = Clients::new(sandbox.url());
        for entry in operations().iter().step_by(step(3)) {
            let Some(ty) = entry.operation().output else { continue };
            let (input, value) = response(entry, &mut clients, seed).await;
            let mut found = Vec::new();
            members(ty, &value, &mut found);
            count += found.len();
            doubts
                .extend(found.iter().filter_map(|(field, value)| Some(format!("{entry:?}: {}", doubt(field, value)?))));
            let given: Vec<&str> = input.values().filter_map(Value::as_str).collect();
            found.retain(|(field, _)| !repeating.contains(field.name));
            let mut seen = HashSet::new();
            let twice = identities(&found).into_iter().filter(|text| !given.contains(text) && !seen.insert(*text));
            doubts.extend(twice.map(|text| format!("{entry:?}: {text} comes twice")));
        }
    }
    assert!(doubts.is_empty(), "{} doubts:\n{}", doubts.len(), doubts[..doubts.len().min(40)].join("\n"));
    assert!(count > 2_000 / step(3), "{count} members were looked at");
}

/// The checks above find what they look for.
#[test]
fn wild_values_are_not_believed() {
    let output = |id: &str| {
        operations().iter().find(|entry| entry.operation().id == id).and_then(|entry| entry.operation().output)
    };
    let ty = output("data.listErc20Balances").unwrap();
    let doubted = (0..50).filter(|seed| {
        let value = Draw::new(*seed).wild().members(Members::All).value(ty, &Bounds::NONE);
        let mut found = Vec::new();
        members(ty, &value, &mut found);
        found.iter().any(|(field, value)| doubt(field, value).is_some())
    });
    assert!(doubted.count() > 10);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn prices_are_in_the_currency_that_was_asked_for() {
    let sandbox = Sandbox::builder().all_members().start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    let wallet = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
    for (asked, expected) in [(Some(Currency::Chf), Currency::Chf), (None, Currency::Usd)] {
        let page = client.list_erc20_balances("43114", wallet).currency(asked).await.unwrap();
        assert_eq!(page.erc20_token_balances.len(), 10);
        for token in page.erc20_token_balances {
            assert_eq!(token.chain_id, "43114");
            assert_ne!(token.address.to_string(), wallet, "a contract is no wallet");
            let price = token.price.unwrap();
            assert_eq!(price.currency_code, expected);
            assert_eq!(price.value.as_str().split('.').nth(1).map(str::len), Some(2), "{}", price.value);
            assert!(token.name.starts_with(char::is_uppercase), "{}", token.name);
            assert!(token.symbol.chars().all(char::is_uppercase) && token.symbol.len() < 6, "{}", token.symbol);
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_echo_is_that_of_its_operation() {
    let sandbox = Sandbox::builder().synthetic_only().all_members().start().await.unwrap();
    let evm = node::Client::new(sandbox.url()).unwrap().evm("C");
    let (mut found, mut by_block) = (0, 0);
    for last in 0..8 {
        let hash = FixedBytes::with_last_byte(last);
        if let Some(transaction) = evm.get_transaction_by_hash(hash).await.unwrap() {
            found += 1;
            assert!(transaction.hash == hash && transaction.block_hash != Some(hash));
        }
        if let Some(transaction) = evm.get_transaction_by_block_hash_and_index(hash, 7_u64).await.unwrap() {
            by_block += 1;
            assert!(transaction.hash != hash && transaction.block_hash == Some(hash));
            assert_eq!(transaction.transaction_index, Some(7));
        }
    }
    assert!(found > 0 && by_block > 0);
    let block = evm.get_block_by_number(0x2a_u64).await.unwrap();
    assert!(block.is_none_or(|block| block.number == Some(0x2a)));
}

/// A block that is fetched by its number or its hash has them, and its transactions are in it.
#[tokio::test(crate = "chainloom_bounded")]
async fn one_parameter_is_echoed_by_the_member_of_its_form() {
    let sandbox = Sandbox::builder().synthetic_only().start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    let hash = FixedBytes::with_last_byte(7);
    let by_number = client.get_block("43114", 12_345_u64).await.unwrap();
    assert!(by_number.block_number == 12_345 && by_number.block_hash != hash);
    let by_hash = client.get_block("43114", hash).await.unwrap();
    assert!(by_hash.block_hash == hash && by_hash.block_number != 12_345);
    let page = client.get_transactions_for_block("43114", 12_345_u64).await.unwrap();
    assert!(!page.transactions.is_empty() && page.transactions.iter().all(|one| one.block_number == 12_345));
    assert_eq!(client.get_transaction("43114", hash).await.unwrap().native_transaction.tx_hash, hash);
}

/// Hashes that stand in one list differ.
#[tokio::test(crate = "chainloom_bounded")]
async fn texts_of_a_list_are_not_repeated() {
    let sandbox = Sandbox::builder().synthetic_only().all_members().start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    let chain = data::PrimaryBlockchain::PChain;
    let page = client.list_latest_primary_network_blocks(data::Network::Mainnet, chain).await.unwrap();
    for block in page.blocks {
        let distinct: HashSet<_> = block.transactions.iter().collect();
        assert_eq!(distinct.len(), block.transactions.len(), "{:?}", block.transactions);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn rows_of_a_list_follow_each_other() {
    let sandbox = Sandbox::builder().synthetic_only().all_members().start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    let blocks = client.get_latest_blocks("43114").page_size(10).await.unwrap().blocks;
    assert!(blocks.windows(2).all(|pair| {
        pair[0].block_number == pair[1].block_number + 1 && pair[0].block_timestamp > pair[1].block_timestamp
    }));
    let delegators = client.list_delegators(data::Network::Mainnet).await.unwrap().delegators;
    assert!(delegators.iter().all(|one| one.start_timestamp < one.end_timestamp));
    assert_eq!(
        json!(delegators[0].tx_hash),
        json!(client.list_delegators(data::Network::Mainnet).await.unwrap().delegators[0].tx_hash)
    );
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_deprecated_member_has_the_value_of_the_one_that_replaces_it() {
    let mut both = 0;
    for seed in 0..8 {
        let sandbox = Sandbox::builder().synthetic_only().all_members().seed(seed).start().await.unwrap();
        let validators = node::Client::new(sandbox.url()).unwrap().pchain().get_current_validators().await.unwrap();
        for validator in validators.validators {
            let validator = json!(validator);
            let (weight, stake) = (&validator["weight"], &validator["stakeAmount"]);
            both += usize::from(!stake.is_null() && stake == weight);
            assert!(stake.is_null() || weight.is_null() || stake == weight, "{validator}");
        }
    }
    assert!(both > 0);
}

/// Measures of a shop: an arm without a sign of its own stands first.
const SHOP: &str = r#"chainloom: 1
doc: A shop.
client: { baseUrl: "{url}", vars: { url: { doc: Where it is. } } }
service: shop
scalars:
  Degrees: { doc: Degrees., text: decimal }
  Key: { doc: A key., text: bech32, bytes: 4, chain: none }
types:
  Roof:
    doc: What is above.
    union: members
    arms:
      open: { otherwise: true, fields: { wind: { type: string, doc: The wind. } } }
      roofed: { has: tiles, fields: { tiles: { type: string, doc: Kind of tiles. } } }
  Shop:
    doc: A shop.
    fields:
      frost: { type: Degrees, doc: How cold it is. }
      key: { type: Key, doc: Its key. }
      roofs: { list: Roof, doc: Its roofs. }
operations:
  getShop:
    doc: Returns a shop.
    get: /shops/{number}
    path: { number: { type: uint32, doc: Its number. } }
    response: Shop
    examples: [{ request: { number: 1 }, response: { frost: "-12.50", key: shop1qypqxpq4vx36f, roofs: [{ tiles: Slate }] } }]
"#;

#[tokio::test(crate = "chainloom_bounded")]
async fn values_resemble_every_form_of_example() {
    let (path, module) = ("shop.yaml".to_owned(), "shop".to_owned());
    let spec = vec![SourceFile { path, module, text: SHOP.to_owned() }];
    let sandbox = Sandbox::builder().spec(spec).all_members().start().await.unwrap();
    let mut roofed = 0;
    for number in 2..12 {
        let shop = reqwest::get(format!("{}/shops/{number}", sandbox.url())).await.unwrap().bytes().await.unwrap();
        let shop: Value = serde_json::from_slice(&shop).unwrap();
        let frost: f64 = shop["frost"].as_str().unwrap().parse().unwrap();
        assert!((-18.75..=-6.25).contains(&frost), "{shop}");
        assert!(shop["key"].as_str().unwrap().starts_with("shop1"), "{shop}");
        for tiles in shop["roofs"].as_array().unwrap().iter().filter_map(|roof| roof.get("tiles")) {
            assert_eq!(tiles, "Slate", "{shop}");
            roofed += 1;
        }
    }
    assert!(roofed > 0);
}

/// The result of a call to the EVM service of a sandbox.
async fn evm(sandbox: &Sandbox, method: &str, params: Value) -> Value {
    let services = sandbox.services();
    let url = services.iter().find(|served| served.service == "evm").unwrap().url.clone();
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let request = Client::new().post(url).header("content-type", "application/json").body(body.to_string());
    let answer = request.send().await.unwrap().bytes().await.unwrap();
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    answer["result"].clone()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_an_object_holds_agrees_with_it() {
    let sandbox = Sandbox::builder().synthetic_only().all_members().start().await.unwrap();
    let (mut transactions, mut logs) = (0, 0);
    for height in 1..6 {
        let block = evm(&sandbox, "eth_getBlockByNumber", json!([format!("{height:#x}"), true])).await;
        assert_eq!(block["number"], json!(format!("{height:#x}")));
        for transaction in block["transactions"].as_array().unwrap() {
            transactions += 1;
            for (own, of_block) in [("blockHash", "hash"), ("blockNumber", "number"), ("blockTimestamp", "timestamp")] {
                assert_eq!(transaction[own], block[of_block], "{own} of {transaction}");
            }
            let receipt = evm(&sandbox, "eth_getTransactionReceipt", json!([transaction["hash"]])).await;
            assert_eq!(receipt["transactionHash"], transaction["hash"]);
            for log in receipt["logs"].as_array().unwrap() {
                logs += 1;
                for name in ["blockHash", "blockNumber", "transactionHash", "transactionIndex"] {
                    assert_eq!(log[name], receipt[name], "{name} of {log}");
                }
            }
        }
    }
    assert!(transactions > 0 && logs > 0, "{transactions} transactions, {logs} logs");
}
