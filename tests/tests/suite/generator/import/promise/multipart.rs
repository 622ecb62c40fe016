//! Parts of a form of the media type `multipart/form-data` (RFC 7578).
//!
//! Input: a request. Output: its parts, as a server reads them. The name of a file is free.

use serde_json::Value as Json;

use super::differences::{is_equal, is_json};
use super::drawn::Request;

/// A part of a form.
#[derive(Clone, Debug)]
pub(super) struct FormPart {
    pub(super) name: String,
    is_file: bool,
    /// The media type; without one it is a text.
    media_type: String,
    content: Vec<u8>,
}

impl PartialEq for FormPart {
    fn eq(&self, other: &Self) -> bool {
        let json = |part: &Self| serde_json::from_slice::<Json>(&part.content).ok();
        let is_same = self.content == other.content
            || is_json(&self.media_type)
                && json(self).zip(json(other)).is_some_and(|(left, right)| left == right || is_equal(&left, &right));
        self.name == other.name && self.is_file == other.is_file && self.media_type == other.media_type && is_same
    }
}

/// Returns the parts of a body.
pub(super) fn parts(request: &Request) -> Vec<FormPart> {
    let media_type = request.headers.get("content-type").map_or("", String::as_str);
    let boundary =
        media_type.split_once("boundary=").map_or("", |(_, rest)| rest.split(';').next().unwrap_or_default());
    let delimiter = format!("\r\n--{}", boundary.trim_matches('"'));
    let whole: Vec<u8> = b"\r\n".iter().chain(&request.body).copied().collect();
    let pieces = split(&whole, delimiter.as_bytes());
    pieces.into_iter().skip(1).filter_map(part).collect()
}

fn split<'b>(bytes: &'b [u8], by: &[u8]) -> Vec<&'b [u8]> {
    let (mut out, mut rest) = (Vec::new(), bytes);
    while let Some(at) = rest.windows(by.len()).position(|window| window == by) {
        out.push(&rest[..at]);
        rest = &rest[at + by.len()..];
    }
    out.push(rest);
    out
}

fn part(bytes: &[u8]) -> Option<FormPart> {
    let bytes = bytes.strip_prefix(b"\r\n")?;
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let header = |name: &str| {
        let of = |line: &str| {
            let (own, value) = line.split_once(':')?;
            own.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        };
        head.split("\r\n").find_map(of)
    };
    let disposition = header("content-disposition").unwrap_or_default();
    let name = disposition.split_once("name=\"").and_then(|(_, rest)| Some(rest.split_once('"')?.0));
    let is_file = disposition.contains("filename");
    let usual = || (if is_file { "application/octet-stream" } else { "text/plain" }).to_owned();
    let media_type =
        header("content-type").map_or_else(usual, |value| value.to_lowercase().replace("; charset=utf-8", ""));
    Some(FormPart {
        name: name.unwrap_or_default().to_owned(),
        is_file,
        media_type,
        content: bytes[end + 4..].to_vec(),
    })
}
