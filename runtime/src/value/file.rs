//! Files that are sent as parts of a body.
//!
//! Input: a name and bytes. Output: three lines, from which `multipart` writes a part: the file
//! name, the media type, and the unchanged bytes. Within JSON, such as a list of files, a file is
//! an object with the bytes in Base64.

use crate::json::{Kind, Lexeme, Read, ReadError, Reader, Text, Write, Writer, members};
use crate::schema::Type;
use bytes::Bytes;
use chainloom_forms::base64;
use std::fmt;

/// Members of a file in JSON.
const IN_JSON: [&str; 3] = ["name", "mediaType", "base64"];

/// A file to be sent as a part of a multipart body.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    name: String,
    media_type: Option<String>,
    content: Bytes,
}

impl File {
    /// Creates a file from its name, without directories, and its content.
    pub fn new(name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self { name: name.into(), media_type: None, content: content.into() }
    }

    /// Sets the media type, such as `image/png`. The default is the media type of the parameter, else
    /// `application/octet-stream`.
    #[must_use]
    pub fn media_type(self, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..self }
    }
}

/// Prints the size instead of the content, which may be large or confidential.
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
        if reader.kind()? == Kind::Object {
            return of_object(reader.raw()?);
        }
        reader.scalar(|lexeme| match lexeme {
            Lexeme::Text(text) => Ok(Self::new("file", text.as_bytes().to_vec())),
            _ => Err("the bytes of a file as a text".into()),
        })
    }
}

/// Content of a file in Base64.
struct Content(Bytes);

impl Read for Content {
    fn blank() -> Self {
        Self(Bytes::new())
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.scalar(|lexeme| match lexeme {
            Lexeme::Text(text) => base64::decode(text).map(|bytes| Self(bytes.into())).ok_or("bytes in base64".into()),
            _ => Err("bytes in base64".into()),
        })
    }
}

/// Reads a file from a JSON object; missing members have defaults.
fn of_object(json: &str) -> Result<File, ReadError> {
    let mut file = File::blank();
    for (name, value) in members(json.as_bytes())? {
        match IN_JSON.iter().position(|known| *known == name.as_str()) {
            Some(0) => file.name = text(value)?,
            Some(1) => file.media_type = Some(text(value)?),
            Some(_) => file.content = crate::from_slice::<Content>(Type::Text, value.as_bytes())?.0,
            None => {}
        }
    }
    Ok(file)
}

fn text(json: &str) -> Result<String, ReadError> {
    crate::from_slice::<Text>(Type::Text, json.as_bytes()).map(|text| text.to_string())
}

impl Write for File {
    fn write(&self, _: Type, writer: &mut Writer) {
        let media_type = self.media_type.as_deref().unwrap_or_default();
        if !media_type.chars().all(|letter| matches!(letter, ' '..='~')) {
            return writer.fail("the media type of the file holds characters that a header cannot carry");
        }
        if writer.is_empty() {
            let head = format!("; filename=\"{}\"\r\n{media_type}\r\n", quoted(&self.name));
            return writer.bytes([head.as_bytes(), &self.content].concat());
        }
        writer.raw("{");
        let given = [Some(self.name.clone()), self.media_type.clone(), Some(base64::write(&self.content, false))];
        for (name, text) in IN_JSON.iter().zip(given) {
            if let Some(text) = text {
                writer.key(name);
                writer.text(&text);
            }
        }
        writer.raw("}");
    }
}

/// Splits a written file into its quoted name, its media type and its content.
pub(crate) fn pieces(written: &[u8]) -> Option<(&str, Option<&str>, &[u8])> {
    let line = |bytes: &[u8]| bytes.windows(2).position(|pair| pair == b"\r\n");
    let (name, rest) = written.split_at_checked(line(written)?)?;
    let rest = rest.get(2..)?;
    let (media_type, content) = rest.split_at_checked(line(rest)?)?;
    let media_type = std::str::from_utf8(media_type).ok()?;
    Some((std::str::from_utf8(name).ok()?, Some(media_type).filter(|text| !text.is_empty()), content.get(2..)?))
}

/// Quotes a name for the header of a part. Browsers escape these three characters this way, and
/// servers decode them.
pub(crate) fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}
