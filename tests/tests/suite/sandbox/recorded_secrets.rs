//! No file of a recorded session holds a secret, in whatever form a request or response has it.

use axum::Router;
use axum::extract::Request;
use chainloom_codegen::{SourceFile, read_sources};
use chainloom_sandbox::Sandbox;
use serde_json::json;

use super::websocket::client::Socket;

/// Beginning of each secret in the cases.
const SECRET: &str = "SEKRET";

const REST: &str = r#"
chainloom: 1
doc: Keys.
client: { baseUrl: "{u}", vars: { u: { doc: URL. } } }
allow: [no-doc, no-example]
types:
  Keys: { doc: K., fields: { secretKey: { type: string, doc: S., secret: true }, "j?": { type: json, doc: J. } } }
operations:
  makeKey: { doc: M., post: /key, effect: write, body: { password: { type: string, doc: P., secret: true }, "j?": { type: json, doc: J. } }, response: Keys }
  getKeys: { doc: G., get: /keys, query: { "pageToken?": { type: string, doc: T. } }, response: Keys }
"#;

const RPC: &str = r#"
chainloom: 1
doc: Keys of a node.
service: node
endpoint: /rpc
websocket: /ws
rpc: { params: positional, batch: true }
allow: [no-doc, no-example]
operations:
  imp: { doc: I., method: imp, effect: write, params: { key: { type: string, doc: K., secret: true }, "j?": { type: json, doc: J. } }, result: Keys }
  plain: { doc: P., method: plain, effect: read, result: json }
"#;

fn spec() -> Vec<SourceFile> {
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    read_sources("spec", vec![file("t.yaml", REST), file("t/node.yaml", RPC)]).unwrap()
}

/// What is recorded of an exchange.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Recorded {
    /// Both bodies, without the secrets.
    Masked,
    /// Marks in place of bodies that cannot be searched.
    Marked,
}
use Recorded::{Marked, Masked};

/// Path and body of requests; an empty body is a `GET`.
fn cases() -> Vec<(&'static str, String, Recorded)> {
    let deep = format!("{}1{}", "[".repeat(130), "]".repeat(130));
    let call = |params: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"imp","params":{params}}}"#);
    let rpc = |body: String, recorded| ("/rpc", body, recorded);
    let post = |body: &str, recorded| ("/key", body.to_owned(), recorded);
    vec![
        rpc(call(r#"["SEKRETA01"]"#), Masked),
        rpc(call(r#"{"key":"SEKRETA02"}"#), Masked),
        rpc(call(r#""SEKRETA03""#), Masked),
        rpc(call(r#"[["SEKRETA04"]]"#), Masked),
        rpc(call(r#"[{"a":"SEKRETA05"}]"#), Masked),
        rpc(call(r#"[{"key":["SEKRETA06", "SEKRETA07"]}]"#), Masked),
        rpc(call(&format!(r#"["SEKRETA08", {deep}]"#)), Marked),
        rpc(format!("[{},{}]", call(r#"["SEKRETA09"]"#), call(&format!(r#"["SEKRETA10", {deep}]"#))), Marked),
        rpc(r#"{"jsonrpc":"2.0","id":"other","method":"imp","params":["SEKRETA11"]}"#.to_owned(), Masked),
        rpc(r#"{"jsonrpc":"2.0","method":"imp","params":["SEKRETA12"]}"#.to_owned(), Masked),
        rpc(r#"{"jsonrpc":"2.0","id":7,"method":"unknown","params":[]}"#.to_owned(), Masked),
        rpc(r#"{"jsonrpc":"2.0","id":1,"method":"imp","method":"x","params":["SEKRETA13"]}"#.to_owned(), Marked),
        rpc(call(r#"["SEKRETA14"]"#) + "x", Marked),
        post(r#"{"password":"SEKRETA15"}"#, Masked),
        post(r#"{"password":{"a":"SEKRETA16"}}"#, Masked),
        post(r#"[{"password":"SEKRETA17"}]"#, Masked),
        post(&format!(r#"{{"password":"SEKRETA18","j":{deep}}}"#), Marked),
        post(r#"{"password":"SEKRETA19","password":"SEKRETA20"}"#, Marked),
        post(r#"{"password":"SEKRETA21",}"#, Marked),
        post("password=SEKRETA22", Marked),
        ("/keys?api_key=SEKRETA23&token=%53EKRETA24", String::new(), Masked),
        ("/unknown?pass=1&X-Secret=SEKRETA25", String::new(), Masked),
        ("/keys?no=json", String::new(), Marked),
    ]
}

/// Starts a server that repeats each request beside a secret of its own, and returns its URL.
async fn start_echo() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let echo = async |request: Request| {
        let (head, body) = request.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let echo = format!("{} {:?} {}", head.uri, head.headers.get("x-other-token"), String::from_utf8_lossy(&body));
        let reply = match head.uri.path() {
            "/rpc" => json!({ "jsonrpc": "2.0", "id": 1, "result": { "secretKey": "SEKRETRESULT" }, "echo": echo }),
            "/unknown" => json!({ "echo": echo }),
            _ => json!({ "secretKey": "SEKRETRESULT", "echo": echo }),
        };
        let end = if head.uri.query() == Some("no=json") { "," } else { "" };
        reply.to_string() + end
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(echo)).await.unwrap() });
    url
}

#[tokio::test(crate = "chainloom_bounded")]
async fn no_form_of_a_secret_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let sandbox = Sandbox::builder().spec(spec()).upstream(start_echo().await).record(&path).start().await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    for (target, body, recorded) in cases() {
        let url = format!("{}{target}", sandbox.url());
        let request = if body.is_empty() { http.get(url) } else { http.post(url).body(body.clone()) };
        let request = request.header("content-type", "application/json").header("x-other-token", "SEKRETHEADER");
        let came = request.send().await.unwrap().text().await.unwrap();
        assert!(came.contains("SEKRETHEADER"), "{came}");
        assert_eq!(sandbox.seen().last().unwrap().unreadable, recorded == Marked, "{target} {body}");
        let mut files: Vec<_> = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let held = std::fs::read_to_string(files.last().unwrap()).unwrap();
        assert!(!held.contains(SECRET), "{target} {body}: {held}");
        assert_eq!(held.contains("[unreadable]"), recorded == Marked, "{target} {body}: {held}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn no_form_of_a_secret_is_recorded_from_a_websocket() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let sandbox = Sandbox::builder().spec(spec()).record(&path).start().await.unwrap();
    let mut socket = Socket::open(&sandbox, "/ws").await;
    for (_, body, recorded) in cases().into_iter().filter(|(path, ..)| *path == "/rpc") {
        socket.send(body.clone()).await;
        if body.contains(r#""id""#) {
            socket.next().await;
        }
        assert_eq!(sandbox.seen().last().unwrap().unreadable, recorded == Marked, "{body}");
    }
    let held = std::fs::read_to_string(path.join("0001-websocket.json")).unwrap();
    assert!(!held.contains(SECRET) && held.contains("[unreadable]"), "{held}");
}
