//! Prepared responses of the sandbox, as the generated client sees them.

use chainloom::data;
use chainloom::node;
use chainloom::node::evm::BlockTag;
use chainloom::runtime::http::StatusCode;
use chainloom::runtime::{Retry, U256};
use chainloom_sandbox::{PreparedResponse, Sandbox};
use serde_json::{Map, Value, json};

const WHO: &str = "0x0000000000000000000000000000000000000001";

#[tokio::test(crate = "chainloom_bounded")]
async fn an_operation_is_answered_as_a_test_says() {
    let page = json!({ "transactions": [], "nextPageToken": "t1" });
    let busy = PreparedResponse::json(json!({ "message": "full", "error": "x", "statusCode": 503 }));
    let builder = Sandbox::builder().response("data.listNativeTransactions", page);
    let builder = builder.response("data.getChainInfo", busy.status(StatusCode::SERVICE_UNAVAILABLE).times(1));
    let sandbox = builder.start().await.unwrap();
    let client = data::Client::builder().base_url(sandbox.url()).configure(|builder| builder.retry(Retry::none()));
    let client = client.build().unwrap();
    let found = client.list_native_transactions("43114", WHO).await.unwrap();
    assert_eq!((found.transactions.len(), found.next_page_token.as_deref()), (0, Some("t1")));
    // Parameters are checked before.
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let path = format!("/v1/chains/43114/addresses/{WHO}/transactions:listNative?pageSize=0");
    assert_eq!(http.get(format!("{}{path}", sandbox.url())).send().await.unwrap().status(), 400);
    let error = client.get_chain_info("43114").await.unwrap_err();
    assert_eq!((error.status().map(|status| status.as_u16()), error.server_message()), (Some(503), Some("full")));
    // That response is used up.
    assert_eq!(client.get_chain_info("43114").await.unwrap().chain_id, "43114");
    sandbox.add_response("data.getChainInfo", json!({})).unwrap();
    assert!(client.get_chain_info("43114").await.unwrap_err().is_decode(), "it is sent as it is");
    sandbox.clear_responses();
    assert!(client.get_chain_info("43114").await.is_ok());
    assert_eq!(sandbox.seen()[0].operations, ["data.listNativeTransactions"]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn calls_of_json_rpc_are_answered_in_their_envelopes() {
    let refused = PreparedResponse::error_object(json!({ "code": 3, "message": "reverted", "data": "0x08" }));
    let builder = Sandbox::builder().response("evm.getBalance", json!("0x10")).response("evm.blockNumber", refused);
    let sandbox = builder.start().await.unwrap();
    let client = node::Client::builder().base_url(sandbox.url());
    let evm = client.configure(|builder| builder.retry(Retry::none())).build().unwrap().evm("C");
    assert_eq!(evm.get_balance(WHO, BlockTag::Latest).await.unwrap(), U256::from(16));
    let error = evm.block_number().await.unwrap_err();
    assert_eq!((error.rpc_code(), error.server_message()), (Some(3), Some("reverted")));
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let calls = json!([
        { "jsonrpc": "2.0", "id": 1, "method": "eth_blockNumber", "params": [] },
        { "jsonrpc": "2.0", "id": 2, "method": "eth_getBalance", "params": [WHO, "latest"] }
    ]);
    let body = http.post(format!("{}/ext/bc/C/rpc", sandbox.url())).header("content-type", "application/json");
    let replies: Value =
        serde_json::from_slice(&body.body(calls.to_string()).send().await.unwrap().bytes().await.unwrap()).unwrap();
    assert_eq!((&replies[0]["error"]["data"], &replies[1]["result"]), (&json!("0x08"), &json!("0x10")));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn paths_that_no_spec_describes_are_answered_too() {
    let teapot = PreparedResponse::body("short and stout").status(StatusCode::IM_A_TEAPOT).header("x-pot", "tea");
    let sandbox = Sandbox::builder().response("POST /teapot", teapot).start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let response = http.post(format!("{}/teapot", sandbox.url())).send().await.unwrap();
    assert_eq!((response.status().as_u16(), &response.headers()["x-pot"]), (418, &"tea".parse().unwrap()));
    assert_eq!(http.get(format!("{}/teapot", sandbox.url())).send().await.unwrap().status(), 404);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn json_for_a_path_is_the_body_also_of_a_json_rpc_call() {
    let limit = json!({ "message": "limit exceeded" });
    let sandbox = Sandbox::builder()
        .response("/ext/bc/C/rpc", PreparedResponse::json(limit.clone()).times(1))
        .response("/ext/bc/C/rpc", PreparedResponse::result(json!("0x7")).times(1))
        .response("/ext/bc/C/rpc", PreparedResponse::error(-32000, "busy").times(1))
        .response("evm.blockNumber", PreparedResponse::json(json!("0x8")).header("x-build", "7"));
    let sandbox = sandbox.start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = json!({ "jsonrpc": "2.0", "id": 9, "method": "eth_blockNumber", "params": [] });
    let reply = |name: &str, value: Value| json!({ "jsonrpc": "2.0", "id": 9, name: value });
    for (sent, expected) in [
        (&call, limit),
        (&call, reply("result", json!("0x7"))),
        (&call, reply("error", json!({ "code": -32000, "message": "busy" }))),
        (&call, reply("result", json!("0x8"))),
        (&json!([call]), json!([reply("result", json!("0x8"))])),
    ] {
        let url = format!("{}/ext/bc/C/rpc", sandbox.url());
        let request = http.post(url).header("content-type", "application/json").body(sent.to_string());
        let body = request.send().await.unwrap().bytes().await.unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), expected);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_response_for_nothing_is_refused() {
    let told = "a response is given for `data.getChain`, which is no operation and no path: paths begin with `/`; did \
                you mean `data.getChainInfo`?";
    let error = Sandbox::builder().response("data.getChain", json!({})).start().await.unwrap_err();
    assert_eq!(error.to_string(), told);
    let sandbox = Sandbox::builder().start().await.unwrap();
    assert_eq!(sandbox.add_response("data.getChain", json!({})).unwrap_err().to_string(), told);
}

#[test]
fn responses_of_a_file() {
    let text = r#"[{ "on": "/a", "json": [1], "status": 201, "headers": { "etag": "b" }, "times": 2 },
        { "on": "evm.chainId", "error": { "code": 1 } }, { "on": "/b", "result": 3 }, { "on": "*", "body": "x" }]"#;
    let expected = [
        ("/a".to_owned(), PreparedResponse::json(json!([1])).status(StatusCode::CREATED).header("etag", "b").times(2)),
        ("evm.chainId".to_owned(), PreparedResponse::error_object(json!({ "code": 1 }))),
        ("/b".to_owned(), PreparedResponse::result(3)),
        ("*".to_owned(), PreparedResponse::body("x")),
    ];
    assert_eq!(PreparedResponse::list_from_json(text).unwrap(), expected);
    for (text, wrong) in [
        ("{}", "a list of objects is needed"),
        (r#"[{ "on": "*", "body": "x" }, { "json": 1 }]"#, "response 2: `on` is missing"),
        (r#"[{ "on": "*" }]"#, "response 1: exactly one of `json`, `result`, `error` and `body` is needed"),
        (r#"[{ "on": "*", "json": 1, "code": 3 }]"#, "response 1: there is no member `code`"),
        (r#"[{ "on": "*", "json": 1, "status": 20 }]"#, "response 1: `status` is not an HTTP status"),
    ] {
        let error = PreparedResponse::list_from_json(text).unwrap_err().to_string();
        assert!(error.contains(wrong), "{error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_dropped_sandbox_answers_no_more() {
    let sandbox = Sandbox::builder().start().await.unwrap();
    let client = data::Client::builder().base_url(sandbox.url()).configure(|builder| builder.retry(Retry::none()));
    let client = client.build().unwrap();
    client.get_chain_info("43114").await.unwrap();
    drop(sandbox);
    // Connections that are kept alive end, too.
    assert!(client.get_chain_info("43114").await.unwrap_err().is_transport());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_function_makes_results_of_parameters() {
    let balance = |input: &Map<String, Value>| json!(if input["block"] == "latest" { "0x10" } else { "0x8" });
    let chain = |input: &Map<String, Value>| {
        let mut chain = json!({ "chainId": input["chainId"] });
        for member in ["status", "chainName", "description", "vmName", "rpcUrl"] {
            chain[member] = json!("any");
        }
        chain
    };
    let builder = Sandbox::builder().computed("evm.getBalance", balance).computed("data.getChainInfo", chain);
    let refused = PreparedResponse::error(-32000, "not now").times(1);
    let sandbox = builder.response("evm.getBalance", refused).start().await.unwrap();
    let client = node::Client::builder().base_url(sandbox.url());
    let evm = client.configure(|builder| builder.retry(Retry::none())).build().unwrap().evm("C");
    assert!(evm.get_balance(WHO, BlockTag::Latest).await.unwrap_err().is_rpc(), "what is prepared goes before");
    assert_eq!(evm.get_balance(WHO, BlockTag::Latest).await.unwrap(), U256::from(16));
    let socket = evm.connect().await.unwrap();
    assert_eq!(socket.get_balance(WHO, BlockTag::Earliest).await.unwrap(), U256::from(8));
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let body = http.get(format!("{}/v1/chains/7", sandbox.url())).send().await.unwrap().bytes().await.unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap()["chainId"], "7");
    let unknown = Sandbox::builder().computed("data.nothing", |_| Value::Null).start().await.unwrap_err();
    assert_eq!(unknown.to_string(), "a response is computed for `data.nothing`, which is no operation");
}
