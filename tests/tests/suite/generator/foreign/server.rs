//! A server on loopback with the responses of the samples.
//!
//! Input: a sample. Output: what is wrong with the requests that came. It has two addresses, so
//! that a redirect can lead to another origin. It knows no API and nothing of the client: axum and
//! the samples alone say what is on the wire.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response, Uri};
use serde_json::Value;

use super::arrived;
use super::wire::Sample;
use crate::loopback::serve;

/// What stands in a sample for the address of the other origin.
const OTHER: &str = "{other}";

/// A request that came.
pub(crate) struct ArrivedRequest {
    pub(crate) method: Method,
    pub(crate) target: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// Whether it came to the other origin.
    pub(crate) is_other: bool,
}

#[derive(Default)]
struct Script {
    other: String,
    answers: VecDeque<Value>,
    seen: Vec<ArrivedRequest>,
}

/// One of the two addresses.
#[derive(Clone)]
struct Origin {
    is_other: bool,
    script: Arc<Mutex<Script>>,
}

/// A server on this machine.
pub(crate) struct Server {
    url: String,
    expected: Vec<Value>,
    script: Arc<Mutex<Script>>,
}

impl Server {
    /// Starts a server with the responses of a sample, in their order.
    pub(crate) async fn answering(sample: &Sample) -> Self {
        let script = Arc::<Mutex<Script>>::default();
        let origin = |is_other| Origin { is_other, script: Arc::clone(&script) };
        let served = |is_other| serve(Router::new().fallback(answer).with_state(origin(is_other)));
        let (url, other) = (served(false).await, served(true).await);
        let (expected, answers) = sample.exchanges.iter().cloned().unzip();
        *lock(&script) = Script { other, answers, seen: Vec::new() };
        Self { url, expected, script }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Says what differs between the requests that came and those of the sample.
    pub(crate) fn check(&self) -> Result<(), String> {
        let script = lock(&self.script);
        // What the client refuses, no server sees.
        let expected: Vec<&Value> = self.expected.iter().filter(|request| !request.is_null()).collect();
        if script.seen.len() != expected.len() {
            return Err(format!("{} requests came in place of {}", script.seen.len(), expected.len()));
        }
        expected.iter().zip(&script.seen).try_for_each(|(expected, seen)| arrived::check(expected, seen))
    }

    /// Fails when the requests that came are not those of the sample.
    pub(crate) fn assert_arrived(&self) {
        self.check().unwrap_or_else(|why| panic!("{why}"));
    }
}

fn lock(script: &Mutex<Script>) -> MutexGuard<'_, Script> {
    script.lock().unwrap()
}

async fn answer(
    State(origin): State<Origin>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let mut script = lock(&origin.script);
    let asked: Option<Value> = serde_json::from_slice(&body).ok();
    let target = uri.path_and_query().map_or_else(String::new, ToString::to_string);
    script.seen.push(ArrivedRequest { method, target, headers, body, is_other: origin.is_other });
    match script.answers.pop_front() {
        Some(answer) => response(&answer, asked.as_ref(), &script.other),
        None => Response::builder().status(500).body(Body::from("the sample says no more")).unwrap(),
    }
}

/// Response of a sample: JSON, text as it is, or nothing.
fn response(answer: &Value, asked: Option<&Value>, other: &str) -> Response<Body> {
    let status = answer["status"].as_u64().map_or(200, |status| u16::try_from(status).unwrap());
    let mut response = Response::builder().status(status);
    if answer.get("body").is_some() {
        response = response.header("content-type", "application/json");
    }
    for (name, value) in answer["headers"].as_object().into_iter().flatten() {
        response = response.header(name, value.as_str().unwrap().replace(OTHER, other));
    }
    let body = match (answer.get("body"), answer["text"].as_str()) {
        (Some(body), _) => with_id(body, asked).to_string(),
        (None, text) => text.unwrap_or_default().to_owned(),
    };
    response.body(Body::from(body)).unwrap()
}

/// Sets the id of a JSON-RPC response to that of its request.
fn with_id(body: &Value, asked: Option<&Value>) -> Value {
    let mut body = body.clone();
    if let (Some(id), Some(Value::Object(asked))) = (body.get_mut("id"), asked)
        && let (true, Some(asked)) = (asked.contains_key("method"), asked.get("id"))
    {
        *id = asked.clone();
    }
    body
}
