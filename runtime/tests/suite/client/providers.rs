//! Secrets that rotate: when their provider is asked, and what is never shown.

use super::{
    books::*,
    servers::{Memory, once},
};
use bytes::Bytes;
use chainloom_runtime::{Builder, Call, Client, Endpoint, ErrorKind, Retry, SecretString, catalog::Target};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::task::JoinSet;

const BOOK: &str = r#"{"title":"Walden","pages":352}"#;

/// Refuses each key but this one, and repeats it.
fn service(right: &Arc<AtomicU32>) -> Arc<Memory> {
    let right = Arc::clone(right);
    Memory::new(move |request| {
        let key = request.headers()["x-books-key"].to_str().unwrap();
        let is_right = key == format!("hush-key-{}", right.load(SeqCst));
        let body = if is_right { BOOK.to_owned() } else { format!("no key: {key}, hush-key-0, hush-key-1") };
        Ok(http::Response::builder().status(if is_right { 200 } else { 401 }).body(Bytes::from(body)).unwrap())
    })
}

/// A client whose provider gives key after key.
fn rotating(builder: Builder, asked: &Arc<AtomicU32>) -> Builder {
    let asked = Arc::clone(asked);
    builder.base_url("http://h").secret_provider("apiKey", move || {
        let number = asked.fetch_add(1, SeqCst);
        async move {
            tokio::time::sleep(Duration::from_millis(10)).await;
            Ok::<_, String>(SecretString::from(format!("hush-key-{number}")))
        }
    })
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_value_is_kept_until_it_is_refused() {
    let (right, asked) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let memory = service(&right);
    let client = rotating(Client::builder(&CLIENT), &asked).transport(memory.clone()).build().unwrap();
    let target = Target::new(client.clone());
    let find = || Call::new(target.clone(), FindBook::new("1")).send();
    let curl = Call::new(target.clone(), FindBook::new("1")).to_curl().unwrap();
    assert!(curl.contains(r#"'x-books-key: '"${BOOKS_API_KEY}""#) && !curl.contains("of-a-provider"), "{curl}");
    assert_eq!(asked.load(SeqCst), 0, "nothing is asked before it is needed");
    find().await.unwrap();
    find().await.unwrap();
    assert_eq!((asked.load(SeqCst), memory.asked.lock().unwrap().len()), (1, 2));
    // Many calls with the old value ask once for the next.
    right.store(1, SeqCst);
    let mut set = JoinSet::new();
    (0..100).for_each(|_| drop(set.spawn(find())));
    assert!(set.join_all().await.iter().all(Result::is_ok));
    assert_eq!(asked.load(SeqCst), 2);
    // A call is tried once more, not again and again; values of before and now do not print.
    right.store(99, SeqCst);
    let before = memory.asked.lock().unwrap().len();
    let error = find().await.unwrap_err();
    assert_eq!((error.attempts(), memory.asked.lock().unwrap().len() - before), (2, 2));
    assert!(error.is_unauthorized() && error.to_string().contains("no key: [secret], [secret], [secret]"), "{error}");
    assert!(!format!("{client:?} {error:?}").contains("hush"));
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_refused_write_was_not_done() {
    let (right, asked) = (Arc::new(AtomicU32::new(1)), Arc::new(AtomicU32::new(0)));
    let memory = service(&right);
    let target = Target::new(rotating(Client::builder(&CLIENT), &asked).transport(memory).build().unwrap());
    let mut review = vec![None; REVIEW.input.fields.len()];
    review[0] = Some(b"\"good\"".to_vec());
    target.client().execute(&REVIEW, &review, &target).await.unwrap();
    assert_eq!(asked.load(SeqCst), 2);
    // One attempt is one attempt, and the next call has the next value.
    let (right, asked) = (Arc::new(AtomicU32::new(1)), Arc::new(AtomicU32::new(0)));
    let builder = rotating(once(&CLIENT), &asked).transport(service(&right));
    let target = Target::new(builder.build().unwrap());
    assert_eq!(Call::new(target.clone(), FindBook::new("1")).send().await.unwrap_err().attempts(), 1);
    Call::new(target, FindBook::new("1")).send().await.unwrap();
}

/// A fixed value that is refused is not sent again.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_fixed_value_is_refused_once() {
    let memory = Memory::fixed(401, "", "");
    let client = Client::builder(&CLIENT).base_url("http://h").secret("apiKey", "hush").transport(memory.clone());
    Call::new(Target::new(client.build().unwrap()), FindBook::new("1")).send().await.unwrap_err();
    assert_eq!(memory.asked.lock().unwrap().len(), 1);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn errors_of_a_provider_are_errors_of_the_call() {
    let find = |builder: Builder| async {
        let memory = Memory::fixed(200, "application/json", BOOK);
        let client = builder.base_url("http://h").transport(memory.clone()).build().unwrap();
        let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
        assert!(memory.asked.lock().unwrap().is_empty());
        error
    };
    let failing = || std::future::ready(Err::<SecretString, _>("the vault is shut"));
    let error = find(Client::builder(&CLIENT).secret_provider("apiKey", failing)).await;
    assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Secret, false));
    let text = "library.findBook: not sent: the provider of the secret `apiKey` failed: the vault is shut";
    assert_eq!(error.to_string(), text);
    for value in ["", "hush\nhush"] {
        let wrong = move || std::future::ready(Ok::<_, String>(SecretString::from(value)));
        let error = find(Client::builder(&CLIENT).secret_provider("apiKey", wrong)).await;
        assert_eq!(error.kind(), ErrorKind::Secret);
        assert!(!error.to_string().contains("hush"), "{error}");
    }
    let silent = std::future::pending::<Result<SecretString, String>>;
    let error = find(Client::builder(&CLIENT).secret_provider("apiKey", silent)).await;
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let variable = "CHAINLOOM_NO_SUCH_VARIABLE";
    let error = find(Client::builder(&CLIENT).secret_from_env("apiKey", variable)).await;
    assert!(error.to_string().contains("the environment variable `CHAINLOOM_NO_SUCH_VARIABLE` is not set"), "{error}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn each_endpoint_has_its_own_provider() {
    let memory = Memory::new(|request| {
        let is_first = request.uri().host() == Some("a");
        Ok(http::Response::builder().status(if is_first { 503 } else { 200 }).body(Bytes::from(BOOK)).unwrap())
    });
    let given = |key: &'static str| move || std::future::ready(Ok::<_, String>(SecretString::from(key)));
    let other = Endpoint::new("http://b").secret_provider("apiKey", given("key-of-b"));
    let builder = Client::builder(&CLIENT).base_url("http://a").secret_provider("apiKey", given("key-of-a"));
    let client = builder.endpoint(other).retry(Retry::default()).transport(memory.clone()).build().unwrap();
    Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap();
    let asked = memory.asked.lock().unwrap();
    assert_eq!([0, 1].map(|index: usize| asked[index].headers()["x-books-key"].clone()), ["key-of-a", "key-of-b"]);
}
