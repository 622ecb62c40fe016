//! Results that are waited for, from a server on loopback that knows nothing of the client, and from
//! the sandbox.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::HashMap;
use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use chainloom::runtime::{ErrorKind, Retry, blocking::Wait};
use chainloom_sandbox::{PreparedResponse, Sandbox};
use serde_json::{Value, json};
use waiting::{Client, Crossing, Order, State};

use crate::loopback::serve;

chainloom::include_api!("tests/macros/waiting.yaml");

/// The description in Rust.
#[chainloom::api]
mod declared {
    /// State of an order.
    enum State {
        Drawn,
        Built,
        Sunk,
    }

    /// An order of a ship.
    struct Order {
        state: State,
    }

    trait Yard {
        /// Returns an order.
        #[api(
            get = "/orders/{id}",
            wait = { until: { state: [Built] }, failed: { state: [Sunk] }, every: { milliseconds: 2 } }
        )]
        fn get_order(&self, id: String) -> Order;
    }
}

const LONG: Duration = Duration::from_secs(30);

/// Gives the responses of each path in their order, and the last one again and again.
struct Server {
    client: Client,
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn start<const N: usize>(paths: [(&'static str, Vec<Value>); N]) -> Self {
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let kept = Arc::clone(&asked);
        let paths = Arc::new(Mutex::new(HashMap::from(paths)));
        let answer = async move |uri: Uri| {
            kept.lock().unwrap().push(uri.to_string());
            let body = match paths.lock().unwrap().get_mut(uri.path()) {
                Some(bodies) if bodies.len() > 1 => bodies.remove(0),
                Some(bodies) => bodies[0].clone(),
                None => json!({ "status": 404 }),
            };
            let failed = body.get("status").and_then(Value::as_u64).map(|status| status as u16);
            let status = StatusCode::from_u16(failed.unwrap_or(200)).unwrap();
            (status, [(header::CONTENT_TYPE, "application/json")], body.to_string())
        };
        let url = serve(Router::new().fallback(answer)).await;
        let client = Client::builder().base_url(&url).configure(|builder| builder.retry(Retry::none()));
        Self { client: client.build().unwrap(), url, asked }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn count(&self, path: &str) -> usize {
        self.asked().iter().filter(|asked| asked.starts_with(path)).count()
    }
}

fn order(state: &str) -> Value {
    json!({ "state": state, "ship": null })
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_is_repeated_until_its_result_is_reached() {
    let states = || vec![order("drawn"), order("drawn"), order("launched"), order("sunk")];
    let server = Server::start([("/orders/a", states())]).await;
    let ready: Order = server.client.wait_for_order("a").await.unwrap();
    assert_eq!((ready.state, server.asked().len()), (State::Launched, 3));

    // Parameters that may be left out, and the options of a call.
    let server = Server::start([("/orders/a", states())]).await;
    let waiting = server.client.wait_for_order("a").configure(|call| call.map(|order| order.full(true)).timeout(LONG));
    assert_eq!(waiting.send().await.unwrap().state, State::Launched);
    assert_eq!(server.asked(), ["/orders/a?full=true"; 3]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_description_in_rust_waits_too() {
    let server = Server::start([("/orders/a", vec![json!({ "state": "Drawn" }), json!({ "state": "Built" })])]).await;
    let client = declared::Client::new(&server.url).unwrap();
    assert_eq!(client.wait_for_order("a").await.unwrap().state, declared::State::Built);
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_member_or_a_result_comes_to_be_present() {
    let named = json!({ "state": "drawn", "ship": "Ada" });
    let server = Server::start([("/ships/a", vec![order("drawn"), named])]).await;
    assert_eq!(server.client.wait_for_name("a").await.unwrap().ship.as_deref(), Some("Ada"));
    let day = json!({ "day": 3, "ok": true });
    let server =
        Server::start([("/crossings/a", vec![Value::Null, Value::Null, day]), ("/tickets/a", vec![Value::Null])]).await;
    // The type of what is reached is not an `Option`.
    let crossing: Crossing = server.client.wait_for_crossing("a").await.unwrap();
    assert_eq!((crossing.day, server.count("/crossings")), (3, 3));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_result_that_cannot_be_reached_is_an_error_with_the_last_response() {
    for state in ["sunk", "scrapped"] {
        let server = Server::start([("/orders/a", vec![order("drawn"), order(state), order("built")])]).await;
        let error = server.client.wait_for_order("a").await.unwrap_err();
        assert_eq!((error.kind(), server.asked().len()), (ErrorKind::WaitFailed, 2));
        assert!(!error.is_retryable() && !error.is_timeout());
        assert_eq!(error.to_string(), format!("waiting.getOrder: `state` is \"{state}\", which is final"));
        assert_eq!(error.last_response_as::<Order>().unwrap().unwrap().state.as_str(), state);
        assert_eq!(error.last_response().unwrap().as_str(), order(state).to_string());
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_deadline_ends_waiting_with_the_last_response() {
    let server = Server::start([("/orders/a", vec![order("drawn")])]).await;
    let deadline = Duration::from_millis(50);
    let error = server.client.wait_for_order("a").deadline(deadline).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WaitTimeout);
    assert!(error.is_timeout() && error.is_retryable());
    let text = error.to_string();
    assert!(text.starts_with("waiting.getOrder: not reached within 50ms: after the last "), "{text}");
    assert!(text.ends_with("`state` is \"drawn\""), "{text}");
    assert_eq!(error.last_response_as::<Order>().unwrap().unwrap().state, State::Drawn);
    // A pause that is longer than the time that is left ends with it.
    let error = server.client.wait_for_order("a").every(LONG).deadline(deadline).await.unwrap_err();
    assert!(error.to_string().contains("after the last call, `state` is"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_error_that_may_pass_does_not_end_waiting() {
    let busy = json!({ "status": 503 });
    let server = Server::start([("/orders/a", vec![busy.clone(), order("drawn"), busy.clone(), order("built")])]).await;
    assert_eq!(server.client.wait_for_order("a").await.unwrap().state, State::Built);
    assert_eq!(server.asked().len(), 4);

    let server = Server::start([("/orders/a", vec![busy])]).await;
    let error = server.client.wait_for_order("a").deadline(Duration::from_millis(30)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WaitTimeout);
    assert!(error.last_response().is_none());
    assert!(error.source().unwrap().to_string().contains("503"), "{error}");
    assert!(error.to_string().ends_with("no call has succeeded. The last call failed with the status 503."), "{error}");

    let server = Server::start([("/orders/a", vec![order("drawn"), json!({ "status": 403 }), order("built")])]).await;
    let error = server.client.wait_for_order("a").await.unwrap_err();
    assert_eq!((error.kind(), server.asked().len()), (ErrorKind::Status, 2));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn confirmations_are_heights_behind_the_result() {
    let day = |day: u64| json!({ "day": day, "ok": true });
    let today = |day: u64| json!({ "today": { "day": day } });
    let days = || vec![today(2), today(3), today(4), today(5)];
    let paths =
        || [("/crossings/a", vec![Value::Null, day(2)]), ("/calendar", days()), ("/tickets/a", vec![Value::Null])];
    let server = Server::start(paths()).await;
    assert_eq!(server.client.wait_for_crossing("a").confirmations(2).await.unwrap().day, 2);
    assert_eq!((server.count("/calendar"), server.count("/crossings")), (3, 4));
    let server = Server::start(paths()).await;
    assert_eq!(server.client.wait_for_crossing("a").await.unwrap().day, 2);
    assert_eq!(server.count("/calendar"), 0);

    // The result moves to another height meanwhile, and is confirmed there.
    let server = Server::start([("/crossings/a", vec![day(2), day(4)]), ("/calendar", days())]).await;
    assert_eq!(server.client.wait_for_crossing("a").confirmations(1).await.unwrap().day, 4);
    assert_eq!(server.count("/calendar"), 4);

    let server = Server::start([("/crossings/a", vec![day(2)]), ("/calendar", vec![today(3)])]).await;
    let waiting = server.client.wait_for_crossing("a").confirmations(5).deadline(Duration::from_millis(300));
    let error = waiting.await.unwrap_err();
    assert!(error.to_string().ends_with("the result has 1 of 5 confirmations"), "{error}");
    assert_eq!(error.last_response_as::<Option<Crossing>>().unwrap().unwrap().unwrap().day, 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_variant_is_waited_for_and_an_error_that_says_not_yet_does_not_end_it() {
    let not_yet = json!({ "status": 409, "why": "day 1 is not written yet" });
    let server = Server::start([
        ("/logs/1", vec![not_yet.clone(), Value::Null, json!("calm")]),
        ("/logs/2", vec![not_yet.clone(), json!(["calm", "storm"])]),
        ("/logs/3", vec![json!({ "status": 409, "why": "the book is lost" })]),
        ("/logs/4", vec![not_yet]),
    ])
    .await;
    assert_eq!(server.client.wait_for_short_log(1_u64).await.unwrap().as_str(), "calm");
    assert_eq!(server.client.wait_for_whole_log(2_u64).await.unwrap().len(), 2);
    let asked = ["/logs/1?whole=false", "/logs/1?whole=false", "/logs/1?whole=false"];
    assert_eq!(server.asked(), [asked.as_slice(), &["/logs/2?whole=true", "/logs/2?whole=true"]].concat());
    // Another error of the same status ends waiting, and the one call fails in any case.
    let error = server.client.wait_for_short_log(3_u64).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Status, "{error}");
    assert_eq!(server.client.get_short_log(4_u64).await.unwrap_err().kind(), ErrorKind::Status);
    let waiting = server.client.wait_for_short_log(4_u64).deadline(Duration::from_millis(30));
    let error = waiting.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WaitTimeout);
    assert!(error.source().is_some_and(|cause| cause.to_string().contains("is not written yet")), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_replacement_before_the_first_call_is_told_where_the_number_is_known() {
    let paths =
        [("/crossings/a", vec![Value::Null]), ("/counters/ann", vec![json!(5)]), ("/tickets/a", vec![Value::Null])];
    let server = Server::start(paths).await;
    let error = server.client.wait_for_crossing("a").number("ann", 4).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WaitReplaced);
    assert_eq!(server.asked()[..3], ["/crossings/a", "/counters/ann?line=north", "/tickets/a"]);
    assert_eq!((server.count("/crossings"), server.count("/tickets")), (10, 10));
    // A server that still knows what is waited for, or does not say, refutes a replacement.
    for known in [json!({ "owner": "ann", "number": 4 }), json!({ "status": 500 })] {
        let crossings = [vec![Value::Null; 30], vec![json!({ "day": 2, "ok": true })]].concat();
        let paths = [("/crossings/a", crossings), ("/counters/ann", vec![json!(5)]), ("/tickets/a", vec![known])];
        let server = Server::start(paths).await;
        assert_eq!(server.client.wait_for_crossing("a").number("ann", 4).await.unwrap().day, 2);
    }
    // The number is free, so that waiting goes on.
    let crossing = json!({ "day": 2, "ok": true });
    let paths = [("/crossings/a", vec![Value::Null, Value::Null, crossing]), ("/counters/ann", vec![json!(4)])];
    let server = Server::start(paths).await;
    assert_eq!(server.client.wait_for_crossing("a").number("ann", 4).await.unwrap().day, 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_replacement_is_told() {
    let ticket = json!({ "owner": "ann", "number": 4 });
    let crossing = json!({ "day": 2, "ok": true });
    let server = Server::start([
        ("/crossings/a", vec![Value::Null]),
        ("/tickets/a", vec![Value::Null, ticket.clone(), Value::Null]),
        ("/counters/ann", vec![json!(4), json!({ "status": 503 }), json!(5)]),
    ])
    .await;
    let error = server.client.wait_for_crossing("a").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WaitReplaced);
    let text = "waiting.getCrossing: replaced: the number 4 is taken, and there is no result";
    assert_eq!((error.to_string().as_str(), error.is_retryable()), (text, false));
    assert_eq!((server.count("/tickets"), server.count("/counters/ann?line=north")), (12, 12));

    // The number is taken by what is waited for: one server of the service is ahead of the other.
    let server = Server::start([
        ("/crossings/a", vec![Value::Null, Value::Null, crossing]),
        ("/tickets/a", vec![ticket]),
        ("/counters/ann", vec![json!(5)]),
    ])
    .await;
    assert_eq!(server.client.wait_for_crossing("a").await.unwrap().day, 2);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn dropping_the_future_ends_waiting() {
    let server = Server::start([("/orders/a", vec![order("drawn")]), ("/orders/b", vec![order("built")])]).await;
    let mut waiting = server.client.wait_for_order("a").into_future();
    while server.asked().len() < 3 {
        tokio::select! {
            result = &mut waiting => panic!("{result:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    drop(waiting);
    // Requests that were on their way have arrived when later ones have.
    server.client.get_order("b").await.unwrap();
    let before = server.count("/orders/a");
    for _ in 0..20 {
        server.client.get_order("b").await.unwrap();
    }
    assert_eq!(server.count("/orders/a"), before);
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn waiting_works_without_async_code() {
    let server = Server::start([("/orders/a", vec![order("drawn"), order("built")])]).await;
    let waiting = server.client.wait_for_order("a");
    let ready = tokio::task::spawn_blocking(|| waiting.wait()).await.unwrap();
    assert_eq!(ready.unwrap().state, State::Built);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_sandbox_gives_what_is_waited_for() {
    let spec = vec![chainloom_codegen::SourceFile {
        path: "waiting.yaml".to_owned(),
        module: "waiting".to_owned(),
        text: include_str!("../../macros/waiting.yaml").to_owned(),
    }];
    for seed in 0..20 {
        let sandbox = Sandbox::builder().spec(spec.clone()).seed(seed).start().await.unwrap();
        let client = Client::new(sandbox.url()).unwrap();
        assert!(matches!(client.wait_for_order("x").await.unwrap().state, State::Built | State::Launched));
        assert!(client.wait_for_name("x").await.unwrap().ship.is_some());
        client.wait_for_crossing("x").await.unwrap();
        assert_eq!(sandbox.seen().len(), 3, "seed {seed}");
        client.wait_for_crossing("y").confirmations(3).await.unwrap();
        // The latest day is that of the first call, and grows by one with each.
        assert_eq!(sandbox.seen().len(), 3 + 2 * 4, "seed {seed}");
    }
    let sandbox = Sandbox::builder()
        .spec(spec)
        .response("waiting.getCrossing", PreparedResponse::json(Value::Null).times(2))
        .start()
        .await
        .unwrap();
    let client = Client::new(sandbox.url()).unwrap();
    client.wait_for_crossing("x").await.unwrap();
    let asked = sandbox.seen().iter().filter(|seen| seen.operations == ["waiting.getCrossing"]).count();
    assert_eq!(asked, 3);
}
