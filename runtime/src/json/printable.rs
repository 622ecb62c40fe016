//! Escapes text of a server before it is shown to people.
//!
//! Input: a text. Output: the text, in which characters that hide or reorder the rest of a line are
//! escapes. Nothing is shortened here, and `chainloom_forms` decides which characters these are.

use chainloom_forms::printable::line;
use std::{
    borrow::Cow,
    fmt::{self, Write},
};

/// Writes what may hide or reorder other text as an escape.
pub(crate) struct Escaped<'a, 'f>(pub(crate) &'a mut fmt::Formatter<'f>);

impl Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(&line(text))
    }
}

/// The text with escapes, where it needs some.
pub(crate) fn escaped(text: Cow<'static, str>) -> Cow<'static, str> {
    match line(&text) {
        Cow::Owned(escaped) => escaped.into(),
        Cow::Borrowed(_) => text,
    }
}
