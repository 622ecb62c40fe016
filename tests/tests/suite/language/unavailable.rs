//! Servers that do not serve yet, as `unavailable` of a client says it. The server is of another
//! make, and the client is generated from YAML and from Rust.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use chainloom::runtime::http::StatusCode;
use chainloom::runtime::{Error, Retry};
use serde_json::Value;

use crate::loopback::serve;

chainloom::include_api!("tests/macros/gates.yaml");

/// The same rule of a REST service.
#[chainloom::api(client(
    baseUrl = "{hallUrl}",
    vars(hallUrl(doc = "URL of the hall.")),
    unavailable = [{ error: "no such room", code: 404 }]
))]
mod hall {
    trait Hall {
        /// Returns the name of the hall.
        #[api(get = "/name")]
        fn name(&self) -> String;
    }
}

/// A server that gives each answer once, and the last one from then on.
async fn answering(answers: &'static [(u16, &'static str)]) -> (String, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let asked = Arc::clone(&count);
    let router = Router::new().fallback(move |request: Bytes| async move {
        let at = asked.fetch_add(1, Ordering::SeqCst).min(answers.len() - 1);
        let (status, body) = answers[at];
        let call: Value = serde_json::from_slice(&request).unwrap_or_default();
        let body = body.replace(r#""id":1"#, &format!(r#""id":{}"#, call["id"]));
        (StatusCode::from_u16(status).unwrap(), body)
    });
    (serve(router).await, count)
}

const CLOSED: (u16, &str) = (404, "404 no such room\n");
const LOADING: (u16, &str) =
    (200, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"the catalogue is loading"}}"#);
const OPEN: (u16, &str) = (200, r#"{"jsonrpc":"2.0","id":1,"result":true}"#);

fn gates(url: &str, retry: Retry) -> gates::Client {
    gates::Client::builder().base_url(url).configure(|builder| builder.retry(retry)).build().unwrap()
}

fn told(error: &Error) -> [bool; 3] {
    [error.is_unavailable(), error.is_not_found(), error.is_retryable()]
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_server_that_starts_is_not_a_missing_item() {
    for (answer, expected) in [
        (&[CLOSED], [true, false, true]),
        (&[LOADING], [true, false, true]),
        (&[(503, "come back later")], [true, false, true]),
        (&[(404, "404 no such book")], [false, true, false]),
        (&[(400, "no such room")], [false, false, false]),
        (&[(200, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"catalogue is loading"}}"#)], [false; 3]),
    ] {
        let (url, _) = answering(answer).await;
        let error = gates(&url, Retry::none()).rooms().count().await.unwrap_err();
        assert_eq!(told(&error), expected, "{error}");
        // The rule is about the message of JSON-RPC, or about the body of a status.
        let error = hall::Client::builder().base_url(url).configure(|builder| builder.retry(Retry::none()));
        let error = error.build().unwrap().name().await.unwrap_err();
        assert_eq!(error.is_unavailable(), expected[0] && error.status() != Some(StatusCode::OK), "{error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn calls_that_change_something_are_repeated_until_it_is_open() {
    let at_once = Retry::default().backoff(Duration::from_millis(1), Duration::from_millis(2));
    let (url, count) = answering(&[CLOSED, LOADING, OPEN]).await;
    assert!(gates(&url, at_once).rooms().close().await.unwrap());
    assert_eq!(count.load(Ordering::SeqCst), 3);
    // A status 503 proves nothing.
    let (url, count) = answering(&[(503, "busy"), OPEN]).await;
    assert!(gates(&url, Retry::default()).rooms().close().await.unwrap_err().is_unavailable());
    assert_eq!(count.load(Ordering::SeqCst), 1);
}
