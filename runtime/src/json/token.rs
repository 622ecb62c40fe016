//! Tokenizer: the only module that knows the grammar of JSON.
//!
//! Input: a UTF-8 text. Output: one token at a time, with its byte offset. Every byte is checked,
//! also in skipped values. Types, schemas and paths are unknown here. The caller limits the depth
//! of a value, except in skipped values, where any depth is accepted. After `peek`, the caller
//! reads the token of the announced kind.
//!
//! RFC 8259 allows an unpaired surrogate as an escape. It becomes U+FFFD and is counted: one text
//! must not fail the response around it.
//!
//! An external pull parser (jiter 0.13) was used first. It scans texts byte by byte where no vector
//! unit is used, and was slower than serde_json.

use std::borrow::Cow;

use crate::json::unescaped::{is_same, plain_length};

/// Kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Number,
    Text,
    List,
    Object,
}

/// A syntax error.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Byte offset of the error.
    pub(crate) offset: usize,
    /// Description of the expected token.
    pub(crate) expected: &'static str,
}

/// Tokenizer of a text.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Last text that had escapes, decoded.
    plain: String,
    /// Arrays (`true`) and objects (`false`) around the position, in a skipped value.
    open: Vec<bool>,
    /// Number of unpaired surrogates so far.
    halves: usize,
}

/// Receives the byte offsets of arrays and objects in a skipped value.
pub(crate) trait Skipped {
    /// Handles the first byte of an array or object.
    fn begin(&mut self, _at: usize) {}
    /// Handles the end of the innermost array or object, after its last byte.
    fn end(&mut self, _at: usize) {}
}

/// Ignores the offsets.
impl Skipped for () {}

impl<'a> Tokens<'a> {
    /// Creates a tokenizer at the start of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, plain: String::new(), open: Vec::new(), halves: 0 }
    }

    /// Returns the number of unpaired surrogates replaced by U+FFFD so far. Text that is read again
    /// counts again.
    pub(crate) const fn halves(&self) -> usize {
        self.halves
    }

    /// Returns the whole text.
    pub(crate) fn all(&self) -> &'a str {
        self.text
    }

    /// Returns the byte offset of the next token, or of white space before it.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Moves to an offset at which a value begins or has just ended.
    pub(crate) fn seek(&mut self, offset: usize) {
        self.at = offset;
    }

    /// Returns the kind of the next value without consuming it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Kind, Fault> {
        match self.token() {
            Some(b'"') => Ok(Kind::Text),
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::List),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b't' | b'f') => Ok(Kind::Boolean),
            Some(b'n') => Ok(Kind::Null),
            _ => Err(self.fault("a JSON value")),
        }
    }

    /// Reads the next text, with escapes decoded.
    pub(crate) fn string(&mut self) -> Result<&str, Fault> {
        let start = self.at + 1;
        self.at = start + plain_length(self.bytes_from(start));
        if self.byte() == Some(b'"') {
            let text = self.text.get(start..self.at).unwrap_or_default();
            self.at += 1;
            return Ok(text);
        }
        self.plain.clear();
        self.read_escaped(start, true)?;
        Ok(&self.plain)
    }

    /// Consumes the next text if `take` finds its length; returns whether it did. `take` is given
    /// the bytes after the opening quote, and returns the length in bytes of a text without
    /// escapes, or `None`.
    #[inline]
    pub(crate) fn take_text(&mut self, take: impl FnOnce(&[u8]) -> Option<usize>) -> bool {
        let length = match self.token() {
            Some(b'"') => take(self.bytes_from(self.at + 1)),
            _ => None,
        };
        match length {
            Some(length) if self.bytes_from(self.at + 1).get(length) == Some(&b'"') => {
                self.at += length + 2;
                true
            }
            _ => false,
        }
    }

    /// Skips white space; returns the byte offset of the next token.
    pub(crate) fn start(&mut self) -> usize {
        self.token();
        self.at
    }

    /// Returns whether the next token begins with `n`.
    #[inline]
    pub(crate) fn begins_null(&mut self) -> bool {
        self.token() == Some(b'n')
    }

    /// Reads the rest of a text that has an escape or an error; `start` is the start of its plain
    /// part.
    #[cold]
    fn read_escaped(&mut self, mut start: usize, keep: bool) -> Result<(), Fault> {
        loop {
            if keep {
                self.plain.push_str(self.text.get(start..self.at).unwrap_or_default());
            }
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    let c = self.escape()?;
                    if keep {
                        self.plain.push(c);
                    }
                }
                Some(_) => return Err(self.fault("an escaped control character")),
                None => return Err(self.fault("the end of a text")),
            }
            start = self.at;
            self.at += plain_length(self.bytes_from(start));
        }
    }

    /// Reads an escape, and returns its character.
    fn escape(&mut self) -> Result<char, Fault> {
        self.at += 1;
        let c = match self.byte() {
            Some(b'u') => return self.unicode(),
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return Err(self.fault("a valid escape in a text")),
        };
        self.at += 1;
        Ok(c)
    }

    /// Reads `\u1234`, or a surrogate pair of two such escapes, and returns the character.
    fn unicode(&mut self) -> Result<char, Fault> {
        let first = self.four_digits()?;
        let behind = self.at;
        let pair = match first {
            0xD800..0xDC00 if self.bytes_from(self.at).starts_with(b"\\u") => {
                self.at += 1;
                Some(self.four_digits()?).filter(|second| (0xDC00..0xE000).contains(second))
            }
            _ => None,
        };
        let code = match pair {
            Some(second) => 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00),
            None => first,
        };
        Ok(char::from_u32(code).unwrap_or_else(|| {
            // The next escape is separate from an unpaired surrogate.
            self.at = behind;
            self.halves += 1;
            char::REPLACEMENT_CHARACTER
        }))
    }

    /// Reads the four hex digits after the next byte, the `u`.
    fn four_digits(&mut self) -> Result<u32, Fault> {
        self.at += 1;
        let mut value = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|b| char::from(b).to_digit(16));
            value = value * 16 + digit.ok_or(self.fault("four hex digits"))?;
            self.at += 1;
        }
        Ok(value)
    }

    /// Reads the next number, and returns it as written.
    pub(crate) fn number(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        if self.byte() == Some(b'0') {
            self.at += 1;
            if self.byte().is_some_and(|b| b.is_ascii_digit()) {
                return Err(self.fault("a number without leading zeros"));
            }
        } else {
            self.digits()?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Skips one or more digits.
    fn digits(&mut self) -> Result<(), Fault> {
        let length = self.bytes_from(self.at).iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += length;
        if length == 0 { Err(self.fault("a digit")) } else { Ok(()) }
    }

    /// Reads the next boolean.
    pub(crate) fn boolean(&mut self) -> Result<bool, Fault> {
        let value = self.byte() == Some(b't');
        self.word(if value { "true" } else { "false" })?;
        Ok(value)
    }

    /// Skips the next `null`.
    pub(crate) fn null(&mut self) -> Result<(), Fault> {
        self.word("null")
    }

    /// Consumes `true`, `false` or `null`, whichever `word` is.
    fn word(&mut self, word: &str) -> Result<(), Fault> {
        if !self.bytes_from(self.at).starts_with(word.as_bytes()) {
            return Err(self.fault("`true`, `false` or `null`"));
        }
        self.at += word.len();
        Ok(())
    }

    /// Enters the next array; returns whether an item follows.
    pub(crate) fn enter_list(&mut self) -> Result<bool, Fault> {
        self.at += 1;
        let empty = self.token() == Some(b']');
        self.at += usize::from(empty);
        Ok(!empty)
    }

    /// Consumes the comma or bracket after an item; returns whether another item follows.
    pub(crate) fn next_item(&mut self) -> Result<bool, Fault> {
        match self.token() {
            Some(end @ (b',' | b']')) => {
                self.at += 1;
                Ok(end == b',')
            }
            _ => Err(self.fault("`,` or `]`")),
        }
    }

    /// Enters the next object; returns whether a member follows.
    pub(crate) fn enter_object(&mut self) -> bool {
        self.at += 1;
        let empty = self.token() == Some(b'}');
        self.at += usize::from(empty);
        !empty
    }

    /// Consumes the comma or brace after a member; returns whether another member follows.
    #[inline]
    pub(crate) fn next_member(&mut self) -> Result<bool, Fault> {
        match self.token() {
            Some(end @ (b',' | b'}')) => {
                self.at += 1;
                Ok(end == b',')
            }
            _ => Err(self.fault("`,` or `}`")),
        }
    }

    /// Consumes the next key and its colon if the key is `name`, written without escapes and white
    /// space; returns whether it did.
    #[inline(always)]
    pub(crate) fn take_key(&mut self, name: &str) -> bool {
        if self.token() != Some(b'"') {
            return false;
        }
        let length = name.len() + 3;
        let is_next = match self.bytes_from(self.at).get(..length) {
            Some([_, key @ .., b'"', b':']) => is_same(key, name.as_bytes()),
            _ => false,
        };
        self.at += if is_next { length } else { 0 };
        is_next
    }

    /// Consumes the next key and its colon; returns its index in `names`. Names need no escape, and
    /// are compared in a circle from the expected one on.
    #[inline]
    pub(crate) fn known_key(&mut self, names: &[&str], expected: usize) -> Result<Option<usize>, Fault> {
        for index in (expected..names.len()).chain(0..expected.min(names.len())) {
            if names.get(index).is_some_and(|name| self.take_key(name)) {
                return Ok(Some(index));
            }
        }
        let key = self.key()?;
        Ok(names.iter().position(|name| is_same(name.as_bytes(), key.as_bytes())))
    }

    /// Reads the next key and its colon; the key stays valid while further tokens are read.
    pub(crate) fn kept_key(&mut self) -> Result<Cow<'a, str>, Fault> {
        let plain = self.plain_key()?;
        Ok(plain.map_or_else(|| Cow::Owned(self.plain.clone()), Cow::Borrowed))
    }

    /// Reads the next key and its colon.
    #[inline]
    pub(crate) fn key(&mut self) -> Result<&str, Fault> {
        let plain = self.plain_key()?;
        Ok(plain.unwrap_or(&self.plain))
    }

    /// Reads the next key and its colon; returns the key as written. Returns `None` if the key has
    /// escapes: `plain` then holds the decoded key.
    #[inline]
    fn plain_key(&mut self) -> Result<Option<&'a str>, Fault> {
        if self.token() != Some(b'"') {
            return Err(self.fault("a key in quotes"));
        }
        let start = self.at + 1;
        self.at = start + plain_length(self.bytes_from(start));
        let end = self.at;
        let is_plain = self.byte() == Some(b'"');
        if is_plain {
            self.at += 1;
        } else {
            self.plain.clear();
            self.read_escaped(start, true)?;
        }
        if self.token() != Some(b':') {
            return Err(self.fault("`:`"));
        }
        self.at += 1;
        Ok(is_plain.then(|| self.text.get(start..end).unwrap_or_default()))
    }

    /// Skips the next value, which is a scalar.
    pub(crate) fn skip_scalar(&mut self, kind: Kind) -> Result<(), Fault> {
        match kind {
            Kind::Text => {
                let start = self.at + 1;
                self.at = start + plain_length(self.bytes_from(start));
                if self.byte() == Some(b'"') {
                    self.at += 1;
                    return Ok(());
                }
                self.read_escaped(start, false)
            }
            Kind::Number => self.number().map(drop),
            Kind::Boolean => self.boolean().map(drop),
            _ => self.null(),
        }
    }

    /// Skips the next value, however deep: without recursion, so that no body overflows the stack.
    pub(crate) fn skip(&mut self, skipped: &mut impl Skipped) -> Result<(), Fault> {
        self.open.clear();
        loop {
            let kind = self.peek()?;
            let is_inside = match kind {
                Kind::List | Kind::Object => self.begin(kind, skipped)?,
                _ => {
                    self.skip_scalar(kind)?;
                    false
                }
            };
            if !is_inside && !self.next_in_open(skipped)? {
                return Ok(());
            }
        }
    }

    /// Enters an array or object; returns whether a value follows in it.
    fn begin(&mut self, kind: Kind, skipped: &mut impl Skipped) -> Result<bool, Fault> {
        skipped.begin(self.at);
        let has_value = match kind {
            Kind::List => self.enter_list()?,
            _ => self.enter_object() && self.plain_key().map(|_| true)?,
        };
        match has_value {
            true => self.open.push(kind == Kind::List),
            false => skipped.end(self.at),
        }
        Ok(has_value)
    }

    /// Leaves the containers that end after a value; returns whether another value follows.
    fn next_in_open(&mut self, skipped: &mut impl Skipped) -> Result<bool, Fault> {
        while let Some(is_list) = self.open.last() {
            let more =
                if *is_list { self.next_item()? } else { self.next_member()? && self.plain_key().map(|_| true)? };
            if more {
                return Ok(true);
            }
            self.open.pop();
            skipped.end(self.at);
        }
        Ok(false)
    }

    /// Checks that only white space follows.
    pub(crate) fn finish(&mut self) -> Result<(), Fault> {
        if self.token().is_none() { Ok(()) } else { Err(self.fault("the end of the body")) }
    }

    fn bytes_from(&self, from: usize) -> &'a [u8] {
        self.text.as_bytes().get(from..).unwrap_or_default()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space; returns the first byte of the next token without consuming it.
    #[inline]
    fn token(&mut self) -> Option<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other,
            }
        }
    }

    #[cold]
    fn fault(&self, expected: &'static str) -> Fault {
        Fault { offset: self.at, expected }
    }
}
