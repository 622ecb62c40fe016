//! UUIDs: read in every spelling, written with hyphens and in lower case.

use std::fmt;
use std::str::FromStr;

use super::ParseError;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// A UUID, as a 128-bit integer.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid(pub u128);

impl Uuid {
    /// Returns the bytes in big-endian order, as written.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

impl From<u128> for Uuid {
    fn from(value: u128) -> Self {
        Self(value)
    }
}

/// Creates a UUID from its bytes in big-endian order, as written.
impl From<[u8; 16]> for Uuid {
    fn from(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }
}

impl FromStr for Uuid {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parsed = chainloom_forms::uuid::parse(text);
        parsed.map(Self).ok_or(ParseError::new("a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8"))
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&chainloom_forms::uuid::write(self.0))
    }
}

impl Write for Uuid {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.display(self);
    }
}

super::texts!(Uuid);
