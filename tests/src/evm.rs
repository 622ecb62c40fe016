//! A real EVM node on loopback, for tests.
//!
//! The node answers at `/` only, so a transport of our own drops the path; that is also how a user
//! would plug one in. How its process starts is in `anvil.rs`. What a method must answer is not said
//! here.
#![allow(clippy::expect_used, clippy::panic, clippy::missing_panics_doc, reason = "only tests use it")]

use std::sync::Arc;
#[cfg(unix)]
use std::time::{Duration, Instant};

use chainloom::node;
use chainloom::node::evm::EvmService;
use chainloom::runtime as rt;
#[cfg(unix)]
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use rt::{Address, FixedBytes, schema};
use serde_json::{Value, json};

pub use crate::anvil::{CHAIN_ID, Node};

/// The topic that the contract logs.
pub const TOPIC: &str = "0x2222222222222222222222222222222222222222222222222222222222222222";

impl Node {
    /// Starts a node, with these flags beside the usual ones, and waits until it says that it
    /// listens; none when there is no node to start. It makes a block only when it is told to.
    pub fn start(flags: &[&str]) -> Option<Self> {
        Self::start_at(0, flags)
    }

    /// Starts a node as [`start`](Self::start) does, at this port; 0 picks any free one.
    pub fn start_at(port: u16, flags: &[&str]) -> Option<Self> {
        Self::run(&[&["--port", &port.to_string(), "--no-mining"], flags].concat())
    }

    /// Asks the node to end, and waits for that: with the flag `--state` it writes its state then.
    ///
    /// # Panics
    ///
    /// The node was ended without a chance to write its state.
    #[cfg(unix)]
    pub fn end(mut self) {
        let process = self.process.id();
        // The node listens before it handles signals; one that comes earlier ends it at once.
        let began = Instant::now();
        while handles(process, Signal::SIGTERM) == Some(false) {
            assert!(began.elapsed() < Duration::from_secs(60), "the node does not handle the signal to end");
            std::thread::yield_now();
        }
        let process = process.try_into().expect("the ID of a process is a number that the system gave");
        kill(Pid::from_raw(process), Signal::SIGTERM).expect("the node is asked to end");
        let status = chainloom_bounded::wait(&mut self.process).expect("the node ends");
        assert!(status.success(), "the node did not write its state: {status}");
    }

    /// A client of the node.
    pub fn client(&self) -> node::Client {
        self.client_at(&self.url)
    }

    /// Host and port of the node.
    pub fn address(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    /// A client of the node that reaches it by another URL.
    pub fn client_at(&self, url: &str) -> node::Client {
        let transport = Arc::new(AtRoot(reqwest::Client::new()));
        let builder = node::Client::builder().base_url(url);
        builder.configure(|builder| builder.transport(transport)).build().expect("a client")
    }
}

/// Whether a process handles a signal; `None` where the system does not say.
#[cfg(unix)]
fn handles(process: u32, signal: Signal) -> Option<bool> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let handled = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
    let handled = u64::from_str_radix(handled.trim(), 16).ok()?;
    Some(handled >> (signal as i32 - 1) & 1 == 1)
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

    fn upgrade(&self, request: rt::http::Request<bytes::Bytes>) -> rt::BoxFuture<'_, rt::UpgradeResult> {
        let root = request.uri().to_string().split("/ext/").next().unwrap_or_default().to_owned();
        Box::pin(async move {
            let sent = self.0.get(root).headers(request.into_parts().0.headers).send();
            let mut answer = sent.await.map_err(rt::TransportError::connect)?;
            let (status, headers) = (answer.status(), std::mem::take(answer.headers_mut()));
            let connection = answer.upgrade().await.map_err(rt::TransportError::connect)?;
            let mut response = rt::http::Response::new(rt::Upgrade::connection(connection));
            (*response.status_mut(), *response.headers_mut()) = (status, headers);
            Ok(response)
        })
    }
}

/// Calls a method of the node that the spec does not describe: an operation is data, so that a user
/// can write one.
pub async fn raw(client: &node::Client, method: &'static str, params: &[Value]) -> Value {
    let mut operations = chainloom::operations().iter().map(|entry| entry.operation());
    let known = operations.find(|operation| operation.id == "evm.chainId").expect("the spec describes it");
    let bindings = (0..params.len()).map(|index| schema::Binding::member(schema::Place::Rpc, "", index));
    let fields = params.iter().map(|_| schema::Field::required("parameter", schema::Type::Json));
    let input = Box::leak(Box::new(schema::Record { name: method, fields: Vec::leak(fields.collect()) }));
    let operation = schema::Operation::new(method, known.service, schema::Protocol::Rpc { method }, input)
        .bindings(Vec::leak(bindings.collect()))
        .output(schema::Type::Json)
        .effect(schema::Effect::Write);
    let operation: &'static schema::Operation = Box::leak(Box::new(operation));
    let members: rt::__private::Members = params.iter().map(|value| Some(value.to_string().into_bytes())).collect();
    let target = rt::catalog::Target::new(client.inner().clone());
    let reply = client.inner().execute(operation, &members, &target).await.expect("the node answers");
    serde_json::from_slice(reply.result()).expect("the response is JSON")
}

/// Sends a transaction from the first account of the node, makes a block of it, and gives its hash.
pub async fn send(client: &node::Client, mut transaction: Value) -> FixedBytes<32> {
    let accounts = raw(client, "eth_accounts", &[]).await;
    transaction["from"] = accounts[0].clone();
    let hash = raw(client, "eth_sendTransaction", &[transaction]).await;
    raw(client, "evm_mine", &[]).await;
    hash.as_str().expect("a hash").parse().expect("a hash")
}

/// The code of the contract, as hex without a prefix.
pub fn contract_code() -> String {
    format!("602a6000527f{}60206000a160206000f3", &TOPIC[2..])
}

/// What makes a contract that logs one event and returns 42, whatever it is called with.
fn contract() -> String {
    format!("0x603080600b6000396000f3{}", contract_code())
}

/// Makes the contract and calls it once; gives its address and the hash of the call.
pub async fn deploy_and_call(client: &node::Client, evm: &EvmService) -> (Address, FixedBytes<32>) {
    let creation = send(client, json!({ "data": contract() })).await;
    let receipt = evm.get_transaction_receipt(creation).await.expect("the node answers");
    let receipt = receipt.expect("the transaction is in a block");
    let address = receipt.contract_address.expect("a contract was made");
    (address, send(client, json!({ "to": address.to_string() })).await)
}
