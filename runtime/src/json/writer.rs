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
    /// The body, where it is not JSON.
    pub(super) bytes: Option<Vec<u8>>,
    pub(super) failed: Option<WriteError>,
    /// What stands in the place of secrets, as JSON or not, where the text is for people and is not
    /// sent.
    pub(super) mark: Option<String>,
    /// Whether it writes a request, which has no members that only responses have.
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

    /// Creates an empty writer that uses the room of a buffer, whose bytes are dropped.
    pub(crate) fn into_buffer(mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        // Most parameters fit, and are written without making room again.
        buffer.reserve(64);
        Self { out: String::from_utf8(buffer).unwrap_or_default(), ..Self::default() }
    }

    /// Creates an empty writer of a part of a request, that uses the room of a buffer.
    pub(crate) fn of_request(buffer: Vec<u8>) -> Self {
        Self { is_request: true, ..Self::into_buffer(buffer) }
    }

    /// Returns the JSON text.
    ///
    /// # Errors
    /// A value has no JSON form.
    pub fn finish(self) -> Result<Vec<u8>, WriteError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.bytes.unwrap_or_else(|| self.out.into_bytes())),
        }
    }

    /// The JSON text; empty where a value has no JSON form.
    pub(crate) fn into_text(self) -> String {
        if self.failed.is_none() { self.out } else { String::new() }
    }

    /// Remembers that a value has no JSON form. Of several reasons, the first is reported.
    pub(crate) fn fail(&mut self, reason: impl Into<Cow<'static, str>>) {
        self.failed.get_or_insert(WriteError(reason.into()));
    }

    /// Whether nothing is written.
    pub(crate) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Writes bytes that are no JSON: the whole of a body, or of a part of one. Within JSON they
    /// are a text.
    pub(crate) fn bytes(&mut self, bytes: Vec<u8>) {
        if self.out.is_empty() {
            self.bytes = Some(bytes);
        } else {
            self.text(&String::from_utf8_lossy(&bytes));
        }
    }

    /// Writes a text that is already JSON.
    pub fn raw(&mut self, json: &str) {
        self.out.push_str(json);
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        self.out.push('"');
        self.escaped(text);
        self.out.push('"');
    }

    /// Writes what stands between the quotes of a text.
    fn escaped(&mut self, text: &str) {
        let mut rest = text;
        while let Some((plain, other)) = rest.split_at_checked(plain_length(rest.as_bytes())) {
            self.out.push_str(plain);
            let mut chars = other.chars();
            let Some(c) = chars.next() else { return };
            self.escape(c);
            rest = chars.as_str();
        }
    }

    /// Writes the `Display` form of a value as a string.
    pub fn display(&mut self, value: &dyn fmt::Display) {
        self.out.push('"');
        let start = self.out.len();
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{value}");
        let is_plain = |text: &str| plain_length(text.as_bytes()) == text.len();
        if !self.out.get(start..).is_some_and(is_plain) {
            let text = self.out.split_off(start);
            self.escaped(&text);
        }
        self.out.push('"');
    }

    /// Writes a text that needs no escape.
    pub(crate) fn plain(&mut self, write: &dyn Fn(&mut dyn fmt::Write) -> fmt::Result) {
        self.out.push('"');
        // Writing to a string cannot fail.
        let _ = write(&mut self.out);
        self.out.push('"');
    }

    /// Writes bytes as hex digits.
    pub(crate) fn hex(&mut self, bytes: &[u8]) {
        let mut digits = [0; 256];
        for part in bytes.chunks(digits.len() / 2) {
            let digits = digits.get_mut(..2 * part.len()).and_then(|digits| hex::encode_to_str(part, digits).ok());
            self.out.push_str(digits.unwrap_or_default());
        }
    }

    /// Writes digits as a JSON number.
    pub fn number(&mut self, value: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(value);
    }

    /// Writes a float in its shortest form.
    pub fn float(&mut self, value: f64) {
        if !value.is_finite() {
            self.fail("a number is infinite or not a number, which JSON cannot express; give a finite one");
        }
        // The debug form uses exponents where the plain one would print hundreds of digits.
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

    /// Writes the name of the next member of the object that was begun, as its table has it.
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

    /// Writes the name of the next member of the object that was begun.
    pub(crate) fn key(&mut self, name: &str) {
        self.comma('{');
        self.text(name);
        self.out.push(':');
    }

    /// Writes a comma, unless what holds the next value has just begun.
    #[inline]
    pub(super) fn comma(&mut self, open: char) {
        if !self.out.ends_with(open) {
            self.out.push(',');
        }
    }
}
