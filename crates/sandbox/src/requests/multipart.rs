//! Parts of a multipart body.
//!
//! Input: headers with a boundary, and a body. Output: the names and contents of parts, as a form
//! has them, and mistakes in their headers. Files are not read, so they may hold any bytes.

use chainloom_runtime::schema::{Binding, Part};
use http::{HeaderMap, header};

use super::text::Pairs;

/// Media type of a part without `Content-Type`.
const TEXT: &str = "text/plain";
/// Media type of a part with bytes of which nothing is known.
const BYTES: &str = "application/octet-stream";

/// Part of a multipart body.
pub(crate) struct FormPart {
    name: String,
    content: String,
    /// Names in lower case, and values.
    headers: Vec<(String, String)>,
}

/// Splits a multipart body into its parts; empty if the media type of the request has no boundary.
pub(crate) fn parts(headers: &HeaderMap, body: &[u8]) -> Vec<FormPart> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = parameter(media, "boundary").map(|boundary| format!("\r\n--{boundary}"));
    let Some(boundary) = boundary.filter(|_| media.starts_with("multipart/")) else { return Vec::new() };
    // The first boundary may begin the body, without a line break before it.
    let first = boundary.get(2..).unwrap_or_default().as_bytes();
    let body = body.strip_prefix(first).unwrap_or(body);
    split(body, boundary.as_bytes()).into_iter().filter_map(parse_part).collect()
}

/// Returns the names and contents of parts, as a form has them.
pub(crate) fn pairs(parts: &[FormPart]) -> Pairs {
    parts.iter().map(|part| (part.name.clone(), part.content.clone())).collect()
}

/// Returns a message for each part of a parameter whose media type or header is not the one that
/// the spec states.
pub(crate) fn misfits(parts: &[FormPart], binding: &Binding) -> Vec<String> {
    let Some(said) = binding.part else { return Vec::new() };
    parts.iter().filter(|part| part.name == binding.name).flat_map(|part| part.misfits(said)).collect()
}

impl FormPart {
    /// Returns a message for each difference of the part from its description.
    fn misfits(&self, said: &Part) -> Vec<String> {
        let name = &self.name;
        let media_type = self.header(header::CONTENT_TYPE.as_str()).unwrap_or(TEXT);
        // A file may be sent as arbitrary bytes, unless the spec states its media type.
        let is_any = said.media_type().is_none() && media_type == BYTES;
        let other = (!is_any && !said.takes(media_type))
            .then(|| format!("the part `{name}` is `{media_type}`, but must be `{}`", said.content.join("`, `")));
        let wrong = said.headers.iter().filter(|(header, value)| self.header(header) != Some(value));
        let texts =
            wrong.map(|(header, value)| format!("the header `{header}` of the part `{name}` must be `{value}`"));
        other.into_iter().chain(texts).collect()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Returns a parameter of a header value, without quotes; `None` if the value lacks it.
fn parameter<'h>(header: &'h str, name: &str) -> Option<&'h str> {
    let parameters = header.split(';').skip(1).filter_map(|parameter| parameter.trim().split_once('='));
    parameters.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim_matches('"'))
}

/// Returns the pieces of a body that end with the separator.
fn split<'b>(mut body: &'b [u8], separator: &[u8]) -> Vec<&'b [u8]> {
    let mut pieces = Vec::new();
    while let Some(at) = find(body, separator) {
        let (piece, rest) = body.split_at(at);
        pieces.push(piece);
        body = rest.get(separator.len()..).unwrap_or_default();
    }
    pieces
}

fn find(body: &[u8], text: &[u8]) -> Option<usize> {
    body.windows(text.len()).position(|window| window == text)
}

/// Parses a part. `None` if it has no header with a name.
fn parse_part(piece: &[u8]) -> Option<FormPart> {
    let (head, content) = piece.split_at(find(piece, b"\r\n\r\n")?);
    let head = String::from_utf8_lossy(head);
    let pairs = head.lines().filter_map(|line| line.split_once(':'));
    let headers = pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
    let mut part = FormPart { name: String::new(), content: String::new(), headers };
    part.name = parameter(part.header(header::CONTENT_DISPOSITION.as_str())?, "name")?.to_owned();
    part.content = String::from_utf8_lossy(content.get(4..)?).into_owned();
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn parts_have_their_names_and_contents() {
        let media = HeaderValue::from_static("multipart/form-data; boundary=\"x y\"");
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, media)]);
        let body = b"--x y\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\
            Content-Type: t/t\r\n\r\n1\r\n--x\r\n\
            --x y\r\ncontent-disposition: form-data; name=b\r\n\r\n\r\n--x y--\r\n";
        let pair = |name: &str, content: &str| (name.to_owned(), content.to_owned());
        assert_eq!(pairs(&parts(&headers, body)), [pair("a", "1\r\n--x"), pair("b", "")]);
        assert_eq!(pairs(&parts(&HeaderMap::new(), body)), []);
    }
}
