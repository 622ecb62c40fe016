//! Values that have a form of their own on the wire.
//!
//! Input: a text or a number. Output: a checked value that is written back in the same form, or an error
//! that says what was expected. Scalars of alloy-primitives are read and written here too. No API is known
//! here: prefixes and lengths come from the schema.

pub mod base58check;
pub mod bech32;
mod decimal;
pub(crate) mod hex;
mod loose_hex;
mod text;
pub(crate) mod time;
mod timestamp;
pub(crate) mod whole;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

pub use decimal::Decimal;
pub(crate) use decimal::is_decimal;
pub use loose_hex::LooseHex;
pub use text::Text;
pub use time::DateTime;
pub use timestamp::{Timestamp, TimestampMillis};

use crate::json::{Lexeme, ReadError, Reader};

/// A text that is not in the form of the value that it should become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Cow<'static, str>);

impl ParseError {
    /// An error that says what would have fitted: `32 bytes in hex`.
    #[must_use]
    pub fn new(expected: impl Into<Cow<'static, str>>) -> Self {
        Self(expected.into())
    }

    /// What would have fitted.
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

impl Reader<'_> {
    /// Reads a text that parses as a value.
    ///
    /// # Errors
    /// When it does not.
    pub fn parse<T: FromStr<Err = ParseError>>(&mut self) -> Result<T, ReadError> {
        self.parse_with(T::from_str)
    }

    /// Reads a text that a function takes.
    ///
    /// # Errors
    /// When it does not.
    pub fn parse_with<T>(&mut self, parse: impl FnOnce(&str) -> Result<T, ParseError>) -> Result<T, ReadError> {
        self.scalar(|lexeme| match lexeme {
            Lexeme::Text(text) | Lexeme::Number(text) => Ok(parse(text)?),
            Lexeme::Boolean(_) => Err("a text".into()),
        })
    }
}
