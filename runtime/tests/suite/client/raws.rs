//! Calls that the description lacks: where they may go, what they carry, and when they are tried
//! again.

use super::{
    books::*,
    servers::{Memory, once},
};
use bytes::Bytes;
use chainloom_runtime::{
    Client, Error, ErrorKind, Json, RawCall, Text, TransportError, catalog::Target, http::Method, schema::Effect,
};
use serde_json::json;
use std::{sync::Arc, time::Duration};

const KEY: &str = "hush-hush-42";

fn client(memory: &Arc<Memory>) -> Client {
    let client = once(&CLIENT).base_url("http://h.example/base/").secret("apiKey", KEY);
    client.transport(memory.clone()).build().unwrap()
}

fn answering(body: &'static str) -> (Client, Arc<Memory>) {
    let memory = Memory::fixed(200, "application/json", body);
    (client(&memory), memory)
}

fn asked(memory: &Memory) -> http::Request<Bytes> {
    memory.asked.lock().unwrap().pop().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn rest_calls_go_through_the_client() {
    let (client, memory) = answering(r#"{"title":"A","pages":3,"more":[1.50]}"#);
    let call = client.request(Method::GET, "/v1/new").segment("a/b ?").query("n", 5).query("t&", "x y").query("n", 6);
    let found = call.clone().await.unwrap();
    assert_eq!(found.as_str(), r#"{"title":"A","pages":3,"more":[1.50]}"#);
    let request = asked(&memory);
    assert_eq!(request.uri(), "http://h.example/base/v1/new/a%2Fb%20%3F?n=5&t%26=x%20y&n=6");
    assert_eq!(request.headers()["x-books-key"], KEY);
    let book: Book = call.clone().send_as().await.unwrap();
    assert_eq!((book.pages, book.extra.is_empty()), (3, false));
    let reply = call.clone().reply().await.unwrap();
    assert_eq!((reply.status().as_u16(), reply.headers()["node"].as_bytes()), (200, &b"n1"[..]));
    let error = call.send_as::<Vec<Text>>().await.unwrap_err();
    assert!(error.kind() == ErrorKind::Decode && error.to_string().contains("an array"), "{error}");

    let body = Json(std::collections::BTreeMap::from([("a", 1)]));
    client.request(Method::POST, "/v1").json(body).header("x-own", "o").send().await.unwrap();
    let request = asked(&memory);
    assert_eq!((request.method().as_str(), request.body().as_ref()), ("POST", &b"{\"a\":1}"[..]));
    assert_eq!(request.headers()["content-type"], "application/json");
    let reply = client.request(Method::PUT, "/v1").body("text/plain", "x").bytes().await.unwrap();
    assert!(reply.body().starts_with(b"{\"title\""));
    let request = asked(&memory);
    assert_eq!(
        (&request.headers()["content-type"], &request.headers()["accept"]),
        (&"text/plain".parse().unwrap(), &"*/*".parse().unwrap())
    );
    let mut stream = client.request(Method::GET, "/v1").stream().await.unwrap();
    assert!(stream.next().await.unwrap().unwrap().starts_with(b"{\"title\""));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn any_method_is_sent_as_it_is() {
    let (client, memory) = answering("[]");
    for method in ["QUERY", "OPTIONS", "PURGE", "x-own"] {
        client.request(Method::from_bytes(method.as_bytes()).unwrap(), "/v1").json("{}").await.unwrap();
        assert_eq!(asked(&memory).method().as_str(), method);
    }
    let mut sent = (0..100).map(|number| Method::from_bytes(format!("M{number}").as_bytes()).unwrap());
    let refused = sent.find(|method| client.request(method.clone(), "/v1").dry_run().is_err());
    assert!(refused.is_some(), "names from outside do not fill the memory");
    assert!(client.request(Method::from_bytes(b"PURGE").unwrap(), "/v1").dry_run().is_ok());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_answer_without_a_body_is_null() {
    let memory = Memory::fixed(204, "", "");
    let client = client(&memory);
    assert!(client.request(Method::DELETE, "/v1").await.unwrap().is_null());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn rpc_calls_go_through_the_service() {
    let answer = |request: &http::Request<Bytes>| {
        let body: serde_json::Value = serde_json::from_slice(request.body()).unwrap();
        let body = json!({ "jsonrpc": "2.0", "id": body["id"], "result": body["params"] });
        Ok(http::Response::new(body.to_string().into()))
    };
    let memory = Memory::new(answer);
    let target = Target::new(client(&memory));
    let raw = |service, params: &str| RawCall::rpc(target.clone(), service, "{prefix}.newThing", params);
    let found: Vec<Text> = raw(COUNT.service, r#"["a","b"]"#).send_as().await.unwrap();
    assert_eq!(found, ["a", "b"]);
    let request = asked(&memory);
    assert_eq!(request.uri().path(), "/base/rpc/hall/bk");
    assert!(request.body().windows(15).any(|part| part == b"\"bk.newThing\",\""), "{:?}", request.body());
    assert_eq!(raw(COUNT_NAMED.service, r#"{"a":1}"#).await.unwrap().as_str(), r#"{"a":1}"#);
    for (params, text) in
        [("1", "must be an array or an object"), ("[1", "the JSON of the call"), ("", "the JSON of the call")]
    {
        let error = raw(COUNT.service, params).await.unwrap_err();
        assert!(error.is_invalid_request() && error.to_string().contains(text), "{error}");
    }
    let error = raw(COUNT.service, "[]").query("a", 1).await.unwrap_err();
    assert!(error.to_string().contains("parameters only"), "{error}");
    let error = raw(&LIBRARY, "[]").await.unwrap_err();
    assert!(error.is_building(), "{error}");
    assert!(raw(COUNT.service, "[]").to_curl().unwrap().contains(r#""method":"bk.newThing","params":[]}'"#));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn no_path_leads_elsewhere() {
    let (client, memory) = answering("1");
    for path in [
        "", "v1", "https://evil.example/", "@evil.example/", "/a/../b", "/..", "/./a", "/a/%2e%2E", "/.%2e/a",
        "/a\\..\\b", "/\\evil.example", "/.\t./b", "/a\r\nx-evil: 1", "/a\0", "/a?b=1", "/a#b",
    ] {
        let error = client.request(Method::GET, path).await.unwrap_err();
        assert!(error.is_invalid_request() && error.operation() == Some("books.request"), "{path:?}: {error}");
    }
    for path in ["//evil.example/a", "/a//b", "/a:b@c", "/a b", "/\u{fc}", "/%2F", "/..."] {
        client.request(Method::GET, path).await.unwrap();
        let uri = asked(&memory).uri().clone();
        assert!(uri.host() == Some("h.example") && uri.path().starts_with("/base/"), "{path}: {uri}");
    }
    let error = client.request(Method::GET, "/a").segment("..").await.unwrap_err();
    assert!(error.is_invalid_request(), "{error}");
    for method in [Method::TRACE, Method::CONNECT] {
        let error = client.request(method.clone(), "/a").await.unwrap_err();
        assert!(error.to_string().contains(&format!("the method {method} cannot be sent")), "{error}");
    }
    let error = client.request(Method::POST, "/a").body("a\nb", "").await.map(drop);
    assert!(error.is_err() || !asked(&memory).headers().contains_key("b"));
    assert!(memory.asked.lock().unwrap().is_empty());
}

/// The number of requests of a call that always fails like this.
async fn attempts(make: impl Fn(&Client) -> RawCall, failure: fn() -> TransportError) -> (usize, Error) {
    let memory = Memory::new(move |_| Err(failure()));
    let client = Client::builder(&CLIENT).base_url("http://h").transport(memory.clone()).build().unwrap();
    let error = make(&client).timeout(Duration::from_secs(1)).await.unwrap_err();
    let count = memory.asked.lock().unwrap().len();
    (count, error)
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_may_change_something_is_sent_once() {
    let broken: fn() -> TransportError = || TransportError::other("broken");
    let get = |client: &Client| client.request(Method::GET, "/v1");
    let post = |client: &Client| client.request(Method::POST, "/v1");
    let rpc = |client: &Client| RawCall::rpc(Target::new(client.clone()), COUNT.service, "a", "[]");
    assert_eq!(attempts(get, broken).await.0, 4);
    let query = |client: &Client| client.request(Method::from_bytes(b"QUERY").unwrap(), "/v1").json("{}");
    assert_eq!(attempts(query, broken).await.0, 4);
    assert_eq!(attempts(post, broken).await.0, 1);
    assert_eq!(attempts(rpc, broken).await.0, 1);
    assert_eq!(attempts(|client| post(client).effect(Effect::Idempotent), broken).await.0, 4);
    assert_eq!(attempts(|client| rpc(client).effect(Effect::Read), broken).await.0, 4);
    assert_eq!(attempts(|client| get(client).effect(Effect::Write), broken).await.0, 1);
    // Nothing was sent, so nothing was done.
    let (count, error) = attempts(post, || TransportError::connect("refused")).await;
    assert_eq!((count, error.attempts()), (4, 4));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn secrets_are_masked_and_names_do_not_pile_up() {
    let memory = Memory::fixed(404, "text/plain", format!("no {KEY}"));
    let client = client(&memory);
    let call = client.request(Method::GET, format!("/v1/{KEY}"));
    let shown = format!("{call:?} {} {}", call.dry_run().unwrap(), call.to_curl().unwrap());
    let error = call.await.unwrap_err();
    assert!(!shown.contains(KEY) && !format!("{error} {error:?}").contains(KEY), "{shown} {error}");
    assert!(error.to_string().starts_with("books.request: GET /base/v1/[secret]: 404 Not Found"), "{error}");
    let id = |name: usize| {
        let call = RawCall::rpc(Target::new(client.clone()), COUNT.service, format!("m{name}"), "[]");
        call.dry_run().unwrap().operation()
    };
    assert_eq!(id(1), "positional.m1");
    assert!((2..600).map(id).any(|id| id == "positional.raw"));
    assert_eq!(id(1), "positional.m1");
}
