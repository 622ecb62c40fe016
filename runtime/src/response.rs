//! Responses: extracts the result of a call, or the error that its response reports.
//!
//! Input: a response, and the operation and the request that it belongs to. Output: the result as a
//! value or as JSON, or one error. Nothing is sent here.

mod bytes;
pub(crate) mod content;
mod error_response;
mod headers;
mod hints;
mod in_body;
pub(crate) mod read;
mod reply;
mod silence;

pub use self::{
    bytes::ByteStream,
    reply::{RawReply, Reply},
};
pub(crate) use self::{
    content::check_end,
    error_response::error_response,
    hints::{FailedCall, fits, hints},
    read::{UnreadResponse, into, trace_halves},
    silence::TimedBody,
};
