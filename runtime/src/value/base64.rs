//! Bytes in Base64.
//!
//! Input: Base64 text of either alphabet, with padding or without, or bytes. Output: text in the
//! alphabet of the type, or in the standard alphabet if printed.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use chainloom_forms::base64;

use super::ParseError;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::{Form, Scalar, Type};

/// Bytes, written in Base64.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base64(Vec<u8>);

impl From<Vec<u8>> for Base64 {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<&[u8]> for Base64 {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

impl<const N: usize> From<[u8; N]> for Base64 {
    fn from(bytes: [u8; N]) -> Self {
        Self(bytes.to_vec())
    }
}

impl From<Base64> for Vec<u8> {
    fn from(base64: Base64) -> Self {
        base64.0
    }
}

impl Deref for Base64 {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl FromStr for Base64 {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        base64::decode(text).map(Self).ok_or(ParseError::new("bytes in base64"))
    }
}

impl fmt::Display for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&write(self, Type::Text))
    }
}

impl Write for Base64 {
    fn write(&self, ty: Type, writer: &mut Writer) {
        writer.text(&write(self, ty));
    }
}

super::texts!(Base64);
super::fixed_bytes!(
    /// `N` bytes, written in Base64.
    FixedBase64,
    parse_fixed,
    write
);

/// Parses `N` bytes.
fn parse_fixed<const N: usize>(text: &str) -> Result<[u8; N], ParseError> {
    let bytes = base64::decode(text).and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| ParseError::new(format!("{N} bytes in base64")))
}

/// Returns bytes in the alphabet of a type.
fn write(bytes: &[u8], ty: Type) -> String {
    let url = matches!(ty, Type::Scalar(Scalar { form: Form::Base64 { url: true, .. }, .. }));
    base64::write(bytes, url)
}
