//! Generated methods against a real EVM node on loopback.
//!
//! `cargo xtask test` installs the node and says where it is (`CHAINLOOM_ANVIL`). Without it the tests pass and say
//! so, unless `CHAINLOOM_CI=1`. The node answers at `/` only, so a transport of our own drops the path; that
//! is also how a user would plug one in.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use chainloom::node;
use chainloom::node::evm::{BlockId, BlockTag, CallRequest, EvmService, LogFilter, SyncState, TopicFilter};
use chainloom::runtime as rt;
use chainloom_tests::vectors::is_ci;
use rt::{Address, Bytes, FixedBytes, schema};
use serde_json::{Value, json};

const CHAIN_ID: u64 = 43_112;
const TOPIC: &str = "0x2222222222222222222222222222222222222222222222222222222222222222";

/// A node of its own for each test; it ends with the value.
struct Node {
    process: Child,
    url: String,
}

impl Node {
    /// Starts a node and waits until it says that it listens; none when there is no node to start.
    fn start() -> Option<Self> {
        let Some(program) = std::env::var_os("CHAINLOOM_ANVIL") else {
            assert!(!is_ci(), "CHAINLOOM_ANVIL is not set; run `cargo xtask test`, which installs the node");
            eprintln!("skipped: CHAINLOOM_ANVIL is not set; `cargo xtask test` installs the node");
            return None;
        };
        let chain_id = CHAIN_ID.to_string();
        let mut process = Command::new(program)
            .args(["--port", "0", "--chain-id", &chain_id, "--no-mining"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the node starts");
        let stdout = process.stdout.take().expect("its output is piped");
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("Listening on ").map(str::to_owned));
        let url = format!("http://{}", address.expect("the node says where it listens"));
        // The node must not block on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { process, url })
    }

    fn client(&self) -> node::Client {
        let transport = Arc::new(AtRoot(reqwest::Client::new()));
        let builder = node::Client::builder().base_url(self.url.as_str());
        builder.configure(|builder| builder.transport(transport)).build().expect("a client")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends every request to `/`.
struct AtRoot(reqwest::Client);

impl rt::Transport for AtRoot {
    fn send(&self, request: rt::http::Request<bytes::Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let root = request.uri().to_string().split("/ext/").next().unwrap_or_default().to_owned();
        let (head, body) = request.into_parts();
        Box::pin(async move {
            let sent = self.0.post(root).headers(head.headers).body(body).send();
            let answer = sent.await.map_err(rt::TransportError::other)?;
            let status = answer.status();
            let body = answer.bytes().await.map_err(rt::TransportError::other)?;
            let mut response = rt::http::Response::new(body);
            *response.status_mut() = status;
            Ok(response)
        })
    }
}

/// Calls a method that the spec does not describe yet: an operation is data, so that a user can write one.
async fn raw(client: &node::Client, method: &'static str, params: &[Value]) -> Value {
    let known = chainloom::OPERATIONS.iter().find(|entry| entry.operation().id == "evm.chainId").unwrap().operation();
    let bindings = (0..params.len()).map(|index| schema::Binding {
        place: schema::Place::Rpc,
        name: "",
        value: schema::Value::Member(index),
        join: None,
    });
    let fields = params.iter().map(|_| schema::Field::required("parameter", schema::Type::Json));
    let operation: &'static schema::Operation = Box::leak(Box::new(schema::Operation {
        id: method,
        service: known.service,
        call: schema::Call::Rpc { method },
        input: Box::leak(Box::new(schema::Record { name: method, fields: Vec::leak(fields.collect()) })),
        bindings: Vec::leak(bindings.collect()),
        output: Some(schema::Type::Json),
        rules: &[],
        effect: schema::Effect::Write,
        paginate: None,
        available: &[],
    }));
    let members: rt::Members = params.iter().map(|value| Some(value.to_string().into_bytes())).collect();
    let target = rt::Target::new(client.inner().clone());
    let reply = client.inner().execute(operation, &members, &target).await.unwrap();
    serde_json::from_slice(reply.result()).unwrap()
}

/// Sends a transaction from the first account of the node, makes a block of it, and gives its hash.
async fn send(client: &node::Client, mut transaction: Value) -> FixedBytes<32> {
    let accounts = raw(client, "eth_accounts", &[]).await;
    transaction["from"] = accounts[0].clone();
    let hash = raw(client, "eth_sendTransaction", &[transaction]).await;
    raw(client, "evm_mine", &[]).await;
    hash.as_str().expect("a hash").parse().expect("a hash")
}

/// A contract that logs one event and returns 42, whatever it is called with.
fn contract() -> String {
    let runtime = format!("602a6000527f{}60206000a160206000f3", &TOPIC[2..]);
    format!("0x603080600b6000396000f3{runtime}")
}

/// Makes the contract and calls it once; gives its address and the hash of the call.
async fn deploy_and_call(client: &node::Client, evm: &EvmService) -> (Address, FixedBytes<32>) {
    let creation = send(client, json!({ "data": contract() })).await;
    let receipt = evm.get_transaction_receipt(creation).send().await.unwrap().expect("the transaction is in a block");
    let address = receipt.contract_address.expect("a contract was made");
    (address, send(client, json!({ "to": address.to_string() })).await)
}

#[tokio::test]
async fn chain_id_and_sync_state() {
    let Some(node) = Node::start() else { return };
    let evm = node.client().evm("C");
    assert_eq!(evm.chain_id().send().await.unwrap(), CHAIN_ID);
    assert_eq!(evm.syncing().await.unwrap(), SyncState::Idle);
}

#[tokio::test]
async fn blocks_with_hashes_and_with_transactions() {
    let Some(node) = Node::start() else { return };
    let client = node.client();
    let evm = client.evm("C");
    let hash = send(&client, json!({ "to": "0x00000000000000000000000000000000000c0fee", "value": "0x1" })).await;

    let block = evm.get_block_by_number(BlockTag::Latest).await.unwrap().expect("there is a latest block");
    assert_eq!(block.number, Some(1));
    assert_eq!(block.transactions, [hash]);
    assert!(block.extra.is_empty(), "not in the spec: {:?}", block.extra);

    let full = evm.get_full_block_by_number(1).await.unwrap().expect("there is a block 1");
    assert_eq!(full.hash, block.hash);
    assert_eq!(full.transactions[0].hash, hash);
    assert_eq!(full.transactions[0].value, rt::U256::from(1));

    assert_eq!(evm.get_block_by_number(1_000_000).await.unwrap(), None);
}

#[tokio::test]
async fn the_receipt_of_a_sent_transaction() {
    let Some(node) = Node::start() else { return };
    let client = node.client();
    let evm = client.evm("C");
    let hash = send(&client, json!({ "to": "0x00000000000000000000000000000000000c0fee", "value": "0x1" })).await;
    let receipt = evm.get_transaction_receipt(hash).await.unwrap().expect("the transaction is in a block");
    assert_eq!(receipt.transaction_hash, hash);
    assert_eq!(receipt.status, Some(1));
    assert_eq!(receipt.gas_used, 21_000);
    let unknown = evm.get_transaction_receipt(FixedBytes::<32>::repeat_byte(7)).await.unwrap();
    assert_eq!(unknown, None);
}

#[tokio::test]
async fn logs_with_a_filter() {
    let Some(node) = Node::start() else { return };
    let client = node.client();
    let evm = client.evm("C");
    let (address, hash) = deploy_and_call(&client, &evm).await;
    let topic: FixedBytes<32> = TOPIC.parse().unwrap();

    let filter =
        LogFilter::new().from_block(0).to_block(BlockTag::Latest).address(address).topics([topic_filter(topic)]);
    let logs = evm.get_logs(filter).await.unwrap();
    assert_eq!(logs.len(), 1);
    assert_eq!(logs[0].address, address);
    assert_eq!(logs[0].topics, [topic]);
    assert_eq!(logs[0].transaction_hash, Some(hash));
    assert_eq!(logs[0].data.last(), Some(&42));

    let other = LogFilter::new().from_block(0).topics([topic_filter(FixedBytes::repeat_byte(1))]);
    assert!(evm.get_logs(other).await.unwrap().is_empty());
}

fn topic_filter(topic: FixedBytes<32>) -> TopicFilter {
    topic.into()
}

#[tokio::test]
async fn a_call_returns_bytes_or_an_error_with_data() {
    let Some(node) = Node::start() else { return };
    let client = node.client();
    let evm = client.evm("C");
    let (address, _) = deploy_and_call(&client, &evm).await;
    let output = evm.call(CallRequest::new().to(address)).block(BlockId::Tag(BlockTag::Latest)).await.unwrap();
    assert_eq!(output.last(), Some(&42));

    // PUSH1 0 PUSH1 0 REVERT, run as the code of a new contract.
    let revert = CallRequest::new().data(Bytes::from_static(&[0x60, 0, 0x60, 0, 0xfd]));
    let error = evm.call(revert).await.unwrap_err();
    assert_eq!(error.rpc_code(), Some(3), "{error}");
    assert!(error.to_string().contains("revert"), "{error}");
    assert!(!error.is_retryable());
}

#[tokio::test]
async fn fee_history() {
    let Some(node) = Node::start() else { return };
    let client = node.client();
    let evm = client.evm("C");
    send(&client, json!({ "to": "0x00000000000000000000000000000000000c0fee", "value": "0x1" })).await;
    let fees = evm.fee_history(2, BlockTag::Latest).reward_percentiles([10.0, 50.5]).await.unwrap();
    assert_eq!(fees.oldest_block, 0);
    assert_eq!(fees.gas_used_ratio.len(), 2);
    assert_eq!(fees.reward.expect("percentiles were asked for")[1].len(), 2);

    let error = evm.fee_history(2, BlockTag::Latest).reward_percentiles([90.0, 10.0]).await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
}
