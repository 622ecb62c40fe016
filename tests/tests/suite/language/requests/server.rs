//! The sandbox with the response `[]`, except that `/old/books` has moved to `/books`; for clients
//! that are described in Rust, and for a base URL with a path.

use chainloom::runtime::http::{HeaderValue, StatusCode};
use chainloom_sandbox::{PreparedResponse, Sandbox, SeenRequest};
use serde_json::json;

use crate::loopback::bare;

#[derive(Clone, Debug)]
pub(crate) struct Request {
    line: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// A request that the sandbox took.
    pub(crate) fn of(seen: &SeenRequest) -> Self {
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

pub(crate) struct Server(Sandbox);

impl Server {
    pub(crate) async fn start() -> Self {
        let moved = PreparedResponse::body("").status(StatusCode::FOUND).header("location", "/books?moved=1");
        let sandbox = Sandbox::builder().spec(bare()).response("/old/books", moved).response("*", json!([]));
        Self(sandbox.start().await.unwrap())
    }

    pub(crate) fn url(&self) -> String {
        self.0.url()
    }

    pub(crate) fn request(&self) -> Request {
        Request::of(self.0.seen().last().expect("a request came"))
    }

    pub(crate) fn count(&self) -> usize {
        self.0.seen().len()
    }
}

/// A name or value of a query or a form.
pub(crate) fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned()
}
