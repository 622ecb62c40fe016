//! Errors of reading a value.
//!
//! Input: the expected and the found value, from the reader. Output: an error with one line of
//! text, the path of the value, its offset and an excerpt of the text. The path is built while the
//! error is returned from level to level, so reading without errors costs nothing. Characters that
//! may hide or reorder text are escaped.

use crate::json::printable::escaped;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// The most characters that an excerpt shows on each side.
const BEFORE: usize = 24;
const AFTER: usize = 56;
/// How many steps of a long path are shown on each side of what is left out.
const STEPS: usize = 8;
/// How far from the offset a body is looked at for what must not be shown: more than an excerpt and
/// the description of a value show of it, and than secrets are long.
const NEAR: usize = 4 * 1024;

/// What is found in the place of a value.
pub(crate) enum Found {
    Words(Cow<'static, str>),
    /// A required member is missing.
    NoMember,
    /// A required member is missing, or null where null stands for an absent one.
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
        Self::Words(escaped(text.into()))
    }
}

/// The error of reading JSON that does not fit the requested type.
pub struct ReadError(Box<Inner>);

struct Inner {
    /// The steps from the value to the root: the innermost first.
    path: Vec<Step>,
    offset: usize,
    expected: Cow<'static, str>,
    found: Found,
    excerpt: String,
}

enum Step {
    Member(Cow<'static, str>),
    Item(usize),
}

impl ReadError {
    /// An error at an offset of a body.
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
            expected: escaped(expected.into()),
            found: found.into(),
            excerpt: excerpt(body, offset),
        }))
    }

    /// Adds the member that holds the value to the front of the path.
    #[cold]
    pub(crate) fn in_member(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.0.path.push(Step::Member(name.into()));
        self
    }

    /// Adds the index of the item to the front of the path.
    #[cold]
    pub(crate) fn in_item(mut self, index: usize) -> Self {
        self.0.path.push(Step::Item(index));
        self
    }

    /// Moves the error into a longer body that contains the one that was read.
    #[must_use]
    pub fn moved_by(mut self, offset: usize) -> Self {
        self.0.offset += offset;
        self
    }

    /// Removes secrets from the text around the error. `mask` overwrites them in a part of the body
    /// and returns whether there were any. Lengths stay, so offsets stay valid.
    pub(crate) fn masked(mut self, body: &[u8], mask: &dyn Fn(&mut [u8]) -> bool) -> Self {
        let offset = self.0.offset.min(body.len());
        let from = offset.saturating_sub(NEAR);
        let mut part = body.get(from..(offset + NEAR).min(body.len())).unwrap_or_default().to_vec();
        if mask(&mut part) {
            self.0.excerpt = excerpt(&part, offset - from);
            // What is owned may quote the value, perhaps up to the middle of a secret.
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

    /// Where the value is, by the names that the body has: `orders[3].price`; empty for the whole
    /// body. A path of many steps is shortened in the middle: `calls[0].calls[0]….calls[0].price`.
    #[must_use]
    pub fn path(&self) -> String {
        let steps: Vec<&Step> = self.0.path.iter().rev().collect();
        let left_out = left_out(&steps);
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
        escaped(path.into()).into_owned()
    }

    /// Returns the offset of the value in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// Returns what was expected.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// Returns what was found.
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
        // An empty body has nothing around the place.
        if self.excerpt().is_empty() { Ok(()) } else { write!(f, ": {}", self.excerpt()) }
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReadError({self})")
    }
}

impl std::error::Error for ReadError {}

/// The steps in the middle of a long path, which are not shown. What is shown begins with a member,
/// and ends before one.
fn left_out(steps: &[&Step]) -> Range<usize> {
    if steps.len() <= 3 * STEPS {
        return 0..0;
    }
    let next_member = |from: usize| {
        let found = steps.iter().skip(from).position(|step| matches!(step, Step::Member(_)));
        found.map_or(from, |found| from + found)
    };
    next_member(STEPS)..next_member(steps.len() - STEPS)
}

/// The text around an offset; what controls a terminal becomes a space, what is not UTF-8 a mark.
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
    escaped(text.into()).into_owned()
}

/// The start of the character that the byte at an offset belongs to.
fn char_start(body: &[u8], offset: usize) -> usize {
    let mut at = offset;
    while at > 0 && offset - at < 3 && body.get(at).is_some_and(|b| b & 0xC0 == 0x80) {
        at -= 1;
    }
    at
}

/// What a piece of JSON is, in words, for `found`.
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
