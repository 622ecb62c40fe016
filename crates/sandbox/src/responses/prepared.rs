//! Prepared responses, which a test sets in place of examples and synthetic values.
//!
//! Input: responses with their filters, and a request. Output: the first matching response that is
//! not used up. A response for an operation is sent once its call has passed all checks; one for a
//! path is sent to any request there.

mod file;

pub use self::file::PreparedResponseError;

use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use chainloom_interpret::Api;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use serde_json::{Value, json};

use crate::refusals::errors::{json_response, with_type};
use crate::routing::names;

/// Name that stands for all paths.
const ALL: &str = "*";

/// Response that a test prepares.
///
/// ```
/// use chainloom_sandbox::PreparedResponse;
/// use serde_json::json;
///
/// let book = PreparedResponse::json(json!({ "title": "Rust" })).header("etag", "b1");
/// let refused = PreparedResponse::error(-32000, "no such book").times(1);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct PreparedResponse {
    body: Content,
    status: Option<StatusCode>,
    headers: Vec<(HeaderName, HeaderValue)>,
    times: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    /// A body. Of a JSON-RPC operation, the result of its call.
    Json(Value),
    /// The result of a JSON-RPC call.
    Result(Value),
    /// The error of a JSON-RPC call.
    Error(Value),
    Bytes(Bytes),
}

impl PreparedResponse {
    /// Sends JSON as the body of a response. For a JSON-RPC operation it is the result of the call,
    /// unless the status is one of failure. It is sent as it is, also where it does not fit the
    /// described type. An operation with a body for each status takes the status around it:
    /// `{"404": …}`.
    pub fn json(value: impl Into<Value>) -> Self {
        Self::of(Content::Json(value.into()))
    }

    /// Sends JSON as the result of a JSON-RPC call, in its envelope, also for a path.
    pub fn result(value: impl Into<Value>) -> Self {
        Self::of(Content::Result(value.into()))
    }

    /// Sends a JSON-RPC error, in its envelope, also for a path.
    pub fn error(code: i64, message: impl Into<String>) -> Self {
        Self::error_object(json!({ "code": code, "message": message.into() }))
    }

    /// Sends a JSON-RPC error with members of your own, such as `data`.
    pub fn error_object(error: impl Into<Value>) -> Self {
        Self::of(Content::Error(error.into()))
    }

    /// Sends a body of bytes or text, also to a JSON-RPC call.
    pub fn body(bytes: impl Into<Bytes>) -> Self {
        Self::of(Content::Bytes(bytes.into()))
    }

    fn of(body: Content) -> Self {
        Self { body, status: None, headers: Vec::new(), times: None }
    }

    /// Sets the status; by default, the status of success of the operation, or 200.
    pub fn status(self, status: StatusCode) -> Self {
        Self { status: Some(status), ..self }
    }

    /// Sets a header; a header whose name or value cannot be sent is left out.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if let (Ok(name), Ok(value)) = (HeaderName::from_str(name), HeaderValue::from_str(value)) {
            self.headers.push((name, value));
        }
        self
    }

    /// Limits the response to this number of requests. Later requests get the next response that
    /// matches them.
    pub fn times(self, count: usize) -> Self {
        Self { times: Some(count), ..self }
    }

    /// Returns the result or the error of a JSON-RPC call; null if the body is bytes.
    pub(crate) fn outcome(&self) -> Result<Value, Value> {
        match &self.body {
            Content::Json(value) | Content::Result(value) => Ok(value.clone()),
            Content::Error(error) => Err(error.clone()),
            Content::Bytes(_) => Ok(Value::Null),
        }
    }

    /// Returns the JSON from which the operation makes a response; `None` if the response has its
    /// own status, bytes or an error.
    pub(crate) fn value(&self) -> Option<&Value> {
        match &self.body {
            Content::Json(value) if self.status.is_none() => Some(value),
            _ => None,
        }
    }

    /// Returns whether the response is more than the outcome of a call: it has its own status,
    /// headers or bytes.
    pub(crate) fn is_whole(&self) -> bool {
        self.status.is_some() || !self.headers.is_empty() || matches!(self.body, Content::Bytes(_))
    }

    /// Takes JSON as the result of a JSON-RPC call, unless the status is one of failure.
    pub(crate) fn of_call(mut self) -> Self {
        let is_success = self.status.is_none_or(|status| status.is_success());
        self.body = match self.body {
            Content::Json(value) if is_success => Content::Result(value),
            body => body,
        };
        self
    }

    /// Builds the response to a request. A result and an error are in the envelope of its JSON-RPC call.
    pub(crate) fn response(&self, request: &Request<Bytes>) -> Response<Bytes> {
        let status = self.status.unwrap_or(StatusCode::OK);
        let response = match &self.body {
            Content::Bytes(bytes) => with_type(status, "application/octet-stream", bytes.clone()),
            Content::Json(value) => json_response(status, value),
            Content::Result(value) => json_response(status, &in_envelope(request, "result", value)),
            Content::Error(error) => json_response(status, &in_envelope(request, "error", error)),
        };
        self.with_headers(response)
    }

    /// Adds the prepared headers to a response.
    pub(crate) fn with_headers(&self, mut response: Response<Bytes>) -> Response<Bytes> {
        if matches!(self.body, Content::Bytes(_)) && self.headers.iter().any(|(name, _)| name == header::CONTENT_TYPE) {
            response.headers_mut().remove(header::CONTENT_TYPE);
        }
        for (name, value) in &self.headers {
            response.headers_mut().append(name, value.clone());
        }
        response
    }
}

impl From<Value> for PreparedResponse {
    fn from(value: Value) -> Self {
        Self::json(value)
    }
}

/// Returns a result or an error in the envelope of the JSON-RPC call of a request, in a list for a batch of one call.
/// The ID is null if the request has none.
fn in_envelope(request: &Request<Bytes>, member: &str, value: &Value) -> Value {
    let body: Value = serde_json::from_slice(request.body()).unwrap_or_default();
    let (call, is_batch) = match body.as_array().map(Vec::as_slice) {
        Some([call]) => (call, true),
        _ => (&body, false),
    };
    let id = call.get("jsonrpc").and_then(|_| call.get("id"));
    let reply = json!({ "jsonrpc": "2.0", "id": id, member: value });
    if is_batch { json!([reply]) } else { reply }
}

/// Prepared responses in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct PreparedResponses(Mutex<Vec<Entry>>);

/// Operation or path, its response, and the number of times that the response was sent.
type Entry = (String, PreparedResponse, usize);

impl PreparedResponses {
    pub(crate) fn new(all: Vec<(String, PreparedResponse)>) -> Self {
        Self(Mutex::new(all.into_iter().map(|(name, prepared)| (name, prepared, 0)).collect()))
    }

    pub(crate) fn add(&self, name: String, prepared: PreparedResponse) {
        self.all().push((name, prepared, 0));
    }

    pub(crate) fn clear(&self) {
        self.all().clear();
    }

    /// Returns the next response for the operation with this ID; `None` without one.
    pub(crate) fn of_operation(&self, id: &str) -> Option<PreparedResponse> {
        self.first(|name| name == id)
    }

    /// Returns the next response for a path, set as `/books`, `GET /books` or `*` for all; `None`
    /// without one.
    pub(crate) fn of_path(&self, verb: &Method, path: &str) -> Option<PreparedResponse> {
        self.first(|name| match name.split_once(' ') {
            Some((of_verb, of_path)) => of_path == path && of_verb.eq_ignore_ascii_case(verb.as_str()),
            None => name == ALL || name == path,
        })
    }

    /// Locks the list. A panic elsewhere cannot leave the list inconsistent.
    fn all(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the first prepared response whose name is meant and that may be sent once more.
    fn first(&self, is_meant: impl Fn(&str) -> bool) -> Option<PreparedResponse> {
        let mut all = self.all();
        let is_left = |prepared: &PreparedResponse, sent: usize| prepared.times.is_none_or(|times| sent < times);
        let (_, prepared, sent) =
            all.iter_mut().find(|(name, prepared, sent)| is_meant(name) && is_left(prepared, *sent))?;
        *sent += 1;
        Some(prepared.clone())
    }
}

/// Checks the name of a response: the ID of an operation, a path with or without a verb, or `*`.
pub(crate) fn check(name: &str, api: &Api) -> Result<(), String> {
    let path = name.split_once(' ').map_or(name, |(_, path)| path);
    if name == ALL || path.starts_with('/') || api.operation(name).is_some() {
        return Ok(());
    }
    let message = format!("a response is given for `{name}`, which is no operation and no path: paths begin with `/`");
    Err(names::no_operation(message, name, api))
}
