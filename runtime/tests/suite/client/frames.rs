//! Frames of a websocket as services write them: several messages in one frame, JSON in binary
//! frames, errors of subscriptions, other names. No event is lost without a gap.

use super::websocket::{Peer, Server, begin, count, event, returns, take};
use bytes::Bytes;
use chainloom_runtime::{
    BoxFuture, Client, ErrorKind, GapReason, Limits, Transport, TransportResult, Upgrade, UpgradeResult,
    catalog::Target,
};
use futures_util::SinkExt as _;
use http::{Request, Response};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn all_messages_of_a_frame_are_read() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    // The response and an event in one array.
    let answers = async {
        let request = peer.take().await;
        let begun = json!({ "jsonrpc": "2.0", "id": request["id"], "result": "s" });
        peer.say(json!([begun, event("s", "one")])).await;
    };
    let (subscription, ()) = tokio::join!(returns(&target).send(), answers);
    let mut subscription = subscription.unwrap();
    peer.event("s", "two").await;
    peer.say(json!([event("s", "three"), event("s", "four")])).await;
    peer.say(format!("{}{}", event("s", "five"), event("s", "six"))).await;
    peer.say(format!(" {}\n{}\n", event("s", "seven"), event("s", "eight"))).await;
    peer.0.send(Message::binary(event("s", "nine").to_string())).await.unwrap();
    // Responses to several calls, and an event, in one array.
    let calls = async { tokio::join!(count(&target).send(), count(&target).send()) };
    let answers = async {
        let ids = [peer.take().await["id"].clone(), peer.take().await["id"].clone()];
        peer.say(json!([{ "id": ids[1], "result": 2 }, event("s", "ten"), { "id": ids[0], "result": 1 }])).await;
    };
    let ((first, second), ()) = tokio::join!(calls, answers);
    assert_eq!((first.unwrap(), second.unwrap()), (1, 2));
    let expected = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    assert_eq!(take(&mut subscription, 10).await, expected);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn events_of_one_frame_wait_in_their_order_for_room() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let waits = returns(&target).buffer(1, 1 << 20).overflow(chainloom_runtime::Overflow::Wait);
    let mut subscription = begin(&mut peer, waits).await;
    let titles: Vec<String> = (0..50).map(|number| number.to_string()).collect();
    let all: Vec<Value> = titles.iter().map(|title| event("s", title)).collect();
    peer.say(Value::from(all)).await;
    peer.event("s", "last").await;
    assert_eq!(take(&mut subscription, 50).await, titles);
    assert_eq!(take(&mut subscription, 1).await, ["last"]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_error_of_a_subscription_ends_its_stream() {
    let error = json!({ "code": -32000, "message": "the shelf of key-of-the-books was sold" });
    for (params, outer) in
        [(json!({ "subscription": "s", "error": error }), Value::Null), (json!({ "subscription": "s" }), error.clone())]
    {
        let mut server = Server::new();
        let (target, mut peer) = server.connect(server.client()).await;
        let mut subscription = begin(&mut peer, returns(&target)).await;
        peer.event("s", "one").await;
        let mut notice = json!({ "jsonrpc": "2.0", "method": "bk.seen", "params": params });
        if !outer.is_null() {
            notice["error"] = outer;
        }
        peer.say(notice).await;
        assert_eq!(take(&mut subscription, 1).await, ["one"]);
        let error = subscription.try_next().await.unwrap_err();
        assert_eq!((error.kind(), error.rpc_code()), (ErrorKind::Rpc, Some(-32000)));
        assert!(error.to_string().contains("the shelf of [secret] was sold"), "{error}");
        assert!(subscription.next().await.is_none());
        // Nobody listens any more, so the service is told.
        assert_eq!(peer.take().await["method"], "bk.unwatch");
    }
}

/// The gap behind an event, and the words of its error.
async fn gap_of(text: Message) -> (GapReason, Option<u64>, String) {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    peer.event("s", "one").await;
    for _ in 0..3 {
        peer.0.send(text.clone()).await.unwrap();
    }
    peer.event("s", "two").await;
    assert_eq!(take(&mut subscription, 1).await, ["one"]);
    let gap = subscription.try_next().await.unwrap().unwrap();
    let gap = gap.gap().unwrap_or_else(|| panic!("no gap behind {text:?}"));
    let told = (gap.reason(), gap.missed(), gap.error().unwrap().to_string());
    assert_eq!(take(&mut subscription, 1).await, ["two"], "one gap for all");
    told
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_is_not_understood_beside_a_subscription_is_a_gap() {
    let item = json!({ "title": "lost", "pages": 1 });
    let named = |method: &str, member: &str| json!({ "method": method, "params": { member: "s", "result": item } });
    for (text, reason) in [
        (Message::text(named("bk.noticed", "subscription").to_string()), "an event of no subscription"),
        (Message::text(named("bk.seen", "id").to_string()), "a call or a notification of no subscription"),
        (Message::text(event("other", "lost").to_string()), "an event of no subscription"),
        (Message::text("{\"method\":\"bk.seen\",\"params\""), "not JSON"),
        (Message::text("hello"), "not JSON"),
        // What holds no event hides none behind it.
        (
            Message::text(json!([{ "id": 99, "result": 1 }, event("other", "lost")]).to_string()),
            "an event of no subscription",
        ),
        (Message::text("[1]"), "no JSON object or array"),
        (Message::binary(vec![0xff, 0xfe]), "binary"),
        (Message::text(json!({ "error": { "code": -32005, "message": "upgrade" } }).to_string()), "upgrade"),
    ] {
        let (why, missed, words) = gap_of(text).await;
        assert_eq!((why, missed), (GapReason::Unreadable, None));
        assert!(words.contains(reason), "{words}");
    }
}

/// Events that find no room beside frames that are not understood: both gaps grow, and no more come.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_full_buffer_has_one_gap_of_each_reason() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut subscription = begin(&mut peer, returns(&target).buffer(1, 1 << 20)).await;
    for number in 0..100 {
        peer.event("s", &number.to_string()).await;
        peer.say("hello").await;
    }
    // The frames above were read when this is answered.
    let (counted, _) = tokio::join!(count(&target).send(), peer.answer(json!(7)));
    assert_eq!(counted.unwrap(), 7);
    assert_eq!(take(&mut subscription, 3).await, ["0", "Unreadable None", "Overflow Some(99)"]);
    peer.event("s", "last").await;
    assert_eq!(take(&mut subscription, 1).await, ["last"]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_holds_no_event_is_no_gap() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let mut subscription = begin(&mut peer, returns(&target)).await;
    for text in ["", " \n", r#"{"id":99,"result":1}"#, r#"{"method":"alive"}"#, r#"{"method":"alive","params":{}}"#] {
        peer.say(text).await;
    }
    peer.event("s", "one").await;
    assert_eq!(take(&mut subscription, 1).await, ["one"]);
}

/// Refuses every second handshake, and asks for a wait.
struct Busy {
    server: Arc<super::websocket::Wire>,
    handshakes: AtomicUsize,
    wait: &'static str,
}

impl Transport for Busy {
    fn send(&self, request: Request<Bytes>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        self.server.send(request, limits)
    }

    fn upgrade(&self, request: Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
        if self.handshakes.fetch_add(1, SeqCst) % 2 == 0 {
            return self.server.upgrade(request);
        }
        let answer = Response::builder().status(429).header("retry-after", self.wait);
        Box::pin(async move { Ok(answer.body(Upgrade::refused(Bytes::new())).unwrap()) })
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_refused_handshake_says_when_the_next_one_may_come() {
    for (wait, seconds) in [("30", 30), ("31536000", 600)] {
        let mut server = Server::new();
        let busy = Arc::new(Busy { server: server.wire.clone(), handshakes: AtomicUsize::new(0), wait });
        let builder = Client::builder(&super::books::CLIENT).base_url("http://h/api").transport(busy);
        let target = Target::new(builder.build().unwrap());
        let (target, mut peer) = tokio::join!(target.connect(super::books::RETURNS.service), server.next());
        let mut subscription = begin(&mut peer, returns(&target.unwrap())).await;
        drop(peer);
        let lost = Instant::now();
        let mut peer: Peer = server.next().await;
        assert!((seconds..seconds + 2).contains(&lost.elapsed().as_secs()), "{:?}", lost.elapsed());
        peer.answer(json!("t")).await;
        peer.event("t", "two").await;
        let told = tokio::time::timeout(Duration::from_secs(1), take(&mut subscription, 2)).await.unwrap();
        assert_eq!(told, ["Reconnected None", "two"]);
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_first_handshake_that_must_wait_too_long_says_so() {
    let server = Server::new();
    let busy = Arc::new(Busy { server: server.wire.clone(), handshakes: AtomicUsize::new(1), wait: "3600" });
    let builder = Client::builder(&super::books::CLIENT).base_url("http://h/api").transport(busy);
    let target = Target::new(builder.build().unwrap());
    let error = target.connect(super::books::RETURNS.service).await.unwrap_err();
    let text = format!("{error:?} {error}");
    assert!(text.contains("The service asks for a wait of 3600s"), "{text}");
}
