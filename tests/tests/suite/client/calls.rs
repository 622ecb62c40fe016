//! Calls of the generated clients over a transport in memory: what is sent, what is refused, and
//! what a response becomes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use chainloom::data::staking::calls::ListValidators;
use chainloom::data::staking::{ValidationStatus, ValidatorSort, ValidatorValidationStatus};
use chainloom::data::{self, Currency, Network};
use chainloom::deployments::{fuji::FUJI, local::LOCAL, mainnet::MAINNET};
use chainloom::node::admin::LogLevel;
use chainloom::node::{self};
use chainloom::runtime::{self as rt, Operation, http};
use chainloom::{metrics, scalars};
use serde_json::{Value, json};

const WALLET: &str = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";

/// Transport with one response to all requests, which it remembers.
#[derive(Clone)]
struct Memory {
    status: u16,
    body: Arc<str>,
    seen: Arc<Mutex<Vec<http::Request<Bytes>>>>,
}

impl Memory {
    fn answering(status: u16, body: &Value) -> Self {
        Self { status, body: body.to_string().into(), seen: Arc::default() }
    }

    fn request(&self) -> http::Request<Bytes> {
        self.seen.lock().unwrap().last().expect("a request was sent").clone()
    }

    fn sent(&self) -> usize {
        self.seen.lock().unwrap().len()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(self.request().body()).unwrap()
    }
}

impl rt::Transport for Memory {
    fn send(&self, request: http::Request<Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let mut body: Value = serde_json::from_str(&self.body).unwrap();
        if let (Some(id), Ok(asked)) = (body.get_mut("id"), serde_json::from_slice::<Value>(request.body())) {
            *id = asked["id"].clone();
        }
        self.seen.lock().unwrap().push(request);
        let answer = http::Response::builder().status(self.status).body(Bytes::from(body.to_string()));
        Box::pin(async move { Ok(answer.unwrap()) })
    }
}

fn data(memory: &Memory) -> data::Builder {
    let memory = Arc::new(memory.clone());
    data::Client::builder().base_url("https://data.example").configure(|builder| builder.transport(memory))
}

fn node(memory: &Memory) -> node::Builder {
    let memory = Arc::new(memory.clone());
    node::Client::builder().base_url("http://node.example").configure(|builder| builder.transport(memory))
}

fn rpc_result(result: &Value) -> Memory {
    Memory::answering(200, &json!({ "jsonrpc": "2.0", "id": 1, "result": result }))
}

fn wallet() -> rt::Address {
    WALLET.parse().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn parameters_go_where_the_spec_says() {
    let memory = Memory::answering(200, &json!({ "erc20TokenBalances": [] }));
    let client = data(&memory).build().unwrap();
    let other = rt::Address::repeat_byte(1);
    let call = client.list_erc20_balances("43114", wallet()).page_size(500).filter_spam_tokens(false);
    let page = call.contract_addresses([wallet(), other]).currency(Currency::Eur).block_number(7).await.unwrap();
    assert!(page.erc20_token_balances.is_empty());
    let uri = memory.request().uri().to_string().to_lowercase();
    let (path, query) = uri.split_once('?').unwrap();
    assert_eq!(
        path,
        format!("https://data.example/v1/chains/43114/addresses/{}/balances:listerc20", WALLET.to_lowercase())
    );
    let pairs: Vec<&str> = query.split('&').collect();
    for pair in ["pagesize=500", "filterspamtokens=false", "currency=eur", "blocknumber=7"] {
        assert!(pairs.contains(&pair), "{query}");
    }
    assert!(query.contains("contractaddresses=0x71c7") && query.contains("0x0101"), "{query}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_key_goes_into_the_header_that_the_deployment_names() {
    let memory = Memory::answering(200, &json!({ "erc20TokenBalances": [] }));
    let by_document = data(&memory).api_key("secret").build().unwrap();
    by_document.list_erc20_balances("1", wallet()).await.unwrap();
    assert_eq!(memory.request().headers()["x-data-api-key"], "secret");

    let transport = Arc::new(memory.clone());
    let builder = data::Client::builder().deployment(&MAINNET).configure(|builder| builder.transport(transport));
    let deployed = builder.api_key("secret").build().unwrap();
    deployed.list_erc20_balances("1", wallet()).await.unwrap();
    let request = memory.request();
    assert_eq!(request.headers()["x-glacier-api-key"], "secret");
    assert!(!request.headers().contains_key("x-data-api-key"));
    assert_eq!(request.uri().host(), Some("data-api.avax.network"));
    assert!(!format!("{deployed:?} {request:?}").contains("secret"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_deployment_fits_every_client() {
    for deployment in [&MAINNET, &FUJI] {
        data::Client::builder().deployment(deployment).build().unwrap();
        metrics::Client::builder().deployment(deployment).build().unwrap();
        node::Client::builder().deployment(deployment).build().unwrap();
    }
    let memory = rpc_result(&json!({}));
    let transport = Arc::new(memory.clone());
    let builder = node::Client::builder().deployment(&LOCAL).configure(|builder| builder.transport(transport));
    let local = builder.build().unwrap();
    local.admin().set_log_level(LogLevel::from("info")).await.unwrap();
    assert_eq!(memory.request().uri(), "http://127.0.0.1:9650/ext/bc/C/admin");
    assert_eq!(memory.json()["method"], "admin.setLogLevel");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_object_in_an_array_with_the_names_of_the_documents() {
    let memory = rpc_result(&json!({}));
    let client = node(&memory).build().unwrap();
    client.admin().set_log_level("debug").await.unwrap();
    let body = memory.json();
    assert_eq!(body["method"], "admin_setLogLevel");
    assert_eq!(body["params"], json!([{ "level": "debug" }]));

    let page = json!({
        "numFetched": "0", "utxos": null, "encoding": "hex",
        "endIndex": { "address": "C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5",
        "utxo": "11111111111111111111111111111111LpoYY" },
    });
    let memory = rpc_result(&page);
    let client = node(&memory).prefix("brand").build().unwrap();
    let owner: scalars::Bech32Address = "C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5".parse().unwrap();
    let page = client.native_assets().get_utxos([owner], "X").await.unwrap();
    assert_eq!(memory.request().uri().path(), "/ext/bc/C/brand");
    assert_eq!(memory.json()["method"], "brand.getUTXOs");
    assert!(page.utxos.is_empty(), "a null list reads as empty");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn every_endpoint_and_instance() {
    let memory = rpc_result(&json!({ "containers": [] }));
    let client = node(&memory).build().unwrap();
    let index = client.index();
    #[expect(deprecated, reason = "it is served all the same")]
    let services = [index.c_block(), index.p_block(), index.x_tx(), index.x_block(), index.x_vtx()];
    let paths = ["C/block", "P/block", "X/tx", "X/block", "X/vtx"];
    for (service, path) in services.into_iter().zip(paths) {
        assert!(service.get_container_range(0, 0).await.unwrap().is_empty());
        assert_eq!(memory.request().uri().path(), format!("/ext/index/{path}"));
    }
    assert_eq!(memory.json()["params"], json!({ "startIndex": 0, "numToFetch": 0 }));

    let memory = rpc_result(&json!("0x1"));
    let client = node(&memory).build().unwrap();
    client.evm("2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt").chain_id().await.unwrap();
    assert_eq!(memory.request().uri().path(), "/ext/bc/2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt/rpc");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn bounds_and_rules_refuse_before_sending() {
    let memory = Memory::answering(200, &json!({}));
    let client = data(&memory).build().unwrap();

    let error = client.list_erc20_balances("1", wallet()).page_size(501).await.unwrap_err();
    assert!(error.is_invalid_request() && error.to_string().contains("pageSize"), "{error}");

    let sorted = client.list_validators(Network::Fuji).sort_by(ValidatorSort::DelegationFee);
    let error = sorted.max_delegation_capacity(720_000_000_000_000_001).await.unwrap_err();
    assert!(error.broken_rules().len() >= 2, "all at once: {error}");

    let error = client.aggregate_signatures(Network::Mainnet).quorum_percentage(60).quorum_percentage_buffer(41).await;
    let error = error.unwrap_err();
    assert!(error.to_string().contains("message") && error.to_string().contains("100"), "{error}");

    let error = node(&memory).build().unwrap().index().x_tx().get_container_range(0, 1025).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    assert_eq!(memory.sent(), 0, "nothing was sent");

    // What the documents allow is allowed, though services were seen to refuse it, and what they
    // only clamp is sent.
    let page = rpc_result(&json!({ "numFetched": "0", "utxos": [], "encoding": "hex",
        "endIndex": { "address": "X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5", "utxo": "1" } }));
    let nobody: [scalars::Bech32Address; 0] = [];
    node(&page).build().unwrap().xchain().get_utxos(nobody).limit(5000).await.unwrap();
    assert_eq!(page.json()["params"]["limit"], 5000);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_success_may_be_201_and_an_error_has_its_body() {
    let memory = Memory::answering(201, &json!({ "signedMessage": "0000abcd" }));
    let call = data(&memory).build().unwrap().aggregate_signatures(Network::Mainnet);
    let message: rt::LooseHex = "0x00ff".parse().unwrap();
    let reply = call.message(message).quorum_percentage(67).reply().await.unwrap();
    assert_eq!(reply.status(), 201);
    assert_eq!(memory.json(), json!({ "message": "0x00ff", "quorumPercentage": 67 }));

    for text in [json!("Invalid address format"), json!(["Invalid address format"])] {
        let body = json!({ "message": text, "statusCode": 400, "error": "Bad Request" });
        let memory = Memory::answering(400, &body);
        let error = data(&memory).build().unwrap().list_validators(Network::Mainnet).await.unwrap_err();
        assert_eq!(error.status().map(|status| status.as_u16()), Some(400));
        let shown = error.to_string();
        assert!(shown.contains("data.listValidators") && shown.contains("Invalid address format"), "{shown}");
        let body = error.body_as::<data::ErrorBody>().unwrap().unwrap();
        assert_eq!(body.status_code, 400);
        assert!(!error.is_retryable());
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_unknown_status_keeps_the_common_members() {
    let validator = json!({
        "txHash": "2NNkpYTGfTFLSGXJcHtVv6drwVU2cczhmjK2uhvwDyxwsjzZMm",
        "nodeId": "NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD",
        "subnetId": "11111111111111111111111111111111LpoYY", "amountStaked": "2000000000000",
        "startTimestamp": 1, "endTimestamp": 2, "validationStatus": "hibernating", "dream": { "deep": true },
    });
    let memory = Memory::answering(200, &json!({ "validators": [validator] }));
    let client = data(&memory).build().unwrap();
    let page = client.list_validators(Network::Mainnet).validation_status(ValidationStatus::Active).await.unwrap();
    let validator = &page.validators[0];
    assert_eq!(validator.amount_staked, 2_000_000_000_000);
    assert_eq!(validator.validation_status, ValidatorValidationStatus::UnknownValue("hibernating".into()));
    assert_eq!(validator.extra.get("dream").map(rt::RawJson::as_str), Some(r#"{"deep":true}"#));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_is_a_plain_value() {
    let memory = Memory::answering(200, &json!({ "validators": [] }));
    let client = data(&memory).build().unwrap();
    let operation = ListValidators::new(Network::Mainnet).page_size(5);
    let copy = operation.clone();
    assert_eq!(operation, copy);
    client.prepare(operation).await.unwrap();
    assert!(memory.request().uri().query().unwrap().contains("pageSize=5"));
    assert_eq!(ListValidators::schema().id, "data.listValidators");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn one_call_is_configured() {
    let memory = Memory::answering(200, &json!({ "validators": [] }));
    let client = data(&memory).build().unwrap();
    let call = client.list_validators(Network::Mainnet).configure(|call| call.header("x-trace", "7"));
    call.page_size(5).await.unwrap();
    assert_eq!(memory.request().headers()["x-trace"], "7");
    client.list_validators(Network::Mainnet).await.unwrap();
    assert!(!memory.request().headers().contains_key("x-trace"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_answer_that_does_not_fit_says_where() {
    let memory = Memory::answering(
        200,
        &json!({ "results": [{ "timestamp": 1, "value": 2 }, { "timestamp": 1, "value": "x" }] }),
    );
    let transport = Arc::new(memory);
    let builder = metrics::Client::builder().base_url("http://metrics.example");
    let client = builder.configure(|builder| builder.transport(transport)).build().unwrap();
    let error = client.get_evm_chain_metrics("43114", "avgTps").await.unwrap_err();
    assert!(error.is_decode() && error.to_string().contains("results[1].value"), "{error}");
}

/// A type stands beside its client, too, and is the same type there.
#[test]
fn types_are_found_beside_what_names_them() {
    let id: scalars::NodeId = "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5".parse().unwrap();
    let _: (node::NodeId, node::pchain::NodeId, node::info::NodeId, data::NodeId) = (id, id, id, id);
    let _: data::ValidationStatus = ValidationStatus::Active;
    let _: Option<node::evm::TraceConfig> = None::<node::evm_debug::TraceConfig>;
    let call = data::Client::new("http://127.0.0.1:9").unwrap().list_validators(data::Network::Mainnet);
    let _ = call.validation_status(data::ValidationStatus::Active);
}
