//! Failures with the status 200, in the words of public documentation: the Web API of Slack, and
//! GraphQL over HTTP.
//!
//! The servers are of this file, and refuse what the documentation does not allow. The clients are
//! described in Rust.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chainloom::runtime::{self as rt, ErrorKind, Retry};
use serde_json::{Value, json};

use crate::loopback::{Arrived, Recorder};

#[chainloom::api(client(
    baseUrl = "{url}",
    vars(url(doc = "Where the service is.")),
    auth(token(scheme = "bearer", optional, doc = "Token of a bot.")),
    errors(body = Refusal, inBody(when(ok = false), message = "error", code = "error", retry = ["internal_error"]))
))]
mod desk {
    /// Why a call failed.
    struct Refusal {
        ok: bool,
        error: String,
    }

    /// A message that was posted.
    struct Posted {
        ok: bool,
        channel: String,
        ts: String,
    }

    /// A channel.
    struct Channel {
        id: String,
        name: String,
    }

    /// What leads to the next page.
    #[api(rename_all = "snake_case")]
    struct Metadata {
        next_cursor: Option<String>,
    }

    /// A page of channels.
    #[api(rename_all = "snake_case")]
    struct Channels {
        channels: Vec<Channel>,
        response_metadata: Metadata,
    }

    trait Desk {
        /// Posts a message.
        #[api(post = "/api/chat.postMessage", effect = "write", content = "application/json; charset=utf-8")]
        fn post_message(&self, channel: String, text: Option<String>) -> Posted;

        /// Lists channels.
        #[api(get = "/api/conversations.list")]
        #[api(paginate(items = "channels", next = "response_metadata.next_cursor", into = "cursor", end = [empty]))]
        fn list_channels(&self, cursor: Option<String>) -> Channels;
    }
}

fn answer(body: Value) -> Response {
    Json(body).into_response()
}

/// Every method responds with the status 200, but for a rate limit.
async fn desk() -> Recorder {
    Recorder::start(|arrived| {
        let refused = |error: &str| answer(json!({ "ok": false, "error": error }));
        let page = |id: &str, next: &str| {
            let channels = json!([{ "id": id, "name": format!("name of {id}") }]);
            answer(json!({ "ok": true, "channels": channels, "response_metadata": { "next_cursor": next } }))
        };
        match arrived.header("authorization") {
            "-" => return refused("not_authed"),
            "Bearer xoxb-1" => {}
            _ => return refused("invalid_auth"),
        }
        match (arrived.uri.path(), arrived.uri.query()) {
            ("/api/chat.postMessage", None) => posted(arrived),
            ("/api/conversations.list", None) => page("C1", "dGVhbTpDMQ=="),
            ("/api/conversations.list", Some("cursor=dGVhbTpDMQ%3D%3D")) => page("C2", ""),
            ("/api/conversations.list", _) => refused("invalid_cursor"),
            _ => refused("unknown_method"),
        }
    })
    .await
}

fn posted(arrived: &Arrived) -> Response {
    assert_eq!(arrived.header("content-type"), "application/json; charset=utf-8");
    let body = arrived.json();
    let refused = |error: &str| answer(json!({ "ok": false, "error": error }));
    match (body["channel"].as_str(), body["text"].as_str()) {
        (Some("C1"), Some(text)) => {
            let message = json!({ "text": text, "type": "message", "bot_id": "B123ABC456" });
            answer(json!({ "ok": true, "channel": "C1", "ts": "1503435956.000247", "message": message }))
        }
        (Some("C1"), None) => refused("no_text"),
        (Some("C8"), _) => refused("internal_error"),
        (Some("C9"), _) => {
            (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "30")], refused("ratelimited")).into_response()
        }
        _ => refused("channel_not_found"),
    }
}

fn bot(server: &Recorder, token: &str) -> desk::Client {
    let builder = desk::Client::builder().url(&server.url).token(token);
    builder.configure(|builder| builder.retry(Retry::none())).build().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_method_says_in_its_body_that_it_failed() {
    let server = desk().await;
    let client = bot(&server, "xoxb-1");
    let posted = client.post_message("C1").text("hello").await.unwrap();
    assert_eq!((posted.ok, posted.ts.as_str()), (true, "1503435956.000247"));
    let nobody = desk::Client::new(&server.url).unwrap();
    let told = [
        (client.post_message("C1").await, "no_text"),
        (client.post_message("C2").text("hello").await, "channel_not_found"),
        (bot(&server, "xoxb-2").post_message("C1").text("hello").await, "invalid_auth"),
        (nobody.post_message("C1").text("hello").await, "not_authed"),
    ];
    for (result, code) in told {
        let error = result.unwrap_err();
        assert_eq!((error.kind(), error.status().unwrap().as_u16()), (ErrorKind::InBody, 200), "{error}");
        assert_eq!(error.server_code(), Some(code), "{error}");
        assert!(!error.is_retryable() && !error.body_as::<desk::Refusal>().unwrap().unwrap().ok, "{error}");
    }
    let limited = client.post_message("C9").text("hello").await.unwrap_err();
    assert_eq!((limited.kind(), limited.server_code()), (ErrorKind::Status, Some("ratelimited")));
    assert_eq!(limited.retry_after(), Some(Duration::from_secs(30)));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_message_that_may_have_been_posted_is_not_posted_again() {
    let server = desk().await;
    let client = desk::Client::builder().url(&server.url).token("xoxb-1").build().unwrap();
    assert!(client.post_message("C8").text("hello").await.unwrap_err().is_retryable());
    assert_eq!(server.take_lines(), ["POST /api/chat.postMessage"]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_page_that_failed_ends_the_list_with_its_error() {
    let server = desk().await;
    let client = bot(&server, "xoxb-1");
    let mut channels = client.list_channels().items();
    let mut ids = Vec::new();
    while let Some(channel) = channels.try_next().await.unwrap() {
        ids.push(channel.id);
    }
    assert_eq!(ids, ["C1", "C2"]);
    let mut channels = client.list_channels().cursor("bogus").items();
    assert_eq!(channels.try_next().await.unwrap_err().server_code(), Some("invalid_cursor"));
}

#[chainloom::api(client(
    baseUrl = "{url}",
    vars(url(doc = "Where the service is.")),
    errors(body = Failed, inBody(has = "errors", message = "errors.0.message", code = "errors.0.extensions.code"))
))]
mod graph {
    /// What went wrong.
    struct Failed {
        errors: Vec<Problem>,
        data: Option<RawJson>,
    }

    /// A problem.
    struct Problem {
        message: String,
        path: Option<Vec<RawJson>>,
        extensions: Option<RawJson>,
    }

    /// A ship.
    struct Ship {
        name: String,
    }

    /// The data that was asked for.
    struct Data {
        ship: Option<Ship>,
    }

    /// What comes of a query.
    struct Answer {
        data: Option<Data>,
    }

    trait Graph {
        /// Asks for data.
        #[api(post = "/graphql", effect = "read")]
        fn ask(&self, query: String, variables: Option<RawJson>) -> Answer;
    }
}

const SHIP: &str = "query S($id: ID!) { ship(id: $id) { name } }";

/// Follows "GraphQL over HTTP" for `application/json`: the status is 200 for each well-formed
/// request, also for one that does not validate, and 400 for what is no request.
async fn graph() -> Recorder {
    Recorder::start(|arrived| {
        assert_eq!(arrived.line(), "POST /graphql");
        let body = arrived.json();
        let Some(query) = body["query"].as_str() else {
            return (StatusCode::BAD_REQUEST, answer(json!({ "errors": [{ "message": "no query" }] }))).into_response();
        };
        answer(match (query, body["variables"]["id"].as_str()) {
            (SHIP, Some("1")) => json!({ "data": { "ship": { "name": "Ada" } } }),
            (SHIP, Some(_)) => json!({
                "errors": [{
                    "message": "There is no ship of this ID.",
                    "locations": [{ "line": 1, "column": 22 }],
                    "path": ["ship"],
                    "extensions": { "code": "NOT_FOUND" },
                }],
                "data": { "ship": null },
            }),
            _ => json!({ "errors": [{ "message": "Cannot query field", "locations": [{ "line": 1, "column": 3 }] }] }),
        })
    })
    .await
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_query_says_in_its_body_that_it_failed() {
    let server = graph().await;
    let client = graph::Client::new(&server.url).unwrap();
    let ask = |id: &str| client.ask(SHIP).variables(rt::RawJson::from(json!({ "id": id })));
    assert_eq!(ask("1").await.unwrap().data.unwrap().ship.unwrap().name, "Ada");
    let error = ask("2").await.unwrap_err();
    assert_eq!((error.kind(), error.server_code()), (ErrorKind::InBody, Some("NOT_FOUND")));
    // What there is comes with the error.
    let body = error.body_as::<graph::Failed>().unwrap().unwrap();
    assert_eq!(body.data.unwrap().as_str(), r#"{"ship":null}"#);
    assert_eq!(body.errors[0].path.as_ref().unwrap()[0].as_str(), "\"ship\"");
    let error = client.ask("{ boat }").await.unwrap_err();
    assert_eq!((error.server_message(), error.server_code()), (Some("Cannot query field"), None));
}
