//! The parts of a multipart body.
//!
//! Input: headers with a boundary, and a body. Output: the names and contents of parts, as those of
//! a form. Files are not read, so they may hold any bytes.

use http::{HeaderMap, header};

use super::text::Pairs;

/// Parts of a body; empty if its media type has no boundary.
pub(crate) fn parts(headers: &HeaderMap, body: &[u8]) -> Pairs {
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = parameter(media, "boundary").map(|boundary| format!("\r\n--{boundary}"));
    let Some(boundary) = boundary.filter(|_| media.starts_with("multipart/")) else { return Pairs::new() };
    // The first boundary may stand at the beginning, without a line before it.
    let first = boundary.get(2..).unwrap_or_default().as_bytes();
    let body = body.strip_prefix(first).unwrap_or(body);
    split(body, boundary.as_bytes()).into_iter().filter_map(part).collect()
}

/// A parameter of a header, without quotes.
fn parameter<'h>(header: &'h str, name: &str) -> Option<&'h str> {
    let parameters = header.split(';').skip(1).filter_map(|parameter| parameter.trim().split_once('='));
    parameters.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim_matches('"'))
}

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

fn part(piece: &[u8]) -> Option<(String, String)> {
    let (head, content) = piece.split_at(find(piece, b"\r\n\r\n")?);
    let head = String::from_utf8_lossy(head);
    let is_named = |line: &&str| line.to_ascii_lowercase().starts_with("content-disposition:");
    let name = parameter(head.lines().find(is_named)?, "name")?.to_owned();
    Some((name, String::from_utf8_lossy(content.get(4..)?).into_owned()))
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
        assert_eq!(parts(&headers, body), [pair("a", "1\r\n--x"), pair("b", "")]);
        assert_eq!(parts(&HeaderMap::new(), body), []);
    }
}
