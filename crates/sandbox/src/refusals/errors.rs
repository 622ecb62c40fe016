//! Error responses in the format of the described service.
//!
//! Input: the table of a client's errors, a status and a message. Output: the error response.
//! Where the spec describes no body, the message is sent as text. The errors of JSON-RPC are in
//! `refusals`.

use bytes::Bytes;
use chainloom_runtime::schema::{Bounds, Client, JSON, Type};
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use serde_json::{Value, json};

use crate::refusals::in_body;
use crate::synthesis::Style;

/// Builds the error response to a refused request: a drawn error body of the client with status and
/// message, or the message as text if the client describes no body.
pub(crate) fn refuse(client: Option<&Client>, status: StatusCode, message: &str, style: Style) -> Response<Bytes> {
    let Some(errors) = client.and_then(|client| client.errors.as_ref()) else {
        return text(status, message);
    };
    let mut draw = style.draw(&["error", message]);
    let mut body = draw.value(errors.body, &Bounds::NONE);
    describe_status(errors.body, &mut body, status);
    if let Some(rule) = &errors.in_body {
        in_body::set_failure(errors, rule, &mut body, message, &mut draw);
        return json_response(status, &body);
    }
    if let Some(place) = errors.message.and_then(|path| at(&mut body, path)) {
        *place = if place.is_array() { json!([message]) } else { json!(message) };
    }
    json_response(status, &body)
}

/// Sets whole numbers of an error body to the status, and plain texts to the reason phrase of the
/// status.
fn describe_status(ty: Type, body: &mut Value, status: StatusCode) {
    let (Type::Record(record), Value::Object(members)) = (ty.plain(), body) else { return };
    for field in record.fields {
        let described = match (field.ty.plain(), status.canonical_reason()) {
            (Type::Integer(_), _) => json!(status.as_u16()),
            (Type::Text, Some(name)) => json!(name),
            _ => continue,
        };
        if let Some(member) = members.get_mut(field.name) {
            *member = described;
        }
    }
}

/// Returns the member at a path. Missing members are created.
fn at<'v>(mut value: &'v mut Value, path: &[&str]) -> Option<&'v mut Value> {
    for name in path {
        value = value.as_object_mut()?.entry(*name).or_insert(Value::Null);
    }
    Some(value)
}

/// Builds a response with a JSON body.
pub(crate) fn json_response(status: StatusCode, body: &Value) -> Response<Bytes> {
    with_type(status, JSON, Bytes::from(body.to_string()))
}

/// Builds a response with a line of plain text.
pub(crate) fn text(status: StatusCode, text: &str) -> Response<Bytes> {
    with_type(status, "text/plain; charset=utf-8", Bytes::from(format!("{text}\n")))
}

/// Builds a response with a body of the media type `media`.
pub(crate) fn with_type(status: StatusCode, media: &str, body: Bytes) -> Response<Bytes> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    if let Ok(media) = HeaderValue::from_str(media) {
        response.headers_mut().insert(header::CONTENT_TYPE, media);
    }
    response
}

/// Sets a header of a response; a header whose name or value cannot be sent is left out.
pub(crate) fn set(response: &mut Response<Bytes>, name: &str, value: &str) {
    if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value)) {
        response.headers_mut().insert(name, value);
    }
}
