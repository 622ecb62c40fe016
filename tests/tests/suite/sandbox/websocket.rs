//! Websockets of the sandbox: calls, batches, and the subscriptions of the spec.

pub(super) mod client;
mod connected;
mod played;
mod recorded;

use std::time::Duration;

use chainloom::node::evm::{Header, Log, TransactionOrHash};
use chainloom::runtime::http::StatusCode;
use chainloom_codegen::read_sources;
use chainloom_interpret::Api;
use chainloom_sandbox::{FAULT_HEADER, Fault, Sandbox};
use chainloom_tests::{spec, vectors::repository};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use client::Socket;

const PATH: &str = "/ext/bc/C/ws";

/// A subscription of the spec: its ID, parameters that it takes, and how its items are read.
type Case = (&'static str, Value, fn(&Value) -> bool);

fn cases() -> [Case; 4] {
    let header = |item: &Value| serde_json::from_value::<Header>(item.clone()).is_ok();
    let log = |item: &Value| serde_json::from_value::<Log>(item.clone()).is_ok();
    let transaction = |item: &Value| serde_json::from_value::<TransactionOrHash>(item.clone()).is_ok();
    [
        ("evm.newHeads", json!(["newHeads"]), header),
        ("evm.logs", json!(["logs", {}]), log),
        ("evm.newPendingTransactions", json!(["newPendingTransactions"]), transaction),
        ("evm.newAcceptedTransactions", json!(["newAcceptedTransactions", true]), transaction),
    ]
}

#[tokio::test(crate = "chainloom_bounded")]
async fn every_subscription_begins_brings_events_and_ends() {
    let described: Vec<&str> = Api::of(spec::named().unwrap()).subscriptions.iter().map(|one| one.id).collect();
    assert_eq!(described, cases().map(|(id, ..)| id), "a subscription without a case");
    for sandbox in [Sandbox::builder(), Sandbox::builder().surprises().seed(9)] {
        let sandbox = sandbox.start().await.unwrap();
        let mut socket = Socket::open(&sandbox, PATH).await;
        for (id, params, reads) in cases() {
            let subscription = socket.result("eth_subscribe", params).await;
            assert_eq!(sandbox.publish(id, 3).unwrap(), 3, "{id}");
            for _ in 0..3 {
                let event = socket.next().await;
                assert_eq!(event["method"], "eth_subscription", "{event}");
                assert_eq!(event["params"]["subscription"], subscription, "{event}");
                assert!(reads(&event["params"]["result"]), "{id}: {event}");
            }
            assert_eq!(socket.result("eth_unsubscribe", json!([subscription])).await, true);
            assert_eq!(sandbox.publish(id, 1).unwrap(), 0, "{id}");
            // A reply is the next thing that comes, so nothing else came.
            assert_eq!(socket.result("eth_chainId", json!([])).await, "0xa86a");
        }
        assert_eq!((sandbox.open_connections(), sandbox.open_subscriptions()), (1, 0));
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn events_agree_with_what_was_asked_for() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let mut socket = Socket::open(&sandbox, PATH).await;
    let address = "0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc";
    let topic = format!("0x{}", "ab".repeat(32));
    let filter = json!({ "address": [address], "topics": [null, [topic]] });
    socket.result("eth_subscribe", json!(["logs", filter])).await;
    let hashes = socket.result("eth_subscribe", json!(["newPendingTransactions"])).await;
    let full = socket.result("eth_subscribe", json!(["newPendingTransactions", true])).await;
    for _ in 0..5 {
        assert_eq!(sandbox.publish("logs", 1).unwrap(), 1);
        assert_eq!(socket.next().await["params"]["result"]["address"], address);
        assert_eq!(sandbox.publish("newPendingTransactions", 1).unwrap(), 2);
        for _ in 0..2 {
            let event = socket.next().await;
            let (id, item) = (&event["params"]["subscription"], &event["params"]["result"]);
            assert!((*id == hashes && item.is_string()) || (*id == full && item.is_object()), "{event}");
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn calls_and_batches_are_those_over_http() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let mut socket = Socket::open(&sandbox, PATH).await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let call =
        |id: u8, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    for body in [
        call(1, "eth_chainId", json!([])),
        json!([call(1, "eth_chainId", json!([])), call(2, "eth_getBlockByNumber", json!(["latest", true]))]),
        json!([]),
        json!("no call"),
        call(3, "eth_nothing", json!([])),
        call(4, "eth_getBalance", json!(["0x1"])),
    ] {
        let over_http = http
            .post(format!("{}/ext/bc/C/rpc", sandbox.url()))
            .header("content-type", "application/json")
            .body(body.to_string());
        let over_http: Value = serde_json::from_str(&over_http.send().await.unwrap().text().await.unwrap()).unwrap();
        socket.send(body.to_string()).await;
        assert_eq!(socket.next().await, over_http, "{body}");
    }
    let seen = sandbox.seen();
    assert!(
        seen.iter().any(|one| one.status.is_some_and(|status| status == 101) && one.operations == ["evm.chainId"]),
        "{seen:?}"
    );
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_the_spec_does_not_have_is_refused() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let mut socket = Socket::open(&sandbox, PATH).await;
    for (method, params, code) in [
        ("eth_subscribe", json!(["syncing"]), -32601),
        ("eth_subscribe", json!(["logs", { "address": "0x1" }]), -32602),
        ("eth_subscribe", json!(["newPendingTransactions", 7]), -32602),
        ("eth_subscribe", json!([]), -32602),
        ("eth_unsubscribe", json!([]), -32602),
    ] {
        let reply = socket.ask(method, params.clone()).await;
        assert_eq!(reply["error"]["code"], code, "{method} {params}: {reply}");
    }
    let told = sandbox.publish("nothing", 1).unwrap_err().to_string();
    assert!(told.contains("`nothing`") && told.contains("evm.newHeads"), "{told}");
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}"#;
    let reply = http
        .post(format!("{}/ext/bc/C/rpc", sandbox.url()))
        .header("content-type", "application/json")
        .body(body)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(reply.contains("-32601") && reply.contains("notifications not supported"), "{reply}");
    assert_eq!(http.get(format!("{}{PATH}", sandbox.url())).send().await.unwrap().status(), 400);
    assert!(tokio_tungstenite::connect_async(client::url(&sandbox, "/ext/bc/X")).await.is_err());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_fault_cuts_a_connection_after_some_messages() {
    let sandbox = Sandbox::builder().fault(Fault::CutWebsocket(3).on("evm").times(1)).start().await.unwrap();
    let mut socket = Socket::open(&sandbox, PATH).await;
    socket.result("eth_subscribe", json!(["newHeads"])).await;
    assert_eq!(sandbox.publish("newHeads", 5).unwrap(), 5);
    for _ in 0..2 {
        assert_eq!(socket.next().await["method"], "eth_subscription");
    }
    assert!(socket.is_cut().await);
    let mut socket = Socket::open(&sandbox, PATH).await;
    for _ in 0..5 {
        socket.result("eth_chainId", json!([])).await;
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_message_may_be_larger_than_any_width_of_a_format() {
    let sandbox = Sandbox::builder().fault(Fault::Oversized(200_000)).start().await.unwrap();
    let mut socket = Socket::open(&sandbox, PATH).await;
    assert_eq!(socket.result("eth_chainId", json!([])).await, "0xa86a");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_header_of_a_handshake_asks_for_faults() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let with = async |faults: &str| {
        let mut request = client::url(&sandbox, PATH).into_client_request().unwrap();
        request.headers_mut().insert(FAULT_HEADER, faults.parse().unwrap());
        tokio_tungstenite::connect_async(request).await
    };
    let status = |refused: Result<_, Error>| match refused.map(drop).unwrap_err() {
        Error::Http(response) => response.status().as_u16(),
        error => panic!("{error}"),
    };
    assert_eq!(status(with("status 503").await), 503);
    assert_eq!(status(with("no-fault").await), 400);
    assert_eq!(sandbox.seen()[0].faults, [Fault::Status(StatusCode::SERVICE_UNAVAILABLE)]);
    let mut socket = Socket::over(with("doubled-reply").await.unwrap().0);
    for _ in 0..2 {
        let first = socket.ask("eth_chainId", json!([])).await;
        assert_eq!(socket.next().await, first);
    }
    assert_eq!(sandbox.seen().last().unwrap().faults, [Fault::DoubledReply]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_subscription_belongs_to_its_connection() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let [mut one, mut other] = [Socket::open(&sandbox, PATH).await, Socket::open(&sandbox, PATH).await];
    let subscription = one.result("eth_subscribe", json!(["newHeads"])).await;
    assert!(other.ask("eth_unsubscribe", json!([subscription])).await["error"].is_object());
    let item = json!({ "any": "thing" });
    assert_eq!(sandbox.publish_value("newHeads", &item).unwrap(), 1);
    assert_eq!(one.next().await["params"]["result"], item);
    sandbox.cut_connections();
    assert_eq!((sandbox.open_connections(), sandbox.open_subscriptions()), (0, 0));
    assert!(one.is_cut().await && other.is_cut().await);
    assert_eq!(sandbox.publish("newHeads", 1).unwrap(), 0);
    Socket::open(&sandbox, PATH).await;
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_client_that_does_not_read_is_cut() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let mut socket = Socket::open(&sandbox, PATH).await;
    socket.result("eth_subscribe", json!(["newPendingTransactions"])).await;
    let item = json!("item");
    // The last one finds no place in the queue: nothing is read, and nothing written, until this
    // test waits.
    let sent: usize = (0..10_001).map(|_| sandbox.publish_value("newPendingTransactions", &item).unwrap()).sum();
    assert_eq!((sent, sandbox.open_connections()), (10_000, 0));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn equal_seeds_give_equal_sessions() {
    let session = |seed| async move {
        let sandbox = Sandbox::builder().seed(seed).start().await.unwrap();
        let mut socket = Socket::open(&sandbox, PATH).await;
        let mut all = vec![socket.ask("eth_subscribe", json!(["newHeads"])).await];
        sandbox.publish("newHeads", 2).unwrap();
        all.extend([socket.next().await, socket.next().await]);
        all
    };
    assert_eq!(session(1).await, session(1).await);
    assert_ne!(session(1).await, session(2).await);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn events_come_at_a_steady_interval() {
    let sandbox = Sandbox::builder().events_every(Duration::from_millis(1)).start().await.unwrap();
    let mut socket = Socket::open(&sandbox, PATH).await;
    socket.result("eth_subscribe", json!(["newHeads"])).await;
    let [first, second] = [socket.next().await, socket.next().await];
    assert_ne!(first["params"]["result"], second["params"]["result"]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn subscriptions_may_have_methods_of_their_own() {
    let text = std::fs::read(repository().join("tests/data/foreign/solana/solana.yaml")).unwrap();
    let spec = read_sources("spec", vec![("solana.yaml".to_owned(), text)]).unwrap();
    let sandbox = Sandbox::builder().spec(spec).start().await.unwrap();
    let mut socket = Socket::open(&sandbox, "/").await;
    let slot = socket.result("slotSubscribe", json!([])).await;
    let account = socket.result("accountSubscribe", json!(["11111111111111111111111111111111"])).await;
    assert_eq!((sandbox.publish("slot", 1).unwrap(), sandbox.publish("solana.account", 1).unwrap()), (1, 1));
    let events = [socket.next().await, socket.next().await];
    assert_eq!(events.each_ref().map(|event| &event["method"]), ["slotNotification", "accountNotification"]);
    assert!(events[0]["params"]["result"]["slot"].is_u64(), "{events:?}");
    assert!(socket.ask("accountUnsubscribe", json!([slot])).await["error"].is_object());
    assert_eq!(socket.result("slotUnsubscribe", json!([slot])).await, true);
    assert_eq!(socket.result("accountUnsubscribe", json!([account])).await, true);
    // The same path takes calls over HTTP.
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"getHealth"}"#;
    let reply = http
        .post(sandbox.url())
        .header("content-type", "application/json")
        .body(call)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(reply.contains("result"), "{reply}");
}

/// The pongs would wait in memory, for as long as the client writes.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_flood_of_pings_is_not_read_on_while_nobody_reads_the_pongs() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    const FLOOD: usize = 128 << 20;
    let sandbox = Sandbox::builder().start().await.unwrap();
    let host = sandbox.url().replace("http://", "");
    let mut stream = tokio::net::TcpStream::connect(&host).await.unwrap();
    let head = format!(
        "GET {PATH} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    // A mask of zeros leaves the text as it is.
    let pings = [&[0x89, 0x80 | 125, 0, 0, 0, 0][..], &[b'x'; 125]].concat().repeat(512);
    let mut written = 0;
    while written < FLOOD
        && matches!(tokio::time::timeout(Duration::from_secs(3), stream.write_all(&pings)).await, Ok(Ok(())))
    {
        written += pings.len();
    }
    // What the buffers of the system take is all.
    assert!(written < FLOOD / 2, "{written} bytes of pings were read");
}
