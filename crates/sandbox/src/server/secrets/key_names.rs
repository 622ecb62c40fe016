//! Keys that the spec lacks, in the query and the headers of a request.
//!
//! Input: a request, and its operation. Output: the values whose names mean keys.

use bytes::Bytes;
use chainloom_runtime::catalog::Redactor;
use chainloom_runtime::schema::{Operation, Place};
use http::Request;

use crate::requests::text::pairs;

/// Ends of names that mean keys, in small letters and digits.
const KEY_ENDS: [&str; 9] =
    ["key", "token", "secret", "password", "passwd", "passphrase", "auth", "credential", "mnemonic"];
/// Beginnings of names that mean no keys, such as that of `pageToken`.
const NO_KEY_STARTS: [&str; 5] = ["page", "next", "cursor", "public", "secwebsocket"];

/// Adds the values of query parameters and headers that `operation` lacks and whose names mean keys.
pub(super) fn add_unknown_keys(secrets: &mut Redactor, request: &Request<Bytes>, operation: Option<&Operation>) {
    let is_meant = |place: Place, name: &str| {
        let is_own = |operation: &Operation| {
            operation.bindings.iter().any(|binding| binding.place == place && binding.name.eq_ignore_ascii_case(name))
        };
        means_key(name) && !operation.is_some_and(is_own)
    };
    for pair in request.uri().query().unwrap_or_default().split('&') {
        if pairs(pair).iter().any(|(name, _)| is_meant(Place::Query, name)) {
            secrets.add_url(&format!("http://query/?{pair}"));
        }
    }
    for (name, value) in request.headers() {
        if is_meant(Place::Header, name.as_str()) {
            secrets.add_header(&String::from_utf8_lossy(value.as_bytes()));
        }
    }
}

/// Returns whether a name means a key, such as `api_key` and `X-Other-Token`.
fn means_key(name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    KEY_ENDS.iter().any(|end| name.ends_with(end)) && !NO_KEY_STARTS.iter().any(|start| name.starts_with(start))
}
