//! Headers that users and specs name.
//!
//! Input: names and values as texts. Output: headers, or an error that shows no value.

use crate::Error;
use http::{HeaderMap, HeaderName, HeaderValue, header};

/// Headers that only the client may set, since they describe the body.
const OURS: [HeaderName; 3] = [header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::CONTENT_TYPE];

/// Parses a header that the user adds, which is not shown; the error is a human-readable text.
pub(crate) fn own_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad_name("a header", name))?;
    if OURS.contains(&header) {
        return Err(format!("the header `{header}` is set by the client itself; leave it out"));
    }
    let mut value = HeaderValue::from_str(value).map_err(|_| bad_text(&format!("the header `{header}`")))?;
    value.set_sensitive(true);
    Ok((header, value))
}

/// Returns the value of the header `Cookie` with further cookies after the present ones.
pub(crate) fn add_cookies(headers: &HeaderMap, cookies: &str) -> Vec<u8> {
    match headers.get(header::COOKIE) {
        // Cookies of the user may not be UTF-8.
        Some(known) => [known.as_bytes(), b"; ", cookies.as_bytes()].concat(),
        None => cookies.as_bytes().to_vec(),
    }
}

/// Parses the name of a header; `what` describes the header in the error.
pub(crate) fn header_name(name: &str, what: &str) -> Result<HeaderName, Error> {
    HeaderName::from_bytes(name.as_bytes()).map_err(|_| Error::building(bad_name(what, name)))
}

/// Returns the error text of a name that no header can have.
fn bad_name(what: &str, name: &str) -> String {
    format!("{what} has the name `{}`, which no header can have", crate::error::shorten(name, 40))
}

/// Returns the error of a value that no header can have.
pub(crate) fn bad_value(what: &str) -> Error {
    Error::building(bad_text(what))
}

/// Returns the error text of a value that no header can have.
fn bad_text(what: &str) -> String {
    format!("{what} holds characters that a header cannot carry, such as a line break")
}
