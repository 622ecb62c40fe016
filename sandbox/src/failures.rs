//! Refusals as the described service words them.
//!
//! Input: a client's description of its errors, a status and a message. Output: the body of the error response, or the error
//! of a JSON-RPC reply. Where the spec describes no body, the message is sent as text.

use bytes::Bytes;
use chainloom_runtime::schema::{Bounds, Client, Type};
use http::{HeaderValue, Response, StatusCode, header};
use serde_json::{Value, json};

use crate::answers::Style;

/// The code of a JSON-RPC error for parameters that are wrong.
pub(crate) const INVALID_PARAMS: i64 = -32602;
/// The code of a JSON-RPC error for a method that does not exist.
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
/// The code of a JSON-RPC error for a request that is no call.
pub(crate) const INVALID_REQUEST: i64 = -32600;
/// The code of a JSON-RPC error for a body that is no JSON.
pub(crate) const PARSE_ERROR: i64 = -32700;

/// The response of a service that refuses a request.
pub(crate) fn refuse(client: Option<&Client>, status: StatusCode, message: &str, style: Style) -> Response<Bytes> {
    let Some(errors) = client.and_then(|client| client.errors.as_ref()) else {
        return text(status, message);
    };
    let mut body = style.draw(&["error", message]).value(errors.body, &Bounds::NONE);
    statuses(errors.body, &mut body, status);
    if let Some(place) = errors.message.and_then(|path| at(&mut body, path)) {
        *place = if place.is_array() { json!([message]) } else { json!(message) };
    }
    json_response(status, &body)
}

/// Whole numbers of an error body are its status.
fn statuses(ty: Type, body: &mut Value, status: StatusCode) {
    let (Type::Record(record), Value::Object(members)) = (ty.plain(), body) else { return };
    for field in record.fields.iter().filter(|field| matches!(field.ty.plain(), Type::Integer(_))) {
        if let Some(member) = members.get_mut(field.name) {
            *member = json!(status.as_u16());
        }
    }
}

fn at<'v>(mut value: &'v mut Value, path: &[&str]) -> Option<&'v mut Value> {
    for name in path {
        value = value.as_object_mut()?.entry(*name).or_insert(Value::Null);
    }
    Some(value)
}

/// An error of a JSON-RPC reply.
pub(crate) fn rpc_error(code: i64, message: &str) -> Value {
    json!({ "code": code, "message": message })
}

/// A response with a JSON body.
pub(crate) fn json_response(status: StatusCode, body: &Value) -> Response<Bytes> {
    with_type(status, "application/json", Bytes::from(body.to_string()))
}

/// A response with a text.
pub(crate) fn text(status: StatusCode, text: &str) -> Response<Bytes> {
    with_type(status, "text/plain; charset=utf-8", Bytes::from(format!("{text}\n")))
}

/// A response with a body of a media type.
pub(crate) fn with_type(status: StatusCode, media: &str, body: Bytes) -> Response<Bytes> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    if let Ok(media) = HeaderValue::from_str(media) {
        response.headers_mut().insert(header::CONTENT_TYPE, media);
    }
    response
}
