//! Batches: what is sent, which reply belongs to which call, and what is sent again. The clock
//! stands still, and is set forward.

use super::{batches as __tables, books::*, servers::Memory};
use bytes::Bytes;
use chainloom_runtime::{
    __private as rt, Batch, BoxFuture, Call, CallInfo, Client, Error, ErrorKind, Limits, Retry, Ticket, Transport,
    TransportError, TransportResult,
    catalog::{RawBatch, Target},
    schema::{
        Effect, Endpoint, Field, Integer, Limit, Operation, ParamStyle, Protocol, Quantity, Record, Rpc, RpcError,
        RpcRetry, Service, Type, Var,
    },
};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

/// The handle of a service that takes batches.
struct Desk;

static DESK: Service = Service::new("desk", &CLIENT)
    .vars(&[Var { name: "most", default: Some("4") }])
    .endpoints(&[Endpoint { name: "", path: "/desk" }])
    .rpc(Rpc::new(ParamStyle::Named).batch().batch_max("{most}").errors(&[
        RpcError::new(-32005, "Busy").retry(RpcRetry::Later),
        RpcError::new(-32600, "InvalidRequest").retry(RpcRetry::Never),
        RpcError::new(-32003, "TooLarge").smaller(&["response too large"]),
        RpcError::new(-32010, "Heavy").retry(RpcRetry::Later).smaller(&[]),
    ]))
    .limits(&[Limit::new(Quantity::Bytes, 1_000), Limit::new(Quantity::Batch, 2).tier("a small desk")]);

static INPUT: Record = Record {
    name: "stamp",
    fields: &[Field::required("text", Type::Text).bounds(&rt::schema::Bounds::new().min_size(1))],
};

const fn operation(id: &'static str, method: &'static str) -> Operation {
    Operation::new(id, &DESK, Protocol::Rpc { method }, &INPUT).bindings(BINDINGS)
}

const BINDINGS: &[rt::schema::Binding] = &[bind(rt::schema::Place::Rpc, "text", 0)];

/// An operation of the desk: its name, its description, and the type of its result.
macro_rules! operation {
    ($name:ident, $table:ident, $output:ty, $operation:expr) => {
        pub(crate) static $table: Operation = $operation;
        #[derive(Clone, Debug)]
        struct $name {
            text: rt::Text,
        }
        impl $name {
            fn new(text: &str) -> Self {
                Self { text: text.into() }
            }
        }
        rt::record!($name, INPUT[text(0)]);
        rt::operation!($name, $table -> $output, in Desk);
    };
}

operation!(Size, SIZE, u64, operation("desk.size", "size").output(Type::Integer(Integer::U64)));
operation!(Echo, ECHO, rt::Text, operation("desk.echo", "echo").output(Type::Text));
operation!(Stamp, STAMP, rt::Text, operation("desk.stamp", "stamp").output(Type::Text).effect(Effect::Write));

/// The right reply to a call.
fn reply(call: &Value) -> Value {
    let text = call["params"]["text"].as_str().unwrap();
    let result = if call["method"] == "size" { json!(text.len()) } else { json!(text) };
    json!({ "jsonrpc": "2.0", "id": call["id"], "result": result })
}

fn error(call: &Value, code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": call["id"], "error": { "code": code, "message": message } })
}

fn calls(request: &http::Request<Bytes>) -> Vec<Value> {
    serde_json::from_slice(request.body()).unwrap()
}

fn sent(value: &Value) -> TransportResult {
    Ok(http::Response::new(value.to_string().into_bytes().into()))
}

/// A service that answers the request with this number, from 0, and its calls.
fn desk(answer: impl Fn(usize, &[Value]) -> TransportResult + Send + Sync + 'static) -> Arc<Memory> {
    let count = Mutex::new(0);
    Memory::new(move |request| {
        let mut count = count.lock().unwrap();
        *count += 1;
        answer(*count - 1, &calls(request))
    })
}

fn honest() -> Arc<Memory> {
    desk(|_, calls| sent(&calls.iter().map(reply).collect()))
}

fn target(memory: &Arc<Memory>) -> Target {
    Target::new(Client::builder(&CLIENT).base_url("http://h").transport(memory.clone()).build().unwrap())
}

fn batch(memory: &Arc<Memory>) -> Batch<Desk> {
    Batch::new(target(memory))
}

/// The texts of the calls of each request.
fn requests(memory: &Memory) -> Vec<Vec<String>> {
    let asked = memory.asked.lock().unwrap();
    let texts =
        |request| calls(request).iter().map(|call| call["params"]["text"].as_str().unwrap().to_owned()).collect();
    asked.iter().map(texts).collect()
}

fn echoes(batch: &mut Batch<Desk>, texts: &[&str]) -> Vec<Ticket<Echo>> {
    texts.iter().map(|text| batch.push(Echo::new(text))).collect()
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn calls_of_several_operations_have_their_own_replies() {
    let memory = desk(|_, calls| sent(&calls.iter().rev().map(reply).collect()));
    let mut batch = batch(&memory);
    let size = batch.push(Size::new("four"));
    let call = Call::new(target(&memory), Echo::new("of another client"));
    let away = batch.push(call);
    let wrong = batch.push(Echo::new(""));
    let echo = batch.push(Echo::new("ü\""));
    assert_eq!((batch.len(), batch.is_empty()), (4, false));
    let mut replies = batch.send().await.unwrap();
    let reply = replies.take_reply(echo).unwrap();
    assert_eq!((reply.body().as_str(), reply.status().as_u16()), ("ü\"", 200));
    let raw: Value = serde_json::from_slice(reply.raw()).unwrap();
    assert_eq!(raw, json!({ "jsonrpc": "2.0", "id": 2, "result": "ü\"" }));
    assert_eq!(replies.take(size).unwrap(), 4);
    assert_eq!(replies.errors().count(), 2);
    let error = replies.take(away).unwrap_err();
    assert!(error.to_string().contains("another client, endpoint or instance"), "{error}");
    let error = replies.take(wrong).unwrap_err();
    assert_eq!((error.kind(), error.operation()), (ErrorKind::InvalidRequest, Some("desk.echo")));
    assert_eq!(requests(&memory), [["four", "ü\""]]);
    let first = memory.asked.lock().unwrap()[0].clone();
    assert_eq!((first.method().as_str(), first.uri().path()), ("POST", "/desk"));
    let body: Value = serde_json::from_slice(first.body()).unwrap();
    assert_eq!(body[0], json!({ "jsonrpc": "2.0", "id": 1, "method": "size", "params": { "text": "four" } }));
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn options_of_one_call_and_other_tickets_are_refused() {
    let memory = honest();
    let target = target(&memory);
    let mut one = Batch::<Desk>::new(target.clone());
    let call = Call::new(target.clone(), Echo::new("a"));
    let good = one.push(call.clone());
    let bad = one.push(call.retry(Retry::none()).header("x-a", "b"));
    let mut other = Batch::<Desk>::new(target);
    let alien = other.push(Echo::new("b"));
    let (mut replies, rest) = (one.send().await.unwrap(), other.send().await.unwrap());
    assert_eq!(replies.take(good).unwrap(), "a");
    let error = replies.take(bad).unwrap_err().to_string();
    assert!(
        error.contains("`.retry(…)` of a single call") && error.contains("`.header(…)` of a single call"),
        "{error}"
    );
    let error = replies.take(alien).unwrap_err();
    assert!(
        error.to_string().contains("not sent: the ticket belongs to another batch") || error.is_building(),
        "{error}"
    );
    drop(rest);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_empty_batch_sends_nothing() {
    let memory = honest();
    assert!(batch(&memory).send().await.is_ok());
    let mut broken = batch(&memory);
    let wrong = broken.push(Echo::new(""));
    assert!(broken.send().await.unwrap().take(wrong).unwrap_err().is_invalid_request());
    assert!(requests(&memory).is_empty());
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_deadline_may_be_longer_than_clocks_count() {
    let memory = honest();
    let mut patient = batch(&memory).deadline(Duration::MAX);
    let echo = patient.push(Echo::new("a"));
    assert_eq!(patient.send().await.unwrap().take(echo).unwrap(), "a");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_batch_is_split_where_the_service_ends() {
    let memory = honest();
    let texts = ["a", "b", "c", "d", "e", "f"];
    let long = "x".repeat(700);
    for (most, given, expected) in [
        (usize::MAX, &texts[..], vec![vec!["a", "b", "c", "d"], vec!["e", "f"]]),
        (9, &texts[..5], vec![vec!["a", "b", "c", "d"], vec!["e"]]),
        (1, &texts[..2], vec![vec!["a"], vec!["b"]]),
        (0, &texts[..1], vec![vec!["a"]]),
        // No more bytes than the service takes, but for one call alone.
        (3, &["a", &long, &long, "b"], vec![vec!["a", &long], vec![&long, "b"]]),
    ] {
        memory.asked.lock().unwrap().clear();
        let mut batch = batch(&memory).max_calls(most);
        let tickets = echoes(&mut batch, given);
        let mut replies = batch.send().await.unwrap();
        for (ticket, text) in tickets.into_iter().zip(given) {
            assert_eq!(replies.take(ticket).unwrap(), *text);
        }
        assert_eq!(requests(&memory), expected, "at most {most}");
    }
    let mut batch = Batch::<Desk>::new(target(&memory).var("most", "many"));
    let _ticket = batch.push(Echo::new("a"));
    let error = batch.send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Setup);
    assert!(error.to_string().contains("desk, batch of 1: not sent: the maximum number of calls"), "{error}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn only_failed_calls_are_sent_again() {
    let memory = desk(|number, calls| {
        let answer = |call: &Value| match (call["params"]["text"].as_str().unwrap(), number) {
            ("a", 0) | ("c", 0 | 1) => error(call, -32005, "busy"),
            ("b", _) => error(call, -1, "never"),
            ("w", _) => error(call, -32005, "busy"),
            _ => reply(call),
        };
        sent(&calls.iter().map(answer).collect())
    });
    let mut batch = batch(&memory);
    let tickets = echoes(&mut batch, &["a", "b", "c"]);
    let write = batch.push(Stamp::new("w"));
    let mut replies = batch.send().await.unwrap();
    let outcomes: Vec<Result<rt::Text, Error>> = tickets.into_iter().map(|ticket| replies.take(ticket)).collect();
    assert_eq!((outcomes[0].as_ref().unwrap(), outcomes[2].as_ref().unwrap()), (&"a".into(), &"c".into()));
    let never = outcomes[1].as_ref().unwrap_err();
    assert_eq!((never.rpc_code(), never.attempts()), (Some(-1), 1));
    // Who answers with an error may have done something.
    let write = replies.take(write).unwrap_err();
    assert_eq!((write.rpc_name(), write.attempts()), (Some("Busy"), 1));
    assert_eq!(requests(&memory), [vec!["a", "b", "c", "w"], vec!["a", "c"], vec!["c"]]);
    // Each attempt has ids of its own, so that a late reply is none to it.
    let asked = memory.asked.lock().unwrap();
    let ids: Vec<u64> = asked.iter().flat_map(calls).map(|call| call["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6, 7]);
    let attempts: Vec<u32> = asked.iter().map(|one| one.extensions().get::<CallInfo>().unwrap().attempt).collect();
    assert_eq!(attempts, [1, 2, 3]);
}

/// A failure of the first request, and the texts of each request.
async fn whole(first: impl Fn() -> TransportResult + Send + Sync + 'static) -> (Vec<Vec<String>>, Vec<String>) {
    let memory = desk(move |number, calls| match number {
        0 => first(),
        _ => sent(&calls.iter().map(reply).collect()),
    });
    let mut batch = batch(&memory);
    let read = batch.push(Echo::new("r"));
    let write = batch.push(Stamp::new("w"));
    let mut replies = batch.send().await.unwrap();
    let told = |result: Result<rt::Text, Error>| result.map_or_else(|error| error.to_string(), |text| text.to_string());
    (requests(&memory), vec![told(replies.take(read)), told(replies.take(write))])
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_failed_request_is_repeated_as_far_as_it_is_harmless() {
    let status = |status: u16| move || Ok(http::Response::builder().status(status).body(Bytes::new()).unwrap());
    for undone in [whole(|| Err(TransportError::connect("refused"))).await, whole(status(429)).await] {
        assert_eq!(undone, (vec![vec!["r".into(), "w".into()]; 2], vec!["r".into(), "w".into()]));
    }
    let (asked, told) = whole(|| Err(TransportError::other("cut"))).await;
    assert_eq!(asked, [vec!["r", "w"], vec!["r"]]);
    assert_eq!(told, ["r", "desk.stamp: the exchange broke off: cut"]);
    let (asked, told) = whole(status(503)).await;
    assert_eq!(asked, [vec!["r", "w"], vec!["r"]]);
    assert!(told[1].starts_with("desk.stamp: POST /desk: 503 Service Unavailable"), "{told:?}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn one_failure_of_all_calls_is_that_of_the_batch() {
    let memory = desk(|_, _| Err(TransportError::connect("refused")));
    let mut all = batch(&memory);
    let _tickets = echoes(&mut all, &["a", "b", "c", "d", "e"]);
    let mut few = batch(&memory).retry(Retry::none());
    let _tickets = echoes(&mut few, &["a", "b"]);
    // The second request is not sent, so that its calls fared otherwise.
    let replies = all.send().await.unwrap();
    let kinds: Vec<ErrorKind> = replies.errors().map(Error::kind).collect();
    assert_eq!(kinds, [[ErrorKind::Connect; 4].as_slice(), &[ErrorKind::NotSent]].concat());
    assert!(replies.errors().all(|error| error.may_repeat(Effect::Write)));
    let last = replies.errors().last().unwrap().to_string();
    let expected = "desk.echo: not sent: an earlier part of the batch failed: could not connect: refused";
    assert!(last.starts_with(expected), "{last}");
    assert_eq!(requests(&memory).len(), 4);
    let error = few.send().await.unwrap_err();
    assert!(error.is_connect() && error.operation().is_none(), "{error}");
    assert!(error.to_string().starts_with("desk, batch of 2: could not connect: refused"), "{error}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_refused_size_of_a_batch_leads_to_smaller_ones() {
    let memory = desk(|_, _| Ok(http::Response::builder().status(413).body(Bytes::from("too large")).unwrap()));
    let mut several = batch(&memory);
    let _tickets = echoes(&mut several, &["a", "b"]);
    let error = several.send().await.unwrap_err().to_string();
    let hint = "The request held 2 calls. The limit that the client keeps to is 4; where the service takes fewer, set \
        `.max_calls(…)` on the batch.";
    assert!(error.contains("413") && error.ends_with(hint), "{error}");
    let mut single = batch(&memory);
    let _tickets = echoes(&mut single, &["a"]);
    let error = single.send().await.unwrap_err().to_string();
    assert!(error.contains("413") && !error.contains("max_calls"), "{error}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_error_for_the_whole_batch_says_so() {
    let too_large = |id: Value| json!({ "id": id, "error": { "code": -32600, "message": "batch too large" } });
    type Answer = fn(&dyn Fn(Value) -> Value, &[Value]) -> Value;
    let answers: [Answer; 3] = [
        |error, _| error(Value::Null),
        |error, _| json!([error(Value::Null)]),
        |error, calls| json!([error(calls[0]["id"].clone())]),
    ];
    for answer in answers {
        let memory = desk(move |_, calls| sent(&answer(&too_large, calls)));
        let mut batch = batch(&memory);
        let _tickets = echoes(&mut batch, &["a", "b", "c"]);
        let error = batch.send().await.unwrap_err();
        assert_eq!((error.rpc_code(), error.server_message()), (Some(-32600), Some("batch too large")));
        let text = "desk, batch of 3: error -32600 (InvalidRequest): batch too large. The request held 3 calls. \
            The limit that the client keeps to is 4; where the service takes fewer, set `.max_calls(…)` on the batch.";
        assert_eq!(error.to_string(), text);
    }
    // Errors that all have one id, which is that of no call, or of one of several.
    let alike = |error: fn(&dyn Fn(Value) -> Value, &[Value]) -> Value| {
        desk(move |_, calls| sent(&error(&|id| json!({ "id": id, "error": { "code": -7, "message": "odd" } }), calls)))
    };
    let answers: [Answer; 5] = [
        |error, calls| calls.iter().map(|_| error(Value::Null)).collect(),
        |error, calls| calls.iter().map(|_| error(json!(0))).collect(),
        |error, calls| calls.iter().map(|_| error(json!("all"))).collect(),
        |error, calls| calls.iter().map(|_| error(calls[0]["id"].clone())).collect(),
        |error, _| error(json!(0)),
    ];
    for answer in answers {
        let memory = alike(answer);
        let mut batch = batch(&memory);
        let _tickets = echoes(&mut batch, &["a", "b", "c"]);
        let error = batch.send().await.unwrap_err();
        assert_eq!((error.rpc_code(), error.server_message()), (Some(-7), Some("odd")), "{error}");
        assert!(error.to_string().starts_with("desk, batch of 3: error -7: odd. The request held 3 calls."), "{error}");
    }
    // Errors under other ids are no replies, but what they say is told.
    let memory = desk(|_, calls| {
        let error =
            |call: &Value| json!({ "id": format!("x{}", call["id"]), "error": { "code": -7, "message": "odd" } });
        sent(&calls.iter().map(error).collect())
    });
    let mut strange = batch(&memory);
    let tickets = echoes(&mut strange, &["a", "b"]);
    let mut replies = strange.send().await.unwrap();
    let told = replies.take(tickets.into_iter().next().unwrap()).unwrap_err();
    assert!(told.kind() == ErrorKind::Protocol && told.to_string().contains("error -7: odd"), "{told}");
    // Of another error nobody knows whether it means the others.
    let memory = desk(|_, calls| sent(&json!([error(&calls[0], -7, "odd")])));
    let mut batch = batch(&memory);
    let tickets = echoes(&mut batch, &["a", "b"]);
    let mut replies = batch.send().await.unwrap();
    let errors: Vec<Error> = tickets.into_iter().map(|ticket| replies.take(ticket).unwrap_err()).collect();
    assert_eq!((errors[0].rpc_code(), errors[1].kind()), (Some(-7), ErrorKind::Protocol));
    let text = errors[1].to_string();
    assert!(
        text.contains("no reply with its id, 2; the only reply is to the call with the id 1: desk.echo: error -7: odd"),
        "{text}"
    );
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_is_no_answer_is_told() {
    for (status, body, told) in [
        (200, "", "the body is empty"),
        (200, "[", "the body is not JSON"),
        (200, "<html>", "what may be HTML"),
        (200, "[] []", "the body is not JSON"),
        (200, "\n [", "the body is not JSON"),
        (200, "7", "expected a JSON object, found: 7"),
        (400, "[]", "400 Bad Request"),
        (400, "no", "400 Bad Request: no"),
        (400, r#"{"id":null,"error":{"code":-1,"message":"no"}}"#, "error -1: no (status 400 Bad Request)"),
    ] {
        let memory = Memory::fixed(status, "application/json", body);
        let mut batch = batch(&memory);
        let _tickets = echoes(&mut batch, &["a", "b"]);
        let error = batch.send().await.unwrap_err();
        assert!(error.to_string().contains(told), "{body}: {error}");
    }
    for body in ["[]", "{}", "[7, null, {}]", r#"{"id":"1","result":"a"}"#] {
        let memory = Memory::fixed(200, "application/json", body);
        let mut batch = batch(&memory);
        let tickets = echoes(&mut batch, &["a"]);
        let mut replies = batch.send().await.unwrap();
        for ticket in tickets {
            let error = replies.take(ticket).unwrap_err();
            assert!(error.to_string().contains("there is no reply with its id, 1"), "{body}: {error}");
        }
    }
    let long = format!("[{}0]", "0,".repeat(1_000));
    let memory = Memory::fixed(200, "application/json", long);
    let mut batch = batch(&memory);
    let _tickets = echoes(&mut batch, &["a"]);
    let error = batch.send().await.unwrap_err();
    assert!(error.to_string().contains("more than 20 replies to 1 calls"), "{error}");
}

/// Returns the replies to calls, disturbed at random.
fn disturbed(calls: &[Value], random: &mut fastrand::Rng) -> (Value, Vec<usize>) {
    let mut replies: Vec<(Option<usize>, Value)> =
        calls.iter().map(reply).enumerate().map(|(at, one)| (Some(at), one)).collect();
    for _ in 0..random.usize(..3) {
        match random.u8(..4) {
            0 if !replies.is_empty() => drop(replies.remove(random.usize(..replies.len()))),
            1 if !replies.is_empty() => replies.push(replies[random.usize(..replies.len())].clone()),
            2 => replies.push((None, json!({ "id": "alien", "result": 1 }))),
            _ => replies.push((None, json!({ "id": 9_999_999, "result": "a" }))),
        }
    }
    random.shuffle(&mut replies);
    let counts = (0..calls.len()).map(|at| replies.iter().filter(|(of, _)| *of == Some(at)).count()).collect();
    (replies.into_iter().map(|(_, reply)| reply).collect(), counts)
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn replies_are_matched_in_any_order_whatever_is_lost_doubled_or_added() {
    for seed in 0..400 {
        let counts = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&counts);
        let memory = desk(move |_, calls| {
            let (body, counts) = disturbed(calls, &mut fastrand::Rng::with_seed(seed));
            *kept.lock().unwrap() = counts;
            sent(&body)
        });
        let mut batch = batch(&memory);
        let tickets = echoes(&mut batch, &["a", "b", "c", "d"][..1 + seed as usize % 4]);
        let mut replies = batch.send().await.unwrap();
        let counts = counts.lock().unwrap().clone();
        for (at, (ticket, count)) in tickets.into_iter().zip(counts).enumerate() {
            match (replies.take(ticket), count) {
                (Ok(text), 1) => assert_eq!(text, ["a", "b", "c", "d"][at], "seed {seed}"),
                (Err(error), 0) => assert!(error.to_string().contains("no reply with its id"), "seed {seed}: {error}"),
                (Err(error), 2..) => assert!(error.to_string().contains("more than one reply"), "seed {seed}: {error}"),
                (other, count) => panic!("seed {seed}: {other:?} for {count} replies"),
            }
        }
        for stray in replies.strays() {
            let text = stray.to_string();
            assert!(text.contains("a reply has the id") && text.contains("which no call of the batch has"), "{text}");
        }
        assert_eq!(requests(&memory).len(), 1, "nothing of this is repeated");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn any_bytes_are_a_result_or_an_error() {
    let good =
        r#"[{"id":1,"result":"ü"},{"error":{"code":-1,"message":"no"},"id":2},{"result":null,"id":3}]"#.as_bytes();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..600 {
        let mut body = good.to_vec();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..body.len());
            match random.u8(..3) {
                0 => body[at] = *random.choice(b"[]{},:\"01nx \\\xff").unwrap(),
                1 => body.truncate(at.max(1)),
                _ => body.insert(at, *random.choice(b"[]{},:\"01n").unwrap()),
            }
        }
        let memory = Memory::fixed(200, "application/json", body.clone());
        let mut batch = batch(&memory).retry(Retry::none());
        let tickets = echoes(&mut batch, &["a", "b", "c"]);
        let texts: Vec<String> = match batch.send().await {
            Err(error) => vec![error.to_string()],
            Ok(mut replies) => {
                let taken = tickets.into_iter().filter_map(|ticket| replies.take(ticket).err());
                taken.map(|error| error.to_string()).collect()
            }
        };
        for text in texts {
            assert!(text.starts_with("desk") && text.len() > 12, "{}: {text}", String::from_utf8_lossy(&body));
        }
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_result_that_does_not_fit_fails_alone_and_like_that_of_a_call() {
    let memory = Memory::fixed(200, "", " \n[ {\"id\":2,\"result\":\"b\"} , {\"id\":1,\"result\":[1]} ]\n");
    let mut batch = batch(&memory);
    let (wrong, right) = (batch.push(Size::new("a")), batch.push(Echo::new("b")));
    let mut replies = batch.send().await.unwrap();
    let error = replies.take(wrong).unwrap_err();
    assert_eq!((error.kind(), error.operation()), (ErrorKind::Decode, Some("desk.size")));
    let memory = Memory::fixed(200, "", r#"{"id":1,"result":[1]}"#);
    let single = Call::new(target(&memory), Size::new("a")).send().await.unwrap_err();
    assert_eq!((error.to_string(), error.body()), (single.to_string(), single.body()));
    assert_eq!(replies.take(right).unwrap(), "b");
}

/// Answers no request but the last ones, and counts the exchanges that are open.
struct Stuck {
    honest: Arc<Memory>,
    open: Arc<()>,
    stuck: AtomicUsize,
}

impl Transport for Stuck {
    fn send(&self, request: http::Request<Bytes>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        let open = self.open.clone();
        let is_stuck = self.stuck.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
        Box::pin(async move {
            let answer = if is_stuck { std::future::pending().await } else { self.honest.send(request, limits).await };
            drop(open);
            answer
        })
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_batch_that_is_dropped_ends_its_exchange_and_frees_its_slot() {
    let stuck = Arc::new(Stuck { honest: honest(), open: Arc::default(), stuck: AtomicUsize::new(1) });
    let client = Client::builder(&CLIENT).base_url("http://h").transport(stuck.clone()).max_concurrent(1);
    let target = Target::new(client.build().unwrap());
    let send = || {
        let mut batch = Batch::<Desk>::new(target.clone());
        let ticket = batch.push(Echo::new("a"));
        async move { batch.send().await.unwrap().take(ticket).unwrap() }
    };
    let second = Duration::from_secs(1);
    let mut first = Box::pin(send());
    assert!(tokio::time::timeout(second, &mut first).await.is_err());
    // The only slot is taken: nothing else goes out.
    assert!(tokio::time::timeout(second, send()).await.is_err());
    assert_eq!((Arc::strong_count(&stuck.open), stuck.honest.asked.lock().unwrap().len()), (2, 0));
    drop(first);
    assert_eq!(Arc::strong_count(&stuck.open), 1);
    assert_eq!(tokio::time::timeout(second, send()).await.unwrap(), "a");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn batches_without_types() {
    let memory = honest();
    let mut batch = RawBatch::new(target(&memory));
    let text = |text: &str| vec![Some(json!(text).to_string().into_bytes())];
    let (size, of_no_batch) = (batch.push(&SIZE, &text("four")), batch.push(&COUNT, &[None, None, None]));
    let mut replies = batch.send().await.unwrap();
    let reply = replies.take(size).unwrap();
    let raw: Value = serde_json::from_slice(reply.raw()).unwrap();
    assert_eq!((reply.result(), raw), (&b"4"[..], json!({ "jsonrpc": "2.0", "id": 1, "result": 4 })));
    let error = replies.take(of_no_batch).unwrap_err().to_string();
    assert!(error.contains("the service `positional` takes no batches"), "{error}");
    assert!(replies.take(size).is_err() && replies.take(7).is_err());
}

/// A service whose responses to a request have room for so many characters.
fn narrow(room: usize) -> Arc<Memory> {
    desk(move |_, calls| {
        let mut left = room;
        let replies = calls.iter().map(|call| {
            let size = call["params"]["text"].as_str().unwrap().len();
            // What comes behind has no room either.
            let fits = size <= left;
            left = if fits { left - size } else { 0 };
            if fits { reply(call) } else { error(call, -32003, "response too large") }
        });
        sent(&replies.collect())
    })
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_batch_whose_responses_are_too_large_is_sent_in_smaller_parts() {
    // The most characters are 10, and each call of these has 3: three of four have room.
    let memory = narrow(10);
    let mut batch = batch(&memory);
    let texts = ["aaa", "bbb", "ccc", "ddd", "eee"];
    let tickets = echoes(&mut batch, &texts);
    let mut replies = batch.send().await.unwrap();
    let found: Vec<String> = tickets.into_iter().map(|ticket| replies.take(ticket).unwrap().to_string()).collect();
    assert_eq!(found, texts);
    let asked = requests(&memory);
    assert_eq!(asked, [vec!["aaa", "bbb", "ccc", "ddd"], vec!["ddd"], vec!["eee"]]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_call_that_is_too_large_alone_has_that_error_and_a_change_is_not_sent_again() {
    let memory = narrow(4);
    let mut batch = batch(&memory);
    let [large, small] = <[_; 2]>::try_from(echoes(&mut batch, &["large", "abc"])).unwrap();
    let stamp = batch.push(Stamp::new("stamped"));
    let mut replies = batch.send().await.unwrap();
    assert_eq!(requests(&memory), [vec!["large", "abc", "stamped"], vec!["large"], vec!["abc"]]);
    assert_eq!(replies.take(small).unwrap().as_str(), "abc");
    let large = replies.take(large).unwrap_err();
    assert_eq!((large.rpc_code(), large.is_retryable()), (Some(-32003), false), "{large}");
    let stamp = replies.take(stamp).unwrap_err().to_string();
    assert!(stamp.contains("response too large") && stamp.contains("the call is not sent again, since it"), "{stamp}");
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn another_error_of_the_code_sends_no_smaller_batch() {
    let memory = desk(|_, calls| {
        sent(&calls.iter().map(|call| error(call, -32003, "transaction rejected: nonce too low")).collect())
    });
    let mut batch = batch(&memory);
    let tickets = echoes(&mut batch, &["aaa", "bbb"]);
    let mut replies = batch.send().await.unwrap();
    assert_eq!(requests(&memory), [vec!["aaa", "bbb"]]);
    for ticket in tickets {
        assert_eq!(replies.take(ticket).unwrap_err().server_message(), Some("transaction rejected: nonce too low"));
    }
}

/// What a smaller batch avoids is not repeated unchanged, whatever `retry` says of other errors.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_call_that_is_refused_alone_for_its_size_is_not_repeated() {
    let memory = desk(|_, calls| sent(&calls.iter().map(|call| error(call, -32010, "too heavy")).collect()));
    let mut batch = batch(&memory);
    let [ticket] = <[_; 1]>::try_from(echoes(&mut batch, &["aaa"])).unwrap();
    let error = batch.send().await.unwrap().take(ticket).unwrap_err();
    assert_eq!((error.rpc_name(), error.is_retryable()), (Some("Heavy"), false), "{error}");
    assert_eq!(requests(&memory), [vec!["aaa"]]);
}

/// Every call ends with its own reply, whatever the room, and each request is smaller than the one
/// that was too large.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn any_number_of_calls_ends() {
    for room in 1..=12 {
        for count in 1..=30 {
            let memory = narrow(room);
            let mut batch = batch(&memory).max_calls(4);
            let texts: Vec<String> = (0..count).map(|index| "x".repeat(index % 6 + 1)).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let tickets = echoes(&mut batch, &texts);
            let mut replies = batch.send().await.unwrap();
            for (ticket, text) in tickets.into_iter().zip(&texts) {
                match replies.take(ticket) {
                    Ok(found) => assert_eq!(found.as_str(), *text),
                    Err(error) => assert!(text.len() > room && error.rpc_code() == Some(-32003), "{error}"),
                }
            }
            assert!(requests(&memory).len() <= 2 * texts.len());
        }
    }
}

/// Some services have one error for all calls.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn one_error_for_all_calls_of_a_large_batch() {
    let memory = desk(|_, calls| match calls.len() {
        1 => sent(&calls.iter().map(reply).collect()),
        _ => sent(
            &json!([{ "jsonrpc": "2.0", "id": null, "error": { "code": -32003, "message": "Response too large" } }]),
        ),
    });
    let mut batch = batch(&memory);
    let tickets = echoes(&mut batch, &["a", "b", "c"]);
    let stamp = batch.push(Stamp::new("d"));
    let mut replies = batch.send().await.unwrap();
    for (ticket, text) in tickets.into_iter().zip(["a", "b", "c"]) {
        assert_eq!(replies.take(ticket).unwrap().as_str(), text);
    }
    assert_eq!(replies.take(stamp).unwrap_err().rpc_code(), Some(-32003));
    let sizes: Vec<usize> = requests(&memory).iter().map(Vec::len).collect();
    assert_eq!(sizes, [4, 2, 1, 1, 1]);
}
