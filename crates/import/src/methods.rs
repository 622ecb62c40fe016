//! HTTP methods of a path: which members of a path item are operations.
//!
//! Input: a path item. Output: the method of each operation, as it is sent, with the place of the
//! operation below the item. Version 3.2 has any method under `additionalOperations`.

use serde_json::Value as Json;

use crate::document::escaped;

/// Members of a path item that hold an operation each.
pub(crate) const FIXED: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// Member of a path item that holds operations by their methods.
pub(crate) const ADDITIONAL: &str = "additionalOperations";

/// Methods that have a key of their own in the spec language, with the effect that each has by default.
const KEYS: [(&str, &str, &str); 6] = [
    ("GET", "get", "read"),
    ("HEAD", "head", "read"),
    ("PUT", "put", "idempotent"),
    ("POST", "post", "write"),
    ("DELETE", "delete", "idempotent"),
    ("PATCH", "patch", "write"),
];

/// Key of the spec language for all other methods, whose value begins with the method.
pub(crate) const OTHER: &str = "request";

/// Methods whose effect needs not be stated.
const READING: [&str; 5] = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"];

/// Returns the operations of a path item: methods, and JSON pointers below the item.
pub(crate) fn of_item(item: &Json) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (key, value) in item.as_object().into_iter().flatten() {
        if FIXED.contains(&key.as_str()) {
            found.push((key.to_ascii_uppercase(), format!("/{key}")));
        } else if key == ADDITIONAL {
            let methods = value.as_object().into_iter().flatten();
            found.extend(methods.map(|(method, _)| (method.clone(), format!("/{ADDITIONAL}/{}", escaped(method)))));
        }
    }
    found
}

/// Returns whether a method may stand under `additionalOperations`: it is a token of HTTP, has no
/// member of its own, and is not CONNECT, which opens a tunnel.
pub(crate) fn is_additional(method: &str) -> bool {
    let is_token = |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(letter);
    let is_known = FIXED.iter().chain(["connect"].iter()).any(|known| known.eq_ignore_ascii_case(method));
    !method.is_empty() && method.chars().all(is_token) && !is_known
}

/// Returns the key of the spec language for a method.
pub(crate) fn key(method: &str) -> &'static str {
    KEYS.iter().find(|(known, ..)| *known == method).map_or(OTHER, |(_, key, _)| *key)
}

/// Returns the effect that a method has by default, and whether the spec needs not state it.
pub(crate) fn effect(method: &str) -> (&'static str, bool) {
    if READING.contains(&method) {
        return ("read", true);
    }
    (KEYS.iter().find(|(known, ..)| *known == method).map_or("write", |(.., effect)| *effect), false)
}
