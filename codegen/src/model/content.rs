//! Content of the body of a request.
//!
//! Input: a word of the spec or a media type. Output: the format of the body, and its media type.
//! `check` decides whether the types of the body can be written in this format.

use chainloom_schema::{JSON, JSON_LINES, essence, is_json, is_json_lines};

/// Format of a body, with its media type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Content {
    /// JSON, sent with this media type.
    Json(String),
    /// JSON values, one per line, sent with this media type.
    JsonLines(String),
    /// Names and values, as in a query.
    Form,
    /// Parts, each with a name: values and files.
    Multipart,
    /// Bytes or text of this media type.
    Raw(String),
}
const MERGE_PATCH: &str = "application/merge-patch+json";
const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";
const BYTES: &str = "application/octet-stream";
const TEXT: &str = "text/plain; charset=utf-8";

impl Content {
    /// Words of the spec; any other text is a media type.
    pub(crate) const WORDS: [&str; 7] = ["json", "form", "multipart", "bytes", "text", "merge-patch", "json-lines"];

    /// Returns the content that a word or a media type denotes.
    pub fn of(word: &str) -> Self {
        match word {
            "json" => Self::Json(JSON.to_owned()),
            "merge-patch" => Self::Json(MERGE_PATCH.to_owned()),
            "json-lines" => Self::JsonLines(JSON_LINES.to_owned()),
            "form" => Self::Form,
            "multipart" => Self::Multipart,
            "bytes" => Self::Raw(BYTES.to_owned()),
            "text" => Self::Raw(TEXT.to_owned()),
            media => match essence(media).as_str() {
                FORM => Self::Form,
                MULTIPART => Self::Multipart,
                _ if is_json_lines(media) => Self::JsonLines(media.to_owned()),
                _ if is_json(media) => Self::Json(media.to_owned()),
                _ => Self::Raw(media.to_owned()),
            },
        }
    }

    /// Returns the media type. The media type of a multipart body gets a boundary when it is sent.
    pub fn media_type(&self) -> &str {
        match self {
            Self::Json(media) | Self::JsonLines(media) | Self::Raw(media) => media,
            Self::Form => FORM,
            Self::Multipart => MULTIPART,
        }
    }

    /// Returns the media type without parameters, in lower case.
    pub(crate) fn essence(&self) -> String {
        essence(self.media_type())
    }

    /// Returns whether the body is one value of bytes or text.
    pub fn is_raw(&self) -> bool {
        matches!(self, Self::Raw(_))
    }

    /// Returns whether the content is the default, JSON.
    pub fn is_default(&self) -> bool {
        matches!(self, Self::Json(media) if media == JSON)
    }

    /// Returns whether the body is JSON lines: one value per line.
    pub fn is_lines(&self) -> bool {
        matches!(self, Self::JsonLines(_))
    }

    /// Returns whether a body without a type is bytes, rather than text.
    pub(crate) fn is_bytes(&self) -> bool {
        !matches!(self, Self::Raw(media) if essence(media) == "text/plain")
    }
}

impl Default for Content {
    fn default() -> Self {
        Self::Json(JSON.to_owned())
    }
}
