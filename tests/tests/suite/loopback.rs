//! Servers on loopback: the sandbox with one response to all requests, for clients that are
//! described in Rust as well as in YAML, and servers of another make.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use chainloom::runtime::http::StatusCode;
use chainloom_codegen::SourceFile;
use chainloom_sandbox::{PreparedResponse, Sandbox, SeenRequest};
use serde_json::Value;
use tokio::net::TcpListener;

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) line: String,
    pub(crate) body: Value,
    seen: SeenRequest,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.seen.headers.get(name)?.to_str().ok()
    }
}

pub(crate) struct Server(Sandbox);

impl Server {
    /// Starts a server that responds to each request with this status and body.
    pub(crate) async fn answering(status: u16, body: &Value) -> Self {
        Self::start(PreparedResponse::json(body.clone()).status(StatusCode::from_u16(status).unwrap())).await
    }

    /// Starts a server that responds to each JSON-RPC call with this result.
    pub(crate) async fn with_result(result: &Value) -> Self {
        Self::start(PreparedResponse::result(result.clone())).await
    }

    async fn start(response: PreparedResponse) -> Self {
        Self(Sandbox::builder().spec(bare()).response("*", response).start().await.unwrap())
    }

    pub(crate) fn url(&self) -> String {
        self.0.url()
    }

    pub(crate) fn request(&self) -> Request {
        let seen = self.0.seen().pop().expect("a request came");
        let line = format!("{} {} {:?}", seen.method, seen.uri, chainloom::runtime::http::Version::HTTP_11);
        Request { line, body: serde_json::from_slice(&seen.body).unwrap_or_default(), seen }
    }

    pub(crate) fn count(&self) -> usize {
        self.0.seen().len()
    }
}

/// Serves a router until the test ends. Returns its URL.
pub(crate) async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

/// A request as it arrived at a [`Recorder`].
#[derive(Clone, Debug)]
pub(crate) struct Arrived {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    headers: HeaderMap,
    body: Bytes,
}

impl Arrived {
    /// Method, path and query.
    pub(crate) fn line(&self) -> String {
        format!("{} {}", self.method, self.uri)
    }

    /// The text of a header; `-` if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("-", |value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A server of axum that keeps what arrives.
pub(crate) struct Recorder {
    pub(crate) url: String,
    log: Arc<Mutex<Vec<Arrived>>>,
}

impl Recorder {
    /// Serves until the test ends.
    pub(crate) async fn start(answer: impl Fn(&Arrived) -> Response + Clone + Send + Sync + 'static) -> Self {
        let log = Arc::<Mutex<Vec<Arrived>>>::default();
        let kept = Arc::clone(&log);
        let handler = async move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
            let arrived = Arrived { method, uri, headers, body };
            kept.lock().unwrap().push(arrived.clone());
            answer(&arrived)
        };
        let url = serve(Router::new().fallback(handler)).await;
        Self { url, log }
    }

    /// What has arrived since the last call of this.
    pub(crate) fn take(&self) -> Vec<Arrived> {
        std::mem::take(&mut *self.log.lock().unwrap())
    }

    /// Method, path and query of what has arrived since then.
    pub(crate) fn take_lines(&self) -> Vec<String> {
        self.take().iter().map(Arrived::line).collect()
    }
}

/// A spec without operations.
pub(crate) fn bare() -> Vec<SourceFile> {
    spec("lib", "chainloom: 1\ndoc: An API of which nothing is described.\n")
}

/// A spec of one file.
pub(crate) fn spec(name: &str, text: &str) -> Vec<SourceFile> {
    let files = vec![(format!("{name}.yaml"), text.as_bytes().to_vec())];
    chainloom_codegen::read_sources("spec", files).unwrap()
}
