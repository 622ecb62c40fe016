//! Parts of a form of the media type `multipart/form-data` (RFC 7578).
//!
//! Input: a request. Output: its parts, as a server reads them. The name of a file is free.

use chainloom_tests::multipart;
use serde_json::Value as Json;

use super::differences::{is_equal, is_json};
use super::drawn::Request;

/// A part of a form.
#[derive(Clone, Debug, Default)]
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
    let unread = |why| vec![FormPart { name: why, content: request.body.clone(), ..FormPart::default() }];
    multipart::parts(media_type, &request.body).map_or_else(unread, |parts| parts.into_iter().map(part).collect())
}

fn part(part: multipart::Part) -> FormPart {
    let disposition = part.header("content-disposition").unwrap_or_default();
    let is_file = disposition.contains("filename");
    let usual = || (if is_file { "application/octet-stream" } else { "text/plain" }).to_owned();
    let media_type = part.header("content-type");
    let media_type = media_type.map_or_else(usual, |value| value.to_lowercase().replace("; charset=utf-8", ""));
    FormPart { name: part.parameter("name").unwrap_or_default(), is_file, media_type, content: part.content }
}
