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
        f.pad(&base64::write(self, false))
    }
}

impl Write for Base64 {
    fn write(&self, ty: Type, writer: &mut Writer) {
        writer.text(&base64::write(self, has_url_alphabet(ty)));
    }
}

/// `N` bytes, written in Base64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FixedBase64<const N: usize>(pub [u8; N]);

impl<const N: usize> From<[u8; N]> for FixedBase64<N> {
    fn from(bytes: [u8; N]) -> Self {
        Self(bytes)
    }
}

impl<const N: usize> AsRef<[u8]> for FixedBase64<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> Default for FixedBase64<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> FromStr for FixedBase64<N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bytes = base64::decode(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| ParseError::new(format!("{N} bytes in base64")))
    }
}

impl<const N: usize> fmt::Display for FixedBase64<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&base64::write(&self.0, false))
    }
}

impl<const N: usize> Write for FixedBase64<N> {
    fn write(&self, ty: Type, writer: &mut Writer) {
        writer.text(&base64::write(&self.0, has_url_alphabet(ty)));
    }
}

fn has_url_alphabet(ty: Type) -> bool {
    matches!(ty, Type::Scalar(Scalar { form: Form::Base64 { url: true, .. }, .. }))
}

super::texts!(Base64);
super::texts!(FixedBase64<N>);
