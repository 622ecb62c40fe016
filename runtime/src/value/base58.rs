//! Bytes in Base58 without a checksum.
//!
//! Input: Base58 text, or bytes. Output: the text. Bytes of a fixed length are stored as bytes,
//! others as their text, since decoding takes quadratic time and most programs never need the
//! bytes.

use std::fmt;
use std::str::FromStr;

use chainloom_forms::base58;

use super::ParseError;
use crate::Text;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// Bytes in Base58, stored as their text.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base58(Text);

impl Base58 {
    /// Returns the text form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Decodes the bytes, in quadratic time.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        // The text was checked when the value was created.
        base58::decode(&self.0).unwrap_or_default()
    }
}

impl From<&[u8]> for Base58 {
    fn from(bytes: &[u8]) -> Self {
        Self(base58::write(bytes).into())
    }
}

impl From<Vec<u8>> for Base58 {
    fn from(bytes: Vec<u8>) -> Self {
        Self::from(bytes.as_slice())
    }
}

impl<const N: usize> From<[u8; N]> for Base58 {
    fn from(bytes: [u8; N]) -> Self {
        Self::from(bytes.as_slice())
    }
}

impl FromStr for Base58 {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if base58::is(text, None) { Ok(Self(text.into())) } else { Err(ParseError::new("bytes in base58")) }
    }
}

impl fmt::Display for Base58 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Write for Base58 {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.text(self.as_str());
    }
}

super::texts!(Base58);
super::fixed_bytes!(
    /// `N` bytes, written in Base58.
    FixedBase58,
    base58::parse,
    write
);

/// Returns bytes in Base58, which has one alphabet for all types.
fn write(bytes: &[u8], _: Type) -> String {
    base58::write(bytes)
}
