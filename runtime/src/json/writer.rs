//! Writer: scalars, names and punctuation of one JSON text.
//!
//! Input: texts, digits, bytes and names. Output: JSON text without white space. Values of
//! described types are written in `composite`.
//!
//! A float that is not finite has no JSON form. The writer then returns an error in place of a
//! body, and never writes `null`.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use alloy_primitives::hex;

use crate::{json::unescaped::plain_length, schema::Field};

/// A writer of one JSON text.
#[derive(Debug, Default)]
pub struct Writer {
    pub(super) out: String,
    /// Body of bytes instead of JSON.
    pub(super) bytes: Option<Vec<u8>>,
    pub(super) failed: Option<WriteError>,
    /// Text in place of each secret, as JSON or plain; `None` writes secrets as they are.
    pub(super) mark: Option<String>,
    /// Whether a request is written, which omits members that only responses have.
    pub(super) is_request: bool,
}

/// The error of a value without a JSON form, such as a float that is not finite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(Cow<'static, str>);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WriteError {}

impl Writer {
    /// Creates an empty writer.
    #[must_use]
    pub fn new() -> Self {
        Self::into_buffer(Vec::new())
    }

    /// Creates an empty writer that reuses the memory of a buffer, whose content is dropped.
    pub(crate) fn into_buffer(mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        // Most parameters fit without another allocation.
        buffer.reserve(64);
        Self { out: String::from_utf8(buffer).unwrap_or_default(), ..Self::default() }
    }

    /// Creates an empty writer for a part of a request, which reuses the memory of a buffer.
    pub(crate) fn of_request(buffer: Vec<u8>) -> Self {
        Self { is_request: true, ..Self::into_buffer(buffer) }
    }

    /// Returns the JSON text in UTF-8, or the bytes of a body that is not JSON.
    ///
    /// # Errors
    /// A value has no JSON form.
    pub fn finish(self) -> Result<Vec<u8>, WriteError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.bytes.unwrap_or_else(|| self.out.into_bytes())),
        }
    }

    /// Returns the JSON text; empty if a value has no JSON form.
    pub(crate) fn into_text(self) -> String {
        if self.failed.is_none() { self.out } else { String::new() }
    }

    /// Records that a value has no JSON form. The first reason is reported.
    pub(crate) fn fail(&mut self, reason: impl Into<Cow<'static, str>>) {
        self.failed.get_or_insert(WriteError(reason.into()));
    }

    /// Returns whether no JSON text was written.
    pub(crate) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Writes bytes that are not JSON: the whole body, or a part of one. Within JSON they become a
    /// string.
    pub(crate) fn bytes(&mut self, bytes: Vec<u8>) {
        if self.out.is_empty() {
            self.bytes = Some(bytes);
        } else {
            self.text(&String::from_utf8_lossy(&bytes));
        }
    }

    /// Writes JSON text unchanged; the text is not checked.
    pub fn raw(&mut self, json: &str) {
        self.out.push_str(json);
    }

    /// Writes a JSON string, with escapes.
    pub fn text(&mut self, text: &str) {
        self.out.push('"');
        self.write_escaped(text);
        self.out.push('"');
    }

    /// Writes the content of a string, with escapes.
    fn write_escaped(&mut self, text: &str) {
        let mut rest = text;
        while let Some((plain, other)) = rest.split_at_checked(plain_length(rest.as_bytes())) {
            self.out.push_str(plain);
            let mut chars = other.chars();
            let Some(c) = chars.next() else { return };
            self.escape(c);
            rest = chars.as_str();
        }
    }

    /// Writes the [`Display`](fmt::Display) form of a value as a JSON string, with escapes.
    pub fn display(&mut self, value: &dyn fmt::Display) {
        self.out.push('"');
        let start = self.out.len();
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{value}");
        let is_plain = |text: &str| plain_length(text.as_bytes()) == text.len();
        if !self.out.get(start..).is_some_and(is_plain) {
            let text = self.out.split_off(start);
            self.write_escaped(&text);
        }
        self.out.push('"');
    }

    /// Writes a string whose text needs no escape.
    pub(crate) fn plain(&mut self, write: &dyn Fn(&mut dyn fmt::Write) -> fmt::Result) {
        self.out.push('"');
        // Writing to a string cannot fail.
        let _ = write(&mut self.out);
        self.out.push('"');
    }

    /// Writes bytes as hex digits, without quotes.
    pub(crate) fn hex(&mut self, bytes: &[u8]) {
        let mut digits = [0; 256];
        for part in bytes.chunks(digits.len() / 2) {
            let digits = digits.get_mut(..2 * part.len()).and_then(|digits| hex::encode_to_str(part, digits).ok());
            self.out.push_str(digits.unwrap_or_default());
        }
    }

    /// Writes `value` as a JSON number; the digits are not checked.
    pub fn number(&mut self, value: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(value);
    }

    /// Writes a float in its shortest form; a float that is not finite makes [`Self::finish`] fail.
    pub fn float(&mut self, value: f64) {
        if !value.is_finite() {
            self.fail("a number is infinite or not a number, which JSON cannot express; give a finite one");
        }
        // The debug form uses exponents where the display form would print hundreds of digits.
        let digits = format!("{value:?}");
        self.raw(digits.strip_suffix(".0").unwrap_or(&digits));
    }

    fn escape(&mut self, c: char) {
        match c {
            '"' => self.out.push_str("\\\""),
            '\\' => self.out.push_str("\\\\"),
            '\n' => self.out.push_str("\\n"),
            '\r' => self.out.push_str("\\r"),
            '\t' => self.out.push_str("\\t"),
            other => self.number(format_args!("\\u{:04x}", u32::from(other))),
        }
    }

    /// Writes the key of a described member, with its comma.
    #[inline]
    pub(super) fn key_of(&mut self, field: &Field) {
        if !field.plain {
            return self.key(field.name);
        }
        self.comma('{');
        self.out.push('"');
        self.out.push_str(field.name);
        self.out.push_str("\":");
    }

    /// Writes the key of the next member, with its comma.
    pub(crate) fn key(&mut self, name: &str) {
        self.comma('{');
        self.text(name);
        self.out.push(':');
    }

    /// Writes a comma, unless the enclosing container has just begun.
    #[inline]
    pub(super) fn comma(&mut self, open: char) {
        if !self.out.ends_with(open) {
            self.out.push(',');
        }
    }
}
