//! A stand-in for the public services and a node.
//!
//! Input: `exchanges.json`, a list of requests with their responses, most of them examples of the
//! spec. Output: a server on loopback. A request gets the first response that matches, and a
//! response with `once` matches one request only. A request without a match gets an error that
//! shows it, so that the program under test fails with the reason.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use serde::Deserialize;
use serde_json::{Value, json};

/// A request and its response.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchange {
    path: String,
    /// The whole query of a GET request.
    #[serde(default)]
    query: BTreeMap<String, String>,
    /// Headers that the request must have.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Method and parameters of a JSON-RPC request.
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default = "ok")]
    status: u16,
    /// Headers of the response.
    #[serde(default)]
    sends: BTreeMap<String, String>,
    /// The body of the response as plain text, in place of JSON.
    #[serde(default)]
    plain: Option<String>,
    /// The body of the response, or the result of a JSON-RPC response.
    #[serde(default)]
    response: Value,
    #[serde(default)]
    once: bool,
}

const fn ok() -> u16 {
    200
}

type Shared = Arc<Mutex<Vec<Exchange>>>;

/// The reply to a call of a batch.
fn reply(exchanges: &[Exchange], path: &str, call: &Value) -> Value {
    let is_asked = |exchange: &&Exchange| {
        exchange.path == path
            && exchange.method.as_deref() == call["method"].as_str()
            && exchange.params == call["params"]
    };
    match exchanges.iter().find(is_asked) {
        Some(exchange) => json!({ "jsonrpc": "2.0", "id": call["id"], "result": exchange.response }),
        None => {
            let message = format!("exchanges.json has no {call}");
            json!({ "jsonrpc": "2.0", "id": call["id"], "error": { "code": -32601, "message": message } })
        }
    }
}

/// Starts the server and returns its URL.
pub(crate) async fn serve() -> String {
    let exchanges: Vec<Exchange> = serde_json::from_str(include_str!("../../exchanges.json")).unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(respond).with_state(Shared::new(Mutex::new(exchanges)));
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

async fn respond(
    State(shared): State<Shared>,
    method: Method,
    uri: Uri,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap, String) {
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    let mut exchanges = shared.lock().unwrap();
    if let Value::Array(calls) = &asked {
        let replies = calls.iter().map(|call| reply(&exchanges, uri.path(), call));
        return (StatusCode::OK, HeaderMap::new(), Value::from_iter(replies).to_string());
    }
    let found = exchanges.iter().position(|exchange| {
        let has_headers =
            exchange.headers.iter().all(|(name, value)| headers.get(name).is_some_and(|got| got == value));
        let is_called = exchange.method.as_deref() == asked["method"].as_str() && exchange.params == asked["params"];
        exchange.path == uri.path() && exchange.query == query && has_headers && is_called
    });
    let Some(found) = found else {
        return (
            StatusCode::NOT_IMPLEMENTED,
            HeaderMap::new(),
            format!("exchanges.json has no {method} {uri} {asked}"),
        );
    };
    let exchange = if exchanges[found].once { exchanges.remove(found) } else { exchanges[found].clone() };
    let mut sends = HeaderMap::new();
    sends.insert("content-type", HeaderValue::from_static("application/json"));
    for (name, value) in &exchange.sends {
        sends.insert(HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_str(value).unwrap());
    }
    let body = match exchange.method {
        Some(_) => json!({ "jsonrpc": "2.0", "id": asked["id"], "result": exchange.response }),
        None => exchange.response,
    };
    let status = StatusCode::from_u16(exchange.status).unwrap();
    match exchange.plain {
        Some(text) => (status, HeaderMap::new(), text),
        None => (status, sends, body.to_string()),
    }
}
