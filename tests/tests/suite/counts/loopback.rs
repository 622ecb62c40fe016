//! A server on this machine that answers by a script.
//!
//! Input: what it shall answer next. Output: the requests that came. It knows no operation.

use std::sync::{Arc, Mutex};

use chainloom::deployments::local::LOCAL;
use chainloom::runtime as rt;
use rt::catalog::Entry;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The instance of a service that has no default.
pub(crate) const INSTANCE: &str = "instance";

/// What a request is told by.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) verb: String,
    /// Without the query.
    pub(crate) path: String,
    /// The method of a JSON-RPC call.
    pub(crate) method: Option<String>,
}

/// What the server answers next, and what came since.
#[derive(Default)]
struct Script {
    status: u16,
    is_rpc: bool,
    response: Value,
    seen: Vec<Request>,
}

/// A server on this machine.
pub(crate) struct Server {
    url: String,
    script: Arc<Mutex<Script>>,
    /// One for all clients: to make one takes longer than to call.
    transport: Arc<Shared>,
}

/// Sends requests with an HTTP client that others send with, too.
struct Shared(reqwest::Client);

impl rt::Transport for Shared {
    fn send(&self, request: rt::http::Request<bytes::Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let (head, body) = request.into_parts();
        Box::pin(async move {
            let request = self.0.request(head.method, head.uri.to_string()).headers(head.headers).body(body);
            let answer = request.send().await.map_err(rt::TransportError::other)?;
            let mut response = rt::http::Response::new(bytes::Bytes::new());
            *response.status_mut() = answer.status();
            *response.headers_mut() = answer.headers().clone();
            *response.body_mut() = answer.bytes().await.map_err(rt::TransportError::other)?;
            Ok(response)
        })
    }
}

impl Server {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let script = Arc::<Mutex<Script>>::default();
        let shared = Arc::clone(&script);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&shared)));
            }
        });
        Self { url, script, transport: Arc::new(Shared(reqwest::Client::new())) }
    }

    pub(crate) fn expect(&self, status: u16, is_rpc: bool, response: &Value) {
        *self.script.lock().unwrap() = Script { status, is_rpc, response: response.clone(), seen: Vec::new() };
    }

    pub(crate) fn seen(&self) -> Vec<Request> {
        self.script.lock().unwrap().seen.clone()
    }

    pub(crate) fn target(&self, entry: &Entry) -> Result<rt::catalog::Target, String> {
        let service = entry.operation().service;
        let builder = rt::Client::builder(service.client).deployment(&LOCAL).base_url(&self.url);
        let builder = builder.transport(Arc::clone(&self.transport) as Arc<dyn rt::Transport>);
        let client = builder.build().map_err(|error| error.to_string())?;
        let unset = service.vars.iter().filter(|var| var.default.is_none());
        Ok(unset.fold(rt::catalog::Target::new(client), |target, var| target.var(var.name, INSTANCE)))
    }
}

/// Answers the requests of a connection by the script.
async fn serve(stream: TcpStream, script: Arc<Mutex<Script>>) {
    let mut stream = BufReader::new(stream);
    while let Some((request, body)) = read_request(&mut stream).await {
        let answer = {
            let mut script = script.lock().unwrap();
            let body: Option<Value> = serde_json::from_slice(&body).ok();
            let method = body.as_ref().and_then(|body| body["method"].as_str()).filter(|_| script.is_rpc);
            script.seen.push(Request { method: method.map(str::to_owned), ..request });
            let answer = match &body {
                Some(body) if script.is_rpc => {
                    json!({ "jsonrpc": "2.0", "id": body["id"], "result": script.response }).to_string()
                }
                _ => script.response.to_string(),
            };
            let (status, length) = (script.status, answer.len());
            format!(
                "HTTP/1.1 {status} Answer\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{answer}"
            )
        };
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// The next request of a connection with its body, or none when there are no more.
async fn read_request(stream: &mut BufReader<TcpStream>) -> Option<(Request, Vec<u8>)> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    let mut words = line.split(' ');
    let (verb, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.trim().parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let path = target.split('?').next().unwrap_or_default().to_owned();
    Some((Request { verb, path, method: None }, body))
}
