//! Whether a request is the one that must arrive.
//!
//! Input: a request, and what is known of it. Output: what differs. Texts are compared as a server
//! reads them, with their escapes undone, and JSON by its values and the digits of its numbers.

use bytes::Bytes;
use chainloom::runtime::http::{Request, header};
use serde_json::{Value, json};

use crate::multipart::{self, Part};
use crate::requests::{Pairs, decoded, pairs};

/// Compares a request with what must arrive.
///
/// # Errors
///
/// What differs.
pub(super) fn check(expected: &Value, request: &Request<Bytes>) -> Result<(), String> {
    let secrets = || expected["secrets"].as_array().into_iter().flatten();
    for carried in secrets() {
        carries(carried, request)?;
    }
    for hidden in expected["hidden"].as_array().into_iter().flatten() {
        hides(hidden, request)?;
    }
    same("port", &expected["port"], &json!(request.uri().port_u16()))?;
    for (name, value) in expected["always"].as_object().into_iter().flatten() {
        header_is(name, value, request)?;
    }
    if let Some(rpc) = expected.get("rpc") {
        let body = json_of(request)?;
        return same("call", rpc, &json!({ "method": body["method"], "params": body["params"] }));
    }
    same("method", &expected["method"], &json!(request.method().as_str()))?;
    let path: Vec<String> = request.uri().path().split('/').skip(1).map(decoded).collect();
    same("path", &expected["path"], &json!(path))?;
    let mut query = pairs_of(&expected["query"]);
    query.extend(
        secrets().filter(|carried| carried[0] == "query").map(|carried| (text(&carried[1]), text(&carried[2]))),
    );
    same_pairs("query", &query, &pairs(request.uri().query().unwrap_or_default()))?;
    for named in expected["headers"].as_array().into_iter().flatten() {
        header_is(&text(&named[0]), &named[1], request)?;
    }
    for named in expected["cookies"].as_array().into_iter().flatten() {
        cookie_is(&text(&named[0]), &text(&named[1]), request)?;
    }
    body(expected, request)
}

fn body(expected: &Value, request: &Request<Bytes>) -> Result<(), String> {
    let sent = || String::from_utf8_lossy(request.body()).into_owned();
    let Some(media) = expected.get("media").and_then(Value::as_str) else {
        return same("body", &json!(""), &json!(sent()));
    };
    let found = header_of("content-type", request);
    if let Some(parts) = expected.get("parts") {
        return same_parts(parts, multipart::parts(&found, request.body())?);
    }
    // What the parameters of a text say is the client's to choose.
    let is_media = found == media || found.strip_prefix(media).is_some_and(|rest| rest.starts_with(';'));
    if !is_media {
        return Err(format!("media type: expected {media}, found {found}"));
    }
    match (expected.get("json"), expected.get("pairs"), expected.get("text")) {
        (Some(json), ..) => same("body", json, &json_of(request)?),
        (_, Some(form), _) => same_pairs("form", &pairs_of(form), &pairs(&sent())),
        (.., text) => same("body", text.unwrap_or(&Value::Null), &json!(sent())),
    }
}

/// A secret in its place.
fn carries(carried: &Value, request: &Request<Bytes>) -> Result<(), String> {
    let (name, value) = (text(&carried[1]), text(&carried[2]));
    match carried[0].as_str() {
        Some("header") => header_is(&name, &carried[2], request),
        Some("cookie") => cookie_is(&name, &value, request),
        _ => Ok(()),
    }
}

/// A secret that is not sent here. The query is compared as a whole.
fn hides(hidden: &Value, request: &Request<Bytes>) -> Result<(), String> {
    let name = match hidden[0].as_str() {
        Some("header") => text(&hidden[1]),
        Some("cookie") => {
            let is_sent = cookies(request).iter().any(|(name, _)| *name == text(&hidden[1]));
            return if is_sent {
                Err(format!("the secret in the cookie {} is sent", text(&hidden[1])))
            } else {
                Ok(())
            };
        }
        _ => return Ok(()),
    };
    match request.headers().get(&name) {
        Some(_) => Err(format!("the secret in the header {name} is sent")),
        None => Ok(()),
    }
}

fn header_is(name: &str, value: &Value, request: &Request<Bytes>) -> Result<(), String> {
    same(&format!("header {name}"), value, &json!(header_of(name, request)))
}

fn cookie_is(name: &str, value: &str, request: &Request<Bytes>) -> Result<(), String> {
    let all = cookies(request);
    let found = all.iter().find(|(known, _)| known == name).map(|(_, text)| text);
    same(&format!("cookie {name}"), &json!(value), &json!(found))
}

/// Names and values of cookies, which are in one header.
fn cookies(request: &Request<Bytes>) -> Pairs {
    let all = header_of(header::COOKIE.as_str(), request);
    let pairs = all.split("; ").filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), decoded(value))).collect()
}

fn header_of(name: &str, request: &Request<Bytes>) -> String {
    request.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).unwrap_or_default()
}

fn json_of(request: &Request<Bytes>) -> Result<Value, String> {
    serde_json::from_slice(request.body()).map_err(|error| format!("the body is no JSON: {error}"))
}

/// Each part with its name, the name of its file, its media type, and what it holds.
fn same_parts(expected: &Value, found: Vec<Part>) -> Result<(), String> {
    let expected = expected.as_array().cloned().unwrap_or_default();
    same("number of parts", &json!(expected.len()), &json!(found.len()))?;
    expected.iter().zip(&found).try_for_each(|(expected, part)| {
        let head = json!([part.parameter("name"), part.parameter("filename"), part.header("content-type")]);
        same("head of a part", &json!([expected[0], expected[1], expected[2]]), &head)?;
        let holds = String::from_utf8_lossy(&part.content);
        if is_same_text(&text(&expected[3]), &holds) { Ok(()) } else { same("part", &expected[3], &json!(holds)) }
    })
}

fn same_pairs(what: &str, expected: &Pairs, found: &Pairs) -> Result<(), String> {
    let is_same = expected.len() == found.len()
        && expected.iter().zip(found).all(|(left, right)| left.0 == right.0 && is_same_text(&left.1, &right.1));
    if is_same { Ok(()) } else { Err(format!("{what}: expected {}, found {}", json!(expected), json!(found))) }
}

/// Objects and lists that are written as JSON are compared as such.
fn is_same_text(left: &str, right: &str) -> bool {
    let json = |text: &str| serde_json::from_str::<Value>(text).ok().filter(|json| json.is_object() || json.is_array());
    left == right || json(left).is_some_and(|left| Some(left) == json(right))
}

fn pairs_of(json: &Value) -> Pairs {
    json.as_array().into_iter().flatten().map(|pair| (text(&pair[0]), text(&pair[1]))).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn same(what: &str, expected: &Value, found: &Value) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected}, found {found}")) }
}
