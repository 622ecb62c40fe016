//! Escapes text of a server before it is displayed.
//!
//! Input: a text. Output: the text with escapes for characters that hide or reorder the rest of a
//! line. Texts are not shortened. `chainloom_forms` defines these characters.

use chainloom_forms::printable::line;
use std::{
    borrow::Cow,
    fmt::{self, Write},
};

/// A writer that escapes characters which may hide or reorder other text.
pub(crate) struct Escaped<'a, 'f>(pub(crate) &'a mut fmt::Formatter<'f>);

impl Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(&line(text))
    }
}

/// Escapes characters which may hide or reorder other text.
pub(crate) fn escape_hidden(text: Cow<'static, str>) -> Cow<'static, str> {
    match line(&text) {
        Cow::Owned(escaped) => escaped.into(),
        Cow::Borrowed(_) => text,
    }
}
