//! Values that have a form of their own on the wire.
//!
//! Input: a text or a number. Output: a checked value that is written back in the same form, or an error
//! that says what was expected. Scalars of alloy-primitives are read and written here too. No API is known
//! here: prefixes and lengths come from the schema. Which texts have a form is said in `chainloom-forms`; this is about
//! the types that hold them.

pub mod base58check;
mod decimal;
mod hex;
mod loose_hex;
mod text;
mod time;
mod timestamp;
mod whole;

use std::str::FromStr;

pub use chainloom_forms::{ParseError, bech32};
pub use decimal::Decimal;
pub use loose_hex::LooseHex;
pub use time::DateTime;
pub use timestamp::{Timestamp, TimestampMillis};

use crate::json::{Lexeme, ReadError, Reader};

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
