//! Keys that the spec lacks, in the query and the headers of a request.
//!
//! Input: a request, its operation, and the query parameters that hold secrets of the spec. Output: the
//! values whose names mean keys.

use bytes::Bytes;
use chainloom_runtime::catalog::Redactor;
use chainloom_runtime::schema::{Operation, Place};
use http::Request;

use crate::requests::text::pairs;

/// Ends of names that mean keys, in small letters and digits.
const KEY_ENDS: [&str; 9] =
    ["key", "token", "secret", "password", "passwd", "passphrase", "auth", "credential", "mnemonic"];
/// Beginnings of names that do not mean keys: the token of a page is none.
const NO_KEY_STARTS: [&str; 5] = ["page", "next", "cursor", "public", "secwebsocket"];

/// Minimum length of a value that is masked without its name.
const MIN_KEY_LENGTH: usize = 8;

/// Adds the values of query parameters and headers whose names mean keys. Those that `operation` has,
/// and those in `known`, are passed over.
pub(super) fn add_unknown_keys(
    secrets: &mut Redactor,
    request: &Request<Bytes>,
    operation: Option<&Operation>,
    known: &[&str],
) {
    let is_meant = |place: Place, name: &str| {
        let is_own = |operation: &Operation| {
            operation.bindings.iter().any(|binding| binding.place == place && binding.name.eq_ignore_ascii_case(name))
        };
        means_key(name) && !operation.is_some_and(is_own)
    };
    for pair in request.uri().query().unwrap_or_default().split('&') {
        for (name, value) in pairs(pair) {
            match is_meant(Place::Query, &name) && !known.contains(&name.as_str()) {
                true if value.len() >= MIN_KEY_LENGTH => secrets.add(&value),
                // Elsewhere, such a short text is no key.
                true => secrets.add_url(&format!("http://query/?{pair}")),
                false => {}
            }
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
