//! Patterns of text: regular expressions that both the generator and clients understand.
//!
//! Input: a pattern, and a text. Output: whether a part of the text matches; `^` and `$` anchor the pattern. The syntax
//! is the syntax of the crate `regex-lite`: no look-around and no backreferences, so that the work is bounded for a
//! text of any length.

use std::fmt;

use regex_lite::{Regex, RegexBuilder};

/// Maximum number of characters of a pattern.
pub const MAX_CHARACTERS: usize = 500;
/// The most memory that a pattern may take, in bytes: repeats of repeats grow fast.
const MAX_PROGRAM_BYTES: usize = 256 * 1_024;
/// Maximum nesting of groups.
const MAX_DEPTH: u32 = 32;

/// A compiled regular expression.
#[derive(Clone, Debug)]
pub struct Pattern(Regex);

/// The error of a text that is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError(String);

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// The text is too long, not a regular expression, or one that takes too much memory.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        if text.chars().count() > MAX_CHARACTERS {
            return Err(PatternError(format!("it has more than {MAX_CHARACTERS} characters")));
        }
        let built = RegexBuilder::new(text).size_limit(MAX_PROGRAM_BYTES).nest_limit(MAX_DEPTH).build();
        built.map(Self).map_err(|error| PatternError(error.to_string()))
    }

    /// Returns whether the pattern matches some part of a text.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_bounded() {
        assert!(Pattern::parse("^[a-z]+$").is_ok_and(|pattern| pattern.is_in("abc") && !pattern.is_in("aBc")));
        assert!(Pattern::parse("b").is_ok_and(|pattern| pattern.is_in("abc")));
        for bad in ["(", "[z-a]", "(?=a)", r"(a)\1", "a{1000}{1000}", &"(".repeat(400), &"a".repeat(501)] {
            assert!(Pattern::parse(bad).is_err(), "{bad}");
        }
    }
}
