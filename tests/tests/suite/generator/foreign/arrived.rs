//! Comparison of the request that arrived with the documented one.
//!
//! Input: `request` of a sample, and what the server saw. Output: what differs. JSON is compared by
//! its values and the digits of its numbers, forms and texts letter by letter, parts of a multipart
//! body one by one.

use chainloom_tests::multipart::{self, Part};
use serde_json::Value;

use super::server::ArrivedRequest;

pub(crate) fn check(expected: &Value, seen: &ArrivedRequest) -> Result<(), String> {
    let line = format!("{} {}", seen.method, seen.target);
    same("request line", expected["line"].as_str().ok_or("the sample has no `line`")?, &line)?;
    if (expected.get("origin") == Some(&Value::from("other"))) != seen.is_other {
        return Err(format!("{line} came to the wrong origin"));
    }
    for (name, value) in expected["headers"].as_object().into_iter().flatten() {
        header(name, value, seen)?;
    }
    let body = String::from_utf8_lossy(&seen.body);
    match (expected.get("body"), expected.get("text"), expected.get("parts")) {
        (Some(json), _, _) => same_json(json, &body),
        (_, Some(text), _) => same("body", text.as_str().unwrap(), &body),
        (_, _, Some(parts)) => same_parts(parts.as_array().unwrap(), seen),
        _ => same("body", "", &body),
    }
}

fn same(what: &str, expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected `{expected}`, found `{found}`")) }
}

/// A header has this value, or is not there: null.
fn header(name: &str, expected: &Value, seen: &ArrivedRequest) -> Result<(), String> {
    let found = seen.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    match (expected.as_str(), found) {
        (Some(expected), Some(found)) => same(name, expected, &found),
        (None, None) => Ok(()),
        (expected, found) => Err(format!("{name}: expected {expected:?}, found {found:?}")),
    }
}

/// The id of a JSON-RPC request is the client's own: only its kind is compared.
fn same_json(expected: &Value, body: &str) -> Result<(), String> {
    let mut found: Value =
        serde_json::from_str(body).map_err(|error| format!("the body is no JSON: {error}: {body}"))?;
    if let (Some(expected), Some(id), true) =
        (expected.get("id"), found.get_mut("id"), expected.get("method").is_some())
        && expected.is_string() == id.is_string()
    {
        *id = expected.clone();
    }
    if &found == expected { Ok(()) } else { Err(format!("body: expected {expected}, found {found}")) }
}

/// Each part with its name, file name, media type, and content: JSON under `body`, anything else
/// under `text`.
fn same_parts(expected: &[Value], seen: &ArrivedRequest) -> Result<(), String> {
    let kind = seen.headers.get("content-type").map_or("", |value| value.to_str().unwrap());
    let parts = multipart::parts(kind, &seen.body)?;
    if parts.len() != expected.len() {
        return Err(format!("{} parts came in place of {}: {parts:?}", parts.len(), expected.len()));
    }
    expected.iter().zip(parts).try_for_each(|(expected, part)| same_part(expected, &part))
}

fn same_part(expected: &Value, part: &Part) -> Result<(), String> {
    let content = &String::from_utf8_lossy(&part.content);
    let text = |key: &str| expected[key].as_str();
    let mut lines = vec![format!("content-disposition: form-data; name=\"{}\"", text("name").unwrap_or_default())];
    if let Some(file) = text("filename") {
        lines[0].push_str(&format!("; filename=\"{file}\""));
    }
    lines.extend(text("type").map(|kind| format!("content-type: {kind}")));
    let mut found: Vec<String> = part.head.iter().map(|line| lower_name(line)).collect();
    found.sort_unstable_by_key(|line| !line.starts_with("content-disposition"));
    same("headers of a part", &lines.join("\n"), &found.join("\n"))?;
    match expected.get("body") {
        Some(json) => same_json(json, content),
        None => same("content of a part", text("text").unwrap_or_default(), content),
    }
}

/// Names of headers have no letter case.
fn lower_name(line: &str) -> String {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    format!("{}: {}", name.to_lowercase(), value.trim())
}
