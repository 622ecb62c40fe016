//! Excerpt of an error response, for the error that reports it.
//!
//! Input: status, headers and body of a response, and the table of errors. Output: the same
//! with a body up to a limit, and the server's message without secrets. The body need not be JSON.

use crate::{
    client::Masking,
    error::{ErrorResponse, SHOWN, shorten},
    response::content,
    schema::{Errors, Service},
    transport::request_id,
};
use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// Maximum size of the part of a body that is kept.
const KEPT: usize = 256 * 1024;

/// Maximum size of the part of a body that is searched for a text to show.
const LOOKED_AT: usize = 4 * 1024;

/// The most characters of the ID of a request that are shown.
const MAX_ID_LENGTH: usize = 80;

/// Extracts what an error keeps of a response. `masking` redacts texts that the server may have echoed.
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
    let (message, code) = errors.map(|errors| message_and_code(&body, status, errors)).unwrap_or_default();
    let (message, code) = (message.map(|text| masking.redact(text)), code.map(|text| masking.redact(text)));
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
    let shown_id = shown_id.map(|id| shorten(&id, MAX_ID_LENGTH));
    ErrorResponse { status, headers, body, message, code, text, errors, retry, shown_id, client }
}

/// Reads the message and the code of an error, if the spec states where they are.
fn message_and_code(body: &[u8], status: StatusCode, errors: &Errors) -> (Option<String>, Option<String>) {
    let in_body = errors.in_body.as_ref();
    let in_success = in_body.and_then(|rule| rule.message);
    let place = if status.is_success() { in_success.or(errors.message) } else { errors.message.or(in_success) };
    let code = in_body.and_then(|rule| rule.code);
    if body.len() > KEPT || (place.is_none() && code.is_none()) {
        return (None, None);
    }
    let Ok(body) = serde_json::from_slice::<Value>(body) else { return (None, None) };
    (place.and_then(|path| message(&body, path)), code.and_then(|path| code_text(&body, path)))
}

/// Returns the value at a path; an integer in the path is an index of a list.
fn at<'v>(body: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(body, |value, name| match value {
        Value::Array(items) => items.get(name.parse::<usize>().ok()?),
        other => other.get(name),
    })
}

/// Reads a code, which is a text or a number.
fn code_text(body: &Value, path: &[&str]) -> Option<String> {
    match at(body, path)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Reads the human-readable message: one text, or a list of texts.
fn message(body: &Value, path: &[&str]) -> Option<String> {
    let text = match at(body, path)? {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            texts.join("; ")
        }
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}
