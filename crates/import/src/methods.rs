//! HTTP methods of a path: which members of a path item are operations.
//!
//! Input: a path item. Output: the method of each operation, as it is sent, with the place of the
//! operation below the item. Version 3.2 has any method under `additionalOperations`.

use chainloom_codegen::{is_safe_method, is_token, own_key};
use serde_json::Value as Json;

use crate::pointer::escaped;

/// Members of a path item that each hold the operation of one method.
pub(crate) const FIXED: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// Member of a path item that maps any further methods to their operations.
pub(crate) const ADDITIONAL: &str = "additionalOperations";

/// Methods that are idempotent but not safe, according to the HTTP standard.
const IDEMPOTENT: [&str; 2] = ["PUT", "DELETE"];

/// Key of the spec language for methods without a key of their own. Its value begins with the
/// method.
pub(crate) const OTHER: &str = "request";

/// Returns the operations of a path item: the method as it is sent, and the JSON pointer below the
/// item.
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

/// Returns whether a method may be a key of `additionalOperations`: it is a token of HTTP, has no
/// separate member, and is not CONNECT, which opens a tunnel.
pub(crate) fn is_additional(method: &str) -> bool {
    let is_known = FIXED.iter().chain(["connect"].iter()).any(|known| known.eq_ignore_ascii_case(method));
    is_token(method) && !is_known
}

/// Returns the key of the spec language for a method, or [`OTHER`].
pub(crate) fn key(method: &str) -> &'static str {
    own_key(method).unwrap_or(OTHER)
}

/// Returns the default effect of a method, and whether the spec may leave it out.
pub(crate) fn effect(method: &str) -> (&'static str, bool) {
    match is_safe_method(method) {
        true => ("read", true),
        false if IDEMPOTENT.contains(&method) => ("idempotent", false),
        false => ("write", false),
    }
}
