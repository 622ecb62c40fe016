//! The model of calls that change something: whatever fails, a server sees them at most once, unless
//! nothing was done. A server on loopback counts what arrives, over both transports.
//!
//! The offsets of broken connections are sampled; `CHAINLOOM_FULL=1` takes each byte. HTTP/2, which
//! applications may turn on, is in the test `http2` of `chainloom-tests`.

use super::{
    books::CLIENT,
    is_full,
    servers::{ClosedPort, json},
    undone::{LOOK, ONCE, READ, TAKE, TAKE_ONCE, WRITE},
};
use chainloom_runtime::{Builder, Client, Retry, catalog::Target, schema::Operation};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// Reaction of a server to each request.
#[derive(Clone, Debug)]
enum Fault {
    /// Closes the connection when so many bytes of the request were read, or all.
    Reads(usize),
    /// Reads the request, and sends so many bytes of this response.
    Sends(Vec<u8>, usize),
}

/// Number of times that a call may arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Arrives {
    /// Once if it makes a change; again and again if it reads.
    Once,
    /// Again and again, since nothing was done.
    Again,
}

const ATTEMPTS: usize = 4;
const RESULT: &str = r#"{"jsonrpc":"2.0","id":$,"result":1}"#;
const REVERTED: &str = r#"{"jsonrpc":"2.0","id":$,"error":{"code":3,"message":"rate limit exceeded"}}"#;

/// Keeps a connection open for the next request.
fn kept(status: &str, body: &str) -> Vec<u8> {
    String::from_utf8(json(status, "", body)).unwrap().replace("connection: close\r\n", "").into_bytes()
}

struct Counter {
    url: String,
    arrived: Arc<AtomicUsize>,
}

impl Counter {
    /// A server that replies as it should to so many requests of its first connection.
    async fn start(fault: Fault, well: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let arrived = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&arrived);
        tokio::spawn(async move {
            let mut well = well;
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, fault.clone(), std::mem::take(&mut well), Arc::clone(&counted)));
            }
        });
        Self { url, arrived }
    }
}

async fn serve(mut stream: TcpStream, fault: Fault, well: usize, arrived: Arc<AtomicUsize>) {
    for _ in 0..well {
        let request = read(&mut stream, usize::MAX).await;
        stream.write_all(&numbered(&kept("200 OK", RESULT), &request)).await.unwrap();
    }
    loop {
        let most = if let Fault::Reads(most) = &fault { *most } else { usize::MAX };
        // Something arrived once the connection was accepted for it, or its first byte came.
        if most == 0 && well == 0 {
            arrived.fetch_add(1, SeqCst);
            return;
        }
        let request = read(&mut stream, most).await;
        if request.is_empty() {
            return;
        }
        arrived.fetch_add(1, SeqCst);
        let Fault::Sends(response, count) = &fault else { return };
        let response = numbered(response, &request);
        let part = &response[..response.len().min(*count)];
        if stream.write_all(part).await.is_err() || part.len() < response.len() {
            return;
        }
    }
}

/// Reads a request, at most so many bytes of it.
async fn read(stream: &mut TcpStream, most: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() < most && !is_whole(&bytes) {
        match stream.read_u8().await {
            Ok(byte) => bytes.push(byte),
            Err(_) => return bytes,
        }
    }
    bytes
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let size = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    body.len() >= size.unwrap_or(0)
}

/// A response with the ID of its request, in as many bytes.
fn numbered(response: &[u8], request: &[u8]) -> Vec<u8> {
    let request = String::from_utf8_lossy(request);
    let id = request.split_once(r#""id":"#).map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect());
    String::from_utf8_lossy(response).replace('$', &id.unwrap_or_else(|| "0".to_owned())).into_bytes()
}

/// Makes a call, and returns how often it arrived. `before` calls that read are made on the same
/// connection.
async fn arrivals(
    operation: &'static Operation,
    fault: Fault,
    before: usize,
    transport: fn(Builder) -> Builder,
) -> usize {
    let server = Counter::start(fault, before).await;
    let quick = Retry::default().attempts(u32::try_from(ATTEMPTS).unwrap()).backoff(Duration::ZERO, Duration::ZERO);
    let client = Client::builder(&CLIENT).base_url(&server.url).retry(quick).timeout(Duration::from_secs(20));
    let target = Target::new(transport(client).build().unwrap());
    for _ in 0..before {
        target.client().execute(&READ, &[], &target).await.unwrap();
    }
    let _ = target.client().execute(operation, &[], &target).await;
    server.arrived.load(SeqCst)
}

/// The transports of this crate.
fn transports() -> Vec<fn(Builder) -> Builder> {
    vec![
        |builder| builder,
        #[cfg(feature = "hyper")]
        Builder::hyper,
    ]
}

/// All offsets up to the end, or the ends and some between.
fn offsets(end: usize, places: &[usize]) -> BTreeSet<usize> {
    if is_full() {
        return (0..=end).collect();
    }
    let places = places.iter().copied().chain([0, end]);
    let near = places.flat_map(|place| [place.saturating_sub(1), place, place + 1]);
    near.chain([end / 3, end / 2]).filter(|offset| *offset <= end).collect()
}

/// All faults, and how often a call that makes a change arrives.
async fn faults() -> Vec<(Fault, Arrives)> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Client::builder(&CLIENT).base_url(format!("http://{}", listener.local_addr().unwrap())).build();
    let target = Target::new(target.unwrap());
    let call = async { target.client().execute(&WRITE, &[], &target).await };
    let request = async { read(&mut listener.accept().await.unwrap().0, usize::MAX).await };
    let (_, request) = tokio::join!(call, request);
    let head = String::from_utf8_lossy(&request).find("\r\n\r\n").unwrap() + 4;
    let line = String::from_utf8_lossy(&request).find("\r\n").unwrap() + 2;

    let reads = offsets(request.len(), &[line, head]).into_iter().map(Fault::Reads);
    let well = kept("200 OK", RESULT);
    let head = String::from_utf8_lossy(&well).find("\r\n\r\n").unwrap() + 4;
    // The whole response is a success, and no fault.
    let ends = offsets(well.len() - 1, &[15, 17, head]);
    let sends = ends.into_iter().map(|end| Fault::Sends(well.clone(), end));
    let responses = [
        ("429 Too Many Requests", "", Arrives::Again),
        ("404 Not Found", "", Arrives::Again),
        ("500 Internal Server Error", "", Arrives::Once),
        ("503 Service Unavailable", "", Arrives::Once),
        ("502 Bad Gateway", REVERTED, Arrives::Once),
        ("522 Connection Timed Out", "", Arrives::Once),
    ];
    let responses = responses.map(|(status, body, arrives)| (Fault::Sends(kept(status, body), usize::MAX), arrives));
    reads.chain(sends).map(|fault| (fault, Arrives::Once)).chain(responses).collect()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_change_arrives_at_most_once_unless_nothing_was_done() {
    for (fault, arrives) in faults().await {
        for transport in transports() {
            for before in [0, 1] {
                let seen = async |operation| arrivals(operation, fault.clone(), before, transport).await;
                for operation in [&WRITE, &ONCE] {
                    let expected = if arrives == Arrives::Once { 1 } else { ATTEMPTS };
                    let count = seen(operation).await;
                    // A connection that is closed between calls may take a call with it or not.
                    let is_lost = matches!(fault, Fault::Reads(0)) && before > 0;
                    assert!(count == expected || is_lost && count < expected, "{fault:?}, {before} before: {count}");
                }
                // The server would see it: a call that reads comes again.
                assert!(seen(&READ).await >= ATTEMPTS - before, "{fault:?}");
            }
        }
    }
}

/// Nothing arrives where there is no connection, so a call may be tried again.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_refused_connection_takes_every_attempt() {
    for transport in transports() {
        let closed = ClosedPort::bind();
        let quick = Retry::default().backoff(Duration::ZERO, Duration::ZERO);
        let client = Client::builder(&CLIENT).base_url(format!("http://{}", closed.address)).retry(quick);
        let target = Target::new(transport(client).build().unwrap());
        for operation in [&WRITE, &ONCE, &READ] {
            let error = target.client().execute(operation, &[], &target).await.unwrap_err();
            assert_eq!((error.is_connect(), error.attempts()), (true, 4), "{error}");
        }
    }
}

/// The service was asked when it redirects, whatever comes then.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_redirected_change_arrives_once() {
    let closed = ClosedPort::bind();
    let busy = Counter::start(Fault::Sends(json("429 Too Many Requests", "", ""), usize::MAX), 0).await;
    let broken = Counter::start(Fault::Reads(1), 0).await;
    for place in [format!("http://{}/x", closed.address), format!("{}/x", busy.url), format!("{}/x", broken.url)] {
        let moved = json("307 Temporary Redirect", &format!("location: {place}\r\n"), "");
        for transport in transports() {
            for (operation, expected) in [(&TAKE, 1), (&TAKE_ONCE, 1), (&LOOK, ATTEMPTS)] {
                let fault = Fault::Sends(moved.clone(), usize::MAX);
                assert_eq!(arrivals(operation, fault, 0, transport).await, expected, "{place}");
            }
        }
    }
    assert_eq!(busy.arrived.load(SeqCst), broken.arrived.load(SeqCst));
}
