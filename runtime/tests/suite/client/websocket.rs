//! Websockets: calls, subscriptions, lost connections, and what a server may send. The other side
//! is the test itself, over a connection in memory, so that the clock can stand still.

use super::{books::*, servers::Silent};
use bytes::Bytes;
use chainloom_runtime::{
    BoxFuture, Builder, Call, CallInfo, Client, Endpoint, Error, ErrorKind, GapReason, Incoming, Limits, Overflow,
    Retry, Subscribe, Subscription, Transport, TransportError, TransportResult, Upgrade, UpgradeResult, Websocket,
    catalog::{RawBatch, Target},
};
use futures_util::{SinkExt as _, StreamExt as _};
use http::{Request, Response, header};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{DuplexStream, duplex},
    sync::mpsc,
    time::Instant,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, handshake::derive_accept_key, protocol::Role},
};

/// Gives one end of each connection to the test. The host `down` cannot be reached.
pub(crate) struct Wire {
    ends: mpsc::UnboundedSender<DuplexStream>,
    pub(crate) handshakes: Mutex<Vec<Request<Bytes>>>,
}

impl Transport for Wire {
    fn send(&self, _: Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
        Box::pin(async { Err(TransportError::other("calls go over the websocket")) })
    }

    fn upgrade(&self, request: Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
        let (here, there) = duplex(1 << 20);
        let key = derive_accept_key(request.headers()[header::SEC_WEBSOCKET_KEY].as_bytes());
        let is_down = request.uri().host() == Some("down");
        self.handshakes.lock().unwrap().push(request);
        if is_down {
            return Box::pin(async { Err(TransportError::connect("refused")) });
        }
        let sent = self.ends.send(there);
        Box::pin(async move {
            sent.map_err(|_| TransportError::connect("nobody listens"))?;
            let answer = Response::builder().status(101).header(header::SEC_WEBSOCKET_ACCEPT, key);
            let answer = answer.header(header::UPGRADE, "websocket").header(header::CONNECTION, "upgrade");
            Ok(answer.body(Upgrade::connection(here)).unwrap())
        })
    }
}

/// The other side.
pub(crate) struct Server {
    ends: mpsc::UnboundedReceiver<DuplexStream>,
    pub(crate) wire: Arc<Wire>,
}

impl Server {
    pub(crate) fn new() -> Self {
        let (sender, ends) = mpsc::unbounded_channel();
        Self { ends, wire: Arc::new(Wire { ends: sender, handshakes: Mutex::default() }) }
    }

    pub(crate) fn client(&self) -> Builder {
        Client::builder(&CLIENT)
            .base_url("http://h/api")
            .secret("apiKey", "key-of-the-books")
            .transport(self.wire.clone())
    }

    pub(crate) async fn next(&mut self) -> Peer {
        let end = self.ends.recv().await.unwrap();
        Peer(WebSocketStream::from_raw_socket(end, Role::Server, None).await)
    }

    /// A target over a websocket, and the other side of it.
    pub(crate) async fn connect(&mut self, builder: Builder) -> (Target, Peer) {
        let target = Target::new(builder.build().unwrap());
        let (target, peer) = tokio::join!(target.connect(RETURNS.service), self.next());
        (target.unwrap(), peer)
    }
}

/// The other side of a connection.
pub(crate) struct Peer(pub(crate) WebSocketStream<DuplexStream>);

impl Peer {
    pub(crate) async fn take(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.next().await.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    pub(crate) async fn say(&mut self, text: impl ToString) {
        self.0.send(Message::text(text.to_string())).await.unwrap();
    }

    /// Answers the next request.
    pub(crate) async fn answer(&mut self, result: Value) -> Value {
        let request = self.take().await;
        self.say(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })).await;
        request
    }

    pub(crate) async fn event(&mut self, id: &str, title: &str) {
        self.say(event(id, title)).await;
    }
}

pub(crate) fn event(id: &str, title: &str) -> Value {
    let item = json!({ "title": title, "pages": 1 });
    json!({ "jsonrpc": "2.0", "method": "bk.seen", "params": { "subscription": id, "result": item } })
}

pub(crate) fn count(target: &Target) -> Call<Count> {
    Call::new(target.clone(), Count { shelf: None, after: None, limit: None })
}

pub(crate) fn returns(target: &Target) -> Subscribe<Returns> {
    Subscribe::new(target.clone(), Returns { shelf: Some("a".into()) })
}

/// Begins a subscription whose ID is `s`.
pub(crate) async fn begin(peer: &mut Peer, subscribe: Subscribe<Returns>) -> Subscription<Book> {
    let (subscription, request) = tokio::join!(subscribe.send(), peer.answer(json!("s")));
    assert_eq!((&request["method"], &request["params"]), (&json!("bk.watch"), &json!(["returns", "a"])));
    subscription.unwrap()
}

/// The titles of events, and in place of gaps their reasons and counts.
pub(crate) async fn take(subscription: &mut Subscription<Book>, count: usize) -> Vec<String> {
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(match subscription.try_next().await.unwrap().unwrap() {
            Incoming::Event(book) => book.title.to_string(),
            Incoming::Gap(gap) => format!("{:?} {:?}", gap.reason(), gap.missed()),
            _ => unreachable!(),
        });
    }
    all
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn answers_are_matched_by_id_in_any_order() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let calls = async { tokio::join!(count(&target).send(), count(&target).send(), count(&target).send()) };
    let answers = async {
        let ids = [peer.take().await["id"].clone(), peer.take().await["id"].clone(), peer.take().await["id"].clone()];
        peer.say(json!({ "id": ids[2], "result": 3 })).await;
        peer.say(json!({ "id": ids[0], "error": { "code": 5, "message": "no such shelf" } })).await;
        peer.say(json!({ "id": ids[1], "result": 2 })).await;
    };
    let ((one, two, three), ()) = tokio::join!(calls, answers);
    assert_eq!((one.unwrap_err().rpc_code(), two.unwrap(), three.unwrap()), (Some(5), 2, 3));
    let (handshake, seen) = {
        let all = server.wire.handshakes.lock().unwrap();
        (all[0].uri().to_string(), all[0].headers().clone())
    };
    assert_eq!(handshake, "http://h/api/ws/hall");
    assert_eq!(seen["x-books-key"], "key-of-the-books");
    assert!(seen["x-books-key"].is_sensitive());
    // An error without an ID is that of the only call.
    let (error, _) = tokio::join!(count(&target).send(), async {
        peer.take().await;
        peer.say(json!({ "id": null, "error": { "code": -32700, "message": "parse error" } })).await;
    });
    assert_eq!(error.unwrap_err().rpc_code(), Some(-32700));
    let (error, _) = tokio::join!(count(&target).send(), async {
        let id = peer.take().await["id"].clone();
        peer.say(json!({ "id": id })).await;
    });
    let told = "positional.count: message over the websocket of `GET /api/ws/hall`: ";
    assert!(error.as_ref().unwrap_err().to_string().starts_with(told), "{error:?}");
    // The handle of another room does not use this connection.
    let elsewhere = Call::new(target.clone().var("room", "attic"), Count { shelf: None, after: None, limit: None });
    assert_eq!(elsewhere.send().await.unwrap_err().kind(), ErrorKind::Setup);
    // A call that is late fails, and its response is nobody's.
    let error = count(&target).configure_for_test().send().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    let late = peer.take().await;
    peer.say(json!({ "id": late["id"], "result": 1 })).await;
    let (next, _) = tokio::join!(count(&target).send(), peer.answer(json!(7)));
    assert_eq!(next.unwrap(), 7);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_deadline_bounds_the_beginning_of_a_subscription_and_not_its_stream() {
    let short = Duration::from_millis(300);
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let silent = Target::new(server.client().transport(Arc::new(Silent)).build().unwrap());
    for target in [&target, &silent] {
        let began = Instant::now();
        let error = returns(target).deadline(short).send().await.map(drop).unwrap_err();
        assert!(error.is_timeout() && began.elapsed() == short, "{error} after {:?}", began.elapsed());
    }
    peer.take().await;
    let mut events = begin(&mut peer, returns(&target).deadline(short)).await;
    tokio::time::sleep(short * 3).await;
    peer.event("s", "late").await;
    assert!(matches!(events.try_next().await, Ok(Some(Incoming::Event(_)))));
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_batch_goes_over_the_connection() {
    let mut server = Server::new();
    let target = Target::new(server.client().build().unwrap());
    let (target, mut peer) = tokio::join!(target.connect(RETURNS_OBJECT.service), server.next());
    let mut batch = RawBatch::new(target.unwrap());
    let places = [0, 1].map(|_| batch.push(&COUNT_OBJECT, &[None, None, None]));
    let answers = async {
        let sent = peer.take().await;
        peer.say(json!([{ "id": sent[1]["id"], "result": 2 }, { "id": sent[0]["id"], "result": 1 }])).await;
    };
    let (replies, ()) = tokio::join!(batch.send(), answers);
    let mut replies = replies.unwrap();
    assert_eq!(places.map(|place| replies.take(place).unwrap().result().to_vec()), [b"1".to_vec(), b"2".to_vec()]);
}

#[test]
fn a_kind_stands_before_an_object_of_parameters() {
    let client = Server::new().client().build().unwrap();
    let target = Target::new(client.clone());
    let request = client.prepare(&RETURNS_OBJECT.call, &[Some(b"\"a\"".to_vec())], &target).unwrap();
    let body: Value = serde_json::from_slice(request.http().body()).unwrap();
    assert_eq!(body["params"], json!(["returns", { "shelf": "a" }]));
}

/// A call with a short time.
trait Short {
    fn configure_for_test(self) -> Self;
}

impl Short for Call<Count> {
    fn configure_for_test(self) -> Self {
        self.timeout(Duration::from_secs(1)).retry(Retry::none())
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_lost_connection_fails_what_must_not_be_repeated() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let members = [None, None, None];
    let client = target.client().clone();
    let (write, _) = tokio::join!(client.execute(&COUNT_AND_WRITE, &members, &target), async {
        peer.take().await;
        drop(peer);
    });
    let error = write.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Transport, 1));
    assert!(error.to_string().contains("the websocket connection was lost"), "{error}");
    // A read is sent again over the next connection.
    let mut peer = server.next().await;
    let (read, _) = tokio::join!(count(&target).send(), async {
        peer.take().await;
        drop(peer);
        server.next().await.answer(json!(9)).await
    });
    assert_eq!(read.unwrap(), 9);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn events_are_typed_and_those_before_the_reply_are_kept() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let begun = async {
        let request = peer.take().await;
        peer.event("s", "one").await;
        peer.say(json!({ "id": request["id"], "result": "s" })).await;
        peer.event("s", "two").await;
        peer.say(json!({ "method": "bk.seen", "params": { "subscription": "s", "result": { "title": 7 } } })).await;
        peer.event("s", "three").await;
        request
    };
    let (subscription, request) = tokio::join!(returns(&target).send(), begun);
    assert_eq!(request["params"], json!(["returns", "a"]));
    let mut subscription = subscription.unwrap();
    assert_eq!(take(&mut subscription, 2).await, ["one", "two"]);
    // What does not fit its type is a gap, and the stream goes on.
    let Some(Incoming::Gap(gap)) = subscription.try_next().await.unwrap() else { panic!() };
    assert_eq!((gap.reason(), gap.missed()), (GapReason::Unreadable, Some(1)));
    assert!(gap.error().unwrap().is_decode() && gap.to_string().contains("title"), "{gap}");
    assert_eq!(take(&mut subscription, 1).await, ["three"]);
    drop(subscription);
    let end = peer.take().await;
    assert_eq!((&end["method"], &end["params"]), (&json!("bk.unwatch"), &json!(["s"])));
    // Events on their way are no unknown frames, and the connection takes calls.
    peer.event("s", "late").await;
    let (called, _) = tokio::join!(count(&target).send(), peer.answer(json!(1)));
    assert_eq!(called.unwrap(), 1);
    // A subscription that nobody waits for any more ends at once.
    let mut given_up = Box::pin(returns(&target).send());
    let request = tokio::select! { _ = &mut given_up => unreachable!(), request = peer.take() => request };
    drop(given_up);
    peer.say(json!({ "id": request["id"], "result": "u" })).await;
    assert_eq!(peer.take().await["params"], json!(["u"]));
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_subscription_is_begun_again_behind_a_gap() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    peer.event("s", "one").await;
    assert_eq!(take(&mut subscription, 1).await, ["one"]);
    drop(peer);
    for round in 0..3 {
        let mut peer = server.next().await;
        assert_eq!(peer.answer(json!("t")).await["params"], json!(["returns", "a"]), "{round}");
        peer.event("t", "next").await;
        assert_eq!(take(&mut subscription, 2).await, ["Reconnected None", "next"]);
    }
    // The server refuses it: the stream ends with its error.
    let mut peer = server.next().await;
    let request = peer.take().await;
    peer.say(json!({ "id": request["id"], "error": { "code": -32601, "message": "no returns here" } })).await;
    let error = subscription.try_next().await.unwrap_err();
    assert_eq!((error.rpc_code(), error.operation()), (Some(-32601), Some("positional.returns")));
    assert!(subscription.next().await.is_none());
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn each_retry_of_a_connection_is_told_with_its_reason() {
    let mut server = Server::new();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&seen);
    let told = move |retry: &chainloom_runtime::WebsocketRetry| kept.lock().unwrap().push(retry.clone());
    let websocket = Websocket::default().on_retry(told);
    let (target, mut peer) = server.connect(server.client().websocket(websocket.clone())).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    drop(peer);
    server.next().await.answer(json!("t")).await;
    assert_eq!(take(&mut subscription, 1).await, ["Reconnected None"]);
    let lost = seen.lock().unwrap().remove(0);
    assert_eq!((lost.service, lost.attempt), ("positional", 1));
    assert!(lost.reason.contains("without closing handshake") && lost.wait < Duration::from_secs(1), "{lost:?}");
    // A handshake tells its retries, too.
    let down = server.client().base_url("http://down").websocket(websocket).build().unwrap();
    assert!(Target::new(down).connect(RETURNS.service).await.is_err());
    let seen = seen.lock().unwrap();
    assert_eq!(seen.iter().rev().take(3).map(|retry| retry.attempt).collect::<Vec<_>>(), [3, 2, 1], "{seen:?}");
    assert!(seen.last().unwrap().reason.starts_with("could not connect"), "{seen:?}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_connection_that_is_not_opened_again_ends_its_subscriptions() {
    let mut server = Server::new();
    let websocket = Websocket::default().reconnect(Retry::none());
    let (target, mut peer) = server.connect(server.client().websocket(websocket)).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    peer.event("s", "one").await;
    peer.0.close(None).await.unwrap();
    assert_eq!(take(&mut subscription, 1).await, ["one"]);
    let error = subscription.try_next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Transport, "{error}");
    assert!(subscription.next().await.is_none());
    let error = count(&target).retry(Retry::none()).send().await.unwrap_err();
    assert!(error.is_connect() && error.to_string().contains("not opened again"), "{error}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_full_buffer_counts_what_it_drops() {
    let titles = |range: std::ops::Range<u32>| range.map(|number| number.to_string()).collect::<Vec<_>>();
    for (overflow, expected) in [
        (Overflow::DropNewest, [titles(0..3), vec!["Overflow Some(7)".to_owned(), "x".to_owned()]].concat()),
        (Overflow::DropOldest, [vec!["Overflow Some(8)".to_owned()], titles(8..10), vec!["x".to_owned()]].concat()),
        (Overflow::Wait, [titles(0..10), vec!["x".to_owned()]].concat()),
    ] {
        let mut server = Server::new();
        let (target, mut peer) = server.connect(server.client()).await;
        let mut subscription = begin(&mut peer, returns(&target).buffer(3, 1 << 20).overflow(overflow)).await;
        for number in 0..10 {
            peer.event("s", &number.to_string()).await;
        }
        let mut took = Vec::new();
        // Where the connection does not wait, a response behind the events says that all of them are there.
        let waits = overflow == Overflow::Wait;
        if !waits {
            tokio::join!(count(&target).send(), peer.answer(json!(1))).0.unwrap();
        }
        if overflow == Overflow::DropNewest {
            took.extend(take(&mut subscription, 1).await);
        }
        peer.event("s", "x").await;
        if !waits {
            tokio::join!(count(&target).send(), peer.answer(json!(1))).0.unwrap();
        }
        took.extend(take(&mut subscription, expected.len() - took.len()).await);
        assert_eq!(took, expected, "{overflow:?}");
    }
    // Bytes are bounded, too; one event always has room.
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut subscription = begin(&mut peer, returns(&target).buffer(100, 40)).await;
    peer.event("s", &"y".repeat(100)).await;
    peer.event("s", "z").await;
    let (called, _) = tokio::join!(count(&target).send(), peer.answer(json!(1)));
    called.unwrap();
    assert_eq!(take(&mut subscription, 2).await, ["y".repeat(100), "Overflow Some(1)".to_owned()]);
}

/// Messages that look like the one before are not looked through; whatever stands in them, the same
/// events come out.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn each_message_has_its_own_event_however_it_is_written() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    let last = |result: &str| format!(r#"{{"method":"bk.seen","params":{{"subscription":"s","result":{result}}}}}"#);
    let first = |result: &str| format!(r#"{{"params":{{"result":{result},"subscription":"s"}},"method":"bk.seen"}}"#);
    for write in [&last as &dyn Fn(&str) -> String, &first] {
        for result in [
            r#"{"title":"one","pages":1}"#,
            r#" {"title":"two","pages":2} "#,
            r#"{"title":"three","pages":3},"result":{"title":"no","pages":0}"#,
            // What is not known is passed over.
            r#"{"title":"four","pages":4},"more":[1]"#,
            r#"{"title":"five","pages":"five"}"#,
            r#"{"title":"six","#,
            r#"{"title":"seven","pages":7}"#,
        ] {
            peer.say(write(result)).await;
        }
        let gap = "Unreadable Some(1)";
        assert_eq!(take(&mut subscription, 7).await, ["one", "two", gap, "four", gap, gap, "seven"]);
    }
    drop(subscription);
    assert_eq!(peer.take().await["params"], json!(["s"]));
    // The next one has another ID, and what belongs to the old one is not given to it.
    let (subscription, _) = tokio::join!(returns(&target).send(), peer.answer(json!("t")));
    peer.say(last(r#"{"title":"late","pages":1}"#)).await;
    peer.event("t", "eight").await;
    assert_eq!(take(&mut subscription.unwrap(), 1).await, ["eight"]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn unknown_frames_are_counted_and_the_connection_lives() {
    let mut server = Server::new();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&seen);
    let websocket =
        Websocket::default().on_unknown_frame(move |frame| kept.lock().unwrap().push((frame.count, frame.reason)));
    let (target, mut peer) = server.connect(server.client().websocket(websocket)).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    for text in ["", "{", "[1]", r#"{"id":99,"result":1}"#, r#"{"id":null,"result":1}"#, r#"{"error":{"code":1}}"#] {
        peer.say(text).await;
    }
    peer.event("other", "one").await;
    peer.0.send(Message::binary(vec![0xff, 2, 3])).await.unwrap();
    peer.0.send(Message::Ping(Bytes::new())).await.unwrap();
    peer.event("s", "two").await;
    assert_eq!(take(&mut subscription, 2).await, ["Unreadable None", "two"]);
    let seen = seen.lock().unwrap();
    assert_eq!(seen.iter().map(|(count, _)| *count).collect::<Vec<_>>(), (1..=7).collect::<Vec<_>>(), "{seen:?}");
    assert_eq!(seen[2].1, "it has an ID of no call");
    assert_eq!((seen[5].1, seen[6].1), ("it is an event of no subscription", "it is binary, and no text"));
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_server_without_a_sign_of_life_is_left() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    // Pings are answered while the peer reads.
    let began = Instant::now();
    tokio::select! { _ = peer.take() => unreachable!(), () = tokio::time::sleep(Duration::from_secs(600)) => {} }
    assert_eq!(server.wire.handshakes.lock().unwrap().len(), 1);
    // Nobody reads here any more, so no ping is answered.
    let mut next = server.next().await;
    assert!(began.elapsed() <= Duration::from_secs(600 + 30 + 15 + 1), "{:?}", began.elapsed());
    next.answer(json!("s")).await;
    assert_eq!(take(&mut subscription, 1).await, ["Reconnected None"]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_handshake_that_is_refused_is_told() {
    struct Refuses(u16);
    impl Transport for Refuses {
        fn send(&self, _: Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
            unreachable!()
        }
        fn upgrade(&self, request: Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
            assert!(request.extensions().get::<CallInfo>().is_none());
            let answer = Response::builder().status(self.0).header("location", "http://elsewhere/");
            let body = Bytes::from_static(br#"{"message":"not for key-of-the-books"}"#);
            let upgrade = if self.0 == 101 { Upgrade::connection(duplex(1).0) } else { Upgrade::refused(body) };
            Box::pin(async move { Ok(answer.body(upgrade).unwrap()) })
        }
    }
    struct Without;
    impl Transport for Without {
        fn send(&self, _: Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
            unreachable!()
        }
    }
    let open = |transport: Arc<dyn Transport>| async move {
        let builder = Client::builder(&CLIENT).base_url("http://h/api").secret("apiKey", "key-of-the-books");
        let target = Target::new(builder.transport(transport).build().unwrap());
        let connected: Result<Target, Error> = target.connect(RETURNS.service).await;
        connected.unwrap_err()
    };
    let error = open(Arc::new(Refuses(403))).await;
    assert!(error.is_unauthorized() && error.attempts() == 1, "{error}");
    let told = "positional: GET /api/ws/hall: 403 Forbidden: not for [secret]. Needs the flag `--shelves`.";
    assert!(error.to_string().starts_with(told), "{error}");
    assert_eq!(open(Arc::new(Refuses(503))).await.attempts(), 4);
    assert_eq!(open(Arc::new(Refuses(302))).await.kind(), ErrorKind::Redirect);
    assert_eq!(open(Arc::new(Refuses(101))).await.kind(), ErrorKind::Connect, "not for this request");
    let error = open(Arc::new(Without)).await;
    assert!(error.is_building() && error.to_string().contains("Transport::upgrade"), "{error}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_websocket_is_opened_to_the_endpoint_that_is_well() {
    let mut server = Server::new();
    let own = Endpoint::new("http://second/own").secret("apiKey", "key-of-the-second");
    let builder = server.client().base_url("http://down/api").endpoint(own);
    let began = Instant::now();
    let (target, mut peer) = server.connect(builder).await;
    assert_eq!(began.elapsed(), Duration::ZERO, "nothing is waited for where an endpoint is well");
    let (subscription, _) = tokio::join!(returns(&target).send(), peer.answer(json!("s")));
    drop(peer);
    let mut peer = server.next().await;
    peer.answer(json!("t")).await;
    peer.event("t", "two").await;
    assert_eq!(take(&mut subscription.unwrap(), 2).await, ["Reconnected None", "two"]);
    let has_key = |request: &Request<Bytes>| request.headers().values().any(|value| value == "key-of-the-second");
    let handshakes = server.wire.handshakes.lock().unwrap();
    let asked: Vec<_> = handshakes.iter().map(|one| (one.uri().host().unwrap(), has_key(one))).collect();
    assert_eq!(asked, [("down", false), ("second", true), ("second", true)]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_lost_websocket_says_nothing_of_the_endpoint_for_http() {
    let mut server = Server::new();
    let builder = server.client().fallback("http://second/api").retry(Retry::none());
    let (target, mut peer) = server.connect(builder).await;
    let (lost, _) = tokio::join!(count(&target).send(), async {
        peer.take().await;
        drop(peer);
    });
    assert_eq!(lost.unwrap_err().kind(), ErrorKind::Transport);
    let over_http = Target::new(target.client().clone());
    let error = count(&over_http).send().await.unwrap_err();
    assert_eq!(error.origin(), Some("http://h"), "{error}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn subscriptions_share_a_websocket_that_opens_by_itself() {
    let mut server = Server::new();
    let target = Target::new(server.client().build().unwrap());
    let both = async { tokio::join!(returns(&target).send(), returns(&target).send()) };
    let answers = async {
        let mut peer = server.next().await;
        peer.answer(json!("s")).await;
        peer.answer(json!("t")).await;
        peer.event("t", "two").await;
        peer.event("s", "one").await;
        peer
    };
    let ((one, two), mut peer) = tokio::join!(both, answers);
    let (mut one, mut two) = (one.unwrap(), two.unwrap());
    assert_eq!(take(&mut one, 1).await.concat() + &take(&mut two, 1).await.concat(), "onetwo");
    assert_eq!(server.wire.handshakes.lock().unwrap().len(), 1);
    drop((one, two));
    // The connection ends with its last subscription.
    assert_eq!(
        (peer.take().await["method"].clone(), peer.take().await["method"].clone()),
        (json!("bk.unwatch"), json!("bk.unwatch"))
    );
    assert!(matches!(peer.0.next().await, Some(Ok(Message::Close(_))) | None));
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_gap_is_filled_in_order_and_without_doubles() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let book = |title: &str, pages: u64| json!({ "title": title, "pages": pages });
    let push = |id: &str, title: &str, pages: u64| {
        json!({ "method": "bk.seen",
        "params": { "subscription": id, "result": book(title, pages) } })
    };
    let range = |first: u64, last: u64| json!(["a", { "range": { "last": last, "first": first } }]);
    // The height at the beginning is 10.
    let answers = async {
        assert_eq!(peer.answer(json!(10)).await["method"], "bk.count");
        peer.answer(json!("s")).await;
    };
    let (subscription, ()) = tokio::join!(returns(&target).backfill(5).send(), answers);
    let mut subscription = subscription.unwrap();
    peer.say(push("s", "a", 11)).await;
    peer.say(push("s", "b", 12)).await;
    assert_eq!(take(&mut subscription, 2).await, ["a", "b"]);
    drop(peer);
    let mut peer = server.next().await;
    let answers = async {
        assert_eq!(peer.answer(json!("t")).await["params"], json!(["returns", "a"]));
        peer.say(push("t", "e", 14)).await;
        peer.say(push("t", "f", 15)).await;
        assert_eq!(peer.answer(json!(14)).await["method"], "bk.count");
        // `b` has come, `c` is of its height, `e` comes from both ways.
        let missed = json!([book("b", 12), book("c", 12), book("d", 13), book("e", 14)]);
        assert_eq!(peer.answer(missed).await["params"], range(12, 14));
        // Behind the gap, the first new event shows how far the service is.
        assert_eq!(peer.answer(json!([book("e", 14), book("f", 15)])).await["params"], range(14, 15));
    };
    let (took, ()) = tokio::join!(take(&mut subscription, 4), answers);
    assert_eq!(took, ["c", "d", "e", "f"], "no gap is left");
    drop(peer);
    // What the limit leaves out stays a gap, and so does what cannot be fetched.
    let mut peer = server.next().await;
    let answers = async {
        peer.answer(json!("u")).await;
        peer.answer(json!(100)).await;
        assert_eq!(peer.answer(json!([book("x", 99)])).await["params"], range(96, 100));
        assert_eq!(peer.answer(json!([book("f", 15)])).await["params"], range(15, 15));
        peer.say(push("u", "y", 101)).await;
        assert_eq!(peer.answer(json!([book("x", 99), book("y", 101)])).await["params"], range(99, 101));
    };
    let next = async {
        let gap = subscription.try_next().await.unwrap().unwrap();
        let gap = gap.gap().unwrap();
        assert_eq!((gap.reason(), gap.from_height(), gap.to_height()), (GapReason::Reconnected, Some(16), Some(95)));
        assert_eq!(take(&mut subscription, 2).await, ["x", "y"]);
    };
    tokio::join!(next, answers);
    drop(peer);
    let mut peer = server.next().await;
    let answers = async {
        peer.answer(json!("v")).await;
        peer.answer(json!(103)).await;
        // The service may refuse the range, and another node may answer, so a shorter one is asked a few times.
        for last in std::iter::once(103).chain([101; 9]) {
            let request = peer.take().await;
            assert_eq!(request["params"], range(101, last));
            peer.say(json!({ "id": request["id"], "error": { "code": 5, "message": "too many" } })).await;
        }
        assert_eq!(peer.answer(json!([book("x", 99)])).await["params"], range(99, 99));
        peer.say(push("v", "z", 104)).await;
        assert_eq!(peer.answer(json!([book("y", 101), book("z", 104)])).await["params"], range(101, 104));
    };
    let next = async {
        let gap = subscription.try_next().await.unwrap().unwrap();
        let gap = gap.gap().unwrap();
        assert_eq!((gap.reason(), gap.from_height(), gap.to_height()), (GapReason::Unconfirmed, Some(100), None));
        assert_eq!(gap.error().unwrap().rpc_code(), Some(5));
        assert_eq!(take(&mut subscription, 1).await, ["z"]);
    };
    tokio::join!(next, answers);
    // Nothing was missed.
    drop(peer);
    let mut peer = server.next().await;
    let answers = async {
        peer.answer(json!("w")).await;
        peer.answer(json!(104)).await;
        peer.answer(json!([book("z", 104)])).await;
        peer.say(push("w", "last", 105)).await;
        peer.answer(json!([book("z", 104), book("last", 105)])).await;
    };
    assert_eq!(tokio::join!(take(&mut subscription, 1), answers).0, ["last"]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_whole_url_of_a_websocket_is_opened_as_it_is() {
    const KEY: &str = "0123456789abcdef0123456789abcdef";
    let mut server = Server::new();
    let url = format!("wss://provider.example/ws/v3/{KEY}?t=1");
    let builder = Client::builder(&CLIENT).transport(server.wire.clone()).service_endpoint("positional", &*url);
    // Calls go over the websocket, and a subscription that has none opens it.
    let (target, mut peer) = server.connect(builder).await;
    let count = Count { shelf: None, after: None, limit: None };
    let (counted, _) = tokio::join!(Call::new(target.clone(), count.clone()).send(), peer.answer(json!(3)));
    assert_eq!(counted.unwrap(), 3);
    let mut subscription = begin(&mut peer, returns(&target)).await;
    peer.event("s", "Walden").await;
    assert_eq!(take(&mut subscription, 1).await, ["Walden"]);
    let asked = server.wire.handshakes.lock().unwrap()[0].uri().to_string();
    assert_eq!(asked, format!("https://provider.example/ws/v3/{KEY}?t=1"));
    assert!(!format!("{target:?}").contains("/v3"));
    // Without a URL of HTTP, calls that go over HTTP say what to do.
    let error = Call::new(Target::new(target.client().clone()), count).await.unwrap_err();
    assert!(error.to_string().contains("has a whole URL for its websocket only"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_service_with_a_whole_url_of_http_alone_has_no_websocket_elsewhere() {
    let server = Server::new();
    let target = Target::new(server.client().service_endpoint("positional", "https://h.example/KEY").build().unwrap());
    let error = target.connect(RETURNS.service).await.unwrap_err();
    assert!(error.to_string().contains("has a whole URL, but none for its websocket"), "{error}");
    assert!(error.to_string().contains(r#"`.service_endpoint("positional", "wss://…")`"#), "{error}");
}

/// The stream of a test has events, gaps and an error, as that of a websocket does.
#[tokio::test(crate = "chainloom_bounded")]
async fn events_and_gaps_come_from_memory() {
    use chainloom_runtime::testing::{Fault, MockEvents, MockGap};
    let (events, mut books) = MockEvents::<Returns>::subscription();
    let book = Book { title: "Walden".into(), pages: 352, extra: Default::default() };
    events.event(&book).json(r#"{"title":"Emma","pages":474}"#);
    events.gap(MockGap::new(GapReason::Skipped).missed(2).heights(7, 8)).json(r#"{"title":5}"#);
    assert_eq!(take(&mut books, 2).await, ["Walden", "Emma"]);
    let gap = books.try_next().await.unwrap().unwrap();
    let gap = gap.gap().unwrap();
    assert_eq!((gap.missed(), gap.from_height(), gap.to_height()), (Some(2), Some(7), Some(8)));
    assert_eq!(take(&mut books, 1).await, ["Unreadable Some(1)"]);
    events.fail(Fault::Broken).event(&book);
    let error = books.try_next().await.unwrap_err();
    assert_eq!((error.kind(), error.operation()), (ErrorKind::Transport, Some("positional.returns")));
    assert!(books.try_next().await.unwrap().is_none());
    // Without who gives them, events end.
    let (events, mut books) = MockEvents::<Returns>::subscription();
    events.event(&book);
    drop(events);
    assert_eq!(take(&mut books, 1).await, ["Walden"]);
    assert!(books.try_next().await.unwrap().is_none());
}
