//! Error of all forms: the expected form of the text.

use std::borrow::Cow;
use std::fmt;

/// The error of a text that does not have the required form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Cow<'static, str>);

impl ParseError {
    /// Creates an error with the expected form, such as `32 bytes in hex`.
    #[must_use]
    pub fn new(expected: impl Into<Cow<'static, str>>) -> Self {
        Self(expected.into())
    }

    /// Returns the expected form.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.0)
    }
}

impl std::error::Error for ParseError {}

impl From<ParseError> for Cow<'static, str> {
    fn from(error: ParseError) -> Self {
        error.0
    }
}
