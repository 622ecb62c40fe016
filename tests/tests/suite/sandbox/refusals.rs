//! Refusals: requests that get no result have the response of the spec, or that of JSON-RPC 2.0 and
//! HTTP.

use chainloom_codegen::{SourceFile, read_source};
use chainloom_sandbox::{Builder, Sandbox};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const SPEC: &str = r#"
chainloom: 1
client:
  baseUrl: "{stationUrl}"
  vars: { stationUrl: { doc: Base URL. } }
  refusals:
    unknownHost: { status: 421, text: "{host} is elsewhere" }
    unknownMethod: { code: -32099, message: "no {method} here", data: { see: [docs] } }
  dialects:
    masts:
      doc: Winds.
      accepts: [application/json, application/rain]
      mediaType: application/wind
      headers: { x-mast: "7" }
      idFirst: true
      nullIdIsNone: true
      errorData: none
      refusals:
        get: { status: 200, text: wind }
        notification: { status: 202, text: "" }
        otherVersion: { code: 1, message: other, data: "{request}" }
        notJson: { status: 400, message: broken }
service: winds
endpoint: /winds
rpc: { params: named, batch: false, dialect: masts }
effect: read
operations:
  speed: { method: winds.speed, params: { mast: { type: uint8 } }, result: number }
"#;

const PLAIN: &str = r#"
chainloom: 1
service: rain
endpoint: /rain
rpc: { params: positional, batch: true, batchMax: 2 }
effect: read
operations:
  drops: { method: drops, params: { from: { type: uint8 }, "to?": { type: uint8 } }, result: number }
"#;

fn station() -> Builder {
    let file = |path: &str, text: &str| read_source("spec", path, text.as_bytes().to_vec()).unwrap();
    let sources: Vec<SourceFile> = vec![file("station.yaml", SPEC), file("station/rain.yaml", PLAIN)];
    Sandbox::builder().spec(sources)
}

/// Status, media type and body of the response to a request.
async fn answer(
    sandbox: &Sandbox,
    verb: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, String) {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let verb = reqwest::Method::from_bytes(verb.as_bytes()).unwrap();
    let mut call = http.request(verb, format!("{}{path}", sandbox.url())).body(body.to_owned());
    for (name, value) in headers {
        call = call.header(*name, *value);
    }
    let response = call.send().await.unwrap();
    let media = response.headers().get("content-type").map_or("", |media| media.to_str().unwrap()).to_owned();
    (response.status().as_u16(), media, response.text().await.unwrap())
}

const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");

#[tokio::test(crate = "chainloom_bounded")]
async fn the_words_of_a_spec_are_answered() {
    let sandbox = station().start().await.unwrap();
    let winds = |method: &str, id: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method }).to_string();
    let wind = |body: &str| (200, "application/wind".to_owned(), body.to_owned());
    let text = |status, body: &str| (status, "text/plain; charset=utf-8".to_owned(), body.to_owned());
    let unknown =
        r#"{"jsonrpc":"2.0","id":[1],"error":{"code":-32099,"message":"no winds.up here","data":{"see":["docs"]}}}"#;
    let other = r#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"other","data":{"jsonrpc":"1","method":"x","params":null,"id":3}}}"#;
    let params = r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"Invalid params: `mast` is missing","data":"none"}}"#;
    let nothing = (202, String::new(), String::new());
    let broken = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"broken","data":"none"}}"#;
    for (body, expected) in [
        (winds("winds.up", json!([1])), wind(unknown)),
        (r#"{"jsonrpc": "1", "method": "x", "id": 3}"#.to_owned(), wind(other)),
        (winds("winds.speed", json!(4)), wind(params)),
        (winds("winds.speed", Value::Null), nothing),
        ("{".to_owned(), (400, "application/wind".to_owned(), broken.to_owned())),
    ] {
        assert_eq!(answer(&sandbox, "POST", "/winds", &[JSON], &body).await, expected, "{body}");
    }
    assert_eq!(answer(&sandbox, "GET", "/winds", &[], "").await, text(200, "wind"));
    assert_eq!(answer(&sandbox, "PUT", "/winds", &[], "").await.0, 405);
    assert_eq!(answer(&sandbox, "POST", "/winds", &[("content-type", "text/rain")], "").await.0, 415);
    let there = [JSON, ("host", "there.example:80")];
    assert_eq!(answer(&sandbox, "POST", "/winds", &there, "").await, text(421, "there.example:80 is elsewhere"));
    let open = station().host("there.example").start().await.unwrap();
    assert_ne!(answer(&open, "POST", "/winds", &there, "").await.0, 421);
    let starting = station().starting().start().await.unwrap();
    assert_eq!(answer(&starting, "POST", "/rain", &[], "").await.0, 503);
}

const HARBOUR: &str = r#"
chainloom: 1
client:
  baseUrl: "{harbourUrl}"
  vars: { harbourUrl: { doc: Base URL. } }
  limits: [{ what: bytes, max: 90, status: 414 }]
  dialects:
    piers:
      numbersAsText: true
      refusals:
        tooLarge: { text: "{bytes} are over {max}" }
        emptyBody: { text: "", mediaType: text/none }
        brokenMessage: { code: -1, message: broken }
        noWebsocket: { status: 426, text: no socket }
        missingKind: { code: -2, message: of what }
scalars: { Berth: { doc: A berth., text: base58check, bytes: 4 } }
service: piers
vars: { pier: { default: north, values: [north, n], type: Berth, doc: A pier. } }
endpoint: /piers/{pier}
websocket: /piers/{pier}/socket
rpc: { params: positional, batch: false, dialect: piers }
subscribe: { call: watch, cancel: leave, notify: seen }
effect: read
operations:
  depth:
    method: depth
    params: { at: { type: uint8 }, all: { list: uint8 } }
    result: uint8
    failures:
      - { missing: all, code: -7, message: all of what }
      - { wrong: at, message: "{value} is no place" }
      - { given: { at: 9 }, code: 9, message: too deep }
  name: { method: name, result: string, examples: [{ request: {}, response: A }] }
subscriptions:
  ships: { kind: ships, item: string }
"#;
const EAST: &str = "chainloom: 1\ndeployment: { results: { piers.name: East } }\n";

fn harbour() -> Builder {
    let file = |path: &str, text: &str| read_source("spec", path, text.as_bytes().to_vec()).unwrap();
    Sandbox::builder().spec(vec![file("harbour.yaml", HARBOUR), file("deployments/east.yaml", EAST)])
}

#[tokio::test(crate = "chainloom_bounded")]
async fn paths_and_bodies_are_limited_by_words_of_a_spec() {
    let sandbox = harbour().start().await.unwrap();
    let call = |method: &str, params: Value| json!({ "id": 1, "jsonrpc": "2.0", "method": method, "params": params });
    let depth = call("depth", json!(["7", ["8"]])).to_string();
    for (path, status) in [
        ("/piers/north", 200),
        ("/piers/n", 200),
        ("/piers/11111DuCe", 404),
        ("/piers/south", 404),
        ("/piers/north/socket", 426),
        ("/piers/south/socket", 404),
    ] {
        assert_eq!(answer(&sandbox, "POST", path, &[JSON], &depth).await.0, status, "{path}");
    }
    let path = sandbox.services()[0].url.clone();
    assert!(path.ends_with("/piers/north"), "{path}");
    for (params, code, message) in [
        (json!([1, ["x"]]), -32602, "Invalid params: `all[0]` does not have its type: \"x\""),
        (json!([1]), -7, "all of what"),
        (json!(["x", []]), -32000, "x is no place"),
        (json!([true, []]), -32000, "true is no place"),
        (json!([300, []]), -32000, "300 is no place"),
        (json!([9, []]), 9, "too deep"),
        (json!(["9", []]), 9, "too deep"),
    ] {
        let (_, _, text) = answer(&sandbox, "POST", "/piers/n", &[JSON], &call("depth", params).to_string()).await;
        let reply: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(reply["error"], json!({ "code": code, "message": message }), "{text}");
    }
    let plain = "text/plain; charset=utf-8".to_owned();
    let large = (414, plain, "91 are over 90".to_owned());
    assert_eq!(answer(&sandbox, "POST", "/piers/n", &[JSON], &" ".repeat(91)).await, large);
    let empty = (200, "text/none".to_owned(), String::new());
    assert_eq!(answer(&sandbox, "POST", "/piers/n", &[JSON], &" ".repeat(90)).await, empty);
    let any = harbour().values("pier", ["*"]).start().await.unwrap();
    assert_eq!(answer(&any, "POST", "/piers/south", &[JSON], &depth).await.0, 200);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_deployment_has_results_of_its_own() {
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "name" }).to_string();
    for (sandbox, name) in [(harbour(), "A"), (harbour().deployment("east"), "East")] {
        let (_, _, text) = answer(&sandbox.start().await.unwrap(), "POST", "/piers/n", &[JSON], &call).await;
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["result"], name);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn without_words_json_rpc_is_answered() {
    let sandbox = station().start().await.unwrap();
    let call = |method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let drops = call("drops", json!([1]));
    for (body, code) in [
        ("[".to_owned(), -32700),
        ("[]".to_owned(), -32600),
        ("7".to_owned(), -32600),
        (json!({ "jsonrpc": "2.0", "id": 1 }).to_string(), -32600),
        (json!({ "jsonrpc": "2.0", "id": {}, "method": "drops", "params": [1] }).to_string(), -32600),
        (json!({ "jsonrpc": "2.0", "id": [1], "method": "drops", "params": [1] }).to_string(), -32600),
        (call("drops", json!([])).to_string(), -32602),
        (call("drops", json!([1, 2, 3])).to_string(), -32602),
        (call("drops", json!([300])).to_string(), -32602),
        (call("drops", json!({ "from": 1 })).to_string(), -32602),
        (call("more", json!([])).to_string(), -32099),
    ] {
        let (status, media, text) = answer(&sandbox, "POST", "/rain", &[], &body).await;
        let reply: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (status, media.as_str(), &reply["error"]["code"]),
            (200, "application/json", &json!(code)),
            "{body}"
        );
        assert!(!reply["id"].is_object() && !reply["id"].is_array(), "{text}");
    }
    let (_, _, text) = answer(&sandbox, "POST", "/rain", &[], &json!([drops, 7, drops]).to_string()).await;
    assert!(text.starts_with('[') && text.contains("-32600") && text.contains("at most 2"), "{text}");
    let (_, _, text) = answer(&sandbox, "POST", "/rain", &[], &json!([drops, 7]).to_string()).await;
    assert!(text.contains(r#""result":"#) && text.contains("-32600"), "{text}");
    let notification = json!({ "jsonrpc": "2.0", "method": "drops", "params": [1] }).to_string();
    assert_eq!(answer(&sandbox, "POST", "/rain", &[], &notification).await, (200, String::new(), String::new()));
    assert_eq!(answer(&sandbox, "GET", "/rain", &[], "").await.0, 405);
    assert_eq!(answer(&sandbox, "POST", "/hail", &[], "").await.0, 404);
}

const NOTES: &str = r#"
chainloom: 1
client: { baseUrl: "{notesUrl}", vars: { notesUrl: { doc: Base URL. } } }
service: notes
operations:
  changeNote: { patch: /note, effect: idempotent, body: { "title?": { type: string } }, response: { fields: { title: { type: string } } } }
"#;

#[tokio::test(crate = "chainloom_bounded")]
async fn a_body_of_members_is_an_object() {
    let notes = read_source("spec", "notes.yaml", NOTES.as_bytes().to_vec()).unwrap();
    let sandbox = Sandbox::builder().spec(vec![notes]).start().await.unwrap();
    for (body, status) in [("{}", 200), (r#"{"title":"a"}"#, 200), ("[null]", 400), ("7", 400), ("{", 400)] {
        assert_eq!(answer(&sandbox, "PATCH", "/note", &[JSON], body).await.0, status, "{body}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_http_does_not_allow_is_refused() {
    let sandbox = station().start().await.unwrap();
    let host = sandbox.url().replace("http://", "");
    let chunked = format!("Host: {host}\r\nTransfer-Encoding: chunked\r\n");
    for (head, body, status) in [
        ("", "", "400"),
        ("Host: a\r\nHost: b\r\n", "", "400"),
        (chunked.as_str(), "zz\r\n[\r\n0\r\n\r\n", "400"),
        (&chunked, "1\r\n[\r\n0\r\n\r\n", "200"),
    ] {
        let mut stream = tokio::net::TcpStream::connect(&host).await.unwrap();
        let request =
            format!("POST /rain HTTP/1.1\r\nContent-Type: application/json\r\nConnection: close\r\n{head}\r\n{body}");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer.split(' ').nth(1), Some(status), "{request}: {answer}");
    }
}
