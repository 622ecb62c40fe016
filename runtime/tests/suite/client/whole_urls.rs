//! Whole URLs of services: where calls go, what is not asked for, and that no part of a URL is shown.

use super::{
    books::*,
    servers::{Memory, once},
};
use bytes::Bytes;
use chainloom_runtime::{
    Builder, Call, Endpoint, Error, ErrorKind, TransportError, catalog::Target, schema::Deployment,
};
use std::sync::Arc;

const KEY: &str = "0123456789abcdef0123456789abcdef";
const WHOLE: &str = "https://provider.example/v3/0123456789abcdef0123456789abcdef";

fn count() -> Count {
    Count { shelf: None, after: None, limit: None }
}

/// Answers JSON-RPC calls and books; the host `down` cannot be reached.
fn answering() -> Arc<Memory> {
    Memory::new(|request| {
        if request.uri().host() == Some("down") {
            return Err(TransportError::connect("refused"));
        }
        let body = match request.method().as_str() {
            "GET" => r#"{"title":"Walden","pages":352}"#.to_owned(),
            _ => {
                let asked: serde_json::Value = serde_json::from_slice(request.body()).unwrap();
                serde_json::json!({ "jsonrpc": "2.0", "id": asked["id"], "result": 7 }).to_string()
            }
        };
        Ok(http::Response::new(Bytes::from(body)))
    })
}

fn urls(memory: &Memory) -> Vec<String> {
    std::mem::take(&mut *memory.asked.lock().unwrap()).iter().map(|request| request.uri().to_string()).collect()
}

fn building(builder: Builder) -> String {
    let error = builder.build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Building);
    error.to_string()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn calls_go_to_exactly_the_url_and_other_services_to_the_base_url() {
    for url in [WHOLE, "https://h.example/rpc/", "http://h.example", "https://h.example/a?key=b%20c"] {
        let memory = answering();
        let builder = once(&CLIENT).base_url("http://base.example").transport(memory.clone());
        let target = Target::new(builder.service_endpoint("positional", url).build().unwrap());
        // The second endpoint of the path needs a variable that is not set.
        Call::new(target.clone().endpoint(1), count()).await.unwrap();
        Call::new(target.clone(), FindBook::new("1")).await.unwrap();
        let asked = urls(&memory);
        let exact = if url == "http://h.example" { "http://h.example/" } else { url };
        assert_eq!(asked[0], exact);
        assert!(asked[1].starts_with("http://base.example/v1/"), "{}", asked[1]);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn paths_of_a_rest_service_are_appended() {
    let memory = answering();
    let builder = once(&CLIENT).transport(memory.clone());
    let target = Target::new(builder.service_endpoint("library", format!("{WHOLE}/?a=b")).build().unwrap());
    Call::new(target, FindBook::new("1")).await.unwrap();
    let asked = urls(&memory);
    assert!(asked[0].starts_with(&format!("{WHOLE}/v1/cellar/books/1:find?a=b&format=")), "{}", asked[0]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn without_a_base_url_only_calls_that_go_there_fail() {
    let memory = answering();
    let client = once(&CLIENT).transport(memory.clone()).service_endpoint("positional", WHOLE).build().unwrap();
    let target = Target::new(client);
    Call::new(target.clone(), count()).await.unwrap();
    let error = Call::new(target.clone(), FindBook::new("1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Setup);
    assert!(error.to_string().contains("the variable `booksUrl` is not set"), "{error}");
    assert_eq!(urls(&memory), [WHOLE]);
    let alone = Target::at(COUNT.service, WHOLE).unwrap();
    assert!(format!("{:?}", alone.client()).contains("provider.example"), "{alone:?}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn further_urls_are_tried_in_their_order() {
    let memory = answering();
    let builder = chainloom_runtime::Client::builder(&CLIENT).transport(memory.clone());
    let builder = builder.service_endpoint("positional", "http://down/1").service_endpoint("positional", WHOLE);
    let target = Target::new(builder.build().unwrap());
    let reply = Call::new(target, count()).reply().await.unwrap();
    assert_eq!(reply.origin(), "https://provider.example");
    assert_eq!(urls(&memory), ["http://down/1", WHOLE]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn secrets_of_the_builder_stay_at_the_base_url_and_headers_of_a_call_go_along() {
    let memory = answering();
    let builder = once(&CLIENT).base_url("http://base.example").secret("apiKey", "hush-hush-42").header("x-mine", "m");
    let own = Endpoint::new(WHOLE).header("x-own", "of-the-provider");
    let client = builder.service_endpoint("positional", own).transport(memory.clone()).build().unwrap();
    Call::new(Target::new(client), count()).header("x-call", "of-call").await.unwrap();
    let asked = memory.asked.lock().unwrap();
    let headers = asked[0].headers();
    assert!(headers.get("x-books-key").is_none() && headers.get("x-mine").is_none(), "{headers:?}");
    assert!(headers.contains_key("x-own") && headers.contains_key("x-call"), "{headers:?}");
}

#[test]
fn wrong_urls_name_the_service_and_show_no_url() {
    let wrong = |service: &str, url: &str| building(once(&CLIENT).service_endpoint(service, url));
    for (service, url, text) in [
        ("objekt", WHOLE, "there is no service `objekt`; there are: `library`, `positional`, `object`, `named`"),
        ("named", WHOLE, "the service `named` has several endpoints"),
        ("object", "provider.example/KEYKEYKEY", "the URL of the service `object` is no URL"),
        ("object", "ftp://provider.example/KEYKEYKEY", "the URL of the service `object` must begin with `http://`"),
        ("object", "wss://provider.example/KEYKEYKEY", "the service `object` has no websocket"),
        ("positional", "https://", "the URL of the service `positional`, of HTTP or of its websocket (`wss://…`), is"),
    ] {
        let error = wrong(service, url);
        assert!(error.contains(text), "{service} {url}: {error}");
        assert!(!error.contains(KEY) && !error.contains("KEYKEYKEY"), "{error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn no_part_of_the_path_and_the_query_is_shown() {
    for (url, parts) in [
        (WHOLE, vec![KEY, "/v3"]),
        ("https://provider.example/word", vec!["word"]),
        ("https://provider.example/a/b?t=1", vec!["/a/b", "t=1"]),
    ] {
        // The server repeats the path.
        let path = url.trim_start_matches("https://provider.example").to_owned();
        let echo = format!("no {path} here");
        let memory = Memory::fixed(404, "text/plain", echo);
        let builder = once(&CLIENT).transport(memory).service_endpoint("positional", url);
        let mut shown = vec![format!("{builder:?}")];
        let target = Target::new(builder.build().unwrap());
        let call = Call::new(target.clone(), count());
        let (dry, curl) = (call.dry_run().unwrap(), call.to_curl().unwrap());
        shown.extend([format!("{target:?}"), dry.to_string(), format!("{dry:?}"), curl]);
        let error: Error = call.await.unwrap_err();
        shown.extend([error.to_string(), format!("{error:?}")]);
        for text in &shown {
            assert!(parts.iter().all(|part| !text.contains(part)), "{url}: {text}");
        }
        assert!(shown[4].contains(r#"'https://provider.example'"${BOOKS_URL_KEY}""#), "{}", shown[4]);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_deployment_gives_whole_urls_which_the_user_replaces() {
    static SUBURB: Deployment = Deployment::new("suburb")
        .vars(&[("booksUrl", "http://books.example")])
        .endpoints(&[("positional", "https://objects.example/{prefix}"), ("elsewhere", "https://not.ours")]);
    static UNSET: Deployment =
        Deployment::new("unset").endpoints(&[("positional", "https://objects.example/{booksUrl}")]);
    let sent = async |change: fn(Builder) -> Builder| {
        let memory = answering();
        let client = change(once(&CLIENT).transport(memory.clone()).deployment(&SUBURB)).build().unwrap();
        Call::new(Target::new(client), count()).await.unwrap();
        urls(&memory).remove(0)
    };
    assert_eq!(sent(|builder| builder).await, "https://objects.example/bk");
    assert_eq!(sent(|builder| builder.var("prefix", "zz")).await, "https://objects.example/zz");
    assert_eq!(sent(|builder| builder.service_endpoint("positional", WHOLE)).await, WHOLE);
    assert_eq!(sent(|builder| builder.base_url("http://own.example")).await, "http://own.example/rpc/hall/bk");
    // A variable that is not set is an error of the calls that need it.
    let client = once(&CLIENT).transport(answering()).deployment(&UNSET).build().unwrap();
    let error = Call::new(Target::new(client), count()).await.unwrap_err();
    assert!(error.to_string().contains("the variable `booksUrl` is not set"), "{error}");
}
