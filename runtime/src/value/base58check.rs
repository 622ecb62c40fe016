//! Bytes in Base58 with a checksum, as generated types hold them.
//! Input: a text, or a reader of one. Output: its bytes and its checksum, so that the same text is
//! written again. The checksum of a response is not verified, as hashing costs more than everything
//! else about an ID, and one wrong checksum should not fail a page of a hundred items.

use std::fmt;

use chainloom_forms::base58check::{self, CHECKSUM};

use super::ParseError;
use crate::json::{ReadError, Reader, Writer};
use crate::schema::is_plain;

/// `N` bytes with a checksum, which may be invalid if it comes from a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base58Check<const N: usize> {
    bytes: [u8; N],
    checksum: [u8; CHECKSUM],
}

impl<const N: usize> Base58Check<N> {
    /// Returns a placeholder for a value that is not read yet.
    #[must_use]
    pub const fn blank() -> Self {
        Self { bytes: [0; N], checksum: [0; CHECKSUM] }
    }

    /// Reads a text of a response without verifying its checksum.
    ///
    /// # Errors
    /// The prefix, the length or a character is wrong.
    pub fn read(reader: &mut Reader<'_>, prefix: &str) -> Result<Self, ReadError> {
        let mut read = Self::blank();
        // The text ends with its digits.
        let is_usual = reader.take_text(|text| {
            let prefix = Some(prefix).filter(|prefix| is_plain(prefix))?;
            let (checksum, length) = base58check::fill_start(text, prefix, &mut read.bytes)?;
            read.checksum = checksum;
            Some(length)
        });
        if is_usual {
            return Ok(read);
        }
        reader.parse_with(|text| base58check::read(text, prefix).map(|(bytes, checksum)| Self { bytes, checksum }))
    }

    /// Decodes a text and verifies its checksum.
    ///
    /// # Errors
    /// The prefix, the length, a character or the checksum is wrong.
    pub fn parse(text: &str, prefix: &str) -> Result<Self, ParseError> {
        base58check::parse(text, prefix).map(Self::from)
    }

    /// Returns the bytes, without the checksum.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; N] {
        &self.bytes
    }

    /// Returns whether the checksum matches the bytes.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.checksum == base58check::checksum(&self.bytes)
    }

    /// Formats the text, with the prefix.
    ///
    /// # Errors
    /// The formatter fails.
    pub fn fmt(&self, prefix: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        base58check::write_to(&mut text, &self.bytes, self.checksum, prefix)?;
        out.pad(&text)
    }

    /// Writes the text as a JSON string, with the prefix.
    pub fn write(&self, prefix: &str, writer: &mut Writer) {
        writer.plain(&|out| base58check::write_to(out, &self.bytes, self.checksum, prefix));
    }
}

impl<const N: usize> From<[u8; N]> for Base58Check<N> {
    fn from(bytes: [u8; N]) -> Self {
        Self { bytes, checksum: base58check::checksum(&bytes) }
    }
}
