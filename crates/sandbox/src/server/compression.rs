//! Compression of responses for clients that accept it.
//!
//! Input: a request and its response. Output: the response, whose body is compressed with gzip if the
//! request accepts that and the body is large enough to gain from it.

use std::io::Write as _;

use bytes::Bytes;
use chainloom_runtime::schema::{EVENT_STREAM, JSON_LINES};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderValue, Request, Response, header};

/// Minimum size of a body that is compressed, in bytes.
const MIN_COMPRESSED_BYTES: usize = 1024;

/// Compresses the body of a response if it is large enough, no stream, and accepted as gzip by the
/// request.
pub(crate) fn compress(request: &Request<Bytes>, response: &mut Response<Bytes>) {
    let headers = response.headers();
    let is_stream = headers.get(header::CONTENT_TYPE).is_some_and(|media| media == EVENT_STREAM || media == JSON_LINES);
    if is_stream || response.body().len() < MIN_COMPRESSED_BYTES || headers.contains_key(header::CONTENT_ENCODING) {
        return;
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if accepts_gzip(request) {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        // Writing to a vector does not fail.
        let _ = encoder.write_all(response.body());
        *response.body_mut() = encoder.finish().unwrap_or_default().into();
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response.headers_mut().remove(header::CONTENT_LENGTH);
    }
}

/// Returns whether a request names gzip in `Accept-Encoding`, with a weight above 0.
fn accepts_gzip(request: &Request<Bytes>) -> bool {
    let values = request.headers().get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")).and_then(|weight| weight.parse::<f32>().ok());
        is_gzip && weight.is_none_or(|weight| weight > 0.0)
    })
}
