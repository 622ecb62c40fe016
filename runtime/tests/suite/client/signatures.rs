//! Requests that a function of the user signs: when it is asked, what it sees, and where its
//! signature goes. The scheme, keys and signatures are those that the exchange Binance documents.

use super::{
    batches::SIZE,
    books::*,
    servers::{Memory, Server, json, once},
};
use bytes::Bytes;
use chainloom_runtime::{
    Body, Builder, Call, Endpoint, ErrorKind, Retry,
    catalog::{RawBatch, Target},
    http::{Request, Response, Uri},
    schema::{
        BYTES, Binding, Client as Description, Field, Operation, Place, Protocol, Record, Response as Described,
        ResponseBody, Service, Template, Type, Verb,
    },
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use std::{
    convert::Infallible,
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
};

const BOOK: &str = r#"{"title":"Walden","pages":352}"#;
const KEY: &[u8] = b"NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
const QUERY: &str =
    "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";
const SIGNATURE: &str = "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71";

/// Adds the signature over the query and the body to the query.
async fn sign(mut request: Request<Body>) -> Result<Request<Body>, Infallible> {
    let path = request.uri().path();
    let query = request.uri().query().unwrap_or_default();
    let mut hmac = Hmac::<sha2::Sha256>::new_from_slice(KEY).unwrap();
    hmac.update(query.as_bytes());
    hmac.update(request.body());
    let signature = hmac.finalize().into_bytes().iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    });
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = Some(format!("{path}?{query}&signature={signature}").parse().unwrap());
    *request.uri_mut() = Uri::from_parts(parts).unwrap();
    Ok(request)
}

static EXCHANGE: Description = Description::new("exchange", "{url}");
static ORDERS: Service = Service::new("orders", &EXCHANGE);
static INPUT: Record = Record { name: "input", fields: &[Field::required("quantity", Type::Text)] };
static ORDER: Operation = operation(Verb::Post);
static FETCH: Operation = operation(Verb::Get);

const fn operation(verb: Verb) -> Operation {
    const BINDINGS: &[Binding] = &[
        fixed(Place::Query, "symbol", "\"LTCBTC\""),
        fixed(Place::Query, "side", "\"BUY\""),
        fixed(Place::Query, "type", "\"LIMIT\""),
        fixed(Place::Query, "timeInForce", "\"GTC\""),
        bind(Place::Query, "quantity", 0),
        fixed(Place::Query, "price", "0.1"),
        fixed(Place::Query, "recvWindow", "5000"),
        fixed(Place::Query, "timestamp", "1499827319559"),
    ];
    const RESPONSE: &Described = &Described::new(ResponseBody::Bytes(&["application/json"])).leaves_origin();
    Operation::new("orders.place", &ORDERS, Protocol::Rest { verb, path: Template::new("/api/v3/order", &[]) }, &INPUT)
        .bindings(BINDINGS)
        .output(BYTES)
        .response(RESPONSE)
}

fn quantity() -> [Option<Vec<u8>>; 1] {
    [Some(b"\"1\"".to_vec())]
}

fn target(builder: Builder) -> Target {
    Target::new(builder.build().unwrap())
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_documented_request_has_its_documented_signature() {
    let server = Server::start(|_| Some(json("200 OK", "", "{}"))).await;
    let target = target(once(&EXCHANGE).base_url(&server.url).request_signer(sign));
    target.client().execute(&ORDER, &quantity(), &target).await.unwrap();
    let line = format!("POST /api/v3/order?{QUERY}&signature={SIGNATURE} HTTP/1.1\r\n");
    assert!(server.asked()[0].starts_with(&line), "{}", server.asked()[0]);
}

/// Numbers requests by a header.
fn counting(builder: Builder, count: &Arc<AtomicU32>) -> Builder {
    let count = Arc::clone(count);
    builder.request_signer(move |mut request| {
        let number = count.fetch_add(1, SeqCst) + 1;
        request.headers_mut().insert("x-signature", number.into());
        std::future::ready(Ok::<_, Infallible>(request))
    })
}

fn numbers(memory: &Memory) -> Vec<u32> {
    let number = |request: &Request<Bytes>| request.headers()["x-signature"].to_str().unwrap().parse().unwrap();
    memory.asked.lock().unwrap().iter().map(number).collect()
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn each_attempt_is_signed_anew() {
    let memory = Memory::fixed(503, "", "");
    let count = Arc::default();
    let builder = counting(chainloom_runtime::Client::builder(&CLIENT).retry(Retry::default()), &count);
    let target = target(builder.base_url("http://h").transport(memory.clone()));
    let error = Call::new(target, FindBook::new("1")).send().await.unwrap_err();
    assert_eq!(numbers(&memory), (1..=error.attempts()).collect::<Vec<_>>());
    assert!(error.attempts() > 1);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_batch_is_signed_as_one_request() {
    let memory = Memory::new(|request| {
        assert!(request.body().starts_with(b"[") && !request.headers()["content-type"].is_empty());
        Ok(Response::builder().status(200).body(Bytes::from("[]")).unwrap())
    });
    let count = Arc::default();
    let builder = counting(once(&CLIENT), &count).base_url("http://h").transport(memory.clone());
    let mut batch = RawBatch::new(target(builder));
    for _ in 0..3 {
        batch.push(&SIZE, &[Some(b"\"four\"".to_vec())]);
    }
    let _ = batch.send().await;
    assert_eq!(numbers(&memory), [1]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_redirect_is_signed_at_its_origin_only() {
    let elsewhere = Server::start(|_| Some(json("200 OK", "", "{}"))).await;
    let place = elsewhere.url.clone();
    let here = Server::start(move |request| {
        let to = if request.contains("/moved") { format!("{place}/away") } else { "/moved?a=1".to_owned() };
        Some(json("307 Temporary Redirect", &format!("location: {to}\r\n"), ""))
    })
    .await;
    let target = target(once(&EXCHANGE).base_url(&here.url).request_signer(sign));
    target.client().execute(&FETCH, &quantity(), &target).await.unwrap();
    assert!(here.asked()[0].contains(SIGNATURE), "{}", here.asked()[0]);
    assert!(here.asked()[1].starts_with("GET /moved?a=1&signature="), "{}", here.asked()[1]);
    assert!(!here.asked()[1].contains(SIGNATURE));
    assert!(elsewhere.asked()[0].starts_with("GET /away HTTP/1.1\r\n"), "{}", elsewhere.asked()[0]);
}

/// An endpoint has a signer of its own, or none.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn endpoints_have_signers_of_their_own() {
    let memory = Memory::new(|request| {
        let status = if request.uri().host() == Some("third") { 200 } else { 503 };
        Ok(Response::builder().status(status).body(Bytes::from(BOOK)).unwrap())
    });
    let builder = chainloom_runtime::Client::builder(&EXCHANGE).base_url("http://first").request_signer(sign);
    let signed = Endpoint::new("http://third").request_signer(|mut request: Request<Body>| async move {
        request.headers_mut().insert("x-third", 3.into());
        Ok::<_, Infallible>(request)
    });
    let builder = builder.fallback("http://second").endpoint(signed);
    let target = target(builder.transport(memory.clone()));
    target.client().execute(&FETCH, &quantity(), &target).await.unwrap();
    let asked = memory.asked.lock().unwrap();
    let seen: Vec<(bool, bool)> = asked
        .iter()
        .map(|request| (request.uri().to_string().contains(SIGNATURE), request.headers().contains_key("x-third")))
        .collect();
    assert_eq!(seen, [(true, false), (false, false), (false, true)]);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn errors_of_a_signer_are_errors_of_the_call() {
    let refuse = |_| std::future::ready(Err::<Request<Body>, _>("the card is locked"));
    let wander = |mut request: Request<Body>| {
        *request.uri_mut() = "http://elsewhere/".parse().unwrap();
        std::future::ready(Ok::<_, Infallible>(request))
    };
    for (builder, why) in [
        (once(&EXCHANGE).request_signer(refuse), "the card is locked"),
        (
            once(&EXCHANGE).request_signer(wander),
            "it changed the scheme, host or port of the URL; change the path and the query only",
        ),
    ] {
        let memory = Memory::fixed(200, "", "");
        let target = target(builder.base_url("http://h").transport(memory.clone()));
        let error = target.client().execute(&ORDER, &quantity(), &target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Secret);
        assert_eq!(error.to_string(), format!("orders.place: not sent: the signer of requests failed: {why}"));
        assert!(memory.asked.lock().unwrap().is_empty());
    }
}

#[cfg(feature = "ws")]
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_handshake_of_a_websocket_is_signed() {
    let (mut server, count) = (super::websocket::Server::new(), Arc::default());
    server.connect(counting(server.client(), &count)).await;
    assert_eq!(server.wire.handshakes.lock().unwrap()[0].headers()["x-signature"], "1");
}
