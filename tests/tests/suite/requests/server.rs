//! A server on loopback that answers `[]` to all, except that what is under `/old` has moved to `/books`. It remembers what it
//! was asked, byte by byte. It is for descriptions in Rust, which the sandbox does not read, and for a base URL with a path.

use std::sync::{Arc, Mutex};

use chainloom::runtime::http::HeaderValue;
use chainloom_sandbox::Seen;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone, Debug)]
pub(crate) struct Request {
    line: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// A request that the sandbox took.
    pub(crate) fn of(seen: &Seen) -> Self {
        let text = |value: &HeaderValue| value.to_str().unwrap().to_owned();
        Self {
            line: format!("{} {} HTTP/1.1", seen.method, seen.uri),
            headers: seen.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
            body: seen.body.to_vec(),
        }
    }

    /// Path and query, as they arrived.
    pub(crate) fn target(&self) -> &str {
        self.line.split(' ').nth(1).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

pub(crate) struct Server {
    url: String,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        tokio::spawn(serve(listener, Arc::clone(&seen)));
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

/// A name or value of a query or a form.
pub(crate) fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned()
}

async fn serve(listener: TcpListener, seen: Arc<Mutex<Vec<Request>>>) {
    while let Ok((stream, _)) = listener.accept().await {
        let mut stream = BufReader::new(stream);
        while let Some(request) = read(&mut stream).await {
            let answer = match request.target().starts_with("/old/") {
                true => "HTTP/1.1 302 Found\r\nlocation: /books?moved=1\r\ncontent-length: 0\r\n\r\n",
                false => "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]",
            };
            seen.lock().unwrap().push(request);
            if stream.write_all(answer.as_bytes()).await.is_err() {
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
    let mut request = Request { line: lines.first()?.clone(), headers, body: Vec::new() };
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    request.body.resize(length, 0);
    stream.read_exact(&mut request.body).await.ok()?;
    Some(request)
}
