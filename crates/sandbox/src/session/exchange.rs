//! Exchange: a request and its response as a JSON file that people read and edit.
//!
//! Input: a request and its response. Output: an [`Exchange`], and the key by which a later request
//! finds it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chainloom_runtime::catalog::Redactor;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use serde_json::{Map, Value, json};

use super::secrets::mask_secrets;

/// Headers that belong to one connection or moment and are not recorded.
const UNRECORDED_HEADERS: [&str; 8] =
    ["connection", "content-length", "date", "keep-alive", "set-cookie", "trailer", "transfer-encoding", "upgrade"];

/// Recorded request with its response.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    method: String,
    /// The path with its query, without secrets.
    target: String,
    /// Body of the request, without secrets.
    pub(crate) asked: Bytes,
    status: StatusCode,
    headers: HeaderMap,
    pub(crate) response_body: Bytes,
}

impl Exchange {
    /// Creates an exchange without the secrets of the request. `names` are the query parameters
    /// that hold secrets; they are left out.
    pub(crate) fn new(
        request: &Request<Bytes>,
        response: &Response<Bytes>,
        names: &[&str],
        secrets: &Redactor,
    ) -> Self {
        let kept = response.headers().iter().filter(|(name, _)| !UNRECORDED_HEADERS.contains(&name.as_str()));
        let header = |(name, value): (&HeaderName, &HeaderValue)| {
            let masked = HeaderValue::from_bytes(&mask_secrets(secrets, &Bytes::copy_from_slice(value.as_bytes())));
            Some((name.clone(), masked.ok()?))
        };
        Self {
            method: request.method().to_string(),
            target: secrets.text(target(request, names)),
            asked: mask_secrets(secrets, request.body()),
            status: response.status(),
            headers: kept.filter_map(header).collect(),
            response_body: mask_secrets(secrets, response.body()),
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        let headers = self.headers.iter().map(|(name, value)| {
            (name.as_str().to_owned(), Value::String(String::from_utf8_lossy(value.as_bytes()).into_owned()))
        });
        json!({
            "request": { "method": self.method, "target": self.target, "body": body_to_json(&self.asked) },
            "response": {
                "status": self.status.as_u16(),
                "headers": Value::Object(headers.collect::<Map<_, _>>()),
                "body": body_to_json(&self.response_body),
            },
        })
    }

    /// Reads an exchange from the JSON of a file; `None` if it has another shape.
    pub(crate) fn from_json(json: &Value) -> Option<Self> {
        let (request, response) = (json.get("request")?, json.get("response")?);
        let status = u16::try_from(response.get("status")?.as_u64()?).ok()?;
        let headers = response.get("headers")?.as_object()?.iter().map(|(name, value)| {
            Some((HeaderName::from_bytes(name.as_bytes()).ok()?, HeaderValue::from_str(value.as_str()?).ok()?))
        });
        Some(Self {
            method: request.get("method")?.as_str()?.to_owned(),
            target: request.get("target")?.as_str()?.to_owned(),
            asked: body_from_json(request.get("body")?)?,
            status: StatusCode::from_u16(status).ok()?,
            headers: headers.collect::<Option<HeaderMap>>()?,
            response_body: body_from_json(response.get("body")?)?,
        })
    }

    /// Returns the key by which a request is recognized as the recorded one.
    pub(crate) fn key(&self) -> String {
        key_of(&self.method, &self.target, &self.asked)
    }

    pub(crate) fn response(&self) -> Response<Bytes> {
        let mut response = Response::new(self.response_body.clone());
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers.clone();
        response
    }
}

/// Returns the key of a new request, with its secrets masked as in recorded requests.
pub(crate) fn key(request: &Request<Bytes>, names: &[&str], secrets: &Redactor) -> String {
    let target = secrets.text(target(request, names));
    key_of(request.method().as_str(), &target, &mask_secrets(secrets, request.body()))
}

/// Returns the key of a request: method, path, parameters in any order, and body.
fn key_of(method: &str, target: &str, body: &[u8]) -> String {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut pairs: Vec<&str> = query.split('&').collect();
    pairs.sort_unstable();
    format!("{method} {path}?{} {}", pairs.join("&"), body_key(body))
}

/// Returns a body without the IDs of its JSON-RPC calls, which differ from session to session.
pub(super) fn body_key(body: &[u8]) -> String {
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Array(calls)) => Value::Array(calls.into_iter().map(without_id).collect()).to_string(),
        Ok(call) => without_id(call).to_string(),
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    }
}

/// Removes the ID of a JSON-RPC call.
fn without_id(mut call: Value) -> Value {
    if let Some(members) = call.as_object_mut().filter(|members| members.contains_key("jsonrpc")) {
        members.shift_remove("id");
    }
    call
}

/// Returns the path and the query of a request, without the parameters in `secrets`.
pub(super) fn target(request: &Request<Bytes>, secrets: &[&str]) -> String {
    let (path, query) = (request.uri().path(), request.uri().query().unwrap_or_default());
    let is_kept = |pair: &&str| !secrets.contains(&pair.split('=').next().unwrap_or_default());
    let pairs: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty()).filter(is_kept).collect();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) }
}

/// Returns the JSON that represents a body: JSON, text, or bytes in Base64; null for an empty body.
fn body_to_json(body: &Bytes) -> Value {
    if body.is_empty() {
        return Value::Null;
    }
    match (serde_json::from_slice::<Value>(body), std::str::from_utf8(body)) {
        (Ok(json), _) => json!({ "json": json }),
        (_, Ok(text)) => json!({ "text": text }),
        _ => json!({ "base64": STANDARD.encode(body) }),
    }
}

/// Reads a body from the JSON that represents it.
fn body_from_json(body: &Value) -> Option<Bytes> {
    if body.is_null() {
        return Some(Bytes::new());
    }
    if let Some(json) = body.get("json") {
        return Some(Bytes::from(json.to_string()));
    }
    if let Some(text) = body.get("text") {
        return Some(Bytes::from(text.as_str()?.to_owned()));
    }
    Some(Bytes::from(STANDARD.decode(body.get("base64")?.as_str()?).ok()?))
}
