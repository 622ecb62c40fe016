//! Whole calls over loopback, with their limits.

use super::{
    books::*,
    servers::{ClosedPort, Memory, Server, Silent, json, once},
};
use chainloom_runtime::{
    Call, CallInfo, ErrorKind,
    catalog::{Entry, Target},
};
use std::{sync::Arc, time::Duration};

fn target(url: &str) -> Target {
    Target::new(once(&CLIENT).base_url(url).build().unwrap())
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_rest_call() {
    let limits =
        "limit-policy: 100;w=60\r\nlimit-limit: 100, 5\r\nlimit-remaining: 7\r\nlimit-reset: 12\r\nretry-after: 2\r\n";
    let body = r#"{"pages":"12","title":"A","new":[1]}"#;
    let server = Server::start(move |_| Some(json("201 Created", limits, body))).await;
    let mut find = FindBook::new("x y");
    find.page_size = Some(3);
    let reply = Call::new(target(&server.url), find).reply().await.unwrap();
    assert_eq!((reply.status().as_u16(), reply.body().pages), (201, 12));
    assert_eq!(reply.body().extra.get("new").unwrap().as_str(), "[1]");
    assert_eq!(reply.raw(), body.as_bytes());
    let limit = reply.rate_limit();
    assert_eq!((limit.policy(), limit.limit(), limit.remaining()), (Some("100;w=60"), Some(100), Some(7)));
    assert_eq!((limit.reset(), limit.retry_after()), (Some(Duration::from_secs(12)), Some(Duration::from_secs(2))));
    assert_eq!(reply.into_body().title.as_str(), "A");
    let asked = server.asked();
    assert!(asked[0].starts_with("GET /v1/cellar/books/x%20y:find?pageSize=3&format=paper%20%26%20ink HTTP/1.1\r\n"));
    assert!(asked[0].contains("user-agent: chainloom-runtime/"), "{}", asked[0]);
    assert!(!asked[0].contains("content-") && asked[0].contains("accept: application/json\r\n"), "{}", asked[0]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_rpc_call() {
    let server = Server::start(|request| {
        let body: serde_json::Value = serde_json::from_str(request.split("\r\n\r\n").last()?).ok()?;
        let answer = format!(r#"{{"result":"18446744073709551615","id":{},"jsonrpc":"2.0"}}"#, body["id"]);
        Some(json("200 OK", "", &answer))
    })
    .await;
    let target = target(&server.url);
    for _ in 0..3 {
        let count = Count { shelf: Some("a".into()), after: None, limit: None };
        assert_eq!(Call::new(target.clone(), count).send().await.unwrap(), u64::MAX);
    }
    let asked = server.asked();
    assert!(
        asked[0].starts_with("POST /rpc/hall/bk HTTP/1.1\r\n")
            && asked[0].contains("content-type: application/json\r\n")
    );
    assert!(asked[0].ends_with(r#"{"jsonrpc":"2.0","id":1,"method":"bk.count","params":["a"]}"#), "{}", asked[0]);
    assert!(asked[2].contains(r#""id":3"#));
}

/// A transport that never answers, so that the deadline is what matters.
fn silent() -> Target {
    Target::new(once(&CLIENT).base_url("http://h").transport(Arc::new(Silent)).build().unwrap())
}

#[test]
fn without_a_runtime_there_is_an_error() {
    let mut call = std::pin::pin!(Call::new(silent(), FindBook::new("1")).send());
    let std::task::Poll::Ready(Err(error)) =
        call.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
    else {
        panic!("it waits for a response");
    };
    assert!(error.is_building() && !error.is_retryable(), "{error}");
    assert!(error.to_string().contains(": not sent: calls need a tokio runtime"), "{error}");
}

#[test]
fn in_a_runtime_without_timers_there_is_an_error() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let error = runtime.block_on(Call::new(silent(), FindBook::new("1")).send()).unwrap_err();
    assert!(error.is_building() && error.to_string().contains("this tokio runtime has none"), "{error}");
}

/// Also where the transport is our own: tokio would panic.
#[test]
fn in_a_runtime_without_io_there_is_an_error() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let error = runtime.block_on(Call::new(target("http://127.0.0.1:9"), FindBook::new("1")).send()).unwrap_err();
    assert!(error.is_building() && error.to_string().contains("calls need I/O, and this tokio runtime"), "{error}");
    assert_eq!(error.kind(), ErrorKind::Setup);
}

/// A panic of a transport stays one.
#[tokio::test(crate = "chainloom_bounded")]
#[should_panic(expected = "of the transport")]
async fn a_panic_of_others_goes_on() {
    let memory = Memory::new(|_| panic!("of the transport"));
    let client = once(&CLIENT).base_url("http://h").transport(memory).build().unwrap();
    let _ = Call::new(Target::new(client), FindBook::new("1")).send().await;
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_call_has_a_timeout_of_its_own() {
    let call = Call::new(silent(), FindBook::new("1")).timeout(Duration::from_secs(2));
    let error = call.clone().await.unwrap_err();
    assert_eq!(error.to_string(), "library.findBook: no response within 2s");
    let error = call.timeout(Duration::from_secs(3)).map(|_| FindBook::new("2")).stream().await.unwrap_err();
    assert_eq!(error.to_string(), "library.findBook: no response within 3s");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_has_headers_of_its_own() {
    let memory = Memory::fixed(400, "text/plain", "bad one-key-of-a-call");
    let client = once(&CLIENT).base_url("http://h").header("x-team", "all").transport(memory.clone());
    let target = Target::new(client.secret("apiKey", "key-of-the-client").build().unwrap());
    let call = Call::new(target.clone(), FindBook::new("1")).header("X-Team", "one-key-of-a-call").header("x-a", "b");
    let error = call.clone().header("x-books-key", "not this").await.unwrap_err();
    assert!(error.to_string().ends_with("bad [secret]"), "{error}");
    let asked = memory.asked.lock().unwrap().remove(0);
    assert_eq!(
        (&asked.headers()["x-team"], &asked.headers()["x-a"]),
        (&"one-key-of-a-call".parse().unwrap(), &"b".parse().unwrap())
    );
    assert!(asked.headers()["x-team"].is_sensitive() && asked.headers()["x-books-key"] == "key-of-the-client");
    assert!(!format!("{call:?}").contains("one-key"), "{call:?}");
    // The next call has them not, and a wrong one is told before anything is sent.
    Call::new(target.clone(), FindBook::new("1")).await.unwrap_err();
    assert_eq!(memory.asked.lock().unwrap().remove(0).headers()["x-team"], "all");
    for (name, value, wrong) in [
        ("a b", "c", "has the name `a b`"),
        ("x", "a\nb", "the header `x` holds"),
        ("content-length", "1", "by the client"),
    ] {
        let error = Call::new(target.clone(), FindBook::new("1")).header(name, value).await.unwrap_err();
        assert!(error.is_invalid_request() && error.to_string().contains(wrong), "{error}");
    }
    assert!(memory.asked.lock().unwrap().is_empty());
}

/// A response with these bytes, which are said to be compressed.
fn compressed(how: &'static str, body: &'static [u8]) -> Target {
    let memory = Memory::new(move |_| {
        let answer = http::Response::builder().header("content-encoding", how);
        Ok(answer.body(body.into()).unwrap())
    });
    Target::new(once(&CLIENT).base_url("http://h").transport(memory).build().unwrap())
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_compressed_answer_says_what_it_is() {
    let gzip = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xab\xae\x05\x00";
    for (how, body, name) in
        [("gzip", gzip.as_slice(), "gzip"), ("", gzip, "gzip"), ("br", b"\x8b\x00\x80{}\x03", "br")]
    {
        for error in [
            Call::new(compressed(how, body), FindBook::new("1")).await.unwrap_err(),
            Call::new(compressed(how, body), Count { shelf: None, after: None, limit: None }).await.unwrap_err(),
        ] {
            assert!(error.is_decode() && error.kind() == ErrorKind::Compressed, "{error}");
            assert!(
                error.to_string().contains(&format!("is compressed with `{name}`, which was not asked for")),
                "{error}"
            );
        }
    }
    let error = find_compressed_error(gzip).await;
    assert!(error.to_string().ends_with("400 Bad Request: a body that is compressed with `gzip`"), "{error}");
    // A transport that has taken the compression off may have left the header.
    let book = Call::new(compressed("gzip", br#"{"title":"A","pages":1}"#), FindBook::new("1")).await.unwrap();
    assert_eq!(book.pages, 1);
}

async fn find_compressed_error(body: &'static [u8]) -> chainloom_runtime::Error {
    let client = once(&CLIENT).base_url("http://h").transport(Memory::fixed(400, "", body));
    Call::new(Target::new(client.build().unwrap()), FindBook::new("1")).await.unwrap_err()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_untyped_call() {
    let client = |body: &'static str| {
        once(&CLIENT).base_url("http://h").transport(Memory::fixed(200, "", body)).build().unwrap()
    };
    let members = vec![None; 3];
    for (body, result) in
        [(r#"{"id":1, "result": {"any" : [1]} }"#, r#"{"any" : [1]}"#), (r#"{"result":null,"id":1}"#, "null")]
    {
        let client = client(body);
        let raw = client.execute(&COUNT, &members, &Target::new(client.clone())).await.unwrap();
        assert_eq!(std::str::from_utf8(raw.result()).unwrap(), result);
        assert_eq!(raw.raw(), body.as_bytes());
    }
    let client = client(" [1, 2]\n");
    let book = vec![Some(b"\"1\"".to_vec()), None, None, None, None, None];
    let raw = client.execute(&FIND, &book, &Target::new(client.clone())).await.unwrap();
    assert_eq!(raw.result(), b"[1, 2]");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn too_large_an_answer() {
    // One that says its size, and one that does not.
    for head in ["content-length: 5000000\r\n", ""] {
        let server = Server::start(move |_| {
            let mut bytes = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n{head}\r\n").into_bytes();
            bytes.resize(bytes.len() + 5_000_000, b' ');
            Some(bytes)
        })
        .await;
        let client = once(&CLIENT).base_url(&server.url).max_response_bytes(100_000).build().unwrap();
        let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        assert_eq!(error.to_string(), "library.findBook: the response is larger than the limit of 100000 bytes");
    }
    // The client does not trust a transport with it.
    let memory = Memory::fixed(200, "", "123456");
    let client = once(&CLIENT).base_url("http://h").max_response_bytes(5).transport(memory).build().unwrap();
    let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_server_that_never_answers() {
    let server = Server::start(|_| None).await;
    let client = once(&CLIENT).base_url(&server.url).timeout(Duration::from_millis(50)).build().unwrap();
    let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.is_timeout() && error.is_retryable());
    assert_eq!(error.to_string(), "library.findBook: no response within 50ms");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_transport_that_never_answers() {
    let client = once(&CLIENT).base_url("http://h").transport(Arc::new(Silent)).build().unwrap();
    let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    assert_eq!(error.to_string(), "library.findBook: no response within 30s");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn connections_that_fail() {
    let closed = ClosedPort::bind();
    let url = format!("http://{}", closed.address);
    let error = Call::new(target(&url), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.is_connect(), "{error}");
    assert!(error.to_string().contains(&format!("Is a server running at {url}?")), "{error}");
    // A server that hangs up, and one that stops in the middle.
    for bytes in ["", "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"] {
        let server = Server::start(move |_| Some(bytes.as_bytes().to_vec())).await;
        let error = Call::new(target(&server.url), FindBook::new("1")).send().await.unwrap_err();
        assert!(error.is_transport() && !error.is_connect() && error.is_retryable(), "{error}");
        assert!(!error.to_string().contains("/v1/"), "{error}");
    }
}

#[cfg(not(any(feature = "rustls", feature = "rustls-no-provider", feature = "native-tls")))]
#[tokio::test(crate = "chainloom_bounded")]
async fn without_tls() {
    let server = Server::start(|_| None).await;
    let error = Call::new(target(&server.url.replace("http", "https")), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.is_connect() && error.to_string().contains("`https` needs one of the features"), "{error}");
}

#[cfg(all(feature = "rustls", not(feature = "native-tls")))]
#[tokio::test(crate = "chainloom_bounded")]
async fn a_server_that_speaks_no_tls() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    let server = async {
        let (mut connection, _) = listener.accept().await.unwrap();
        connection.read_u8().await.unwrap();
        connection.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        connection
    };
    let (error, _) = tokio::join!(Call::new(target(&url), FindBook::new("1")).send(), server);
    let error = error.unwrap_err();
    assert!(error.is_connect() && error.to_string().contains("does its URL begin with `http://`?"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn futures_can_be_spawned() {
    let memory = Memory::fixed(200, "", r#"{"pages":1,"title":""}"#);
    let client = once(&CLIENT).base_url("http://h").transport(memory).build().unwrap();
    let call = Call::new(Target::new(client), FindBook::new("1"));
    assert!(tokio::spawn(call.send()).await.unwrap().is_ok());
}

#[test]
fn the_catalog_recodes() {
    const ENTRIES: &[Entry] = &[Entry::of::<FindBook>(), Entry::of::<Count>()];
    assert_eq!(ENTRIES[0].operation().id, "library.findBook");
    let input = ENTRIES[0].recode_input(br#" {"tags":["a"], "bookId":"1", "full":null} "#).unwrap();
    assert_eq!(input, br#"{"bookId":"1","tags":["a"]}"#);
    assert_eq!(
        ENTRIES[0].recode_output(br#"{"pages":"3","x":1,"title":""}"#).unwrap(),
        br#"{"title":"","pages":3,"x":1}"#
    );
    assert_eq!(ENTRIES[1].recode_output(b"\"7\"").unwrap(), b"7");
    let error = ENTRIES[0].recode_output(b"{").unwrap_err();
    assert!(error.is_decode() && error.operation() == Some("library.findBook"));
}

/// A transport of the user is told which call it serves, and which attempt of it; a redirect is no
/// new attempt.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_transport_knows_the_call_and_its_attempt() {
    let memory = Memory::new(|request| {
        let answer = http::Response::builder().header("content-type", "application/json");
        Ok(match request.uri().path() {
            "/moved" => answer.body(r#"{"pages":1,"title":"A"}"#.into()).unwrap(),
            _ => answer.status(302).header("location", "/moved").body("".into()).unwrap(),
        })
    });
    let client = once(&CLIENT).base_url("http://h").transport(memory.clone()).build().unwrap();
    Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap();
    let asked = memory.asked.lock().unwrap();
    assert_eq!(asked.len(), 2);
    for request in asked.iter() {
        let call = request.extensions().get::<CallInfo>().unwrap();
        assert_eq!((call.operation.id, call.attempt), (FIND.id, 1));
    }
}
