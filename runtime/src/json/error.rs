//! Errors of reading a value.
//!
//! Input: the expected and the found value, from the reader. Output: an error with one line of
//! text, the path of the value, its offset and an excerpt of the text. The path is built while the
//! error is returned from level to level, so reading without errors costs nothing. Characters that
//! may hide or reorder text are escaped.

use crate::json::printable::escape_hidden;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Maximum number of bytes that an excerpt shows before the offset.
const BEFORE: usize = 24;
/// Maximum number of bytes that an excerpt shows after the offset.
const AFTER: usize = 56;
/// Number of steps that a shortened path shows at each end.
const STEPS: usize = 8;
/// Number of bytes on each side of the offset that are searched for secrets: more than an excerpt
/// shows, and more than a secret is long.
const NEAR: usize = 4 * 1024;

/// Description of what was found in place of a value.
pub(crate) enum Found {
    Words(Cow<'static, str>),
    /// A required member is missing.
    NoMember,
    /// A required member is missing, or its value is a null that means absence.
    NoMemberOrNull,
}

impl Found {
    fn text(&self) -> &str {
        match self {
            Self::Words(text) => text,
            Self::NoMember => "no such member",
            Self::NoMemberOrNull => "no such member, or null",
        }
    }
}

impl<T: Into<Cow<'static, str>>> From<T> for Found {
    fn from(text: T) -> Self {
        Self::Words(escape_hidden(text.into()))
    }
}

/// The error of reading JSON that does not fit the requested type.
pub struct ReadError(Box<Inner>);

/// Content of an error.
struct Inner {
    /// Steps from the value to the root, the innermost first.
    path: Vec<Step>,
    offset: usize,
    expected: Cow<'static, str>,
    found: Found,
    excerpt: String,
}

/// A step of a path.
enum Step {
    Member(Cow<'static, str>),
    Item(usize),
}

impl ReadError {
    /// Creates an error at a byte offset of a body.
    #[cold]
    pub(crate) fn new(
        body: &[u8],
        offset: usize,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Found>,
    ) -> Self {
        Self(Box::new(Inner {
            path: Vec::new(),
            offset,
            expected: escape_hidden(expected.into()),
            found: found.into(),
            excerpt: excerpt(body, offset),
        }))
    }

    crate::setters! {
        /// Prepends the member that contains the value to the path.
        #[cold]
        pub(crate) fn in_member(self, name: impl Into<Cow<'static, str>>) {
            self.0.path.push(Step::Member(name.into()));
        }

        /// Prepends the index of the item that contains the value to the path.
        #[cold]
        pub(crate) fn in_item(self, index: usize) { self.0.path.push(Step::Item(index)); }

        /// Adds `offset` bytes to the offset, for an error in a part of a longer body.
        #[must_use]
        pub fn moved_by(self, offset: usize) { self.0.offset += offset; }
    }

    /// Redacts secrets in the excerpt, the found value and the path. `mask` overwrites secrets in a
    /// part of the body, without changing its length, and returns whether there were any.
    pub(crate) fn masked(mut self, body: &[u8], mask: &dyn Fn(&mut [u8]) -> bool) -> Self {
        let offset = self.0.offset.min(body.len());
        let from = offset.saturating_sub(NEAR);
        let mut part = body.get(from..(offset + NEAR).min(body.len())).unwrap_or_default().to_vec();
        if mask(&mut part) {
            self.0.excerpt = excerpt(&part, offset - from);
            // An owned text may quote the value, and may end in the middle of a secret.
            if matches!(self.0.found, Found::Words(Cow::Owned(_))) {
                self.0.found = "a value that holds a secret, or is near one".into();
            }
        }
        for step in &mut self.0.path {
            let Step::Member(name) = step else { continue };
            let mut bytes = name.as_bytes().to_vec();
            if mask(&mut bytes) {
                *name = String::from_utf8_lossy(&bytes).into_owned().into();
            }
        }
        self
    }

    /// Returns the path of the value in the body, such as `orders[3].price`; empty for the whole
    /// body. A long path is shortened in the middle: `calls[0].calls[0]….calls[0].price`.
    #[must_use]
    pub fn path(&self) -> String {
        let steps: Vec<&Step> = self.0.path.iter().rev().collect();
        let left_out = omitted_steps(&steps);
        let mut path = String::new();
        for (index, step) in steps.iter().enumerate() {
            match step {
                _ if index == left_out.start && !left_out.is_empty() => path.push('…'),
                _ if left_out.contains(&index) => {}
                Step::Item(index) => path.push_str(&format!("[{index}]")),
                Step::Member(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                }
            }
        }
        escape_hidden(path.into()).into_owned()
    }

    /// Returns the offset of the value in the body, in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// Returns a description of the expected value.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// Returns a description of the value that was found.
    #[must_use]
    pub fn found(&self) -> &str {
        self.0.found.text()
    }

    /// Returns the text around the offset, on one line of at most about 80 characters.
    #[must_use]
    pub fn excerpt(&self) -> &str {
        &self.0.excerpt
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path();
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        match &self.0.found {
            Found::NoMember => f.write_str("a required member is missing")?,
            Found::NoMemberOrNull => f.write_str("a required member is missing or null")?,
            Found::Words(found) => write!(f, "expected {}, found {found}", self.expected())?,
        }
        write!(f, " at byte {}", self.offset())?;
        // The excerpt of an empty body is empty.
        if self.excerpt().is_empty() { Ok(()) } else { write!(f, ": {}", self.excerpt()) }
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReadError({self})")
    }
}

impl std::error::Error for ReadError {}

/// Returns the steps that a shortened path omits. The part after these steps starts with a member.
fn omitted_steps(steps: &[&Step]) -> Range<usize> {
    if steps.len() <= 3 * STEPS {
        return 0..0;
    }
    let next_member = |from: usize| {
        let found = steps.iter().skip(from).position(|step| matches!(step, Step::Member(_)));
        found.map_or(from, |found| from + found)
    };
    next_member(STEPS)..next_member(steps.len() - STEPS)
}

/// Returns the text around an offset. Control characters become spaces, invalid UTF-8 becomes
/// U+FFFD.
fn excerpt(body: &[u8], offset: usize) -> String {
    let offset = offset.min(body.len());
    // Cut by bytes first, so that a body of megabytes is not decoded for one line.
    let from = char_start(body, offset.saturating_sub(BEFORE));
    let to = char_start(body, (offset + AFTER).min(body.len()));
    let mut text = String::new();
    if from > 0 {
        text.push('…');
    }
    let part = String::from_utf8_lossy(body.get(from..to).unwrap_or_default());
    text.extend(part.chars().map(|c| if c.is_control() { ' ' } else { c }));
    if to < body.len() {
        text.push('…');
    }
    escape_hidden(text.into()).into_owned()
}

/// Returns the start of the character that contains the byte at `offset`.
fn char_start(body: &[u8], offset: usize) -> usize {
    let mut at = offset;
    while at > 0 && offset - at < 3 && body.get(at).is_some_and(|b| b & 0xC0 == 0x80) {
        at -= 1;
    }
    at
}

/// Describes a piece of JSON in words, for the error message.
#[cold]
pub(crate) fn describe(value: &str) -> Cow<'static, str> {
    let value = value.trim_start_matches([' ', '\t', '\r', '\n']);
    let shown: String = value.chars().take(40).collect();
    let more = if shown.len() < value.len() { "…" } else { "" };
    match value.bytes().next() {
        None => "the end of the body".into(),
        Some(b'{') => "an object".into(),
        Some(b'[') => "an array".into(),
        Some(b'"') => format!("the text {shown}{more}").into(),
        Some(b'-' | b'0'..=b'9') => format!("the number {shown}{more}").into(),
        Some(b'n' | b't' | b'f') if value.bytes().all(|b| b.is_ascii_lowercase()) => format!("`{shown}`").into(),
        Some(_) => shown.chars().next().map_or("".into(), |c| format!("`{c}`").into()),
    }
}
