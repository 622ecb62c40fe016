//! What an error keeps of an answer.
//!
//! Input: status, headers and body, and what the spec says of errors. Output: the same, with a capped body
//! and the server's message. The body is not trusted to be JSON.

use super::display::{SHOWN, shorten};
use crate::{
    client::{Masking, compression},
    schema::{Client, Errors, Service},
};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use serde_json::Value;
use std::time::Duration;

/// How much of a body is kept.
const KEPT: usize = 256 * 1024;

/// How much of a body is looked at for a text to show.
const LOOKED_AT: usize = 4 * 1024;

/// The most characters of the ID of a request that are shown.
const LONGEST_ID: usize = 80;

/// An answer that an error tells of.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// What the server says, where its errors have a text for people.
    pub(crate) message: Option<String>,
    /// The same or, without it, the beginning of the body; for display.
    pub(crate) text: String,
    pub(crate) errors: Option<&'static Errors>,
    /// The statuses that the spec calls worth a retry.
    pub(crate) retry: &'static [u16],
    /// The ID of the request, for display.
    pub(super) shown_id: Option<String>,
    client: &'static Client,
}

impl Answer {
    /// Keeps what is of use; `masking` takes secrets out of texts that the server may have echoed.
    pub(crate) fn new(
        service: &'static Service,
        status: StatusCode,
        headers: HeaderMap,
        mut body: Bytes,
        masking: &Masking,
    ) -> Self {
        let retry = service.rpc.as_ref().map_or(&[][..], |rpc| rpc.retry);
        let client = masking.client().description();
        let errors = client.errors.as_ref();
        let message = errors.and_then(|errors| message(&body, errors.message?)).map(|text| masking.redact(text));
        if body.len() > KEPT {
            // A copy, since a slice would keep the whole body alive.
            body = Bytes::copy_from_slice(&body[..KEPT]);
        }
        let text = match &message {
            Some(message) => shorten(message, SHOWN),
            // A page of HTML tells nothing on one line; the status does.
            None if body.trim_ascii_start().starts_with(b"<") => "an HTML page".to_owned(),
            None => match compression(&headers, &body) {
                Some(how) => format!("a body that is compressed with `{how}`"),
                None => shorten(&masking.beginning(&body, LOOKED_AT), SHOWN),
            },
        };
        let shown_id = crate::reply::request_id(&headers, client).map(|id| masking.redact(id.to_owned()));
        let shown_id = shown_id.map(|id| shorten(&id, LONGEST_ID));
        Self { status, headers, body, message, text, errors, retry, shown_id, client }
    }

    pub(crate) fn request_id(&self) -> Option<&str> {
        crate::reply::request_id(&self.headers, self.client)
    }

    /// Whether the answer says that it is JSON.
    pub(crate) fn is_json(&self) -> bool {
        let kind = self.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        kind.split(';').next().is_some_and(|kind| kind.trim().to_ascii_lowercase().ends_with("json"))
    }

    pub(crate) fn retry_after(&self) -> Option<Duration> {
        let names = &self.client.rate_limit;
        crate::reply::retry_after(&self.headers, names).or_else(|| {
            let limited = self.status == StatusCode::TOO_MANY_REQUESTS;
            limited.then(|| crate::reply::reset(&self.headers, names)).flatten()
        })
    }
}

/// The text for people: one text, or one for each thing that is wrong.
fn message(body: &[u8], member: &[&str]) -> Option<String> {
    if body.len() > KEPT {
        return None;
    }
    let body = serde_json::from_slice::<Value>(body).ok()?;
    let text = match member.iter().try_fold(&body, |value, name| value.get(name))? {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            texts.join("; ")
        }
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}
