//! A server on loopback that gives one answer to all and remembers what it was asked.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Value,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Server {
    url: String,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// The answer is the body; where a call of JSON-RPC asks, it is the result.
    pub(crate) async fn answering(status: u16, body: &Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        tokio::spawn(serve(listener, status, body.clone(), Arc::clone(&seen)));
        Self { url, seen }
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    pub(crate) fn request(&self) -> Request {
        self.seen.lock().unwrap().last().expect("a request came").clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

async fn serve(listener: TcpListener, status: u16, answer: Value, seen: Arc<Mutex<Vec<Request>>>) {
    while let Ok((stream, _)) = listener.accept().await {
        let mut stream = BufReader::new(stream);
        while let Some(request) = read(&mut stream).await {
            let body = match request.body.get("jsonrpc") {
                Some(_) if status == 200 => json!({ "jsonrpc": "2.0", "id": request.body["id"], "result": answer }),
                _ => answer.clone(),
            };
            seen.lock().unwrap().push(request);
            let body = body.to_string();
            let head =
                format!("HTTP/1.1 {status} Answer\r\ncontent-type: application/json\r\ncontent-length: {}", body.len());
            if stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await.is_err() {
                break;
            }
        }
    }
}

/// One request to its end; none when there are no more.
async fn read(stream: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let headers = lines.iter().skip(1).filter_map(|line| line.split_once(": "));
    let headers: Vec<_> = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    let mut request = Request { line: lines.first()?.clone(), headers, body: Value::Null };
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    request.body = serde_json::from_slice(&body).unwrap_or_default();
    Some(request)
}
