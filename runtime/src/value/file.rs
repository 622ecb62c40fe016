//! Files that are sent as parts of a body.
//!
//! Input: a name and bytes. Output: the rest of a part of `multipart/form-data`, behind its name:
//! the name of the file, its media type, and the bytes as they are.

use crate::json::{Lexeme, Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;
use bytes::Bytes;
use std::fmt;

/// What a file is of which nothing is said.
const BYTES: &str = "application/octet-stream";

/// A file to be sent as a part of a multipart body.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    name: String,
    media_type: String,
    content: Bytes,
}

impl File {
    /// Creates a file from its name, without folders, and its content.
    pub fn new(name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self { name: name.into(), media_type: BYTES.to_owned(), content: content.into() }
    }

    /// Sets the media type, such as `image/png`.
    #[must_use]
    pub fn media_type(self, media_type: impl Into<String>) -> Self {
        Self { media_type: media_type.into(), ..self }
    }
}

/// The content is not shown: it is large, and none of our business.
impl fmt::Debug for File {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("File")
            .field("name", &self.name)
            .field("media_type", &self.media_type)
            .field("bytes", &self.content.len())
            .finish()
    }
}

impl Read for File {
    fn blank() -> Self {
        Self::new("file", Bytes::new())
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.scalar(|lexeme| match lexeme {
            Lexeme::Text(text) => Ok(Self::new("file", text.as_bytes().to_vec())),
            _ => Err("the bytes of a file as a text".into()),
        })
    }
}

impl Write for File {
    fn write(&self, _: Type, writer: &mut Writer) {
        if !self.media_type.chars().all(|letter| matches!(letter, ' '..='~')) {
            return writer.fail("the media type of the file holds characters that a header cannot carry");
        }
        let head = format!("; filename=\"{}\"\r\nContent-Type: {}\r\n\r\n", quoted(&self.name), self.media_type);
        writer.bytes([head.as_bytes(), &self.content].concat());
    }
}

/// A name between quotation marks in the head of a part. Browsers escape these three so, and
/// servers read it.
pub(crate) fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}
