//! Calls over the connection pool of hyper-util, against servers on loopback. What crosses origins
//! is in `leaks`.

use super::{
    books::*,
    servers::{ClosedPort, Server, json, once},
};
use chainloom_runtime::{Builder, Call, ErrorKind, catalog::Target};
use futures_util::StreamExt as _;
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

const BOOK: &str = r#"{"title":"A","pages":1}"#;

fn target(url: &str, change: impl FnOnce(Builder) -> Builder) -> Target {
    Target::new(change(once(&CLIENT).base_url(url).secret("apiKey", "hush-hush-42").hyper()).build().unwrap())
}

#[tokio::test(crate = "chainloom_bounded")]
async fn calls_are_sent_and_read() {
    let server = Server::start(|request| {
        let id = request.rsplit_once(r#""id":"#).map(|(_, rest)| rest.split(',').next().unwrap_or_default());
        Some(match id {
            None => json("200 OK", "", BOOK),
            Some(id) => json("200 OK", "", &format!(r#"{{"jsonrpc":"2.0","id":{id},"result":7}}"#)),
        })
    })
    .await;
    let target = target(&server.url, |builder| builder);
    let reply = Call::new(target.clone(), FindBook::new("1")).reply().await.unwrap();
    assert_eq!((reply.body().title.as_str(), reply.status().as_u16()), ("A", 200));
    let count = Count { shelf: Some("a".into()), after: None, limit: None };
    assert_eq!(Call::new(target.clone(), count).await.unwrap(), 7);
    let mut parts = Call::new(target, FindBook::new("1")).stream().await.unwrap();
    assert_eq!(&parts.next().await.unwrap().unwrap()[..], BOOK.as_bytes());
    let asked = server.asked();
    assert!(asked.iter().all(|request| request.contains("hush-hush-42")), "{asked:?}");
    assert!(asked[1].starts_with("POST /") && asked[1].contains(r#""params":["a"]"#), "{}", asked[1]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_length_of_what_a_head_describes_is_not_waited_for() {
    let server = Server::start(|request| {
        Some(match request.starts_with("HEAD ") {
            true => "HTTP/1.1 200 OK\r\ncontent-length: 8388608\r\n\r\n".into(),
            false => json("200 OK", "", BOOK),
        })
    })
    .await;
    let client = once(&CLIENT).base_url(&server.url).secret("apiKey", "hush-hush-42").hyper().build().unwrap();
    let reply = client.request(http::Method::HEAD, "/books").reply().await.unwrap();
    assert_eq!((reply.headers()["content-length"].to_str().unwrap(), reply.raw().len()), ("8388608", 0));
    assert_eq!(client.request(http::Method::GET, "/books").reply().await.unwrap().raw().as_ref(), BOOK.as_bytes());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_user_of_the_base_url_travels_in_a_header() {
    let server = Server::start(|_| Some(json("200 OK", "", BOOK))).await;
    let url = server.url.replace("http://", "http://me%40home:p%3Aw@");
    Call::new(target(&url, |builder| builder), FindBook::new("1")).await.unwrap();
    let asked = server.asked().remove(0).to_lowercase();
    // `me@home:p:w`
    assert!(asked.contains("authorization: basic bwvaag9tztpwonc=\r\n"), "{asked}");
    assert!(!asked.contains("me%40home") && asked.contains("host: 127.0.0.1:"), "{asked}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn one_connection_serves_many_calls_and_another_one_comes_when_it_is_gone() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let mut connections = 0;
        for requests in [3, 1] {
            let (mut stream, _) = listener.accept().await.unwrap();
            connections += 1;
            for _ in 0..requests {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await.unwrap());
                }
                let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{BOOK}", BOOK.len());
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        }
        connections
    });
    let target = target(&url, |builder| builder);
    for _ in 0..4 {
        Call::new(target.clone(), FindBook::new("1")).await.unwrap();
    }
    assert_eq!(server.await.unwrap(), 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn failures_are_told_apart() {
    let closed = ClosedPort::bind();
    let error = Call::new(target(&format!("http://{}", closed.address), |builder| builder), FindBook::new("1"))
        .await
        .unwrap_err();
    assert!(error.is_connect(), "{error}");
    assert!(error.to_string().contains("can it be reached without a proxy?"), "{error}");

    let large = Server::start(|_| Some(json("200 OK", "", BOOK))).await;
    let large = target(&large.url, |builder| builder.max_response_bytes(10));
    let error = Call::new(large, FindBook::new("1")).await.unwrap_err();
    assert!(error.to_string().contains("larger than the limit of 10 bytes"), "{error}");

    let cut = Server::start(|_| Some(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec())).await;
    let error = Call::new(target(&cut.url, |builder| builder), FindBook::new("1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Transport, "{error}");

    let silent = Server::start(|_| None).await;
    let silent = target(&silent.url, |builder| builder.timeout(Duration::from_millis(20)));
    let error = Call::new(silent, FindBook::new("1")).await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
}

#[test]
fn settings_of_reqwest_are_refused() {
    let refused = |change: fn(Builder) -> Builder| {
        change(once(&CLIENT).base_url("http://h").hyper()).build().unwrap_err().to_string()
    };
    assert!(refused(|builder| builder.proxy("http://h:1")).contains("`.proxy(…)` has no effect with `.hyper()`"));
    assert!(refused(|builder| builder.root_certificate("x")).contains("`.root_certificate(…)` has no effect"));
    assert!(refused(|builder| builder.identity("hush")).contains("`.identity(…)` has no effect with `.hyper()`"));
    let built = once(&CLIENT).base_url("http://h").hyper().connect_timeout(Duration::from_secs(1)).build();
    assert!(built.is_ok());
}

#[cfg(feature = "ws")]
#[tokio::test(crate = "chainloom_bounded")]
async fn a_websocket_is_opened() {
    use futures_util::SinkExt as _;
    use tokio_tungstenite::tungstenite::Message;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let served = Arc::new(tokio::sync::Notify::new());
    let done = Arc::clone(&served);
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
        let asked = socket.next().await.unwrap().unwrap().into_text().unwrap();
        let asked: serde_json::Value = serde_json::from_str(&asked).unwrap();
        let answer = serde_json::json!({ "jsonrpc": "2.0", "id": asked["id"], "result": 7 });
        socket.send(Message::text(answer.to_string())).await.unwrap();
        done.notified().await;
    });
    let target = target(&url, |builder| builder).connect(RETURNS.service).await.unwrap();
    let count = Count { shelf: None, after: None, limit: None };
    assert_eq!(Call::new(target, count).await.unwrap(), 7);
    served.notify_one();

    let refusing = Server::start(|_| Some(json("403 Forbidden", "", "{}"))).await;
    let error = self::target(&refusing.url, |builder| builder).connect(RETURNS.service).await.unwrap_err();
    assert_eq!(error.status().map(|status| status.as_u16()), Some(403), "{error}");
}
