//! Limits of requests at once and in a time. The clock stands still while calls wait, and is set
//! forward.

use super::{
    books::*,
    servers::{Memory, once},
};
use bytes::Bytes;
use chainloom_runtime::{
    BoxFuture, Builder, Call, Client, Error, ErrorKind, Limits, Rate, Retry, Transport, TransportResult,
    catalog::Target,
    schema::{self, Limit, Operation, Protocol, Quantity, RateLimitHeaders, Record, Service, Template, Verb},
};
use std::{
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    task::Poll,
    time::Duration,
};
use tokio::{
    task::{JoinSet, yield_now},
    time::Instant,
};

const BOOK: &str = r#"{"title":"Walden","pages":352}"#;
const SECOND: Duration = Duration::from_secs(1);

/// A client whose answers come at once.
fn client(configure: impl FnOnce(Builder) -> Builder) -> (Target, Arc<Memory>) {
    let memory = Memory::fixed(200, "application/json", BOOK);
    (Target::new(configure(once(&CLIENT)).base_url("http://h").transport(memory.clone()).build().unwrap()), memory)
}

/// Returns the seconds from now after which each of these calls, which begin together in this order, has ended.
async fn ends<T: Send + 'static>(calls: Vec<BoxFuture<'static, T>>) -> Vec<u64> {
    let (began, mut set) = (Instant::now(), JoinSet::new());
    for call in calls {
        set.spawn(async move {
            call.await;
            began.elapsed().as_secs()
        });
        yield_now().await;
    }
    set.join_all().await
}

fn find(target: &Target) -> BoxFuture<'static, Result<Book, Error>> {
    Box::pin(Call::new(target.clone(), FindBook::new("1")).send())
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_is_beyond_a_rate_waits_in_order() {
    let (target, memory) = client(|builder| builder.limit(Rate::requests(2, 10 * SECOND)));
    let times = ends((0..7).map(|_| find(&target)).collect()).await;
    assert_eq!(times, [0, 0, 10, 10, 20, 20, 30]);
    assert_eq!(memory.asked.lock().unwrap().len(), 7);
    // Two limits hold together, and clones share them.
    let both = |builder: Builder| builder.limit(Rate::requests(2, SECOND)).limit(Rate::requests(3, 60 * SECOND));
    let (target, _) = client(both);
    let copies = [target.clone(), Target::new(target.client().clone())];
    assert_eq!(ends((0..5).map(|call| find(&copies[call % 2])).collect()).await, [0, 0, 1, 60, 60]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn no_period_of_any_beginning_has_more_than_its_maximum() {
    let (target, memory) = (Mutex::new(Vec::new()), Memory::fixed(200, "application/json", BOOK));
    let began = Instant::now();
    let (times, inner) = (Arc::new(target), memory);
    let seen = Arc::clone(&times);
    let memory = Memory::new(move |request| {
        seen.lock().unwrap().push(began.elapsed());
        let _ = &inner;
        let _ = request;
        Ok(http::Response::new(Bytes::from_static(BOOK.as_bytes())))
    });
    let rate = Rate::requests(5, SECOND);
    let client = once(&CLIENT).limit(rate).base_url("http://h").transport(memory).build().unwrap();
    let target = Target::new(client);
    for pause in [0, 990, 300, 20, 15, 400] {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        ends((0..4).map(|_| find(&target)).collect()).await;
    }
    let times = times.lock().unwrap();
    assert_eq!(times.len(), 24);
    assert!(times.windows(6).all(|six| six[5] - six[0] >= SECOND), "{times:?}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_wait_beyond_the_deadline_fails_at_once() {
    let (target, memory) = client(|builder| builder.limit(Rate::requests(1, 60 * SECOND)));
    let began = Instant::now();
    let mut set = JoinSet::new();
    for _ in 0..3 {
        set.spawn(find(&target));
        yield_now().await;
    }
    // The fourth would go out after three minutes; the deadline is two minutes.
    let error = find(&target).await.unwrap_err();
    assert_eq!((error.kind(), began.elapsed()), (ErrorKind::Limited, Duration::ZERO));
    assert_eq!((error.retry_after(), error.origin()), (Some(180 * SECOND), None));
    assert!(error.is_retryable() && error.may_repeat(schema::Effect::Write));
    let text =
        "library.findBook: not sent: the limits of the client delay the call for 180s, but its deadline is in 120s";
    assert_eq!(error.to_string(), text);
    assert_eq!(set.join_all().await.into_iter().filter(Result::is_ok).count(), 2 + 1);
    assert_eq!(memory.asked.lock().unwrap().len(), 3);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_is_wrong_takes_nothing_and_waits_for_nothing() {
    let (target, memory) = client(|builder| builder.limit(Rate::requests(1, 60 * SECOND)));
    let wrong = FindBook { page_size: Some(1000), ..FindBook::new("1") };
    for _ in 0..3 {
        let error = Call::new(target.clone(), wrong.clone()).send().await.unwrap_err();
        assert!(error.is_invalid_request(), "{error}");
    }
    find(&target).await.unwrap();
    assert_eq!(memory.asked.lock().unwrap().len(), 1);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_dropped_call_leaves_the_queue() {
    let (target, memory) = client(|builder| builder.limit(Rate::requests(1, 10 * SECOND)));
    find(&target).await.unwrap();
    let mut waiting: Vec<_> = (0..5).map(|_| find(&target)).collect();
    for call in &mut waiting {
        poll_fn(|context| {
            assert!(Pin::new(&mut *call).poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
    }
    // The first in the queue is dropped, and one in its middle.
    drop(waiting.remove(0));
    drop(waiting.remove(1));
    assert_eq!(ends(waiting).await, [10, 20, 30]);
    assert_eq!(memory.asked.lock().unwrap().len(), 4);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn retries_pass_the_limits_again() {
    let memory = Memory::fixed(503, "", "");
    let builder = Client::builder(&CLIENT).base_url("http://h").transport(memory.clone());
    let client = builder.limit(Rate::requests(1, 10 * SECOND)).build().unwrap();
    let began = Instant::now();
    let error = find(&Target::new(client)).await.unwrap_err();
    assert_eq!((error.attempts(), began.elapsed().as_secs()), (4, 30));
    // The error is that of the service where the limits alone would not let the call go in time.
    let builder = Client::builder(&CLIENT).base_url("http://h").transport(memory);
    let client = builder.limit(Rate::requests(1, 10 * SECOND)).deadline(15 * SECOND).build().unwrap();
    let error = find(&Target::new(client)).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Status, 2));
}

/// Answers after a second, and counts the requests that wait for that.
#[derive(Default)]
struct Slow {
    open: AtomicUsize,
    most: AtomicUsize,
    sent: AtomicUsize,
}

struct Open<'s>(&'s Slow);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, SeqCst);
    }
}

impl Transport for Slow {
    fn send(&self, _: http::Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
        Box::pin(async move {
            let open = Open(self);
            self.sent.fetch_add(1, SeqCst);
            self.most.fetch_max(self.open.fetch_add(1, SeqCst) + 1, SeqCst);
            tokio::time::sleep(SECOND).await;
            drop(open);
            Ok(http::Response::new(Bytes::from_static(BOOK.as_bytes())))
        })
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn no_more_than_so_many_wait_for_an_answer() {
    let slow = Arc::new(Slow::default());
    let client = once(&CLIENT).base_url("http://h").transport(slow.clone()).max_concurrent(3).build().unwrap();
    let target = Target::new(client.clone());
    assert_eq!(ends((0..7).map(|_| find(&target)).collect()).await, [1, 1, 1, 2, 2, 2, 3]);
    assert_eq!(slow.most.load(SeqCst), 3);
    // Calls that are dropped, on their way or in the queue, free their slots.
    let mut set = JoinSet::new();
    for _ in 0..20 {
        set.spawn(find(&target));
        yield_now().await;
    }
    set.shutdown().await;
    assert_eq!((slow.open.load(SeqCst), slow.sent.load(SeqCst)), (0, 7 + 3));
    assert_eq!(ends((0..3).map(|_| find(&target)).collect()).await, [1, 1, 1]);
    // A call that finds no slot in its time says so.
    let busy: Vec<_> = (0..3).map(|_| tokio::spawn(find(&target))).collect();
    yield_now().await;
    let error = Call::new(target, FindBook::new("1")).deadline(SECOND / 2).send().await.unwrap_err();
    assert_eq!((error.kind(), error.retry_after()), (ErrorKind::Limited, None));
    assert!(error.to_string().contains("delay the call beyond its deadline in 500ms"), "{error}");
    for call in busy {
        call.await.unwrap().unwrap();
    }
    assert!(format!("{client:?}").contains("max_concurrent: 3"), "{client:?}");
}

static PLANS: schema::Client = schema::Client::new("plans", "http://h").limits(&[
    Limit::new(Quantity::Cost, 100).per(60).tier("free"),
    Limit::new(Quantity::Cost, 1000).per(60).tier("pro"),
    Limit::new(Quantity::Requests, 3).per(1),
    Limit::new(Quantity::Bytes, 10),
]);
static SHOP: Service = Service::new("shop", &PLANS).limits(&[Limit::new(Quantity::Open, 1)]);
static NOTHING: Record = Record { name: "nothing", fields: &[] };
const GET: Protocol = Protocol::Rest { verb: Verb::Get, path: Template::new("/", &[]) };
static DEAR: Operation = Operation::new("shop.dear", &SHOP, GET, &NOTHING).cost(50);
static RARE: Operation =
    Operation::new("shop.rare", &SHOP, GET, &NOTHING).limits(&[Limit::new(Quantity::Requests, 1).per(30)]);

fn of_plans(configure: impl FnOnce(Builder) -> Builder) -> Target {
    let memory = Memory::fixed(200, "", "");
    Target::new(configure(once(&PLANS)).transport(memory).build().unwrap())
}

fn get(target: &Target, operation: &'static Operation) -> BoxFuture<'static, ()> {
    let target = target.clone();
    Box::pin(async move { target.client().execute(operation, &[], &target).await.map(drop).unwrap() })
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn limits_of_the_description_hold_when_they_are_asked_for() {
    let calls = |target: &Target, operation| (0..4).map(|_| get(target, operation)).collect::<Vec<_>>();
    assert_eq!(ends(calls(&of_plans(|builder| builder), &DEAR)).await, [0, 0, 0, 0]);
    assert_eq!(ends(calls(&of_plans(|builder| builder.limits_of_tier("free")), &DEAR)).await, [0, 0, 60, 60]);
    assert_eq!(ends(calls(&of_plans(|builder| builder.limits_of_tier("pro")), &DEAR)).await, [0, 0, 0, 1]);
    assert_eq!(ends(calls(&of_plans(|builder| builder.limits_of_tier("pro")), &RARE)).await, [0, 30, 60, 90]);
    let cost = |builder: Builder| builder.limit(Rate::cost(49, SECOND));
    // What costs more than a period has goes out alone.
    assert_eq!(ends(calls(&of_plans(cost), &DEAR)).await, [0, 1, 2, 3]);
    let slow = Arc::new(Slow::default());
    let client = once(&PLANS).limits_of_tier("pro").transport(slow.clone()).build().unwrap();
    let target = Target::new(client);
    assert_eq!(ends(calls(&target, &DEAR)).await, [1, 2, 3, 4]);
    assert_eq!(slow.most.load(SeqCst), 1);
}

#[test]
fn what_is_wrong_with_limits() {
    let wrong = |builder: Builder| builder.build().unwrap_err().to_string();
    let plans = || once(&PLANS);
    let text = wrong(plans().limits_of_tier("gold"));
    assert!(text.contains("has no limits for the tier \"gold\"; its tiers are: \"free\", \"pro\""), "{text}");
    assert!(wrong(plans().limits_of_spec()).contains("differ by tier (\"free\", \"pro\"): call `.limits_of_tier(…)`"));
    assert!(wrong(plans().max_concurrent(0)).contains("`.max_concurrent(0)`"));
    for rate in [Rate::requests(0, SECOND), Rate::cost(1, Duration::ZERO)] {
        assert!(wrong(plans().limit(rate)).contains("`.limit(…)` needs"));
    }
}

/// A service that counts a call of each second, and tells so.
static TELLING: schema::Client = schema::Client::new("telling", "http://h").rate_limit(RateLimitHeaders {
    policy: None,
    limit: Some("most"),
    remaining: Some("left"),
    reset: Some("reset"),
    ..RateLimitHeaders::NONE
});
static BELL: Service = Service::new("bell", &TELLING);
static RING: Operation = Operation::new("bell.ring", &BELL, GET, &NOTHING);

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_a_service_tells_of_its_count_is_followed() {
    let began = Instant::now();
    let memory = Memory::new(move |_| {
        // Three in a period of ten seconds; the client is told after each.
        let (second, reset) = (began.elapsed().as_secs(), 10 - began.elapsed().as_secs() % 10);
        let left = if second % 10 == 0 { 1 } else { 0 };
        let answer = http::Response::builder().header("most", 2).header("left", left).header("reset", reset);
        Ok(answer.body(Bytes::new()).unwrap())
    });
    let of = |builder: Builder| Target::new(builder.transport(memory.clone()).build().unwrap());
    let calls = |target: &Target| (0..5).map(|_| get(target, &RING)).collect::<Vec<_>>();
    assert_eq!(ends(calls(&of(once(&TELLING)))).await, [0; 5]);
    assert_eq!(ends(calls(&of(once(&TELLING).follow_rate_limit()))).await, [0, 0, 10, 10, 20]);
}

/// A service may say any number.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn absurd_times_do_not_harm() {
    for text in ["18446744073709551615", "999999999", "4611686018427387904", "-1", "x", ""] {
        let memory = Memory::new(move |_| {
            let answer = http::Response::builder().status(429).header("left", 0).header("most", text);
            Ok(answer.header("reset", text).header("retry-after", text).body(Bytes::new()).unwrap())
        });
        let builder = Client::builder(&TELLING).follow_rate_limit().fallback("http://b").transport(memory);
        let target =
            Target::new(builder.deadline(Duration::MAX).limit(Rate::cost(u64::MAX, Duration::MAX)).build().unwrap());
        let mut set = JoinSet::new();
        (0..3).for_each(|_| {
            drop(set.spawn({
                let target = target.clone();
                async move { target.client().execute(&RING, &[], &target).await.is_err() }
            }))
        });
        assert_eq!(set.join_all().await, [true; 3], "{text}");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn all_calls_wait_as_long_as_one_is_refused() {
    let began = Instant::now();
    let memory = Memory::new(move |_| {
        let is_early = began.elapsed() < 7 * SECOND;
        let answer = http::Response::builder().status(if is_early { 429 } else { 200 }).header("retry-after", 7);
        Ok(answer.body(Bytes::new()).unwrap())
    });
    let client = Client::builder(&TELLING).follow_rate_limit().transport(memory.clone()).build().unwrap();
    let target = Target::new(client);
    assert_eq!(ends((0..3).map(|_| get(&target, &RING)).collect()).await, [7, 7, 7]);
    // The calls behind the refused one have not gone out.
    assert_eq!(memory.asked.lock().unwrap().len(), 1 + 3);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn nothing_of_it_needs_more_than_its_runtime() {
    let (target, _) = client(|builder| builder.limit(Rate::requests(1, 60 * SECOND)).retry(Retry::none()));
    let found = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(find(&target))
    });
    let error = found.join().unwrap().unwrap_err();
    assert!(error.is_building() && error.to_string().contains("this tokio runtime has none"), "{error}");
}
