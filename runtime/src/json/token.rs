//! Tokenizer: the only module that knows the grammar of JSON.
//!
//! Input: a UTF-8 text. Output: one token at a time, with the offset at which it begins. Every byte
//! is checked, also in skipped values. Nothing here knows of types, schemas or paths. The caller
//! limits the depth of a value, except in skipped values, where any depth is accepted. The caller
//! asks for the token that `peek` has announced.
//!
//! RFC 8259 lets a text hold half of a surrogate pair as an escape. It becomes U+FFFD and is
//! counted: one text must not fail the response around it.
//!
//! An external pull parser (jiter 0.13) stood here first. It scans texts byte by byte where no
//! vector unit is used, and was slower than serde_json.

use std::borrow::Cow;

use crate::json::unescaped::{is_same, plain_length};

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Number,
    Text,
    List,
    Object,
}

/// A place that is not JSON.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Where it is.
    pub(crate) offset: usize,
    /// What should be there.
    pub(crate) expected: &'static str,
}

/// Reads tokens from a text.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// The last text that had escapes, without them.
    plain: String,
    /// The arrays (true) and objects around the place, in a value that is being skipped.
    open: Vec<bool>,
    /// How many halves of surrogate pairs were passed over.
    halves: usize,
}

/// Receives the places of arrays and objects in a value that is skipped.
pub(crate) trait Skipped {
    /// One begins at an offset.
    fn begin(&mut self, _at: usize) {}
    /// The innermost ends before an offset.
    fn end(&mut self, _at: usize) {}
}

/// Ignores the places.
impl Skipped for () {}

impl<'a> Tokens<'a> {
    /// Begins at the start of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, plain: String::new(), open: Vec::new(), halves: 0 }
    }

    /// How many halves of surrogate pairs became U+FFFD up to here. What is read again counts again.
    pub(crate) const fn halves(&self) -> usize {
        self.halves
    }

    /// The whole text.
    pub(crate) fn all(&self) -> &'a str {
        self.text
    }

    /// Where the next token begins, or the white space before it.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Goes to an offset at which a value begins or has just ended.
    pub(crate) fn seek(&mut self, offset: usize) {
        self.at = offset;
    }

    /// The kind of the next value, which stays.
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

    /// The text that is next.
    pub(crate) fn string(&mut self) -> Result<&str, Fault> {
        let start = self.at + 1;
        self.at = start + plain_length(self.rest(start));
        if self.byte() == Some(b'"') {
            let text = self.text.get(start..self.at).unwrap_or_default();
            self.at += 1;
            return Ok(text);
        }
        self.plain.clear();
        self.escaped(start, true)?;
        Ok(&self.plain)
    }

    /// Takes the text that is next, of which `take` knows where it ends. It is given all that
    /// follows the quote, and gives how much of it is the text: bytes that need no escape. Where it
    /// gives nothing, or no quote follows, the text is still next.
    #[inline]
    pub(crate) fn take_text(&mut self, take: impl FnOnce(&[u8]) -> Option<usize>) -> bool {
        let length = match self.token() {
            Some(b'"') => take(self.rest(self.at + 1)),
            _ => None,
        };
        match length {
            Some(length) if self.rest(self.at + 1).get(length) == Some(&b'"') => {
                self.at += length + 2;
                true
            }
            _ => false,
        }
    }

    /// Where the next token begins.
    pub(crate) fn start(&mut self) -> usize {
        self.token();
        self.at
    }

    /// Whether what is next begins like null.
    #[inline]
    pub(crate) fn begins_null(&mut self) -> bool {
        self.token() == Some(b'n')
    }

    /// Reads the rest of a text that has escapes or a fault; `start` is where the plain part began.
    #[cold]
    fn escaped(&mut self, mut start: usize, keep: bool) -> Result<(), Fault> {
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
            self.at += plain_length(self.rest(start));
        }
    }

    /// The character of an escape.
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

    /// The character of `\u1234`, or of two of them that are one character.
    fn unicode(&mut self) -> Result<char, Fault> {
        let first = self.four_digits()?;
        let behind = self.at;
        let pair = match first {
            0xD800..0xDC00 if self.rest(self.at).starts_with(b"\\u") => {
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
            // What stands behind the half is an escape of its own.
            self.at = behind;
            self.halves += 1;
            char::REPLACEMENT_CHARACTER
        }))
    }

    /// The number of the four hex digits behind the `u` that is next.
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

    /// The digits of the number that is next.
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

    /// Passes over one digit or more.
    fn digits(&mut self) -> Result<(), Fault> {
        let length = self.rest(self.at).iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += length;
        if length == 0 { Err(self.fault("a digit")) } else { Ok(()) }
    }

    /// The truth value that is next.
    pub(crate) fn boolean(&mut self) -> Result<bool, Fault> {
        let value = self.byte() == Some(b't');
        self.word(if value { "true" } else { "false" })?;
        Ok(value)
    }

    /// Passes over the `null` that is next.
    pub(crate) fn null(&mut self) -> Result<(), Fault> {
        self.word("null")
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        if !self.rest(self.at).starts_with(word.as_bytes()) {
            return Err(self.fault("`true`, `false` or `null`"));
        }
        self.at += word.len();
        Ok(())
    }

    /// Enters the array that is next; whether it has an item.
    pub(crate) fn enter_list(&mut self) -> Result<bool, Fault> {
        self.at += 1;
        let empty = self.token() == Some(b']');
        self.at += usize::from(empty);
        Ok(!empty)
    }

    /// After an item: whether there is another.
    pub(crate) fn next_item(&mut self) -> Result<bool, Fault> {
        match self.token() {
            Some(end @ (b',' | b']')) => {
                self.at += 1;
                Ok(end == b',')
            }
            _ => Err(self.fault("`,` or `]`")),
        }
    }

    /// Enters the object that is next; whether it has a member.
    pub(crate) fn enter_object(&mut self) -> bool {
        self.at += 1;
        let empty = self.token() == Some(b'}');
        self.at += usize::from(empty);
        !empty
    }

    /// After a member: whether there is another.
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

    /// Passes over the key that is next and the colon behind it, if it is this name, which needs no
    /// escape.
    #[inline(always)]
    pub(crate) fn take_key(&mut self, name: &str) -> bool {
        if self.token() != Some(b'"') {
            return false;
        }
        let length = name.len() + 3;
        let is_next = match self.rest(self.at).get(..length) {
            Some([_, key @ .., b'"', b':']) => is_same(key, name.as_bytes()),
            _ => false,
        };
        self.at += if is_next { length } else { 0 };
        is_next
    }

    /// Passes over the key that is next and the colon behind it. Output: which of the names it is.
    /// Names need no escape, and are tried from the expected one on, in a circle.
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

    /// The key that is next, which outlives the next token; the colon behind it is passed over,
    /// too.
    pub(crate) fn kept_key(&mut self) -> Result<Cow<'a, str>, Fault> {
        let plain = self.plain_key()?;
        Ok(plain.map_or_else(|| Cow::Owned(self.plain.clone()), Cow::Borrowed))
    }

    /// The key that is next; the colon behind it is passed over, too.
    #[inline]
    pub(crate) fn key(&mut self) -> Result<&str, Fault> {
        let plain = self.plain_key()?;
        Ok(plain.unwrap_or(&self.plain))
    }

    /// Returns the next key as it stands in the text. Returns `None` where the key has escapes; it
    /// is then in `plain`, without them.
    #[inline]
    fn plain_key(&mut self) -> Result<Option<&'a str>, Fault> {
        if self.token() != Some(b'"') {
            return Err(self.fault("a key in quotes"));
        }
        let start = self.at + 1;
        self.at = start + plain_length(self.rest(start));
        let end = self.at;
        let is_plain = self.byte() == Some(b'"');
        if is_plain {
            self.at += 1;
        } else {
            self.plain.clear();
            self.escaped(start, true)?;
        }
        if self.token() != Some(b':') {
            return Err(self.fault("`:`"));
        }
        self.at += 1;
        Ok(is_plain.then(|| self.text.get(start..end).unwrap_or_default()))
    }

    /// Passes over the value that is next, which is no array and no object.
    pub(crate) fn skip_scalar(&mut self, kind: Kind) -> Result<(), Fault> {
        match kind {
            Kind::Text => {
                let start = self.at + 1;
                self.at = start + plain_length(self.rest(start));
                if self.byte() == Some(b'"') {
                    self.at += 1;
                    return Ok(());
                }
                self.escaped(start, false)
            }
            Kind::Number => self.number().map(drop),
            Kind::Boolean => self.boolean().map(drop),
            _ => self.null(),
        }
    }

    /// Passes over the value that is next, however deep it is nested: without recursion, so that no
    /// body overflows a stack.
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

    /// Enters an array or object; whether a value is next in it.
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

    /// After a value: leaves what ends behind it; whether another value is next.
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

    /// Checks that only white space is left.
    pub(crate) fn finish(&mut self) -> Result<(), Fault> {
        if self.token().is_none() { Ok(()) } else { Err(self.fault("the end of the body")) }
    }

    fn rest(&self, from: usize) -> &'a [u8] {
        self.text.as_bytes().get(from..).unwrap_or_default()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The first byte of the next token.
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
