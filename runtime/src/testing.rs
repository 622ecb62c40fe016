//! Tests of programs without a network.
//!
//! [`MockTransport`] answers from memory, by operation, and records requests. The client builds,
//! checks and decodes as always; only the network is replaced. [`MockEvents`] delivers events and
//! gaps to code that reads a subscription.
//!
//! ```no_run
//! use chainloom_runtime::testing::{MockResponse, MockTransport};
//! use std::sync::Arc;
//! # use chainloom_runtime::{Builder, Error, Operation};
//! # fn sample<FindBook: Operation>(builder: Builder) -> Result<(), Error> {
//! let mock = MockTransport::new();
//! mock.respond::<FindBook>(MockResponse::status(429, "").header("retry-after", "1"));
//! mock.respond::<FindBook>(MockResponse::json(r#"{"title":"Walden","pages":352}"#));
//! let client = builder.transport(Arc::new(mock.clone())).build()?;
//! // … calls of the program …
//! assert_eq!(mock.asked().len(), 2);
//! # Ok(()) }
//! ```

mod events;

pub use self::events::{MockEvents, MockGap};

use crate::{
    BatchInfo, Body, BoxFuture, CallInfo, Limits, Operation, Text, Transport, TransportError, TransportResult, Write,
    from_slice,
    json::{self, text_json},
    schema::{self, Protocol, ResponseBody, Type},
    to_vec,
};
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A transport that answers from memory and records requests.
///
/// Clones share their responses and records: keep one, and pass another to the builder. Each
/// operation has its own queue of responses, used in the order in which they were added. The last
/// response repeats for all further calls. A call of an operation without a response fails with a
/// transport error that names the operation.
///
/// The calls of a batch are answered each from the queue of its operation. The first response among them that is
/// neither a result nor a JSON-RPC error, such as a status or a fault, answers the whole request.
#[derive(Clone, Default)]
pub struct MockTransport(Arc<Mutex<State>>);

/// Responses that are left, and requests so far.
#[derive(Default)]
struct State {
    queues: HashMap<&'static str, Queue>,
    asked: Vec<SentRequest>,
}

/// The responses of an operation: those that are still to come, and the one that was given last.
#[derive(Default)]
struct Queue {
    next: VecDeque<MockResponse>,
    last: Option<MockResponse>,
}

impl MockTransport {
    /// Creates a transport without responses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a typed value as the response of an operation, with status 200.
    ///
    /// For raw bytes or events, use [`MockTransport::respond`] with [`MockResponse::body`].
    pub fn respond_with<O: Operation>(&self, value: &O::Output) -> &Self
    where
        O::Output: Write,
    {
        self.respond::<O>(MockResponse::of(O::schema(), value))
    }

    /// Adds a response of an operation.
    pub fn respond<O: Operation>(&self, response: MockResponse) -> &Self {
        self.state().queues.entry(O::schema().id).or_default().next.push_back(response);
        self
    }

    /// Returns all requests so far, oldest first. A batch is one request.
    pub fn asked(&self) -> Vec<SentRequest> {
        self.state().asked.clone()
    }

    /// Locks the state. A panic of another thread leaves no half-done change.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next response of an operation; the last response stays.
    fn next(&self, operation: &schema::Operation) -> Result<MockResponse, TransportError> {
        let mut state = self.state();
        let next = state.queues.get_mut(operation.id).and_then(|queue| {
            queue.last = queue.next.pop_front().or_else(|| queue.last.take());
            queue.last.clone()
        });
        next.ok_or_else(|| {
            let text = format!("the mock has no response for the operation `{}`: add one with `respond`", operation.id);
            TransportError::other(text)
        })
    }
}

impl Transport for MockTransport {
    fn send(&self, request: http::Request<Body>, _: Limits) -> BoxFuture<'_, TransportResult> {
        let Some(CallInfo { operation, attempt }) = request.extensions().get().copied() else {
            return Box::pin(async { Err(TransportError::other("a request that belongs to no call")) });
        };
        let batch = request.extensions().get::<BatchInfo>().map(|batch| Arc::clone(&batch.operations));
        let operations = batch.clone().unwrap_or_else(|| Arc::new([operation]));
        self.state().asked.push(SentRequest { operations, attempt, request: request.clone() });
        let response = match batch {
            Some(operations) => self.replies(&operations, &request),
            None => self.next(operation).and_then(|response| response.response(operation, &request)),
        };
        Box::pin(async move { response })
    }
}

impl MockTransport {
    /// Returns the response to a batch: a list of replies, or the first response of a call that is not a reply.
    fn replies(&self, operations: &[&'static schema::Operation], request: &http::Request<Body>) -> TransportResult {
        let calls = json::items(request.body()).unwrap_or_default();
        let (mut replies, mut headers) = (vec![b'['], Vec::new());
        for (operation, call) in operations.iter().zip(calls) {
            let response = self.next(operation)?;
            let Some(rest) = response.member() else { return response.response(operation, request) };
            if replies.len() > 1 {
                replies.push(b',');
            }
            replies.extend_from_slice(&envelope(call.as_bytes(), &rest));
            headers.extend(response.headers);
        }
        replies.push(b']');
        MockResponse { status: StatusCode::OK, headers, what: What::Body(replies.into()) }.sent()
    }
}

crate::debug_fields!(MockTransport, self, asked: self.state().asked.len());

/// A request that a [`MockTransport`] received.
#[derive(Clone)]
pub struct SentRequest {
    operations: Arc<[&'static schema::Operation]>,
    attempt: u32,
    request: http::Request<Body>,
}

impl SentRequest {
    /// Returns the ID of the operation in the spec, such as `library.findBook`; for a batch, the ID of its first call.
    pub fn operation(&self) -> &'static str {
        self.operations().next().unwrap_or_default()
    }

    /// Returns the IDs of the operations: one ID, or one for each call of a batch, in the order of the calls.
    pub fn operations(&self) -> impl Iterator<Item = &'static str> {
        self.operations.iter().map(|operation| operation.id)
    }

    /// Returns the number of the attempt of its call, from 1.
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Returns the whole request, including secrets.
    pub const fn request(&self) -> &http::Request<Body> {
        &self.request
    }
}

/// Omits query, headers and body, which may hold secrets.
impl fmt::Debug for SentRequest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SentRequest")
            .field("operations", &self.operations().collect::<Vec<_>>())
            .field("method", self.request.method())
            .field("path", &self.request.uri().path())
            .finish_non_exhaustive()
    }
}

/// A response of a [`MockTransport`].
#[derive(Clone, Debug)]
pub struct MockResponse {
    status: StatusCode,
    headers: Vec<(HeaderName, HeaderValue)>,
    what: What,
}

/// Content of a mock response.
#[derive(Clone, Debug)]
enum What {
    /// The body of a REST response, or the result of a JSON-RPC response.
    Result(Body),
    RpcError {
        code: i64,
        message: String,
    },
    /// The whole body, without an envelope.
    Body(Body),
    Fault(Fault),
    /// A value or a setting that cannot be sent, and why.
    Wrong(String),
}

/// A failure of the exchange with a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// There is no connection; the server received nothing.
    Connect,
    /// The exchange takes too long; the server may have received the request.
    Timeout,
    /// The connection breaks; the server may have received the request.
    Broken,
}

impl Fault {
    /// Returns the error that a transport reports for the fault.
    fn error(self) -> TransportError {
        const WHAT: &str = "a fault of the mock";
        match self {
            Self::Connect => TransportError::connect(WHAT),
            Self::Timeout => TransportError::timeout(WHAT),
            Self::Broken => TransportError::other(WHAT),
        }
    }
}

impl MockResponse {
    /// Creates a successful response from JSON: the body of a REST response, or the `result` of a
    /// JSON-RPC response.
    pub fn json(text: impl Into<Body>) -> Self {
        Self::new(StatusCode::OK, What::Result(text.into()))
    }

    /// Creates a successful response with a raw body.
    pub fn body(body: impl Into<Body>) -> Self {
        Self::new(StatusCode::OK, What::Body(body.into()))
    }

    /// Creates a response with an HTTP status and a raw body. An invalid status makes the call fail.
    pub fn status(status: u16, body: impl Into<Body>) -> Self {
        match StatusCode::from_u16(status) {
            Ok(status) => Self::new(status, What::Body(body.into())),
            Err(_) => Self::wrong(format!("{status} is no HTTP status")),
        }
    }

    /// Creates a JSON-RPC error.
    pub fn rpc_error(code: i64, message: impl Into<String>) -> Self {
        Self::new(StatusCode::OK, What::RpcError { code, message: message.into() })
    }

    /// Creates a failure without a response.
    pub fn fault(fault: Fault) -> Self {
        Self::new(StatusCode::OK, What::Fault(fault))
    }

    /// Adds a header to the response. An invalid name or value makes the call fail.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let header = HeaderName::from_bytes(name.as_bytes()).ok().zip(HeaderValue::from_str(value).ok());
        match header {
            Some(header) => self.headers.push(header),
            None => self.what = What::Wrong(format!("the header `{name}` or its value cannot be sent")),
        }
        self
    }

    const fn new(status: StatusCode, what: What) -> Self {
        Self { status, headers: Vec::new(), what }
    }

    const fn wrong(why: String) -> Self {
        Self::new(StatusCode::OK, What::Wrong(why))
    }

    /// Creates the response that the client reads as this value.
    fn of(operation: &schema::Operation, value: &dyn Write) -> Self {
        let Some(ty) = operation.output else { return Self::json("null") };
        match to_vec(value, ty) {
            Ok(json) => Self::of_json(operation, json).unwrap_or_else(Self::wrong),
            Err(error) => Self::wrong(error.to_string()),
        }
    }

    /// Creates the response from the JSON of a value, in the form in which the client keeps the
    /// output of the operation.
    fn of_json(operation: &schema::Operation, json: Vec<u8>) -> Result<Self, String> {
        match operation.response.body {
            ResponseBody::Json => Ok(Self::json(json)),
            ResponseBody::Text(_) => {
                let text: Text = from_slice(Type::Text, &json).map_err(|error| error.to_string())?;
                Ok(Self::body(text.as_str().to_owned()))
            }
            ResponseBody::ByStatus(_) => {
                let members = json::members(&json).map_err(|error| error.to_string())?;
                let (status, body) = members.first().ok_or("a response without a status")?;
                let status =
                    status.as_str().parse::<u16>().map_err(|_| "a response of a status that is not described")?;
                Ok(Self::status(status, if *body == "null" { String::new() } else { (*body).to_owned() }))
            }
            ResponseBody::Lines(types) => {
                let lines = json::items(&json).map_err(|error| error.to_string())?;
                let body: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
                Ok(Self::body(body).header("content-type", types.first().copied().unwrap_or(schema::JSON_LINES)))
            }
            ResponseBody::Bytes(_) | ResponseBody::Events(_) => {
                Err("responses of bytes and events are given by `respond` with `MockResponse::body`".to_owned())
            }
        }
    }

    /// Returns the member of a JSON-RPC response that holds the outcome of the call; `None` for a response without
    /// envelope.
    fn member(&self) -> Option<Vec<u8>> {
        match &self.what {
            What::Result(result) => Some([b"\"result\":", result.as_ref()].concat()),
            What::RpcError { code, message } => {
                let message = text_json(message);
                Some(format!("\"error\":{{\"code\":{code},\"message\":{message}}}").into_bytes())
            }
            What::Body(_) | What::Fault(_) | What::Wrong(_) => None,
        }
    }

    /// Returns the response to a request, in an envelope for a JSON-RPC call.
    fn response(mut self, operation: &schema::Operation, request: &http::Request<Body>) -> TransportResult {
        let is_rpc = matches!(operation.protocol, Protocol::Rpc { .. }) || matches!(self.what, What::RpcError { .. });
        if let (true, Some(member)) = (is_rpc, self.member()) {
            self.what = What::Body(envelope(request.body(), &member).into());
        }
        self.sent()
    }

    /// Returns the response with its body as it is, or the error of a fault.
    fn sent(self) -> TransportResult {
        let body = match self.what {
            What::Result(body) | What::Body(body) => body,
            What::RpcError { .. } => Body::new(),
            What::Fault(fault) => return Err(fault.error()),
            What::Wrong(why) => return Err(TransportError::other(why)),
        };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(schema::JSON));
        for (name, value) in self.headers {
            response.headers_mut().insert(name, value);
        }
        Ok(response)
    }
}

/// Builds a JSON-RPC response with the id of its request.
fn envelope(request: &[u8], rest: &[u8]) -> Vec<u8> {
    let members = json::members(request).unwrap_or_default();
    let id = members.iter().find(|(name, _)| name.as_str() == "id").map_or("null", |(_, id)| id);
    [b"{\"jsonrpc\":\"2.0\",\"id\":", id.as_bytes(), b",", rest, b"}"].concat()
}
