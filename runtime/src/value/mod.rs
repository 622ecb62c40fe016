//! Values with special forms on the wire.
//!
//! Input: a text or a number. Output: a checked value that is written back in the same form, or an
//! error that names the expected form. Scalars of alloy-primitives are read and written here too.
//! No API is known here: prefixes and lengths come from the schema. `chainloom-forms` defines the
//! valid texts of each form; the types that hold them are here.

mod base58;
mod base58check;
mod base64;
mod checksum;
mod date;
mod decimal;
mod duration;
mod durations;
mod file;
mod hex;
mod loose_hex;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "rust_decimal", feature = "time"))]
mod others;
mod raw_bytes;
mod secret;
#[cfg(feature = "serde")]
mod serde;
mod text;
mod time;
mod timestamp;
mod uuid;
mod whole;

use std::str::FromStr;

pub use base58::{Base58, FixedBase58};
pub use base58check::Base58Check;
pub use base64::{Base64, FixedBase64};
pub use chainloom_forms::{ParseError, bech32};
pub use checksum::{with_checksum, without_checksum};
pub use date::Date;
pub use decimal::Decimal;
pub use duration::IsoDuration;
pub use durations::{DurationMicros, DurationMillis, DurationNanos, DurationSeconds};
pub use file::File;
pub(crate) use file::{pieces, quoted};
pub use loose_hex::LooseHex;
pub use raw_bytes::{IntoBytes, IntoOptionalBytes, RawBytes};
pub use secret::SecretText;
pub use time::DateTime;
pub use timestamp::{Timestamp, TimestampMicros, TimestampMillis, TimestampNanos};
pub use uuid::Uuid;

use crate::json::{Lexeme, ReadError, Reader};

/// Implements the common traits of values that are texts.
macro_rules! texts {
    ($name:ident $(<$length:ident>)?) => {
        impl $(<const $length: usize>)? TryFrom<&str> for $name $(<$length>)? {
            type Error = ParseError;

            fn try_from(text: &str) -> Result<Self, ParseError> {
                text.parse()
            }
        }

        impl $(<const $length: usize>)? fmt::Debug for $name $(<$length>)? {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl $(<const $length: usize>)? Read for $name $(<$length>)? {
            fn blank() -> Self {
                Self::default()
            }

            fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
                reader.parse_text()
            }
        }
    };
}
use texts;

/// Declares `N` bytes that are written as text: how they are parsed, and how they are written as a type.
macro_rules! fixed_bytes {
    ($(#[$doc:meta])* $name:ident, $parse:expr, $write:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<const N: usize>(pub [u8; N]);

        impl<const N: usize> From<[u8; N]> for $name<N> {
            fn from(bytes: [u8; N]) -> Self {
                Self(bytes)
            }
        }

        impl<const N: usize> AsRef<[u8]> for $name<N> {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl<const N: usize> Default for $name<N> {
            fn default() -> Self {
                Self([0; N])
            }
        }

        impl<const N: usize> FromStr for $name<N> {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                $parse(text).map(Self)
            }
        }

        impl<const N: usize> fmt::Display for $name<N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&$write(&self.0, Type::Text))
            }
        }

        impl<const N: usize> Write for $name<N> {
            fn write(&self, ty: Type, writer: &mut Writer) {
                writer.text(&$write(&self.0, ty));
            }
        }

        crate::value::texts!($name<N>);
    };
}
use fixed_bytes;

/// Declares a count of units that is read and written as its integer.
macro_rules! counts {
    ($(#[$doc:meta])* $name:ident($count:ident)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $count);

        impl From<$count> for $name {
            fn from(count: $count) -> Self {
                Self(count)
            }
        }

        impl From<$name> for $count {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl Read for $name {
            fn blank() -> Self {
                Self(0)
            }

            fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
                $count::read(ty, reader).map(Self)
            }
        }

        impl Write for $name {
            fn write(&self, ty: Type, writer: &mut Writer) {
                self.0.write(ty, writer);
            }
        }
    };
}
use counts;

impl Reader<'_> {
    /// Reads a text or a number and parses it with [`FromStr`].
    ///
    /// # Errors
    /// The next value is another one, or does not parse.
    pub fn parse<T: FromStr<Err = ParseError>>(&mut self) -> Result<T, ReadError> {
        self.parse_with(T::from_str)
    }

    /// Reads a text and parses it; a JSON number is an error, even if its digits would parse.
    pub(crate) fn parse_text<T: FromStr<Err = ParseError>>(&mut self) -> Result<T, ReadError> {
        self.scalar(|lexeme| match lexeme {
            Lexeme::Text(text) => Ok(text.parse()?),
            Lexeme::Number(digits) => Err(match digits.parse::<T>() {
                // The digits would parse as a text: the error then asks for a text.
                Ok(_) => "a text".into(),
                Err(error) => error.into(),
            }),
            Lexeme::Boolean(_) => Err("a text".into()),
        })
    }

    /// Reads a text or a number and parses it with `parse`.
    ///
    /// # Errors
    /// The next value is another one, or does not parse.
    pub fn parse_with<T>(&mut self, parse: impl FnOnce(&str) -> Result<T, ParseError>) -> Result<T, ReadError> {
        self.scalar(|lexeme| match lexeme {
            Lexeme::Text(text) | Lexeme::Number(text) => Ok(parse(text)?),
            Lexeme::Boolean(_) => Err("a text".into()),
        })
    }
}
