//! Servers on loopback: the sandbox with one response to all requests, for clients that are
//! described in Rust as well as in YAML, and servers of another make.

use axum::Router;
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
    /// The response is the body; where a call of JSON-RPC asks, it is the result.
    pub(crate) async fn answering(status: u16, body: &Value) -> Self {
        let answer = PreparedResponse::json(body.clone()).status(StatusCode::from_u16(status).unwrap());
        Self(Sandbox::builder().spec(bare()).response("*", answer).start().await.unwrap())
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

/// A spec without operations.
pub(crate) fn bare() -> Vec<SourceFile> {
    spec("lib", "chainloom: 1\ndoc: An API of which nothing is described.\n")
}

/// A spec of one file.
pub(crate) fn spec(name: &str, text: &str) -> Vec<SourceFile> {
    let files = vec![(format!("{name}.yaml"), text.as_bytes().to_vec())];
    chainloom_codegen::read_sources("spec", files).unwrap()
}
