//! Forbidden characters: the only module that decides which characters no text of a spec may have.
//!
//! These are control characters except tabs and line ends, and changes of the text direction, which
//! the Rust compiler refuses in comments and literals. The characters of HTTP tokens are decided
//! here too.

use chainloom_forms::printable;

/// Returns whether a text of a spec cannot have the character.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    let turns = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control() && !matches!(letter, '\n' | '\t')
}

/// Returns whether people do not see a character of a name, or take it for a space.
#[must_use]
pub fn is_hidden_in_name(letter: char) -> bool {
    is_hidden(letter) || printable::is_hidden(letter) || letter == '\u{a0}'
}

/// Returns whether a name is a token of HTTP, as names of headers and methods are.
#[must_use]
pub fn is_token(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(letter);
    !name.is_empty() && name.chars().all(fits)
}

/// Returns whether the value of a header can have a character.
pub(crate) fn is_carried(letter: char) -> bool {
    matches!(letter, ' '..='~')
}
