//! Servers with habits of their own, as words of the language say: empty values of another kind,
//! times without an offset, limits in a success, waits in milliseconds, URLs of another origin.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::http::Uri;
use axum::response::IntoResponse as _;
use chainloom::runtime::{DateTime, ErrorKind, Retry};

use crate::loopback::serve;

chainloom::include_api!("tests/macros/lenient.yaml");

/// A server that gives each body once, and the last one from then on.
async fn answering(bodies: &'static [&'static str]) -> (lenient::Client, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let asked = Arc::clone(&count);
    let answer = move || async move { bodies[asked.fetch_add(1, Ordering::SeqCst).min(bodies.len() - 1)] };
    let client = lenient::Client::new(serve(Router::new().fallback(answer)).await).unwrap();
    (client, count)
}

fn book() -> lenient::Book {
    lenient::Book::new([] as [(&str, &str); 0], [] as [&str; 0])
}

#[tokio::test(crate = "chainloom_bounded")]
async fn empty_values_of_another_kind_are_absent_or_empty() {
    for empty in [
        r#"{"size":[],"copies":[],"marks":[],"tags":{},"words":{}}"#,
        r#"{"size":"","copies":"","marks":"","tags":"","words":""}"#,
        r#"{"size":false,"copies":false,"marks":false,"tags":false,"words":false}"#,
        r#"{"size":[ ],"copies":null,"marks":null,"tags":null,"words":null}"#,
    ] {
        let (client, _) = answering(Box::leak(Box::new([empty]))).await;
        let book = client.book().await.unwrap();
        assert!(book.size.is_none() && book.copies.is_none() && book.tags.is_none(), "{empty}");
        assert!(book.marks.is_empty() && book.words.is_empty(), "{empty}");
    }
    // Empty values of their own kind are there, and others are errors.
    let (client, _) = answering(&[r#"{"size":{},"copies":{},"marks":{},"tags":[],"words":[]}"#]).await;
    let book = client.book().await.unwrap();
    assert!(book.size.is_some() && book.copies.is_some() && book.tags.is_some());
    for (wrong, path) in [
        (r#"{"size":[1],"marks":{},"words":[]}"#, "size"),
        (r#"{"copies":["a"],"marks":{},"words":[]}"#, "copies"),
        (r#"{"marks":true,"words":[]}"#, "marks"),
        (r#"{"marks":{},"words":{"a":1}}"#, "words"),
        (r#"{"marks":{}}"#, "words"),
    ] {
        let (client, _) = answering(Box::leak(Box::new([wrong]))).await;
        let error = client.book().await.unwrap_err();
        assert_eq!(error.read_error().unwrap().path(), path, "{error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_time_without_an_offset_has_that_of_the_spec() {
    for (text, seconds, kept) in [
        ("2021-04-02T15:34:00", 1_617_370_440, "2021-04-02T15:34:00+02:00"),
        ("2021-04-02 15:34:00.5", 1_617_370_440, "2021-04-02 15:34:00.5+02:00"),
        ("2021-04-02T15:34:00Z", 1_617_377_640, "2021-04-02T15:34:00Z"),
    ] {
        let body = format!(r#"{{"lent":"{text}","marks":{{}},"words":[]}}"#);
        let (client, _) = answering(Box::leak(Box::new([&*body.leak()]))).await;
        let lent: DateTime = client.book().await.unwrap().lent.unwrap();
        assert_eq!((lent.unix_seconds(), lent.as_str()), (seconds, kept));
    }
    let (client, _) = answering(&[r#"{"lent":"2021-04-02","marks":{},"words":[]}"#]).await;
    assert!(client.book().await.unwrap_err().is_decode());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_time_is_sent_as_the_service_writes_it() {
    let router = Router::new().fallback(|body: Bytes| async move { body });
    let client = lenient::Client::new(serve(router).await).unwrap();
    for (given, sent) in [
        ("2021-04-02T15:34:00+02:00", r#""lent":"2021-04-02T15:34:00""#),
        ("2021-04-02T15:34:00Z", r#""lent":"2021-04-02T15:34:00Z""#),
    ] {
        let book = self::book().lent(given.parse::<DateTime>().unwrap());
        let reply = client.lend(book).reply().await.unwrap();
        let raw = String::from_utf8_lossy(reply.raw()).into_owned();
        assert!(raw.contains(sent), "{raw}");
        assert_eq!(reply.body().lent.as_ref().unwrap().as_str(), given);
    }
}

/// Nothing was done, so a call that makes a change is repeated too.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_limit_in_the_body_of_a_success() {
    const BUSY: &str = r#"{"ok":false,"why":"busy"}"#;
    let (client, asked) = answering(&[BUSY, r#"{"marks":{},"words":[]}"#]).await;
    client.lend(book()).await.unwrap();
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    let (client, asked) = answering(&[BUSY]).await;
    let error = client.book().configure(|call| call.retry(Retry::none())).await.unwrap_err();
    assert!(error.is_rate_limited() && error.is_retryable() && error.kind() == ErrorKind::InBody, "{error}");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let (client, asked) = answering(&[r#"{"ok":false,"why":"no book is busy"}"#]).await;
    assert!(!client.book().await.unwrap_err().is_rate_limited());
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_wait_in_milliseconds() {
    let count = Arc::new(AtomicUsize::new(0));
    let router = Router::new().fallback(move || async move {
        match count.fetch_add(1, Ordering::SeqCst) {
            0 => (axum::http::StatusCode::TOO_MANY_REQUESTS, [("x-wait", "120")], "").into_response(),
            _ => r#"{"marks":{},"words":[]}"#.into_response(),
        }
    });
    let client = lenient::Client::new(serve(router).await).unwrap();
    let began = Instant::now();
    client.book().await.unwrap();
    assert!(began.elapsed() >= Duration::from_millis(120));
    let error = lenient::Client::new(
        serve(
            Router::new()
                .fallback(|| async { (axum::http::StatusCode::TOO_MANY_REQUESTS, [("x-wait", "3600000")], "") }),
        )
        .await,
    )
    .unwrap()
    .book()
    .await
    .unwrap_err();
    assert_eq!((error.retry_after(), error.attempts()), (Some(Duration::from_secs(3600)), 1));
    assert!(error.to_string().contains("The service asks for a wait of 3600s"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn pages_by_urls_that_a_proxy_made_wrong() {
    let router = Router::new().fallback(|uri: Uri| async move {
        match uri.query() {
            Some("page=2") => r#"{"numbers":[3,4]}"#,
            _ => r#"{"numbers":[1,2],"next":"https://inside.example:8443/numbers?page=2"}"#,
        }
    });
    let client = lenient::Client::new(serve(router).await).unwrap();
    let (mut items, mut numbers) = (client.numbers().items(), Vec::new());
    while let Some(number) = items.try_next().await.unwrap() {
        numbers.push(number);
    }
    assert_eq!(numbers, [1, 2, 3, 4]);
}
