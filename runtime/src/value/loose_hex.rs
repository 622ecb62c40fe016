//! Bytes in hex with an optional `0x`, which is preserved.

use std::fmt;
use std::str::FromStr;

use alloy_primitives::{Bytes, hex};

use super::{IntoBytes, ParseError};
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// Bytes in hex, with or without the prefix `0x`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LooseHex {
    bytes: Bytes,
    prefixed: bool,
}

impl LooseHex {
    /// Creates a value that is written without the prefix `0x`.
    #[must_use]
    pub fn bare(bytes: impl IntoBytes) -> Self {
        Self { bytes: bytes.into_bytes(), prefixed: false }
    }

    /// Returns the bytes.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Returns whether the value is written with the prefix `0x`.
    #[must_use]
    pub fn is_prefixed(&self) -> bool {
        self.prefixed
    }
}

/// Creates a value that is written with the prefix `0x`.
impl From<Vec<u8>> for LooseHex {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.into(), prefixed: true }
    }
}

/// Creates a value that is written with the prefix `0x`.
impl From<Bytes> for LooseHex {
    fn from(bytes: Bytes) -> Self {
        Self { bytes, prefixed: true }
    }
}

impl From<LooseHex> for Bytes {
    fn from(hex: LooseHex) -> Self {
        hex.bytes
    }
}

impl FromStr for LooseHex {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let prefixed = chainloom_forms::hex::after_prefix(text).is_some();
        super::hex::decode(text).map(|bytes| Self { bytes: bytes.into(), prefixed })
    }
}

impl fmt::Display for LooseHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.prefixed { "0x" } else { "" })?;
        f.write_str(&hex::encode(&self.bytes))
    }
}

impl Read for LooseHex {
    fn blank() -> Self {
        Self::default()
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        // The digits of a JSON number would parse as hex, but mean other bytes.
        reader.parse_text()
    }
}

impl Write for LooseHex {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.raw(if self.prefixed { "\"0x" } else { "\"" });
        writer.hex(&self.bytes);
        writer.raw("\"");
    }
}
