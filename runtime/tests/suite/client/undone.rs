//! Proofs that nothing was done, so that a call that changes something is sent again. The clock stands still while a
//! call waits, and is set forward.

use super::{
    books::*,
    servers::{Memory, Server, json},
};
use bytes::Bytes;
use chainloom_runtime::{
    __private as rt, Client, Error, ErrorKind, Retry, SecretString, Transport, TransportError, TransportResult,
    catalog::{RawBatch, Target},
    schema::{
        Effect, Limited, Operation, ParamStyle, Protocol, Record, Rpc, RpcError, RpcRetry, Service, Template, Verb,
    },
};
use serde_json::Value;
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

static DESK: Service = Service::new("desk", &CLIENT)
    .endpoints(&[rt::schema::Endpoint { name: "", path: "/desk" }])
    .rpc(
        Rpc::new(ParamStyle::Named).batch().retry(&[404, 500]).errors(&[
            RpcError::new(-32001, "TimedOut").retry(RpcRetry::Later),
            RpcError::new(-32002, "Starting").retry(RpcRetry::Undone),
            RpcError::new(-32005, "LimitExceeded"),
            RpcError::new(429, "Busy").limited(Limited::new()),
            RpcError::new(-32012, "Credits").retry(RpcRetry::Never).limited(
                Limited::new()
                    .messages(&["limit exceeded", "credits limited"])
                    .wait(&[&["rate", "wait"], &["try_again_in"]]),
            ),
            RpcError::new(-32013, "Slow").limited(Limited::new().wait(&[&["ms"]]).millis()),
        ]),
    )
    .websocket("/ws");
static INPUT: Record = Record { name: "stamp", fields: &[] };

const fn stamp(effect: Effect) -> Operation {
    Operation::new("desk.stamp", &DESK, Protocol::Rpc { method: "stamp" }, &INPUT)
        .output(rt::schema::Type::Json)
        .effect(effect)
}

pub(crate) static READ: Operation = stamp(Effect::Read);
pub(crate) static WRITE: Operation = stamp(Effect::Write);
pub(crate) static ONCE: Operation = stamp(Effect::Once);

/// Response of a service: a status, and a JSON-RPC error or a plain text.
#[derive(Clone, Copy, Debug)]
struct Refusal {
    status: u16,
    error: Option<(i64, &'static str)>,
}

const fn rpc(code: i64, message: &'static str) -> Refusal {
    Refusal { status: 200, error: Some((code, message)) }
}

const fn plain(status: u16) -> Refusal {
    Refusal { status, error: None }
}

fn target(transport: Arc<dyn Transport>) -> Target {
    Target::new(Client::builder(&CLIENT).base_url("http://h").transport(transport).build().unwrap())
}

/// The JSON-RPC error as the reply to each call of a request.
fn replies(request: &[u8], (code, message): (i64, &str)) -> Vec<u8> {
    let reply = |call: &Value| serde_json::json!({ "jsonrpc": "2.0", "id": call["id"], "error": { "code": code, "message": message } });
    match serde_json::from_slice(request).unwrap() {
        Value::Array(calls) => Value::Array(calls.iter().map(reply).collect()).to_string().into_bytes(),
        call => reply(&call).to_string().into_bytes(),
    }
}

fn refusing(refusal: Refusal) -> Arc<Memory> {
    Memory::new(move |request| {
        let body = refusal.error.map(|error| replies(request.body(), error)).unwrap_or_default();
        Ok(http::Response::builder().status(refusal.status).body(body.into()).unwrap())
    })
}

/// Returns how often a call is sent alone, and in a batch of two.
async fn sent(operation: &'static Operation, refusal: Refusal) -> [usize; 2] {
    let (alone, together) = (refusing(refusal), refusing(refusal));
    let to = target(alone.clone());
    to.client().execute(operation, &[], &to).await.unwrap_err();
    let mut batch = RawBatch::new(target(together.clone()));
    batch.push(operation, &[]);
    batch.push(operation, &[]);
    let _ = batch.send().await;
    [alone, together].map(|memory| memory.asked.lock().unwrap().len())
}

const REVERTED: Refusal = rpc(3, "execution reverted: rate limit exceeded");

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_message_proves_nothing() {
    for operation in [&WRITE, &ONCE] {
        for refusal in [REVERTED, rpc(-32000, "Too Many Requests"), rpc(-32001, "busy"), plain(500), plain(503)] {
            assert_eq!(sent(operation, refusal).await, [1, 1], "{refusal:?}");
        }
        for refusal in [rpc(-32005, "busy"), rpc(-32002, "busy"), plain(429), plain(404)] {
            assert_eq!(sent(operation, refusal).await, [4, 4], "{refusal:?}");
        }
        let limited = Refusal { status: 429, ..rpc(-32000, "busy") };
        assert_eq!(sent(operation, limited).await, [4, 4]);
    }
    // Where a repeat does no harm, a code or a status that may pass is enough, and a message is not.
    for refusal in [rpc(-32001, "busy"), plain(500), plain(522), plain(529)] {
        assert_eq!(sent(&READ, refusal).await, [4, 4], "{refusal:?}");
        assert_eq!(sent(&WRITE, refusal).await, [1, 1], "{refusal:?}");
    }
    for refusal in [REVERTED, rpc(-32000, "Too Many Requests"), plain(525)] {
        assert_eq!(sent(&READ, refusal).await, [1, 1], "{refusal:?}");
    }
}

/// Errors of a code that limits calls, with status 200.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_limit_within_a_success_is_one() {
    for operation in [&READ, &WRITE, &ONCE] {
        for refusal in [rpc(429, "slow down"), rpc(-32012, "Credits limited to 6000/sec"), rpc(-32013, "")] {
            assert_eq!(sent(operation, refusal).await, [4, 4], "{refusal:?}");
        }
        // The same code for another reason, and another code for the same reason.
        for refusal in [rpc(-32012, "query returned more than 10000 results"), rpc(-32602, "limit exceeded")] {
            assert_eq!(sent(operation, refusal).await, [1, 1], "{refusal:?}");
        }
    }
}

/// A service that refuses the first calls with this error, and answers the others.
fn limiting(refused: usize, code: i64, data: &'static str) -> Arc<Memory> {
    let count = Mutex::new(0);
    Memory::new(move |request| {
        let call: Value = serde_json::from_slice(request.body()).unwrap();
        let mut count = count.lock().unwrap();
        *count += 1;
        let said = match *count > refused {
            true => r#""result":1"#.to_owned(),
            false => format!(r#""error":{{"code":{code},"message":"limit exceeded","data":{data}}}"#),
        };
        let reply = format!(r#"{{"id":{},{said}}}"#, call["id"]);
        Ok(http::Response::builder().header("retry-after", "9").body(reply.into()).unwrap())
    })
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_limit_says_how_long_to_wait() {
    let millis = Duration::from_millis;
    for (code, data, wait) in [
        (-32012, r#"{"rate":{"wait":3}}"#, millis(3_000)),
        (-32012, r#"{"try_again_in":"711.6ms"}"#, millis(712)),
        (-32012, r#"{"try_again_in":"1m30s"}"#, millis(90_000)),
        (-32013, r#"{"ms":250}"#, millis(250)),
        // The headers count where the member is none, or is no time.
        (-32013, r#"{"ms":"soon"}"#, millis(9_000)),
        (-32012, "null", millis(9_000)),
        (429, r#"{"try_again_in":1}"#, millis(9_000)),
    ] {
        let once = Client::builder(&CLIENT).base_url("http://h").retry(Retry::none());
        let once = Target::new(once.transport(limiting(1, code, data)).build().unwrap());
        let error = once.client().execute(&WRITE, &[], &once).await.unwrap_err();
        assert!(error.is_rate_limited() && error.is_retryable() && error.may_repeat(Effect::Once), "{error}");
        assert_eq!(error.retry_after(), Some(wait), "{code} {data}");
        let (patient, began) = (target(limiting(1, code, data)), tokio::time::Instant::now());
        patient.client().execute(&WRITE, &[], &patient).await.unwrap();
        assert_eq!(began.elapsed(), wait, "{code} {data}");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_longest_wait_of_a_batch_counts_and_only_limited_calls_are_sent_again() {
    let count = Mutex::new(0);
    let memory = Memory::new(move |request| {
        let calls: Vec<Value> = serde_json::from_slice(request.body()).unwrap();
        let mut count = count.lock().unwrap();
        *count += 1;
        let reply = |(place, call): (usize, &Value)| match (*count, place) {
            (1, 0) => format!(r#"{{"id":{},"error":{{"code":-32013,"message":"","data":{{"ms":7000}}}}}}"#, call["id"]),
            (1, 1) => format!(r#"{{"id":{},"error":{{"code":429,"message":""}}}}"#, call["id"]),
            (1, 2) => format!(r#"{{"id":{},"error":{{"code":-32602,"message":"limit exceeded"}}}}"#, call["id"]),
            _ => format!(r#"{{"id":{},"result":1}}"#, call["id"]),
        };
        let replies: Vec<String> = calls.iter().enumerate().map(reply).collect();
        Ok(http::Response::new(format!("[{}]", replies.join(",")).into()))
    });
    let mut batch = RawBatch::new(target(memory.clone()));
    let places: Vec<_> = [&READ, &WRITE, &READ, &WRITE].map(|operation| batch.push(operation, &[])).into();
    let began = tokio::time::Instant::now();
    let mut replies = batch.send().await.unwrap();
    assert_eq!(began.elapsed(), Duration::from_secs(7));
    let results: Vec<bool> = places.into_iter().map(|place| replies.take(place).is_ok()).collect();
    assert_eq!(results, [true, true, false, true]);
    let sizes: Vec<usize> = memory
        .asked
        .lock()
        .unwrap()
        .iter()
        .map(|request| serde_json::from_slice::<Vec<Value>>(request.body()).unwrap().len())
        .collect();
    assert_eq!(sizes, [4, 2]);
}

#[cfg(feature = "ws")]
#[tokio::test(crate = "chainloom_bounded")]
async fn a_message_over_a_websocket_proves_nothing() {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_tungstenite::tungstenite::Message;

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        let mut socket = tokio_tungstenite::accept_async(listener.accept().await.unwrap().0).await.unwrap();
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = message {
                *counted.lock().unwrap() += 1;
                let body = replies(text.as_bytes(), REVERTED.error.unwrap());
                socket.send(Message::text(String::from_utf8(body).unwrap())).await.unwrap();
            }
        }
    });
    let target = Target::new(Client::builder(&CLIENT).base_url(url).build().unwrap());
    let target = target.connect(&DESK).await.unwrap();
    for operation in [&WRITE, &ONCE] {
        target.client().execute(operation, &[], &target).await.unwrap_err();
    }
    assert_eq!(*count.lock().unwrap(), 2);
}

static ELSEWHERE: rt::schema::Response = rt::schema::Response::new(rt::schema::ResponseBody::Json).leaves_origin();

const fn take(effect: Effect) -> Operation {
    Operation::new(
        "library.take",
        &LIBRARY,
        Protocol::Rest { verb: Verb::Get, path: Template::new("/take", &[]) },
        &INPUT,
    )
    .output(rt::schema::Type::Json)
    .response(&ELSEWHERE)
    .effect(effect)
}

pub(crate) static LOOK: Operation = take(Effect::Read);
pub(crate) static TAKE: Operation = take(Effect::Write);
pub(crate) static TAKE_ONCE: Operation = take(Effect::Once);

/// The paths of all requests, and the error, where the first hop redirects to a place that fails.
async fn redirected(operation: &'static Operation, there: fn() -> TransportResult) -> (Vec<String>, Error) {
    let memory = Memory::new(move |request| match request.uri().path() {
        "/take" => {
            let moved = http::Response::builder().status(307).header("location", "http://elsewhere:99/taken");
            Ok(moved.body(Bytes::new()).unwrap())
        }
        _ => there(),
    });
    let target = target(memory.clone());
    let error = target.client().execute(operation, &[], &target).await.unwrap_err();
    let asked = memory.asked.lock().unwrap();
    (asked.iter().map(|request| request.uri().path().to_owned()).collect(), error)
}

fn status(status: u16) -> TransportResult {
    Ok(http::Response::builder().status(status).body(Bytes::new()).unwrap())
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_service_was_asked_before_it_redirected() {
    for there in [|| Err(TransportError::connect("refused")), || status(429), || Err(TransportError::other("cut"))] {
        for operation in [&TAKE, &TAKE_ONCE] {
            let (asked, error) = redirected(operation, there).await;
            assert_eq!((asked, error.attempts()), (vec!["/take".to_owned(), "/taken".to_owned()], 1), "{error}");
        }
        let (asked, error) = redirected(&LOOK, there).await;
        assert_eq!((asked.len(), error.attempts()), (8, 4), "{error}");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_hint_names_the_place_that_cannot_be_reached() {
    let (_, error) = redirected(&TAKE, || Err(TransportError::connect("refused"))).await;
    let text = error.to_string();
    assert!(text.contains("http://elsewhere:99") && !text.contains("http://h"), "{text}");
    // The service was asked, so it is wrong to say that nothing was sent.
    assert_eq!((error.kind(), error.is_connect(), error.is_transport()), (ErrorKind::Transport, false, true));
    assert_eq!(error.origin(), Some("http://h"));
}

/// A refused secret is no proof either once the service was asked.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_secret_that_another_place_refuses_is_not_replaced_for_a_change() {
    let memory = Memory::new(|request| match request.uri().path() {
        "/take" => {
            let moved = http::Response::builder().status(307).header("location", "/taken");
            Ok(moved.body(Bytes::new()).unwrap())
        }
        _ => status(401),
    });
    let client = Client::builder(&CLIENT).base_url("http://h").transport(memory.clone());
    let client = client.secret_provider("apiKey", || async { Ok::<_, Error>(SecretString::from("key-of-the-books")) });
    let target = Target::new(client.build().unwrap());
    target.client().execute(&TAKE, &[], &target).await.unwrap_err();
    assert_eq!(memory.asked.lock().unwrap().len(), 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_redirect_to_what_is_no_http_is_told_for_what_it_is() {
    for (place, text) in [
        (
            "file:///etc/hosts",
            "the server redirects to a `file` URL, which is not followed: a client follows http and https",
        ),
        ("ftp://h/x", "the server redirects to a `ftp` URL, which is not followed: a client follows http and https"),
    ] {
        let server =
            Server::start(move |_| Some(json("307 Temporary Redirect", &format!("location: {place}\r\n"), ""))).await;
        let client = Client::builder(&CLIENT).base_url(&server.url).timeout(Duration::from_secs(5)).build().unwrap();
        let target = Target::new(client);
        let error = target.client().execute(&LOOK, &[], &target).await.unwrap_err();
        assert!(error.to_string().contains(text) && !error.to_string().contains("https is not"), "{error}");
    }
}
