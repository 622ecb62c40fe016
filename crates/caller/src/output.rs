//! The result of a call.
//!
//! Input: a response. Output: JSON, a text or bytes, as the operation describes its body.

use chainloom_runtime::bytes::Bytes;
use chainloom_runtime::schema::{Operation, Protocol, ResponseBody};
use chainloom_runtime::{RawJson, RawReply, Text};

/// The result of a call.
#[derive(Clone, Debug)]
pub enum Output {
    /// JSON, also of a body that the spec does not describe; `null` without a body.
    Json(RawJson),
    /// A text, where the response is one.
    Text(String),
    /// Bytes, where the response is neither.
    Bytes(Bytes),
}

impl Output {
    /// Takes the result out of a response.
    #[must_use]
    pub fn of(operation: &Operation, reply: &RawReply) -> Self {
        let parse = |body: &[u8]| RawJson::parse(&String::from_utf8_lossy(body));
        let json = || parse(reply.result());
        let is_undescribed = operation.output.is_none() && matches!(operation.protocol, Protocol::Rest { .. });
        let undescribed = || is_undescribed.then(|| parse(reply.raw()).ok()).flatten();
        match operation.response.body {
            ResponseBody::Bytes(_) => Self::Bytes(reply.raw().clone()),
            ResponseBody::Text(_) => match json().and_then(|json| json.to::<Text>()) {
                Ok(text) => Self::Text(text.as_str().to_owned()),
                Err(_) => Self::Text(String::from_utf8_lossy(reply.raw()).into_owned()),
            },
            // The runtime has checked that a described result is JSON.
            _ => undescribed().map_or_else(json, Ok).map_or_else(|_| Self::Bytes(reply.raw().clone()), Self::Json),
        }
    }
}
