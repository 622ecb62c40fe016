//! The sandbox answers as a node is known to, where no recording says so.
//!
//! Input: requests, and what the facts about the transport of a node say of them. Output: the
//! requests whose responses differ.

use chainloom_sandbox::Sandbox;
use serde_json::{Value, json};

use super::websocket::client::{Socket, url};

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const OBJECTS: &str = "application/json; charset=utf-8";

/// A request, and the status, the media type and the body of its response. A body that is JSON is
/// compared by its error; a result has the error null.
struct Case {
    request: (&'static str, &'static str, String),
    response: (u16, &'static str, String),
}

fn case(request: (&'static str, &'static str, String), response: (u16, &'static str, &str)) -> Case {
    Case { request, response: (response.0, response.1, response.2.to_owned()) }
}

fn call(method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

/// A POST request, and the response to it.
fn post(path: &'static str, body: String, response: (u16, &'static str, &str)) -> Case {
    case(("POST", path, body), response)
}

const EVM: &str = "/ext/bc/C/rpc";
const NOT_FOUND: (u16, &str, &str) = (404, TEXT, "404 page not found\n");

/// Paths of chains that a node has, and of others.
fn paths() -> Vec<Case> {
    let chain_id = || call("eth_chainId", json!([]));
    let supply = || call("platform.getCurrentSupply", json!({}));
    let id = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";
    let by_id: &'static str = Box::leak(format!("/ext/bc/{id}/rpc").into_boxed_str());
    vec![
        post("/ext/bc/evm/rpc", chain_id(), (200, JSON, "null")),
        post(by_id, chain_id(), (200, JSON, "null")),
        post("/ext/bc/platform", supply(), (200, OBJECTS, "null")),
        post("/ext/bc/ZZ/rpc", chain_id(), NOT_FOUND),
        post("/ext/bc/c/rpc", chain_id(), NOT_FOUND),
        post("/ext/bc/P/rpc", chain_id(), NOT_FOUND),
        post("/ext/bc/C", supply(), NOT_FOUND),
        post("/ext/bc/X/avax", call("avax.getUTXOs", json!({})), NOT_FOUND),
        post("/ext/bc/nope/validators", call("validators.getCurrentValidators", json!({})), NOT_FOUND),
        post("/ext/bc/C/avax/more", supply(), NOT_FOUND),
    ]
}

/// Sizes of bodies, and bodies that are empty.
fn bodies() -> Vec<Case> {
    let chain_id = call("eth_chainId", json!([]));
    let padded = |size: usize| chain_id.clone() + &" ".repeat(size - chain_id.len());
    let large = (413, TEXT, "content length too large (5242881>5242880)\n");
    let empty = json!({ "code": -32700, "message": "EOF", "data": { "jsonrpc": "", "method": "", "params": null, "id": null } });
    vec![
        post(EVM, padded(5_242_880), (200, JSON, "null")),
        post(EVM, padded(5_242_881), large),
        post(EVM, String::new(), (200, JSON, "")),
        post(EVM, " \n".to_owned(), (200, JSON, "")),
        case(("PUT", EVM, padded(5_242_881)), (405, TEXT, "method not allowed\n")),
        post("/ext/bc/P", String::new(), (200, OBJECTS, &empty.to_string())),
    ]
}

/// Parameters: numbers as texts, and what is said of wrong ones.
fn parameters() -> Vec<Case> {
    let evm = |method: &str, params: Value, message: &str| {
        let error = json!({ "code": -32602, "message": message });
        post(EVM, call(method, params), (200, JSON, &error.to_string()))
    };
    let object =
        |path: &'static str, method: &str, params: Value| post(path, call(method, params), (200, OBJECTS, "null"));
    let failure = |path: &'static str, method: &str, message: &str| {
        let error = json!({ "code": -32000, "message": message, "data": null });
        post(path, call(method, json!({})), (200, OBJECTS, &error.to_string()))
    };
    let address = "0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc";
    vec![
        object(
            "/ext/bc/X",
            "avm.getUTXOs",
            json!({ "addresses": ["X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"], "limit": "10" }),
        ),
        object("/ext/index/X/block", "index.getContainerRange", json!({ "startIndex": "0", "numToFetch": "10" })),
        object("/ext/index/X/block", "index.getContainerByIndex", json!({ "index": "1", "encoding": "hex" })),
        object("/ext/bc/P", "platform.getBlockByHeight", json!({ "height": 1 })),
        object("/ext/bc/P", "platform.getBlockByHeight", json!({ "height": "1" })),
        failure("/ext/bc/C/avax", "avax.getUTXOs", "no addresses provided"),
        failure("/ext/bc/X", "avm.getUTXOs", "no addresses provided"),
        failure("/ext/bc/X", "avm.getTx", "nil transaction ID"),
        failure("/ext/info", "info.isBootstrapped", "argument 'chain' not given"),
        evm("eth_getBlockByNumber", json!(["latest", "x"]), "invalid argument 1"),
        evm("eth_getBlockByNumber", json!(["bogus", "x"]), "invalid argument 0"),
        evm("eth_getBlockByNumber", json!([]), "missing value for required argument 0"),
        evm("eth_getBlockByNumber", json!(["latest"]), "missing value for required argument 1"),
        evm("eth_getBlockByNumber", json!(["latest", true, 1]), "too many arguments, want at most 2"),
        evm("eth_getBalance", json!([address, "bogus"]), "invalid argument 1"),
        evm("eth_getBalance", json!([7, "latest"]), "invalid argument 0"),
        evm("eth_getStorageAt", json!([address, "0x0", "bogus"]), "invalid argument 2"),
        evm("eth_unsubscribe", json!([]), "missing value for required argument 0"),
    ]
}

/// The error of a reply. What the decoder of a node says of an argument names the types of its
/// program; only the place is compared.
fn error(text: &str) -> String {
    let Ok(mut reply) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    let error = &mut reply["error"];
    if let Some((place, _)) = error["message"].as_str().and_then(|told| told.split_once(": "))
        && place.starts_with("invalid argument")
    {
        error["message"] = json!(place);
    }
    error.to_string()
}

async fn difference(sandbox: &Sandbox, case: &Case) -> Option<String> {
    let (verb, path, body) = &case.request;
    let verb = reqwest::Method::from_bytes(verb.as_bytes()).unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = http.request(verb, format!("{}{path}", sandbox.url())).header("content-type", JSON).body(body.clone());
    let response = call.send().await.unwrap();
    let media = response.headers().get("content-type").map_or("", |media| media.to_str().unwrap()).to_owned();
    let (status, text) = (response.status().as_u16(), response.text().await.unwrap());
    let told = error(&text);
    let is_alike = (status, media.as_str(), told.as_str()) == (case.response.0, case.response.1, &case.response.2);
    let shown = |text: &str| text.chars().take(200).collect::<String>();
    let request = format!("{path} {}", shown(body));
    (!is_alike).then(|| format!("{request}\n  {status} {media} {}\n  stated: {:?}", shown(&told), case.response))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_node_is_answered_for_as_it_is_known() {
    let sandbox = Sandbox::builder().deployment("local").start().await.unwrap();
    let mut wrong = Vec::new();
    for case in paths().into_iter().chain(bodies()).chain(parameters()) {
        wrong.extend(difference(&sandbox, &case).await);
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn values_of_a_network_are_those_of_its_deployment() {
    for (name, id, text, network) in
        [("local", "0xa868", "43112", "12345"), ("fuji", "0xa869", "43113", "5"), ("mainnet", "0xa86a", "43114", "1")]
    {
        let sandbox = Sandbox::builder().deployment(name).start().await.unwrap();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        for (path, method, result) in [
            (EVM, "eth_chainId", json!(id)),
            (EVM, "net_version", json!(text)),
            ("/ext/info", "info.getNetworkID", json!({ "networkID": network })),
            ("/ext/info", "info.getNetworkName", json!({ "networkName": name })),
        ] {
            let call = http.post(format!("{}{path}", sandbox.url())).header("content-type", JSON);
            let response = call.body(call_without(method)).send().await.unwrap().text().await.unwrap();
            let reply: Value = serde_json::from_str(&response).unwrap();
            assert_eq!(reply["result"], result, "{name} {method}");
        }
    }
}

fn call_without(method: &str) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method }).to_string()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn messages_over_a_websocket_are_answered_as_by_a_node() {
    let sandbox = Sandbox::builder().deployment("local").start().await.unwrap();
    let mut socket = Socket::open(&sandbox, "/ext/bc/C/ws").await;
    for (method, params, code, message) in [
        ("eth_subscribe", json!(["nonsense"]), -32601, "no \"nonsense\" subscription in eth namespace"),
        ("eth_subscribe", json!([]), -32602, "expected subscription name as first argument"),
        ("eth_subscribe", json!([7]), -32602, "expected subscription name as first argument"),
        ("eth_subscribe", json!({}), -32602, "non-array args"),
        ("eth_subscribe", json!(["logs"]), -32602, "missing value for required argument 1"),
        ("eth_subscribe", json!(["logs", { "address": "0x1" }]), -32602, "invalid argument 1"),
        ("eth_subscribe", json!(["newHeads", 1]), -32602, "too many arguments, want at most 1"),
        ("eth_subscribe", json!(["newPendingTransactions", 7]), -32602, "invalid argument 1"),
        ("eth_unsubscribe", json!(["0x1"]), -32000, "subscription not found"),
        ("eth_unsubscribe", json!([7]), -32602, "invalid argument 0"),
        ("eth_unsubscribe", json!([]), -32602, "missing value for required argument 0"),
    ] {
        let reply = socket.ask(method, params.clone()).await;
        let told = error(&reply.to_string());
        assert_eq!(told, json!({ "code": code, "message": message }).to_string(), "{method} {params}: {reply}");
    }
    // Binary frames are read, too; replies are texts.
    let call = json!({ "jsonrpc": "2.0", "id": "b", "method": "eth_chainId" }).to_string();
    socket.send_bytes(call.into_bytes()).await;
    assert_eq!(socket.next().await, json!({ "jsonrpc": "2.0", "id": "b", "result": "0xa868" }));
    // A notification has no reply; the next message is that to the call after it.
    socket.send(json!({ "jsonrpc": "2.0", "method": "eth_chainId" }).to_string()).await;
    socket.send("[]".to_owned()).await;
    assert_eq!(socket.next().await["error"]["message"], "empty batch");
    // What is not JSON ends the connection, after its reply.
    socket.send("no call".to_owned()).await;
    let reply = socket.next().await;
    assert_eq!((&reply["id"], &reply["error"]["code"]), (&Value::Null, &json!(-32700)), "{reply}");
    assert!(socket.is_cut().await);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_handshake_is_refused_as_by_a_node() {
    let sandbox = Sandbox::builder().deployment("local").start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let plain = http.get(format!("{}/ext/bc/C/ws", sandbox.url())).send().await.unwrap();
    assert_eq!((plain.status().as_u16(), plain.text().await.unwrap().as_str()), (400, "Bad Request\n"));
    let status = async |sandbox: &Sandbox, path: &str, host: Option<&str>| {
        let mut request = http
            .get(format!("{}{path}", sandbox.url()))
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
        if let Some(host) = host {
            request = request.header("host", host);
        }
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(status(&sandbox, "/ext/bc/C/ws", None).await, 101);
    assert_eq!(status(&sandbox, "/ext/bc/ZZ/ws", None).await, 404);
    assert_eq!(status(&sandbox, "/ext/bc/C/ws", Some("node.example")).await, 403);
    let starting = Sandbox::builder().deployment("local").starting().start().await.unwrap();
    assert_eq!(status(&starting, "/ext/bc/C/ws", None).await, 503);
    assert!(tokio_tungstenite::connect_async(url(&sandbox, "/ext/bc/ZZ/ws")).await.is_err());
}
