//! Missed events of chains that went back: fewer heights, other branches, and withdrawn events.

use super::{
    books::*,
    websocket::{Peer, Server, returns, take},
};
use chainloom_runtime::{
    __private as rt, GapReason, Incoming, RawJson, Subscribe, Subscription,
    catalog::{Arguments, Target, UntypedSubscribe},
    schema::{
        self, Backfill, Field, Form, HeightParam, Heights, Integer, Links, Operation, Place, Presence, Protocol,
        Record, Scalar, Type,
    },
};
use serde_json::{Value, json};

static HEAD: Record = Record {
    name: "Head",
    fields: &[
        Field::required("number", Type::Integer(Integer::U64)),
        Field::required("hash", Type::Text),
        Field::required("parent", Type::Text),
    ],
};
static NOTHING: Record = Record { name: "nothing", fields: &[] };
static LATEST: Operation =
    Operation::new("positional.latest", COUNT.service, Protocol::Rpc { method: "bk.latest" }, &NOTHING)
        .output(Type::Integer(Integer::U64));
static AT: Operation = Operation::new(
    "positional.at",
    COUNT.service,
    Protocol::Rpc { method: "bk.at" },
    &Record { name: "at", fields: &[Field::required("number", Type::Integer(Integer::U64))] },
)
.bindings(&[bind(Place::Rpc, "", 0)])
.output(Type::Json);

const BY_HEIGHT: Heights = Heights::At(HeightParam { index: 0, path: &[] });

/// Heads that do not say what they stand on, and heads that do.
static PLAIN: Backfill = Backfill::new(&["number"], &[&["hash"]], &LATEST, &AT, BY_HEIGHT);
static LINKED: Backfill = Backfill::new(&["number"], &[&["hash"]], &LATEST, &AT, BY_HEIGHT)
    .links(Links { hash: &["hash"], parent: Some(&["parent"]) });

const fn heads(backfill: &'static Backfill) -> schema::Subscription {
    let fixed = const { &[fixed(Place::Rpc, "", "\"heads\"")] };
    schema::Subscription::new("positional.heads", COUNT.service, &NOTHING, Type::Record(&HEAD), "bk.watch", fixed)
        .kind("heads")
        .backfill(backfill)
}

static PLAIN_HEADS: schema::Subscription = heads(&PLAIN);
static LINKED_HEADS: schema::Subscription = heads(&LINKED);

#[derive(Clone, Debug)]
struct Heads<const LINKED: bool>;

impl<const LINKED: bool> rt::Record for Heads<LINKED> {
    fn blank() -> Self {
        Self
    }
    fn table(&self) -> &'static Record {
        &NOTHING
    }
    fn member_mut(&mut self, _: usize) -> Option<&mut dyn rt::Fill> {
        None
    }
    fn member(&self, _: usize) -> Option<&dyn rt::Write> {
        None
    }
}

impl<const LINKED: bool> rt::Subscribes for Heads<LINKED> {
    type Item = RawJson;
    fn schema() -> &'static schema::Subscription {
        if LINKED { &LINKED_HEADS } else { &PLAIN_HEADS }
    }
}

/// A head by its number, and the letters of its hash and its parent's.
fn head(number: u64, hash: &str, parent: &str) -> Value {
    json!({ "number": number, "hash": hash, "parent": parent })
}

async fn push(peer: &mut Peer, id: &str, item: Value) {
    peer.say(json!({ "method": "bk.seen", "params": { "subscription": id, "result": item } })).await;
}

/// The next request, which is for this.
async fn asked(peer: &mut Peer, method: &str, params: Value, result: Value) {
    let request = peer.answer(result).await;
    assert_eq!((&request["method"], &request["params"]), (&json!(method), &params));
}

/// Heads by number and hash; in place of gaps their reasons.
async fn all(subscription: &mut Subscription<RawJson>, count: usize) -> Vec<String> {
    let mut told = Vec::new();
    for _ in 0..count {
        told.push(match subscription.try_next().await.unwrap().unwrap() {
            Incoming::Event(head) => {
                let head: Value = serde_json::from_str(head.as_str()).unwrap();
                format!("{}{}", head["number"], head["hash"].as_str().unwrap())
            }
            Incoming::Gap(gap) => {
                if let GapReason::Reorganized { from } = gap.reason() {
                    assert_eq!((gap.from_height(), gap.missed()), (Some(from), None));
                }
                format!("{:?}", gap.reason())
            }
            _ => unreachable!(),
        });
    }
    told
}

fn back(from: u64) -> String {
    format!("{:?}", GapReason::Reorganized { from })
}

/// A subscription that has given the heads 4, 5 and 6, and a lost connection.
async fn begun<const LINKED: bool>(server: &mut Server) -> (Target, Subscription<RawJson>) {
    let (target, mut peer) = server.connect(server.client()).await;
    let answers = async {
        asked(&mut peer, "bk.latest", json!([]), json!(3)).await;
        peer.answer(json!("s")).await;
    };
    let subscribe = Subscribe::new(target.clone(), Heads::<LINKED>).backfill(100).send();
    let (subscription, ()) = tokio::join!(subscribe, answers);
    let mut subscription = subscription.unwrap();
    for (number, hash, parent) in [(4, "d", "c"), (5, "e", "d"), (6, "f", "e")] {
        push(&mut peer, "s", head(number, hash, parent)).await;
    }
    assert_eq!(all(&mut subscription, 3).await, ["4d", "5e", "6f"]);
    (target, subscription)
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_chain_that_is_back_at_an_earlier_height_is_told() {
    for linked in [true, false] {
        let mut server = Server::new();
        let (_target, mut heads) =
            if linked { begun::<true>(&mut server).await } else { begun::<false>(&mut server).await };
        let mut peer = server.next().await;
        let answers = async {
            peer.answer(json!("t")).await;
            asked(&mut peer, "bk.latest", json!([]), json!(3)).await;
            push(&mut peer, "t", head(4, "D", "c")).await;
            push(&mut peer, "t", head(5, "E", "D")).await;
            // Also while the connection holds.
            push(&mut peer, "t", head(5, "x", "D")).await;
            if !linked {
                asked(&mut peer, "bk.at", json!([4]), head(4, "D", "c")).await;
            }
            push(&mut peer, "t", head(6, "y", "x")).await;
        };
        let (told, ()) = tokio::join!(all(&mut heads, 6), answers);
        assert_eq!(told, [&back(4), "4D", "5E", &back(5), "5x", "6y"], "{linked}");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_longer_branch_is_told_from_the_first_height_that_changed() {
    let mut server = Server::new();
    let (_target, mut heads) = begun::<true>(&mut server).await;
    let mut peer = server.next().await;
    let answers = async {
        let peer = &mut peer;
        peer.answer(json!("t")).await;
        asked(peer, "bk.latest", json!([]), json!(8)).await;
        // The parent of 7 is not the 6 that was given.
        asked(peer, "bk.at", json!([7]), head(7, "G", "F")).await;
        asked(peer, "bk.at", json!([5]), head(5, "e", "d")).await;
        for (number, hash, parent) in [(6, "F", "e"), (7, "G", "F"), (8, "H", "G")] {
            asked(peer, "bk.at", json!([number]), head(number, hash, parent)).await;
        }
        // The same while the connection holds, where a service tells the last head only.
        push(peer, "t", head(9, "z", "y")).await;
        asked(peer, "bk.at", json!([7]), head(7, "G", "F")).await;
        asked(peer, "bk.at", json!([8]), head(8, "y", "G")).await;
        push(peer, "t", head(10, "end", "z")).await;
    };
    let (told, ()) = tokio::join!(all(&mut heads, 8), answers);
    assert_eq!(told, [&back(6), "6F", "7G", "8H", &back(8), "8y", "9z", "10end"]);
}

/// A service that contradicts itself cannot keep the client busy.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn heads_that_never_fit_are_given_behind_gaps() {
    let mut server = Server::new();
    let (_target, mut heads) = begun::<true>(&mut server).await;
    let mut peer = server.next().await;
    let answers = async {
        let peer = &mut peer;
        peer.answer(json!("t")).await;
        asked(peer, "bk.latest", json!([]), json!(7)).await;
        for _ in 0..2 {
            asked(peer, "bk.at", json!([7]), head(7, "G", "no")).await;
            asked(peer, "bk.at", json!([5]), head(5, "e", "d")).await;
            asked(peer, "bk.at", json!([6]), head(6, "f", "e")).await;
        }
        asked(peer, "bk.at", json!([7]), head(7, "G", "no")).await;
        asked(peer, "bk.at", json!([5]), head(5, "e", "d")).await;
    };
    let (told, ()) = tokio::join!(all(&mut heads, 6), answers);
    assert_eq!(told, [&back(6), "6f", &back(6), "6f", &back(6), "Reconnected"]);
}

/// Answers the next request by its method, for a chain of this height; returns whether it began a
/// subscription.
async fn serve(peer: &mut Peer, id: &str, latest: u64) -> bool {
    let request = peer.take().await;
    let result = match request["method"].as_str().unwrap() {
        "bk.latest" => json!(latest),
        "bk.at" => head(request["params"][0].as_u64().unwrap(), "h", "h"),
        _ => json!(id),
    };
    let begins = result == json!(id);
    peer.say(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })).await;
    begins
}

/// The connection is lost as soon as the subscription has begun, before anything came.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_is_missed_at_the_very_beginning_is_fetched() {
    let mut server = Server::new();
    let (target, mut peer) = server.connect(server.client()).await;
    let told = async {
        let mut heads = Subscribe::new(target, Heads::<true>).backfill(100).send().await.unwrap();
        all(&mut heads, 4).await
    };
    let answers = async {
        while !serve(&mut peer, "s", 3).await {}
        drop(peer);
        let mut peer = server.next().await;
        while !serve(&mut peer, "t", 6).await {}
        // All that a client can ask for; what comes then is for one that asks for less.
        let asks = async { while !serve(&mut peer, "t", 6).await {} };
        let _ = tokio::time::timeout(std::time::Duration::from_secs(1), asks).await;
        for number in 7..11 {
            push(&mut peer, "t", head(number, "h", "h")).await;
        }
        peer
    };
    let (told, _peer) = tokio::join!(told, answers);
    assert_eq!(told, ["4h", "5h", "6h", "7h"]);
}

/// A subscription to several events per height, which begins at the height 10.
async fn returning(server: &mut Server, most: u64) -> (Target, Peer, Subscription<Book>) {
    let (target, mut peer) = server.connect(server.client()).await;
    let answers = async {
        asked(&mut peer, "bk.count", json!([]), json!(10)).await;
        peer.answer(json!("s")).await;
    };
    let (subscription, ()) = tokio::join!(returns(&target).backfill(most).send(), answers);
    (target, peer, subscription.unwrap())
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn withdrawn_events_are_told() {
    let book = |title: &str, pages: u64| json!({ "title": title, "pages": pages });
    let mut server = Server::new();
    let (_target, mut peer, mut subscription) = returning(&mut server, 1000).await;
    let gone = json!({ "title": "c", "pages": 13, "gone": true });
    for item in [book("a", 11), book("b", 12), book("c", 13), gone, book("d", 13)] {
        push(&mut peer, "s", item).await;
    }
    let reason = |from| format!("{:?} None", GapReason::Reorganized { from });
    assert_eq!(take(&mut subscription, 6).await, ["a", "b", "c", &reason(13), "c", "d"]);
    // While nobody looked, `b` and `d` were replaced, which shows where `d` lacks.
    drop(peer);
    let mut peer = server.next().await;
    let range = |first: u64, last: u64| json!(["a", { "range": { "last": last, "first": first } }]);
    let answers = async {
        let peer = &mut peer;
        peer.answer(json!("t")).await;
        asked(peer, "bk.count", json!([]), json!(15)).await;
        asked(peer, "bk.between", range(13, 15), json!([book("f", 15)])).await;
        asked(peer, "bk.between", range(12, 12), json!([book("e", 12)])).await;
        asked(peer, "bk.between", range(11, 11), json!([book("a", 11)])).await;
        asked(peer, "bk.between", range(11, 15), json!([book("f", 15), book("e", 12), book("a", 11)])).await;
        push(peer, "t", book("g", 16)).await;
        // What lies between the last answer and the first push is not known yet.
        asked(peer, "bk.between", range(15, 16), json!([book("f", 15), book("g", 16)])).await;
    };
    let (told, ()) = tokio::join!(take(&mut subscription, 4), answers);
    assert_eq!(told, [&reason(12), "e", "f", "g"]);
}

/// Events are rare: the first one comes thousands of heights behind the beginning, and nothing is
/// missing.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_first_event_may_come_late() {
    let book = |title: &str, pages: u64| json!({ "title": title, "pages": pages });
    let mut server = Server::new();
    let (_target, mut peer, mut subscription) = returning(&mut server, 5).await;
    push(&mut peer, "s", book("a", 5_000)).await;
    let range = json!(["a", { "range": { "last": 15, "first": 11 } }]);
    let answers = asked(&mut peer, "bk.between", range, json!([book("early", 11)]));
    assert_eq!(tokio::join!(take(&mut subscription, 2), answers).0, ["early", "a"]);
    push(&mut peer, "s", book("b", 5_003)).await;
    assert_eq!(take(&mut subscription, 1).await, ["b"]);
    // The same behind a connection that is lost.
    drop(peer);
    let mut peer = server.next().await;
    let range = |first: u64, last: u64| json!(["a", { "range": { "last": last, "first": first } }]);
    let answers = async {
        let peer = &mut peer;
        peer.answer(json!("t")).await;
        asked(peer, "bk.count", json!([]), json!(5_008)).await;
        asked(peer, "bk.between", range(5_003, 5_008), json!([book("b", 5_003)])).await;
        push(peer, "t", book("c", 9_000)).await;
        asked(peer, "bk.between", range(5_009, 5_013), json!([])).await;
        push(peer, "t", book("d", 9_500)).await;
    };
    assert_eq!(tokio::join!(take(&mut subscription, 2), answers).0, ["c", "d"]);
}

/// An answer with an event whose height cannot be read is asked for again. If it stays so, a gap covers its range.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_answered_event_without_a_readable_height_is_not_lost() {
    let book = |title: &str, pages: Value| json!({ "title": title, "pages": pages });
    let range = json!(["a", { "range": { "last": 13, "first": 11 } }]);
    for height in [json!(null), json!("latest"), json!(-1)] {
        for (wrong_answers, given) in [(1, &["b", "c"]), (9, &["c", "Reconnected Some((Some(11), Some(13)))"])] {
            let mut server = Server::new();
            let (_target, mut peer, mut subscription) = returning(&mut server, 1000).await;
            push(&mut peer, "s", book("a", json!(11))).await;
            assert_eq!(take(&mut subscription, 1).await, ["a"]);
            drop(peer);
            let mut peer = server.next().await;
            let answers = async {
                let peer = &mut peer;
                peer.answer(json!("t")).await;
                asked(peer, "bk.count", json!([]), json!(13)).await;
                for count in 0..=wrong_answers.min(8) {
                    let height = if count < wrong_answers { &height } else { &json!(12) };
                    let all = json!([book("a", json!(11)), book("b", height.clone()), book("c", json!(13))]);
                    asked(peer, "bk.between", range.clone(), all).await;
                }
            };
            let told = async {
                let mut told = Vec::new();
                while told.len() < 2 {
                    told.push(match subscription.try_next().await.unwrap().unwrap() {
                        Incoming::Event(book) => book.title.to_string(),
                        Incoming::Gap(gap) => {
                            format!("{:?} {:?}", gap.reason(), Some((gap.from_height(), gap.to_height())))
                        }
                        _ => unreachable!(),
                    });
                }
                told
            };
            assert_eq!(tokio::join!(told, answers).0, *given, "{height} {wrong_answers}");
        }
    }
}

static HASH: Scalar = Scalar::new("Hash", Form::Hex { bytes: Some(1), prefix: Presence::Required });
static INDEX: Scalar = Scalar::new("Index", Form::Quantity(Integer::U64));
static MARK: Record = Record {
    name: "Mark",
    fields: &[
        Field::required("number", Type::Integer(Integer::U64)),
        Field::required("hash", Type::Nullable(&Type::Scalar(&HASH))),
        Field::optional("parent", Type::Scalar(&HASH)),
        Field::optional("index", Type::Scalar(&INDEX)),
        Field::optional("note", Type::Text),
    ],
};
static MARKS_BETWEEN: Operation = Operation::new(
    "positional.marks",
    COUNT.service,
    Protocol::Rpc { method: "bk.marks" },
    &Record {
        name: "marks",
        fields: &[
            Field::required("from", Type::Integer(Integer::U64)),
            Field::required("to", Type::Integer(Integer::U64)),
        ],
    },
)
.bindings(&[bind(Place::Rpc, "", 0), bind(Place::Rpc, "", 1)])
.output(Type::Json);
static MARKED_HEADS: schema::Subscription = schema::Subscription { item: Type::Record(&MARK), ..heads(&LINKED) };
static MARKS: schema::Subscription = schema::Subscription {
    item: Type::Record(&MARK),
    ..heads(
        &const {
            let (from, to) = (HeightParam { index: 0, path: &[] }, HeightParam { index: 1, path: &[] });
            let same: &[&[&str]] = &[&["hash"], &["index"], &["note"]];
            Backfill::new(&["number"], same, &LATEST, &MARKS_BETWEEN, Heights::Between { from, to })
                .links(Links { hash: &["hash"], parent: None })
        },
    )
};

/// A subscription that begins at the height 3.
async fn marks(server: &mut Server, subscription: &'static schema::Subscription) -> (Peer, Subscription<RawJson>) {
    let (target, mut peer) = server.connect(server.client()).await;
    let answers = async {
        asked(&mut peer, "bk.latest", json!([]), json!(3)).await;
        peer.answer(json!("s")).await;
    };
    let begin = UntypedSubscribe::new(target, subscription, Arguments::new(&subscription.call)).backfill(100).send();
    let (subscription, ()) = tokio::join!(begin, answers);
    (peer, subscription.unwrap())
}

/// Nodes write the same hash in lower or upper case.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn heads_are_linked_by_the_values_of_their_hashes() {
    let mut server = Server::new();
    let (mut peer, mut heads) = marks(&mut server, &MARKED_HEADS).await;
    for (number, hash, parent) in [(4, "0x0d", "0x0c"), (5, "0X0E", "0x0D"), (5, "0x0e", "0x0d"), (6, "0x0f", "0x0e")] {
        push(&mut peer, "s", head(number, hash, parent)).await;
    }
    assert_eq!(all(&mut heads, 3).await, ["40x0d", "50X0E", "60x0f"]);
}

/// Nodes write the same number with and without leading zeros, an absent member as null, and a text with and without
/// escapes.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn events_are_known_by_the_values_of_their_members() {
    let mut server = Server::new();
    let (mut peer, mut marks) = marks(&mut server, &MARKS).await;
    push(&mut peer, "s", json!({ "number": 4, "hash": "0x0d", "index": "0x0" })).await;
    push(&mut peer, "s", json!({ "number": 4, "hash": "0x0d", "index": "0x1", "note": "a" })).await;
    assert_eq!(all(&mut marks, 2).await, ["40x0d", "40x0d"]);
    drop(peer);
    let mut peer = server.next().await;
    let answers = async {
        peer.answer(json!("t")).await;
        asked(&mut peer, "bk.latest", json!([]), json!(5)).await;
        let known = r#"{"number":4,"hash":"0x0D","index":"0x00","note":null},{"number":4,"hash":"0x0D","index":"0x01","note":"\u0061"}"#;
        let new = r#"{"number":5,"hash":"0x0e","index":"0x0","note":"\u0061"}"#;
        let request = peer.take().await;
        assert_eq!((&request["method"], &request["params"]), (&json!("bk.marks"), &json!([4, 5])));
        peer.say(format!(r#"{{"jsonrpc":"2.0","id":{},"result":[{known},{new}]}}"#, request["id"])).await;
    };
    assert_eq!(tokio::join!(all(&mut marks, 1), answers).0, ["50x0e"]);
}

async fn refuse(peer: &mut Peer, request: &Value, code: i64) {
    let error = json!({ "code": code, "message": "no" });
    peer.say(json!({ "jsonrpc": "2.0", "id": request["id"], "error": error })).await;
}

/// The call itself repeats an error that may pass. Another round of questions would only delay later events.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_the_call_has_repeated_is_not_asked_for_again() {
    // The first error may pass, by the table of the service.
    for (code, questions) in [(-32099, 4), (-32000, 9)] {
        let mut server = Server::new();
        let (_target, mut heads) = begun::<true>(&mut server).await;
        let mut peer = server.next().await;
        let mut refused = 0;
        let answers = async {
            peer.answer(json!("t")).await;
            asked(&mut peer, "bk.latest", json!([]), json!(7)).await;
            push(&mut peer, "t", head(8, "H", "G")).await;
            loop {
                let request = peer.take().await;
                if request["params"] == json!([7]) {
                    refuse(&mut peer, &request, code).await;
                    refused += 1;
                } else {
                    let result = head(6, "f", "e");
                    peer.say(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })).await;
                }
            }
        };
        let told = tokio::select! { told = all(&mut heads, 2) => told, () = answers => unreachable!() };
        assert_eq!((told, refused), (vec!["Reconnected".to_owned(), "8H".to_owned()], questions), "{code}");
    }
}

/// Loses the connection after the height 4. Marks up to 11 are asked for, and a range is refused with the code that
/// `refusal` returns for its length. Returns the next `count` items, and the ranges.
async fn ranges(count: usize, refusal: impl Fn(u64) -> Option<i64>) -> (Vec<String>, Vec<(u64, u64)>) {
    let mut server = Server::new();
    let (mut peer, mut marks) = marks(&mut server, &MARKS).await;
    push(&mut peer, "s", json!({ "number": 4, "hash": "0x04" })).await;
    assert_eq!(all(&mut marks, 1).await, ["40x04"]);
    drop(peer);
    let mut peer = server.next().await;
    let mut ranges = Vec::new();
    let answers = async {
        peer.answer(json!("t")).await;
        asked(&mut peer, "bk.latest", json!([]), json!(11)).await;
        loop {
            let request = peer.take().await;
            let [first, last] = [0, 1].map(|place| request["params"][place].as_u64().unwrap());
            ranges.push((first, last));
            if let Some(code) = refusal(last - first) {
                refuse(&mut peer, &request, code).await;
                continue;
            }
            let mark = |height: u64| json!({ "number": height, "hash": format!("0x{height:02x}") });
            let result: Vec<_> = (first..=last).map(mark).collect();
            peer.say(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })).await;
        }
    };
    let told = tokio::select! { told = all(&mut marks, count) => told, () = answers => unreachable!() };
    (told, ranges)
}

/// A service that refuses long ranges is asked for shorter ones, down to one height.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_range_that_the_service_refuses_is_halved() {
    for most in [1, 3, 1000] {
        let (told, ranges) = ranges(7, |length| (length >= most).then_some(-32602)).await;
        assert_eq!(told, ["50x05", "60x06", "70x07", "80x08", "90x09", "100x0a", "110x0b"], "{most}");
        let expected: &[_] = match most {
            1 => &[(4, 11), (4, 7), (4, 5), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 11)],
            3 => &[(4, 11), (4, 7), (4, 5), (6, 7), (8, 9), (10, 11)],
            _ => &[(4, 11)],
        };
        assert_eq!(ranges, expected);
    }
}

/// A limit of the rate does not depend on the length of a range.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_range_is_not_halved_after_a_limit_of_the_rate() {
    assert_eq!(ranges(1, |_| Some(-32098)).await, (vec!["Unconfirmed".to_owned()], vec![(4, 11); 4]));
}

/// An event that does not fit its type was not returned: its gap has its height, and the right event is no repetition.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_unreadable_event_may_come_again() {
    let mut server = Server::new();
    let (_target, mut peer, mut subscription) = returning(&mut server, 1000).await;
    // Both events have the same identity.
    push(&mut peer, "s", json!({ "title": [7], "pages": 11 })).await;
    let Some(Incoming::Gap(gap)) = subscription.try_next().await.unwrap() else { panic!() };
    assert_eq!((gap.reason(), gap.from_height(), gap.to_height()), (GapReason::Unreadable, Some(11), Some(11)));
    push(&mut peer, "s", json!({ "title": "[7]", "pages": 11 })).await;
    push(&mut peer, "s", json!({ "title": "8", "pages": 11 })).await;
    assert_eq!(take(&mut subscription, 2).await, ["[7]", "8"]);
}

/// A reader of JSON finds out by itself that an event does not fit.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_event_that_is_taken_back_may_come_again() {
    let mut server = Server::new();
    let (mut peer, mut heads) = marks(&mut server, &MARKED_HEADS).await;
    push(&mut peer, "s", head(4, "0x0d", "0x0c")).await;
    let Some(Incoming::Event(event)) = heads.try_next().await.unwrap() else { panic!() };
    assert_eq!(heads.take_back(&event), Some(4));
    for _ in 0..2 {
        push(&mut peer, "s", head(4, "0x0d", "0x0c")).await;
    }
    push(&mut peer, "s", head(5, "0x0e", "0x0d")).await;
    assert_eq!(all(&mut heads, 2).await, ["40x0d", "50x0e"]);
}
