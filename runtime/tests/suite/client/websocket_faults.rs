//! Websockets whose other side does harm: secrets in its texts, floods, wrong IDs; and a runtime
//! that ends.

use super::{
    books::*,
    servers::{Memory, once},
    websocket::{Peer, Server, begin, count, event, returns, take},
};
use bytes::Bytes;
use chainloom_runtime::{
    BoxFuture, Client, Error, ErrorKind, Limits, Retry, Transport, TransportResult, Upgrade, UpgradeResult, Websocket,
    catalog::Target, schema,
};
use futures_util::SinkExt as _;
use http::{Request, Response};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};
use tokio_tungstenite::tungstenite::{
    Message,
    handshake::derive_accept_key,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

/// All texts of an error: its own, and those of its causes.
fn texts(error: &Error) -> String {
    let mut told = format!("{error} {error:?}");
    let mut cause = std::error::Error::source(error);
    while let Some(one) = cause {
        told.push_str(&format!(" {one} {one:?}"));
        cause = one.source();
    }
    told
}

async fn close(peer: &mut Peer, reason: &str) {
    close_with(peer, CloseCode::Policy, reason).await;
}

async fn close_with(peer: &mut Peer, code: CloseCode, reason: &str) {
    let frame = CloseFrame { code, reason: reason.to_owned().into() };
    peer.0.send(Message::Close(Some(frame))).await.unwrap();
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_reason_of_a_close_shows_no_secret() {
    let mut server = Server::new();
    let websocket = Websocket::default().reconnect(Retry::none());
    let (target, mut peer) = server.connect(server.client().websocket(websocket)).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    let (called, ()) = tokio::join!(count(&target).retry(Retry::none()).send(), async {
        peer.take().await;
        close(&mut peer, "the key key-of-the-books\n has expired").await;
    });
    for error in [called.unwrap_err(), subscription.try_next().await.unwrap_err()] {
        assert!(error.to_string().contains("the key [secret] has expired"), "{error}");
        assert!(!texts(&error).contains("key-of-the-books"), "{}", texts(&error));
    }
}

/// tungstenite puts 1002 in place of it.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_code_of_a_close_that_is_not_allowed_is_told_as_such() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let (called, ()) = tokio::join!(count(&target).retry(Retry::none()).send(), async {
        peer.take().await;
        close_with(&mut peer, CloseCode::from(1014), "bad gateway").await;
    });
    let error = called.unwrap_err();
    assert!(error.to_string().contains("closed it (1002, or a code that is not allowed)"), "{error}");
}

static UNLOCK: schema::Operation = schema::Operation::new(
    "positional.unlock",
    COUNT.service,
    schema::Protocol::Rpc { method: "bk.unlock" },
    &schema::Record { name: "unlock", fields: &[schema::Field::required("word", schema::Type::Text).secret()] },
)
.bindings(&[bind(schema::Place::Rpc, "word", 0)])
.effect(schema::Effect::Write)
.output(schema::Type::Json);

/// The task of the websocket knows nothing of the parameters of a call.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_reason_of_a_close_shows_no_secret_of_a_call() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let members = [Some(b"\"hush-hush-42\"".to_vec())];
    let client = target.client().clone();
    let (called, ()) = tokio::join!(client.execute(&UNLOCK, &members, &target), async {
        peer.take().await;
        close(&mut peer, "no hush-hush-42").await;
    });
    let error = called.unwrap_err();
    assert!(error.to_string().contains("no [secret]"), "{error}");
    assert!(!texts(&error).contains("hush-hush-42"), "{}", texts(&error));
}

/// A server on loopback that opens websockets, and the head of its responses to them.
async fn accept(listener: &TcpListener) -> tokio::net::TcpStream {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap();
    let key = head.lines().find_map(|line| line.strip_prefix("sec-websocket-key: ")).unwrap();
    let accept = derive_accept_key(key.as_bytes());
    let response = format!(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-accept: {accept}\r\n\r\n"
    );
    stream.write_all(response.as_bytes()).await.unwrap();
    stream
}

/// RFC 6455, 4.1: what a client must fail.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_handshake_with_wrong_headers_is_refused() {
    struct Accepts(&'static [(&'static str, &'static str)]);
    impl Transport for Accepts {
        fn send(&self, _: Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
            unreachable!()
        }
        fn upgrade(&self, request: Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
            let accept = derive_accept_key(request.headers()["sec-websocket-key"].as_bytes());
            let response = Response::builder().status(101).header("sec-websocket-accept", accept);
            let response = self.0.iter().fold(response, |response, (name, value)| response.header(*name, *value));
            let (end, _) = tokio::io::duplex(1);
            Box::pin(async move { Ok(response.body(Upgrade::connection(end)).unwrap()) })
        }
    }
    const UPGRADE: (&str, &str) = ("upgrade", "WebSocket");
    const CONNECTION: (&str, &str) = ("connection", "keep-alive, Upgrade");
    let open = |headers| async move {
        let builder = once(&CLIENT).base_url("http://h/api").transport(Arc::new(Accepts(headers)));
        let opened: Result<Target, Error> = Target::new(builder.build().unwrap()).connect(RETURNS.service).await;
        opened.map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(open(&[UPGRADE, CONNECTION]).await, Ok(()));
    for (headers, name) in [
        (&[CONNECTION][..], "Upgrade"),
        (&[UPGRADE], "Connection"),
        (&[UPGRADE, CONNECTION, ("sec-websocket-protocol", "chat")], "Sec-WebSocket-Protocol"),
        (&[UPGRADE, CONNECTION, ("sec-websocket-extensions", "permessage-deflate")], "Sec-WebSocket-Extensions"),
    ] {
        let text = open(headers).await.unwrap_err();
        assert!(text.contains(&format!("with a wrong header `{name}`")), "{text}");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_deadline_bounds_a_handshake() {
    struct Silent;
    impl Transport for Silent {
        fn send(&self, _: Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
            unreachable!()
        }
        fn upgrade(&self, _: Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
            Box::pin(std::future::pending())
        }
    }
    let builder = Client::builder(&CLIENT).base_url("http://h/api").transport(Arc::new(Silent));
    let builder = builder.timeout(Duration::from_secs(4)).deadline(Duration::from_secs(5));
    let began = tokio::time::Instant::now();
    let opened: Result<Target, Error> = Target::new(builder.build().unwrap()).connect(RETURNS.service).await;
    assert!(opened.unwrap_err().is_timeout());
    assert!(began.elapsed() <= Duration::from_secs(5), "{:?}", began.elapsed());
}

/// The pongs would wait here, for as long as the server writes.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_flood_of_pings_is_not_read_on_while_nobody_reads_the_pongs() {
    const FLOOD: usize = 128 << 20;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let websocket = Websocket::default()
        .ping_interval(Duration::from_millis(200))
        .pong_timeout(Duration::from_millis(100))
        .reconnect(Retry::none());
    let client = Client::builder(&CLIENT).base_url(&url).websocket(websocket).build().unwrap();
    let flood = async {
        let mut stream = accept(&listener).await;
        let pings = [&[0x89, 125][..], &[b'x'; 125]].concat().repeat(512);
        let mut written = 0;
        while written < FLOOD && stream.write_all(&pings).await.is_ok() {
            written += pings.len();
        }
        written
    };
    let call = async {
        let target = Target::new(client).connect(RETURNS.service).await.unwrap();
        count(&target).retry(Retry::none()).send().await.unwrap_err()
    };
    let (written, error) = tokio::join!(flood, call);
    // What the buffers of the system take is all.
    assert!(written < FLOOD / 2, "{written} bytes of pings were read");
    assert!(error.to_string().contains("nothing was received from the server"), "{error}");
}

#[test]
fn a_subscription_ends_with_the_runtime_of_its_websocket() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let first = runtime();
    let (target, _peer, mut subscription) = first.block_on(async {
        let mut server = Server::new();
        let (target, mut peer) = server.connect(server.client()).await;
        let subscription = begin(&mut peer, returns(&target)).await;
        (target, peer, subscription)
    });
    drop(first);
    runtime().block_on(async {
        let next = tokio::time::timeout(Duration::from_secs(20), subscription.try_next()).await;
        let error = next.expect("it waits for ever").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Transport);
        assert!(error.to_string().contains("the tokio runtime"), "{error}");
        assert!(subscription.next().await.is_none());
        let error = count(&target).retry(Retry::none()).send().await.unwrap_err();
        assert!(error.is_connect(), "{error}");
    });
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn events_before_the_response_that_find_no_room_are_a_gap() {
    const ALL: usize = 20_000;
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let begun = async {
        let request = peer.take().await;
        for number in 0..ALL {
            peer.event("s", &number.to_string()).await;
        }
        peer.say(json!({ "id": request["id"], "result": "s" })).await;
        peer.event("s", "last").await;
    };
    let (subscription, ()) = tokio::join!(returns(&target).buffer(50_000, 1 << 30).send(), begun);
    let mut subscription = subscription.unwrap();
    let (mut events, mut missed) = (0, 0);
    loop {
        let next = subscription.try_next().await.unwrap().unwrap();
        missed += next.gap().map_or(0, |gap| gap.missed().unwrap());
        match next.event() {
            Some(book) if book.title.as_str() == "last" => break,
            Some(book) => {
                assert_eq!((book.title.to_string(), missed), (events.to_string(), 0), "the gap is behind them");
                events += 1;
            }
            None => {}
        }
    }
    assert_eq!((events, events as u64 + missed), (16_384, ALL as u64));
}

/// Such a flood of IDs must not hide that events of the subscription were among it.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_flood_of_ids_before_the_response_is_a_gap_of_unknown_size() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let begun = async {
        let request = peer.take().await;
        for number in 0..20_000 {
            peer.event(&format!("alien-{number}"), "no").await;
        }
        peer.event("s", "lost").await;
        peer.say(json!({ "id": request["id"], "result": "s" })).await;
        peer.event("s", "last").await;
    };
    let (subscription, ()) = tokio::join!(returns(&target).send(), begun);
    assert_eq!(take(&mut subscription.unwrap(), 3).await, ["Overflow None", "Unreadable None", "last"]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_repeated_subscription_that_is_refused_for_now_is_repeated_again() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    drop(peer);
    let mut peer = server.next().await;
    let request = peer.take().await;
    let error = json!({ "code": -32_099, "message": "later" });
    peer.say(json!({ "jsonrpc": "2.0", "id": request["id"], "error": error })).await;
    let mut peer = server.next().await;
    peer.answer(json!("s")).await;
    peer.event("s", "A").await;
    assert_eq!(take(&mut subscription, 2).await, ["Reconnected None", "A"]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_id_of_the_other_form_is_told() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let (called, ()) = tokio::join!(count(&target).send(), async {
        let request = peer.take().await;
        let id = request["id"].to_string();
        peer.say(json!({ "jsonrpc": "2.0", "id": id, "result": 7 })).await;
    });
    let error = called.unwrap_err();
    assert!(error.kind() == ErrorKind::Protocol && error.to_string().contains("but the request's is"), "{error}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_subscription_without_a_usable_id_is_refused() {
    for result in [Value::Null, json!({}), json!([]), json!(true)] {
        let mut server = Server::new();
        let (target, mut peer) = server.connect(server.client()).await;
        let (subscription, _) = tokio::join!(returns(&target).send(), peer.answer(result.clone()));
        let error = subscription.unwrap_err();
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::Protocol, 1), "{result}: {error}");
        assert!(error.to_string().contains("the ID of the subscription"), "{error}");
        // Also where a lost connection begins again.
        let mut subscription = begin(&mut peer, returns(&target)).await;
        drop(peer);
        server.next().await.answer(result.clone()).await;
        let error = subscription.try_next().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Protocol, "{result}: {error}");
    }
    // A number is an ID.
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let (subscription, _) = tokio::join!(returns(&target).send(), peer.answer(json!(7)));
    let mut seven = event("", "one");
    seven["params"]["subscription"] = json!(7);
    peer.say(seven).await;
    assert_eq!(take(&mut subscription.unwrap(), 1).await, ["one"]);
}

/// A server without this path, or with another key, says the same to a handshake as to a call.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_refused_handshake_has_the_hints_of_a_call() {
    for status in [401, 403, 404, 429, 503] {
        let client = || once(&CLIENT).base_url("http://h/api");
        let call = client().transport(Memory::fixed(status, "text/plain", "no")).build().unwrap();
        let call = count(&Target::new(call)).send().await.unwrap_err().to_string();
        let websocket = client().transport(Arc::new(Refusing(status))).build().unwrap();
        let websocket = Target::new(websocket).connect(COUNT.service).await.unwrap_err().to_string();
        let hints = |text: &str| text.split_once(": no. ").map(|(_, hints)| hints.to_owned());
        assert!(hints(&call).is_some(), "{call}");
        // The path of the websocket is another one, whose variable the service sets.
        let told = hints(&call).map(|all| all.replace(&format!("The path holds `bk`{SET_PREFIX} "), ""));
        assert_eq!(hints(&websocket), told, "{status}");
    }
}

const SET_PREFIX: &str = ", the default of `prefix`: where the service has another, take a deployment that sets it, \
                          or call `.var(\"prefix\", …)` on the builder.";

/// Refuses websockets with this status.
struct Refusing(u16);

impl Transport for Refusing {
    fn send(&self, _: Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
        unreachable!()
    }

    fn upgrade(&self, _: Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
        let response = Response::builder().status(self.0).header("content-type", "text/plain");
        let response = response.body(Upgrade::refused(Bytes::from_static(b"no"))).unwrap();
        Box::pin(async move { Ok(response) })
    }
}

/// Nobody could tell whose the events are.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_id_of_a_live_subscription_is_refused_to_another() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut first = begin(&mut peer, returns(&target)).await;
    let (second, _) = tokio::join!(returns(&target).send(), peer.answer(json!("s")));
    let error = second.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Protocol, 1), "{error}");
    assert!(error.to_string().contains("another subscription"), "{error}");
    peer.event("s", "one").await;
    assert_eq!(take(&mut first, 1).await, ["one"]);
    drop(first);
    assert_eq!(peer.take().await["method"], json!("bk.unwatch"));
    // The ID of one that has ended may come again.
    let mut third = begin(&mut peer, returns(&target)).await;
    peer.event("s", "two").await;
    assert_eq!(take(&mut third, 1).await, ["two"]);
    // Two that begin again get one ID: the second ends.
    let (fourth, _) = tokio::join!(returns(&target).send(), peer.answer(json!("t")));
    drop(peer);
    let mut peer = server.next().await;
    peer.answer(json!("u")).await;
    peer.answer(json!("u")).await;
    assert_eq!(take(&mut third, 1).await, ["Reconnected None"]);
    assert_eq!(fourth.unwrap().try_next().await.unwrap_err().kind(), ErrorKind::Protocol);
}
