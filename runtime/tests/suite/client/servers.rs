//! Servers of these tests: a transport in memory, and a server on loopback.

use bytes::Bytes;
use chainloom_runtime::{BoxFuture, Builder, Client, Limits, Retry, Transport, TransportResult, UpgradeResult, schema};
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
};

/// A port that refuses connections. It is bound as long as this value lives, so that no server of a
/// test gets the same port.
pub(crate) struct ClosedPort {
    pub(crate) address: SocketAddr,
    _socket: TcpSocket,
}

impl ClosedPort {
    pub(crate) fn bind() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        Self { address: socket.local_addr().unwrap(), _socket: socket }
    }
}

type Answer = dyn Fn(&http::Request<Bytes>) -> TransportResult + Send + Sync;

/// Answers from memory, and keeps what it was asked.
pub(crate) struct Memory {
    answer: Box<Answer>,
    pub(crate) asked: Mutex<Vec<http::Request<Bytes>>>,
}

impl Memory {
    pub(crate) fn new(answer: impl Fn(&http::Request<Bytes>) -> TransportResult + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { answer: Box::new(answer), asked: Mutex::default() })
    }

    /// One that gives the same response each time.
    pub(crate) fn fixed(status: u16, kind: &'static str, body: impl Into<Bytes>) -> Arc<Self> {
        let body = body.into();
        Self::new(move |_| {
            let answer = http::Response::builder().status(status).header("node", "n1");
            let answer = if kind.is_empty() { answer } else { answer.header("content-type", kind) };
            Ok(answer.body(body.clone()).unwrap())
        })
    }
}

impl Transport for Memory {
    fn send(&self, request: http::Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
        let answer = (self.answer)(&request);
        self.asked.lock().unwrap().push(request);
        Box::pin(std::future::ready(answer))
    }
}

/// A client that makes one attempt of each call.
pub(crate) fn once(description: &'static schema::Client) -> Builder {
    Client::builder(description).retry(Retry::none())
}

/// Never answers.
pub(crate) struct Silent;

impl Transport for Silent {
    fn send(&self, _: http::Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
        Box::pin(std::future::pending())
    }

    fn upgrade(&self, _: http::Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
        Box::pin(std::future::pending())
    }
}

/// Bytes of the response to a request; `None` leaves the connection open. A boxed function, so that the server is
/// compiled once.
type Response = dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync;

/// A server on loopback; it answers each request with the bytes that `answer` gives, then closes.
pub(crate) struct Server {
    pub(crate) url: String,
    /// The requests as they came, heads and bodies.
    pub(crate) asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Without a response the connection stays open and silent.
    pub(crate) async fn start(answer: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        Self::answering(Arc::new(answer)).await
    }

    async fn answering(answer: Arc<Response>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&answer), Arc::clone(&kept)));
            }
        });
        Self { url, asked }
    }

    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn serve(mut stream: TcpStream, answer: Arc<Response>, asked: Arc<Mutex<Vec<String>>>) {
    let request = receive(&mut stream).await;
    let answer = answer(&request);
    asked.lock().unwrap().push(request);
    match answer {
        // The client may hang up before it has read all, which is what some tests are about.
        Some(bytes) => drop(stream.write_all(&bytes).await),
        None => std::future::pending().await,
    }
}

/// Reads one request with its body.
async fn receive(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = stream.read(&mut buffer).await.unwrap_or(0);
        bytes.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let size = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= size.unwrap_or(0) {
                return text.into_owned();
            }
        }
        if count == 0 {
            return text.into_owned();
        }
    }
}

/// A response with a JSON body.
pub(crate) fn json(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let size = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {size}\r\nconnection: close\r\n\
             {headers}\r\n{body}"
    )
    .into_bytes()
}
