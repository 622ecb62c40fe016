//! Escapes text of a server before it is shown to people.
//!
//! Input: a text. Output: the text, in which characters that hide or reorder the rest of a line are
//! escapes. Nothing is shortened here.

use std::{
    borrow::Cow,
    fmt::{self, Write},
};

/// Writes what may hide or reorder other text as an escape.
pub(crate) struct Escaped<'a, 'f>(pub(crate) &'a mut fmt::Formatter<'f>);

impl Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| match is_hidden(c) {
            true => write!(self.0, "{}", c.escape_unicode()),
            false => self.0.write_char(c),
        })
    }
}

/// The text with escapes, where it needs some.
pub(crate) fn escaped(text: Cow<'static, str>) -> Cow<'static, str> {
    if !text.chars().any(is_hidden) {
        return text;
    }
    let mut out = String::new();
    for c in text.chars() {
        match is_hidden(c) {
            true => out.extend(c.escape_unicode()),
            false => out.push(c),
        }
    }
    out.into()
}

/// Whether a character controls how others are shown, or is not seen itself: Unicode's controls,
/// separators of lines, marks of direction and of joining, tags.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}
