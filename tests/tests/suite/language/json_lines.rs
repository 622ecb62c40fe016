//! JSON lines of generated calls: against servers that follow public documentation, and against the
//! sandbox.
//!
//! The servers are of this file. Changes of resources come as chunks of `application/json`, as
//! Kubernetes documents them; happenings likewise, as Docker does; the server of bulk writes refuses
//! what the documentation of Elasticsearch does not allow.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use chainloom::runtime::{RawJson, blocking, blocking::Wait as _};
use chainloom_sandbox::{Builder, Fault, Sandbox};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use lines::{ChangeType, Client};
use serde_json::{Value, json};
use tokio::sync::mpsc;

chainloom::include_api!("tests/macros/lines.yaml");

/// The same in Rust.
#[chainloom::api]
mod declared {
    /// What happened.
    struct Happening {
        #[api(rename = "Action")]
        action: String,
    }

    trait Happenings {
        /// What happens to containers.
        #[api(get = "/events", lines(type = Happening, mediaType = "application/json", headers("Api-Version" = string)))]
        fn happenings(&self) -> ();

        /// Writes several documents.
        #[api(post = "/_bulk", effect = "write", content = "json-lines")]
        fn bulk(&self, body: Vec<RawJson>) -> RawJson;
    }
}

type Chunks = Arc<Mutex<Option<mpsc::Receiver<Result<String, String>>>>>;

/// A server whose changes are what the sender gives.
async fn server() -> (String, mpsc::Sender<Result<String, String>>) {
    let (sender, receiver) = mpsc::channel(16);
    let chunks: Chunks = Arc::new(Mutex::new(Some(receiver)));
    let app = Router::new()
        .route("/api/v1/namespaces/test/pods", get(watch))
        .route("/events", get(happenings))
        .route("/_bulk", post(bulk))
        .with_state(chunks);
    (crate::loopback::serve(app).await, sender)
}

fn of_json(body: Body) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

async fn watch(State(chunks): State<Chunks>, uri: axum::http::Uri) -> Response {
    assert_eq!(uri.query(), Some("watch=1&resourceVersion=10245"));
    let receiver = chunks.lock().unwrap().take().unwrap();
    of_json(Body::from_stream(stream::unfold(receiver, |mut chunks| async { Some((chunks.recv().await?, chunks)) })))
}

async fn happenings(headers: HeaderMap) -> Response {
    assert!(headers[header::ACCEPT].to_str().unwrap().starts_with("application/json"));
    let line = |action: &str, time: u64| json!({ "Type": "container", "Action": action, "time": time }).to_string();
    let mut response =
        of_json(Body::from(format!("{}\r\n{}\n{}", line("create", 1), line("start", 2), line("die", 3))));
    response.headers_mut().insert("api-version", "1.47".parse().unwrap());
    response
}

/// Writes of the actions `index` and `delete`: the first has a line behind it, and the last line ends
/// in a line feed.
async fn bulk(headers: HeaderMap, body: Bytes) -> Response {
    let text = std::str::from_utf8(&body).unwrap();
    let refused = |why: &str| (StatusCode::BAD_REQUEST, why.to_owned()).into_response();
    if headers[header::CONTENT_TYPE] != "application/x-ndjson" {
        return (StatusCode::NOT_ACCEPTABLE, "Content-Type header is not supported").into_response();
    }
    let Some(text) = text.strip_suffix('\n') else {
        return refused("The bulk request must be terminated by a newline [\\n]");
    };
    let lines: Result<Vec<Value>, _> = text.split('\n').map(serde_json::from_str).collect();
    let Ok(lines) = lines else { return refused("Malformed action/metadata line") };
    let (mut items, mut lines) = (Vec::new(), lines.into_iter());
    while let Some(action) = lines.next() {
        let Some((name, _)) = action.as_object().and_then(|action| action.iter().next()) else {
            return refused("Malformed action/metadata line, expected START_OBJECT");
        };
        let status = if name == "delete" { 200 } else { 201 };
        if name == "index" && lines.next().is_none() {
            return refused("a line of the source is missing");
        }
        items.push(json!({ name: { "status": status } }));
    }
    of_json(Body::from(json!({ "took": 30, "errors": false, "items": items }).to_string()))
}

fn change(kind: &str, version: &str) -> String {
    json!({ "type": kind, "object": { "kind": "Pod", "metadata": { "resourceVersion": version } } }).to_string()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn changes_come_as_they_happen() {
    let (url, sender) = server().await;
    let client = Client::new(url).unwrap();
    let first = change("ADDED", "10596");
    let (begin, end) = first.split_at(20);
    sender.send(Ok(begin.to_owned())).await.unwrap();
    let mut changes = client.watch_pods("test").resource_version("10245").stream().await.unwrap();
    sender.send(Ok(format!("{end}\n{}\n", change("MODIFIED", "11020")))).await.unwrap();
    let next = changes.try_next().await.unwrap().unwrap();
    assert_eq!((next.kind, next.object.metadata.resource_version.as_str()), (ChangeType::Added, "10596"));
    assert_eq!(changes.try_next().await.unwrap().unwrap().kind, ChangeType::Modified);
    // A line that does not fit, and one behind it.
    sender.send(Ok(format!("{{\"type\":7}}\n{}\n", change("MOVED", "11021")))).await.unwrap();
    let error = changes.try_next().await.unwrap_err();
    assert!(error.is_decode() && error.to_string().contains("[2].type"), "{error}");
    let moved = changes.next().await.unwrap().unwrap();
    assert_eq!(moved.kind, ChangeType::UnknownValue("MOVED".into()));
    // Half a line is none, and nobody knows what would have followed.
    sender.send(Ok(change("BOOKMARK", "12746"))).await.unwrap();
    sender.send(Err("the server goes down".to_owned())).await.unwrap();
    let error = changes.next().await.unwrap().unwrap_err();
    assert!(error.is_transport(), "{error}");
    assert!(changes.next().await.is_none());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn lines_are_a_list_for_those_who_wait() {
    let (url, _) = server().await;
    let client = Client::new(url.clone()).unwrap();
    let all = client.happenings().await.unwrap();
    assert_eq!(
        all.iter().map(|one| (one.action.as_str(), one.time)).collect::<Vec<_>>(),
        [("create", 1), ("start", 2), ("die", 3)]
    );
    assert_eq!(client.happenings().reply().await.unwrap().into_body(), all);
    let (listed, headers) = client.happenings().with_headers().await.unwrap();
    assert_eq!((listed, headers.api_version.as_deref()), (all.clone(), Some("1.47")));
    let streamed: Vec<_> = client.happenings().stream().await.unwrap().try_collect().await.unwrap();
    assert_eq!(streamed, all);
    let in_rust = declared::Client::new(url).unwrap();
    let mut lines = in_rust.happenings().stream().await.unwrap();
    assert_eq!(lines.headers()["api-version"], "1.47");
    let (listed, headers) = in_rust.happenings().with_headers().await.unwrap();
    assert_eq!((listed.len(), headers.api_version.as_str()), (3, "1.47"));
    let happening: declared::Happening = lines.try_next().await.unwrap().unwrap();
    assert_eq!(happening.action, "create");
    // Threads without async code.
    let threads = tokio::task::spawn_blocking(move || {
        let lines = client.happenings().stream().wait().unwrap();
        assert_eq!(blocking::iter(lines).map(|line| line.unwrap().time).sum::<u64>(), 6);
        let mut lines = client.happenings().stream().wait().unwrap();
        lines.try_next().wait().unwrap().unwrap().time
    });
    assert_eq!(threads.await.unwrap(), 1);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn items_are_sent_one_a_line() {
    let (url, _) = server().await;
    let client = Client::new(url.clone()).unwrap();
    // However a value is laid out, it is one line.
    let source = RawJson::parse("{\n  \"field1\": \"a\\nb\"\n}").unwrap();
    let lines = || {
        let line = |value: Value| RawJson::from(value);
        [
            line(json!({ "index": { "_index": "test", "_id": "1" } })),
            source.clone(),
            line(json!({ "delete": { "_id": "2" } })),
        ]
    };
    let done = client.bulk(lines()).await.unwrap();
    assert!(!done.errors);
    let statuses: Vec<_> = done.items.iter().flatten().map(|(name, item)| (name.to_string(), item.status)).collect();
    assert_eq!(statuses, [("index".to_owned(), 201), ("delete".to_owned(), 200)]);
    let in_rust = declared::Client::new(url).unwrap();
    assert!(in_rust.bulk(lines()).await.unwrap().as_str().contains("\"errors\":false"));
    // A source is missing.
    assert_eq!(client.bulk(lines().into_iter().take(1)).await.unwrap_err().status().unwrap().as_u16(), 400);
}

async fn sandbox(builder: Builder) -> (Sandbox, Client) {
    let text = include_bytes!("../../macros/lines.yaml").to_vec();
    let spec = chainloom_codegen::read_sources("spec", vec![("lines.yaml".to_owned(), text)]).unwrap();
    let sandbox = builder.spec(spec).start().await.unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    (sandbox, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_reads_and_serves_lines() {
    let (sandbox, client) = sandbox(Sandbox::builder()).await;
    assert_eq!(client.happenings().await.unwrap().len(), 2);
    assert!(client.happenings().with_headers().await.unwrap().1.api_version.is_some());
    let mut lines = client.happenings().stream().await.unwrap();
    assert_eq!(lines.headers()["content-type"], "application/json");
    assert_eq!(lines.try_next().await.unwrap().unwrap().action, "create");
    let body = [json!({ "index": {} }), json!({ "field1": 1 })].map(RawJson::from);
    client.bulk(body).await.unwrap();
    assert_eq!(sandbox.seen().last().unwrap().body.as_ref(), b"{\"index\":{}}\n{\"field1\":1}\n");
    client.bulk(Vec::<RawJson>::new()).await.unwrap();
    // What is no line is refused.
    let http = reqwest::Client::new();
    for (media_type, body, status) in [
        ("application/x-ndjson", "{\"index\":{}}\n{\n", 400),
        ("application/x-ndjson", "{}", 400),
        ("application/json", "[{}]", 415),
    ] {
        let request = http.post(format!("{}/_bulk", sandbox.url())).header("content-type", media_type).body(body);
        assert_eq!(request.send().await.unwrap().status().as_u16(), status, "{body}");
    }
    // A cut body is an error, in parts and as a whole.
    sandbox.add_fault(Fault::CutBody.times(2)).unwrap();
    let mut lines = client.happenings().stream().await.unwrap();
    let told = loop {
        match lines.next().await.unwrap() {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(told.is_transport() && lines.next().await.is_none(), "{told}");
    assert_eq!(client.happenings().await.unwrap().len(), 2, "a read is repeated");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_publishes_lines() {
    let (sandbox, client) = sandbox(Sandbox::builder().open_event_streams()).await;
    let mut lines = client.happenings().stream().await.unwrap();
    for _ in 0..2 {
        lines.try_next().await.unwrap().unwrap();
    }
    assert_eq!(sandbox.publish("happenings", 3).unwrap(), 3);
    sandbox.end_streams();
    assert_eq!(lines.filter(|line| std::future::ready(line.is_ok())).count().await, 3);
}
