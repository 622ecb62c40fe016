//! Failures that a body reports with the status 200: the forms of public services, from a server on
//! loopback. The client is generated from YAML and from Rust.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::time::Duration;

use chainloom::runtime::{ErrorKind, Retry};
use chainloom_sandbox::{Fault, PreparedResponse, Sandbox};
use serde_json::{Value, json};

use crate::loopback::bare;

chainloom::include_api!("tests/macros/posts.yaml");

/// A service that takes queries, with its errors in a list.
#[chainloom::api(client(
    baseUrl = "{graphUrl}",
    vars(graphUrl(doc = "URL of the graph.")),
    errors(
        body = Failed,
        inBody(has = "errors", message = "errors.0.message", code = "errors.0.extensions.code", retry = ["BUSY"])
    )
))]
mod graph {
    /// What went wrong.
    struct Failed {
        errors: Option<Vec<Problem>>,
    }
    /// A problem.
    struct Problem {
        /// In words.
        message: String,
        extensions: Option<RawJson>,
    }
    /// The data that was asked for.
    struct Answer {
        data: Option<RawJson>,
    }
    trait Graph {
        /// Asks for data.
        #[api(post = "/graphql", effect = "read")]
        fn ask(&self, query: String) -> Answer;
    }
}

/// A server that answers everything with these bodies, one after the other.
async fn server(bodies: &[Value]) -> Sandbox {
    let answers = bodies.iter().map(|body| PreparedResponse::json(body.clone()).times(1));
    let builder = Sandbox::builder().spec(bare());
    answers.fold(builder, |builder, answer| builder.response("*", answer)).start().await.unwrap()
}

fn desk(sandbox: &Sandbox, retry: Retry) -> posts::Client {
    let client = posts::Client::builder().base_url(sandbox.url());
    client.configure(|builder| builder.retry(retry)).build().unwrap()
}

fn at_once() -> Retry {
    Retry::default().backoff(Duration::from_millis(1), Duration::from_millis(2))
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_flag_says_that_a_call_failed() {
    let refusal = json!({ "ok": false, "error": "missing_scope", "needed": "chat:write", "provided": "identify" });
    let good = json!({ "ok": true, "ts": "1503435956.000247", "warnings": ["old"] });
    let sandbox = server(&[refusal.clone(), good.clone(), refusal.clone(), refusal, good]).await;
    let client = desk(&sandbox, Retry::none());
    let error = client.post("C1", "hello").await.unwrap_err();
    assert_eq!((error.kind(), error.status().unwrap().as_u16()), (ErrorKind::InBody, 200));
    assert_eq!((error.server_code(), error.server_message()), (Some("missing_scope"), Some("missing_scope")));
    assert!(error.is_status() && !error.is_retryable() && !error.is_decode());
    let body = error.body_as::<posts::Refusal>().unwrap().unwrap();
    assert_eq!((body.ok, body.needed.unwrap().as_str()), (false, "chat:write"));
    assert_eq!(
        error.to_string(),
        "posts.post: POST /chat.postMessage: error in the body of status 200 OK: missing_scope"
    );
    assert_eq!(client.post("C1", "hello").await.unwrap().ts, "1503435956.000247");
    // A response without a body, and one by status, may be a failure too.
    assert_eq!(client.clear().await.unwrap_err().server_code(), Some("missing_scope"));
    assert_eq!(client.find().await.unwrap_err().kind(), ErrorKind::InBody);
    assert!(matches!(client.find().await.unwrap(), posts::FindResult::Ok(message) if message.ok));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn codes_under_retry_are_retried_where_that_does_no_harm() {
    let busy = json!({ "ok": false, "error": "ratelimited" });
    let good = json!({ "ok": true, "ts": "1" });
    let sandbox = server(&[busy.clone(), busy.clone(), good.clone(), busy, good]).await;
    let client = desk(&sandbox, at_once());
    assert_eq!(client.last("C1").await.unwrap().ts, "1");
    assert_eq!(sandbox.seen().len(), 3);
    let error = client.post("C1", "hello").await.unwrap_err();
    assert!(error.is_retryable() && sandbox.seen().len() == 4, "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_no_json_object_is_read_as_always() {
    let sandbox = Sandbox::builder().spec(bare()).response("*", PreparedResponse::body("{\"ok\":false")).start();
    let sandbox = sandbox.await.unwrap();
    let client = desk(&sandbox, Retry::none());
    assert!(client.last("C1").await.unwrap_err().is_decode());
    assert_eq!(client.picture().await.unwrap(), b"{\"ok\":false"[..]);
    // The body of another status has a code too.
    let sandbox = server(&[]).await;
    let refused = PreparedResponse::json(json!({ "ok": false, "error": "not_authed" }));
    sandbox.add_response("*", refused.status(chainloom::runtime::http::StatusCode::UNAUTHORIZED)).unwrap();
    let error = desk(&sandbox, Retry::none()).last("C1").await.unwrap_err();
    assert_eq!((error.kind(), error.server_code()), (ErrorKind::Status, Some("not_authed")));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_list_of_errors_says_that_a_query_failed() {
    let failed = json!({
        "data": null,
        "errors": [
            { "message": "no ship of this name", "path": ["ship"], "extensions": { "code": "NOT_FOUND" } },
            { "message": "and another" },
        ],
    });
    let busy = json!({ "errors": [{ "message": "later", "extensions": { "code": "BUSY" } }], "data": {} });
    let good = json!({ "data": { "ship": "Ada" }, "errors": [] });
    let sandbox = server(&[failed, busy, good]).await;
    let client = graph::Client::builder().base_url(sandbox.url());
    let client = client.configure(|builder| builder.retry(at_once())).build().unwrap();
    let error = client.ask("{ ship }").await.unwrap_err();
    assert_eq!((error.server_code(), error.server_message()), (Some("NOT_FOUND"), Some("no ship of this name")));
    assert_eq!(error.body_as::<graph::Failed>().unwrap().unwrap().errors.unwrap().len(), 2);
    assert!(error.to_string().ends_with("error in the body of status 200 OK: NOT_FOUND: no ship of this name"));
    let answer = client.ask("{ ship }").await.unwrap();
    assert_eq!(answer.data.unwrap().as_str(), r#"{"ship":"Ada"}"#);
    assert_eq!(sandbox.seen().len(), 3);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_serves_both() {
    let text = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/macros/posts.yaml")).unwrap();
    let spec = chainloom_codegen::read_sources("spec", vec![("posts.yaml".to_owned(), text)]).unwrap();
    let busy = Fault::Status(chainloom::runtime::http::StatusCode::OK).times(1);
    for seed in 0..20 {
        let sandbox = Sandbox::builder().spec(spec.clone()).seed(seed).synthetic_only().fault(busy.clone());
        let sandbox = sandbox.start().await.unwrap();
        let client = desk(&sandbox, Retry::none());
        let error = client.post("C1", "hello").await.unwrap_err();
        assert_eq!((error.kind(), error.server_code()), (ErrorKind::InBody, Some("ratelimited")));
        assert!(client.post("C1", "hello").await.unwrap().ok);
        assert!(client.last("C1").await.unwrap().ok);
    }
}
