//! What an error keeps of the response that reports it.
//!
//! Input: status, headers and body of a response, and what the description says of errors. Output:
//! the same with a body up to a limit, and the server's message without secrets. The body is not
//! trusted to be JSON.

use crate::{
    client::Masking,
    error::{ErrorResponse, SHOWN, shorten},
    response::content,
    schema::Service,
    transport::request_id,
};
use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// How much of a body is kept.
const KEPT: usize = 256 * 1024;

/// How much of a body is looked at for a text to show.
const LOOKED_AT: usize = 4 * 1024;

/// The most characters of the ID of a request that are shown.
const LONGEST_ID: usize = 80;

/// Keeps what is of use; `masking` takes secrets out of texts that the server may have echoed.
pub(crate) fn error_response(
    service: &'static Service,
    status: StatusCode,
    headers: HeaderMap,
    mut body: Bytes,
    masking: &Masking,
) -> ErrorResponse {
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
        // On one line, the status says more than a page of HTML.
        None if body.trim_ascii_start().starts_with(b"<") => "an HTML page".to_owned(),
        None => match content::compression(&headers, &body, masking) {
            Some(how) => format!("a body that is compressed with `{how}`"),
            None => shorten(&masking.beginning(&body, LOOKED_AT), SHOWN),
        },
    };
    let shown_id = request_id(&headers, client).map(|id| masking.redact(id.to_owned()));
    let shown_id = shown_id.map(|id| shorten(&id, LONGEST_ID));
    ErrorResponse { status, headers, body, message, text, errors, retry, shown_id, client }
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
