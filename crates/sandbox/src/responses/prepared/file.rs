//! Prepared responses in a file.
//!
//! Input: JSON, a list of objects:
//! `[{"on": "library.findBook", "json": {…}, "status": 200, "times": 1}]`. Output: responses with
//! their filters, or the first mistake.

use std::fmt;

use http::StatusCode;
use serde_json::{Map, Value};

use super::PreparedResponse;

/// Members of a response in a file.
const MEMBERS: [&str; 8] = ["on", "json", "result", "error", "body", "status", "headers", "times"];

/// Error of a text that is not a list of prepared responses.
#[derive(Debug)]
pub struct PreparedResponseError(String);

impl fmt::Display for PreparedResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PreparedResponseError {}

impl PreparedResponse {
    /// Parses responses from JSON, each with the operation or path to which it responds, as
    /// [`Builder::response`](crate::Builder::response) takes it.
    ///
    /// Each item of the list has `on` and one of `json`, `result`, `error` and `body`, which is a
    /// string. It may have `status`, `headers` and `times`.
    ///
    /// # Errors
    ///
    /// The text is not such a list.
    pub fn list_from_json(text: &str) -> Result<Vec<(String, Self)>, PreparedResponseError> {
        let list: Vec<Map<String, Value>> = serde_json::from_str(text).map_err(|error| {
            PreparedResponseError(format!("a list of objects is needed, such as [{{\"on\": …}}]: {error}"))
        })?;
        let numbered = list.iter().enumerate();
        numbered
            .map(|(at, item)| {
                read(item).map_err(|wrong| PreparedResponseError(format!("response {}: {wrong}", at + 1)))
            })
            .collect()
    }
}

fn read(item: &Map<String, Value>) -> Result<(String, PreparedResponse), String> {
    if let Some(name) = item.keys().find(|name| !MEMBERS.contains(&name.as_str())) {
        return Err(format!("there is no member `{name}`; there are: {}", MEMBERS.join(", ")));
    }
    let on = item.get("on").and_then(Value::as_str).ok_or("`on` is missing: an operation or a path, as a string")?;
    let mut prepared = match (item.get("json"), item.get("result"), item.get("error"), item.get("body")) {
        (Some(value), None, None, None) => PreparedResponse::json(value.clone()),
        (None, Some(value), None, None) => PreparedResponse::result(value.clone()),
        (None, None, Some(error), None) => PreparedResponse::error_object(error.clone()),
        (None, None, None, Some(Value::String(body))) => PreparedResponse::body(body.clone()),
        (None, None, None, Some(_)) => return Err("`body` is not a string".to_owned()),
        _ => return Err("exactly one of `json`, `result`, `error` and `body` is needed".to_owned()),
    };
    if let Some(status) = item.get("status") {
        let code = status.as_u64().and_then(|code| u16::try_from(code).ok());
        let code = code.and_then(|code| StatusCode::from_u16(code).ok());
        prepared = prepared.status(code.ok_or("`status` is not an HTTP status")?);
    }
    if let Some(times) = item.get("times") {
        let count = times.as_u64().and_then(|count| usize::try_from(count).ok());
        prepared = prepared.times(count.ok_or("`times` is not a number of requests")?);
    }
    for (name, value) in item.get("headers").and_then(Value::as_object).into_iter().flatten() {
        prepared = prepared.header(name, value.as_str().ok_or_else(|| format!("the header `{name}` is not a string"))?);
    }
    Ok((on.to_owned(), prepared))
}
