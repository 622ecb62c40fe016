//! Bytes in hex: the types of alloy-primitives.
//!
//! Input: hex text of any letter case. `0x` may be missing, and an odd number of digits has lost a
//! leading zero: services send both. Output: lower case, with `0x` if the type has that prefix.

use std::borrow::Cow;

use alloy_primitives::{Address, Bytes, FixedBytes, hex};
use chainloom_forms::hex::after_prefix;

use super::ParseError;
use crate::json::{Lexeme, Read, ReadError, Reader, Write, Writer};
use crate::schema::{Form, Presence, Scalar, Type};

/// Returns the digits of a hex text, without the prefix.
fn digits(text: &str) -> &str {
    after_prefix(text).unwrap_or(text)
}

/// Decodes hex into `bytes`; `None` if the length or a digit is wrong.
fn fill(text: &str, bytes: &mut [u8]) -> Option<()> {
    let digits = digits(text);
    if digits.len() == 2 * bytes.len() {
        return hex::decode_to_slice(digits, bytes).ok();
    }
    if digits.len() + 1 != 2 * bytes.len() {
        return None;
    }
    let (first, rest) = digits.split_at_checked(1)?;
    let (low, others) = bytes.split_first_mut()?;
    *low = u8::from_str_radix(first, 16).ok()?;
    hex::decode_to_slice(rest, others).ok()
}

/// Decodes the bytes of a hex text.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, ParseError> {
    let length = digits(text).len().div_ceil(2);
    let mut bytes = vec![0; length];
    match fill(text, &mut bytes) {
        Some(()) => Ok(bytes),
        None if length == 0 => Ok(bytes),
        None => Err(ParseError::new("bytes in hex")),
    }
}

/// Reads exactly `N` bytes in hex.
fn read_fixed<const N: usize>(reader: &mut Reader<'_>) -> Result<[u8; N], ReadError> {
    let mut bytes = [0; N];
    // Most texts have this form, whose length is known.
    let is_usual = reader.take_text(|text| {
        let digits = text.strip_prefix(b"0x")?.get(..2 * N)?;
        hex::decode_to_slice(digits, &mut bytes).ok()?;
        Some(2 + 2 * N)
    });
    if is_usual {
        return Ok(bytes);
    }
    reader.scalar(|lexeme| {
        let filled = match lexeme {
            Lexeme::Text(text) => fill(text, &mut bytes),
            _ => None,
        };
        filled.map(|()| bytes).ok_or_else(|| expected(N))
    })
}

#[cold]
fn expected(bytes: usize) -> Cow<'static, str> {
    format!("{bytes} bytes in hex").into()
}

/// Returns whether the type is written without `0x`.
fn is_bare(ty: Type) -> bool {
    matches!(ty, Type::Scalar(Scalar { form: Form::Hex { prefix: Presence::Never, .. }, .. }))
}

/// Writes bytes in lower case, with `0x` unless the type excludes that prefix.
fn write(bytes: &[u8], ty: Type, writer: &mut Writer) {
    writer.raw(if is_bare(ty) { "\"" } else { "\"0x" });
    writer.hex(bytes);
    writer.raw("\"");
}

impl<const N: usize> Read for FixedBytes<N> {
    fn blank() -> Self {
        Self::ZERO
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        read_fixed(reader).map(Self)
    }
}

impl<const N: usize> Write for FixedBytes<N> {
    fn write(&self, ty: Type, writer: &mut Writer) {
        write(self.as_slice(), ty, writer);
    }
}

impl Read for Address {
    fn blank() -> Self {
        Self::ZERO
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        read_fixed(reader).map(Self::from)
    }
}

impl Write for Address {
    fn write(&self, ty: Type, writer: &mut Writer) {
        write(self.as_slice(), ty, writer);
    }
}

impl Read for Bytes {
    fn blank() -> Self {
        Self::new()
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        if let Some(body) = reader.take_bytes() {
            return Ok(body);
        }
        if matches!(ty, Type::Bytes) {
            return reader.scalar(|lexeme| match lexeme {
                Lexeme::Text(text) => Ok(text.as_bytes().to_vec().into()),
                _ => Err("bytes as a text".into()),
            });
        }
        reader.scalar(|lexeme| match lexeme {
            Lexeme::Text(text) if after_prefix(text).is_some() || is_bare(ty) => Ok(decode(text)?.into()),
            _ if is_bare(ty) => Err("bytes in hex".into()),
            _ => Err("bytes in hex after `0x`".into()),
        })
    }
}

impl Write for Bytes {
    fn write(&self, ty: Type, writer: &mut Writer) {
        if matches!(ty, Type::Bytes) {
            return writer.bytes(self.to_vec());
        }
        write(self, ty, writer);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::json::{from_slice, to_vec};
    use crate::value::LooseHex;

    fn fixed(text: &str) -> Option<FixedBytes<2>> {
        from_slice(Type::Text, format!("\"{text}\"").as_bytes()).ok()
    }

    #[test]
    fn hex_is_read_in_every_spelling_and_written_in_one() {
        for text in ["0x0aFf", "0X0aff", "0AFF", "0xaff", "aff"] {
            assert_eq!(fixed(text), Some(FixedBytes([0x0a, 0xff])), "{text}");
        }
        for text in ["", "0x", "0xff", "0x0aff00", "0x0g00", "0x0x0a", "é00", "+aff", "x"] {
            assert_eq!(fixed(text), None, "{text}");
        }
        let bytes: Bytes = from_slice(Type::Text, b"\"0xABC\"").unwrap();
        assert_eq!(to_vec(&bytes, Type::Text).unwrap(), b"\"0x0abc\"");
        assert!(from_slice::<Bytes>(Type::Text, b"\"ABC\"").is_err());
        assert!(from_slice::<Bytes>(Type::Text, b"\"0x\"").unwrap().is_empty());
    }

    #[test]
    fn loose_hex_keeps_whether_it_had_the_prefix() {
        for text in ["0x0a", "0a", "", "0x"] {
            assert_eq!(text.parse::<LooseHex>().unwrap().to_string(), text);
        }
        assert!("0xzz".parse::<LooseHex>().is_err());
        assert_eq!(LooseHex::from(vec![1]).to_string(), "0x01");
    }

    #[test]
    fn the_prefix_is_written_where_the_type_has_it() {
        static BARE: Scalar = Scalar { name: "Bare", form: Form::Hex { bytes: None, prefix: Presence::Never } };
        static FULL: Scalar = Scalar { name: "Full", form: Form::Hex { bytes: None, prefix: Presence::Required } };
        let bytes = Bytes::from_static(&[1, 0xab]);
        for (ty, written) in [(Type::Scalar(&BARE), br#""01ab""#.as_slice()), (Type::Scalar(&FULL), br#""0x01ab""#)] {
            assert_eq!(to_vec(&bytes, ty).unwrap(), written);
            assert_eq!(from_slice::<Bytes>(ty, written).unwrap(), bytes);
        }
    }
}
