//! Further endpoints: where calls go on, what is sent there, and when they come back.

use super::{
    books::*,
    servers::{Memory, once},
};
use bytes::Bytes;
use chainloom_runtime::{
    Builder, Call, Client, Endpoint, Error, ErrorKind, Retry, TransportError, catalog::Target, schema::Effect,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::Instant;

const KEY: &str = "hush-hush-42";
const BOOK: &str = r#"{"title":"Walden","pages":352}"#;

/// Answer of each host: a status, or nothing for a failed connection; 0 for a broken one.
#[derive(Clone, Default)]
struct Hosts(Arc<Mutex<HashMap<&'static str, Option<u16>>>>);

impl Hosts {
    fn set(&self, host: &'static str, status: Option<u16>) {
        self.0.lock().unwrap().insert(host, status);
    }

    /// Three endpoints over these hosts.
    fn client(&self) -> (Builder, Arc<Memory>) {
        let hosts = self.clone();
        let memory = Memory::new(move |request| {
            let host = request.uri().host().unwrap();
            let status = hosts.0.lock().unwrap().get(host).copied().unwrap_or(Some(200));
            match status {
                Some(0) => Err(TransportError::other("broken")),
                Some(status) => {
                    let answer = http::Response::builder().status(status);
                    let answer = if status == 429 { answer.header("retry-after", 90) } else { answer };
                    Ok(answer.body(Bytes::from_static(BOOK.as_bytes())).unwrap())
                }
                None => Err(TransportError::connect("refused")),
            }
        });
        let builder = Client::builder(&CLIENT).base_url("http://a/x").secret("apiKey", KEY).transport(memory.clone());
        let second = Endpoint::new("http://b").secret("apiKey", "second-key").header("x-own", "of-second");
        (builder.header("x-first", "of-first").endpoint(second).fallback("http://c"), memory)
    }
}

fn hosts(memory: &Memory) -> String {
    let asked = std::mem::take(&mut *memory.asked.lock().unwrap());
    asked.iter().map(|request| request.uri().host().unwrap()).collect()
}

async fn find(target: &Target) -> Result<(u64, String), Error> {
    let reply = Call::new(target.clone(), FindBook::new("1")).header("x-call", "of-call").reply().await?;
    Ok((reply.body().pages, reply.origin().to_owned()))
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_call_goes_on_at_the_next_endpoint_at_once() {
    for failed in [None, Some(0), Some(429), Some(500), Some(503)] {
        let hosts_ = Hosts::default();
        hosts_.set("a", failed);
        let (builder, memory) = hosts_.client();
        let target = Target::new(builder.build().unwrap());
        let began = Instant::now();
        assert_eq!(find(&target).await.unwrap(), (352, "http://b".to_owned()));
        assert_eq!((hosts(&memory), began.elapsed()), ("ab".to_owned(), Duration::ZERO), "{failed:?}");
        // While it rests, nothing goes there.
        find(&target).await.unwrap();
        assert_eq!(hosts(&memory), "b");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn secrets_and_headers_stay_at_their_endpoint() {
    let all = Hosts::default();
    all.set("a", None);
    all.set("b", None);
    let (builder, memory) = all.client();
    let client = builder.build().unwrap();
    find(&Target::new(client.clone())).await.unwrap();
    let asked = memory.asked.lock().unwrap();
    let sent = |index: usize, name: &str| asked[index].headers().get(name).and_then(|value| value.to_str().ok());
    let names = ["x-books-key", "x-first", "x-own", "x-call"];
    assert_eq!(names.map(|name| sent(0, name)), [Some(KEY), Some("of-first"), None, Some("of-call")]);
    assert_eq!(names.map(|name| sent(1, name)), [Some("second-key"), None, Some("of-second"), None]);
    assert_eq!(names.map(|name| sent(2, name)), [None; 4]);
    assert_eq!(asked[1].uri().path(), "/v1/cellar/books/1:find");
    assert!(format!("{client:?}").contains(r#"origin: "http://a""#), "{client:?}");
    assert!(format!("{client:?}").contains(r#"others: ["http://b", "http://c"]"#), "{client:?}");
    let endpoint = Endpoint::new("http://u:hush@b/hush").secret("apiKey", "hush").header("x-own", "hush");
    for shown in [format!("{client:?}"), format!("{endpoint:?}"), format!("{:?}", once(&CLIENT).endpoint(endpoint))] {
        assert!(!shown.contains("hush") && !shown.contains("second-key") && !shown.contains("of-second"), "{shown}");
    }
}

/// Secrets of each endpoint are covered, whichever endpoint repeats them.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn secrets_of_all_endpoints_do_not_print() {
    let memory = Memory::fixed(404, "text/plain", format!("{KEY} second-key url-key-99 of-second"));
    let other = Endpoint::new("http://b/url-key-99").secret("apiKey", "second-key").header("x", "of-second");
    let builder = once(&CLIENT).base_url("http://a").secret("apiKey", KEY).endpoint(other).transport(memory);
    let error = find(&Target::new(builder.build().unwrap())).await.unwrap_err();
    assert!(error.to_string().contains("[secret] [secret] [secret] [secret]"), "{error}");
    assert!(error.to_string().contains(": GET http://a/v1/cellar/books/1:find: 404"), "{error}");
    assert_eq!(error.origin(), Some("http://a"));
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_write_goes_on_only_if_nothing_was_done() {
    assert_eq!(REVIEW.effect, Effect::Write);
    let mut review = vec![None; REVIEW.input.fields.len()];
    review[0] = Some(b"\"good\"".to_vec());
    for (failed, asked) in [(None, "ab"), (Some(429), "ab"), (Some(0), "a"), (Some(503), "a"), (Some(500), "a")] {
        let all = Hosts::default();
        all.set("a", failed);
        let (builder, memory) = all.client();
        let target = Target::new(builder.build().unwrap());
        let reply = target.client().execute(&REVIEW, &review, &target).await;
        assert_eq!((hosts(&memory), reply.is_ok()), (asked.to_owned(), asked == "ab"), "{failed:?}");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_endpoint_that_has_rested_is_tried_by_one_call_that_only_reads() {
    let all = Hosts::default();
    all.set("a", Some(503));
    let (builder, memory) = all.client();
    let target = Target::new(builder.build().unwrap());
    find(&target).await.unwrap();
    hosts(&memory);
    tokio::time::advance(Duration::from_millis(1_001)).await;
    // A write does not try it, nor does a second call while the first is on its way.
    let mut review = vec![None; REVIEW.input.fields.len()];
    review[0] = Some(b"\"good\"".to_vec());
    target.client().execute(&REVIEW, &review, &target).await.unwrap();
    assert_eq!(hosts(&memory), "b");
    find(&target).await.unwrap();
    assert_eq!(hosts(&memory), "ab");
    // The second rest is longer; then it is well, and stays the first choice.
    tokio::time::advance(Duration::from_millis(1_001)).await;
    find(&target).await.unwrap();
    assert_eq!(hosts(&memory), "b");
    all.set("a", Some(200));
    tokio::time::advance(Duration::from_millis(1_001)).await;
    find(&target).await.unwrap();
    find(&target).await.unwrap();
    assert_eq!(hosts(&memory), "aa");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn attempts_and_deadline_hold_over_all_endpoints() {
    let all = Hosts::default();
    ["a", "b", "c"].iter().for_each(|host| all.set(host, Some(503)));
    let (builder, memory) = all.client();
    let target = Target::new(builder.clone().build().unwrap());
    let began = Instant::now();
    let error = find(&target).await.unwrap_err();
    assert_eq!((error.attempts(), error.origin(), hosts(&memory).as_str()), (4, Some("http://a"), "abca"));
    assert_eq!(began.elapsed(), Duration::from_secs(1));
    // One attempt is one attempt.
    let target = Target::new(builder.retry(Retry::none()).build().unwrap());
    find(&target).await.unwrap_err();
    assert_eq!(hosts(&memory), "a");
    find(&target).await.unwrap_err();
    assert_eq!(hosts(&memory), "b");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_is_no_fault_of_the_endpoint_does_not_move_a_call() {
    let all = Hosts::default();
    all.set("a", Some(404));
    let (builder, memory) = all.client();
    let target = Target::new(builder.build().unwrap());
    for _ in 0..2 {
        assert_eq!(find(&target).await.unwrap_err().kind(), ErrorKind::Status);
    }
    assert_eq!(hosts(&memory), "aa");
}

#[test]
fn what_is_wrong_with_endpoints() {
    let wrong = |endpoint: Endpoint| {
        let builder = once(&CLIENT).base_url("http://h").endpoint(endpoint).transport(Memory::fixed(200, "", ""));
        builder.build().unwrap_err().to_string()
    };
    assert!(wrong(Endpoint::new("hush-hush")).contains("the base URL is no URL"));
    assert!(!wrong(Endpoint::new("hush-hush")).contains("hush"));
    assert!(wrong(Endpoint::new("http://b").secret("key", "x")).contains("there is no secret `key`"));
    assert!(wrong(Endpoint::new("http://b").header("x-a", "c\nd")).contains("the header `x-a` holds characters"));
}
