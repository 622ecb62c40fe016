//! Faults: failures of a service that a client must handle.
//!
//! Input: rules, each a fault and a filter of requests; or a header of a request. Output: changes
//! of a response, and of the delivery of its bytes. A rule is also a line of text, so that a
//! builder, a header and a script use the same rules.

mod delivery;
mod replacement;
mod rpc_replies;
mod script;
mod text;

use std::time::Duration;

use http::StatusCode;

pub(crate) use delivery::{Cut, Delivery};
pub(crate) use replacement::{PAGE, replacement_response};
pub(crate) use rpc_replies::{apply_reply_faults, rate_limit_replies};
pub(crate) use script::{FaultSet, Script};
pub use text::RuleError;

/// Name of the request header that asks for faults in the response to this request. Several faults
/// are separated by commas.
pub const HEADER: &str = "sandbox-fault";

/// Failure of a service that a client must handle. Each variant names its text form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// An error response with this status, and the body that the spec describes: `status 503`.
    Status(StatusCode),
    /// Status 429 with `Retry-After` in seconds: `retry-after 2`.
    RetryAfter(u64),
    /// Status 429 with `Retry-After` as a date, this number of seconds from now, at most 100 years: `retry-at 2`.
    RetryAt(u64),
    /// A redirect to another URL, with status 302: `redirect http://127.0.0.1:9/`.
    Redirect(String),
    /// Status 502 with a page of HTML, as of a proxy: `html`.
    Html,
    /// Status 200 with an empty body: `empty`.
    Empty,
    /// A pause before the head of the response, in milliseconds as text: `slow-head 500`.
    SlowHead(Duration),
    /// A response whose bytes arrive over this time, in milliseconds as text: `slow-body 500`.
    SlowBody(Duration),
    /// The connection is closed before the body of the request is read: `cut-unread`.
    CutUnread,
    /// The connection is closed once the request is read and carried out, without a response:
    /// `cut-read`.
    CutRead,
    /// The connection is closed after half of the body: `cut-body`.
    CutBody,
    /// White space after the body, up to this size in bytes: `oversized 100000000`.
    Oversized(u64),
    /// As [`Fault::Oversized`], but compressed: `bomb 100000000`. The body is small until a client
    /// decompresses it.
    Bomb(u64),
    /// JSON-RPC replies with IDs that no call has: `wrong-id`.
    WrongId,
    /// The first reply of a JSON-RPC batch, or the reply to a single call, is missing:
    /// `missing-reply`.
    MissingReply,
    /// The first JSON-RPC reply comes twice: `doubled-reply`.
    DoubledReply,
    /// A JSON-RPC reply to no call comes before the others: `alien-reply`.
    AlienReply,
    /// The replies of a JSON-RPC batch come in reverse order: `shuffled-batch`.
    ShuffledBatch,
    /// Single JSON-RPC error, without an ID, as the response to the whole batch: `batch-error`.
    BatchError,
    /// A JSON-RPC error with this code for each call, with status 200, as of a service that limits
    /// calls: `rpc-limit -32005`. No call is carried out.
    RpcLimit(i64),
    /// Page tokens are refused as a service refuses tokens that are too old: `expired-token`.
    ExpiredToken,
    /// The token of the next page leads to the same page again: `token-cycle`.
    TokenCycle,
    /// Maximum number of items of a page, whatever size the request has: `clamp 3`.
    Clamp(usize),
    /// A websocket is cut after this number of messages of the server, without a closing handshake:
    /// `cut-websocket 3`.
    CutWebsocket(usize),
}

/// Fault with a filter of the requests that it affects; by default, it affects all requests.
///
/// As text, the words `on`, `skip` and `times` follow the fault:
/// `status 503 on library.findBook skip 1 times 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub(crate) fault: Fault,
    pub(crate) on: Option<String>,
    pub(crate) skip: usize,
    pub(crate) times: Option<usize>,
}

impl Fault {
    /// Limits the fault to an operation, a service or a client, by its name in the spec, or to a
    /// path.
    #[must_use]
    pub fn on(self, name: impl Into<String>) -> Rule {
        Rule::from(self).on(name)
    }

    /// Limits the fault to this number of requests.
    #[must_use]
    pub fn times(self, count: usize) -> Rule {
        Rule::from(self).times(count)
    }

    /// Lets this number of requests pass before the fault begins.
    #[must_use]
    pub fn skip(self, count: usize) -> Rule {
        Rule::from(self).skip(count)
    }
}

impl From<Fault> for Rule {
    fn from(fault: Fault) -> Self {
        Self { fault, on: None, skip: 0, times: None }
    }
}

impl Rule {
    /// Limits the fault to an operation, a service or a client, by its name in the spec, or to a
    /// path.
    #[must_use]
    pub fn on(self, name: impl Into<String>) -> Self {
        Self { on: Some(name.into()), ..self }
    }

    /// Limits the fault to this number of requests.
    #[must_use]
    pub fn times(self, count: usize) -> Self {
        Self { times: Some(count), ..self }
    }

    /// Lets this number of requests pass before the fault begins.
    #[must_use]
    pub fn skip(self, count: usize) -> Self {
        Self { skip: count, ..self }
    }
}
