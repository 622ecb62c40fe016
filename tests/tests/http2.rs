//! Calls that change something, over HTTP/2: a server sees them once, however it ends a stream or a
//! connection. The server writes its frames itself, since libraries do not send wrong ones.
//!
//! It needs the feature `http2` of this package, as an application may turn on that of reqwest:
//! `cargo test -p chainloom-tests --no-default-features --features http2 --test http2`.
#![allow(clippy::unwrap_used)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
    time::Duration,
};

use chainloom::{
    node::Client,
    runtime::{Bytes, Retry},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const PREFACE: usize = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".len();
const ATTEMPTS: u32 = 4;

/// The types of frames.
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const GOAWAY: u8 = 7;

const ACK: u8 = 1;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

/// How a server ends a request that it has read.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The stream, with this code.
    Reset(u32),
    /// The connection, with this code; of the request it says that it was not processed, or may have
    /// been.
    GoAway { code: u32, processed: bool },
    /// The connection, without a word.
    Close,
    /// The connection, behind the head of a response.
    HalfResponse,
}

const FAULTS: [Fault; 9] = [
    Fault::Reset(NO_ERROR),
    Fault::Reset(INTERNAL_ERROR),
    Fault::Reset(REFUSED_STREAM),
    Fault::GoAway { code: NO_ERROR, processed: false },
    Fault::GoAway { code: NO_ERROR, processed: true },
    Fault::GoAway { code: ENHANCE_YOUR_CALM, processed: false },
    Fault::GoAway { code: ENHANCE_YOUR_CALM, processed: true },
    Fault::Close,
    Fault::HalfResponse,
];
const NO_ERROR: u32 = 0;
const INTERNAL_ERROR: u32 = 2;
const REFUSED_STREAM: u32 = 7;
const ENHANCE_YOUR_CALM: u32 = 11;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&size[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// Reads a frame: its type, its flags and its stream.
async fn read_frame(stream: &mut TcpStream) -> std::io::Result<(u8, u8, u32)> {
    let mut head = [0; 9];
    stream.read_exact(&mut head).await?;
    let size = usize::from(head[0]) << 16 | usize::from(head[1]) << 8 | usize::from(head[2]);
    let mut payload = vec![0; size];
    stream.read_exact(&mut payload).await?;
    Ok((head[3], head[4], u32::from_be_bytes([head[5], head[6], head[7], head[8]])))
}

/// Serves a connection up to its end.
async fn serve(mut stream: TcpStream, fault: Fault, arrived: Arc<AtomicU32>) -> std::io::Result<()> {
    stream.read_exact(&mut [0; PREFACE]).await?;
    stream.write_all(&frame(SETTINGS, 0, 0, &[])).await?;
    loop {
        let (kind, flags, id) = read_frame(&mut stream).await?;
        if kind == SETTINGS && flags & ACK == 0 {
            stream.write_all(&frame(SETTINGS, ACK, 0, &[])).await?;
        }
        if kind == HEADERS {
            arrived.fetch_add(1, SeqCst);
        }
        if !matches!(kind, HEADERS | DATA) || flags & END_STREAM == 0 {
            continue;
        }
        match fault {
            Fault::Reset(code) => stream.write_all(&frame(RST_STREAM, 0, id, &code.to_be_bytes())).await?,
            Fault::GoAway { code, processed } => {
                let last = if processed { id } else { 0 };
                let payload = [last.to_be_bytes(), code.to_be_bytes()].concat();
                return stream.write_all(&frame(GOAWAY, 0, 0, &payload)).await;
            }
            Fault::Close => return Ok(()),
            Fault::HalfResponse => {
                // Status 200, as the static table of HPACK has it.
                return stream.write_all(&frame(HEADERS, END_HEADERS, id, &[0x88])).await;
            }
        }
    }
}

/// The base URL of a server, and how many requests it has seen.
async fn start(fault: Fault) -> (String, Arc<AtomicU32>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let arrived = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&arrived);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, fault, Arc::clone(&counted)));
        }
    });
    (url, arrived)
}

fn client(url: &str) -> Client {
    let retry = Retry::default().attempts(ATTEMPTS).backoff(Duration::ZERO, Duration::ZERO);
    let settings = || reqwest::Client::builder().http2_prior_knowledge();
    Client::builder().base_url(url).configure(|to| to.http_client(settings()).retry(retry)).build().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_change_arrives_once() {
    for fault in FAULTS {
        let (url, arrived) = start(fault).await;
        let error = client(&url).evm("C").send_raw_transaction(Bytes::from(vec![1, 2, 3])).await.unwrap_err();
        assert_eq!((arrived.load(SeqCst), error.attempts()), (1, 1), "{fault:?}: {error}");
    }
}

/// The server would see a second one.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_read_comes_again() {
    for fault in FAULTS {
        let (url, arrived) = start(fault).await;
        let error = client(&url).evm("C").chain_id().await.unwrap_err();
        assert_eq!((arrived.load(SeqCst), error.attempts()), (ATTEMPTS, ATTEMPTS), "{fault:?}: {error}");
    }
}
