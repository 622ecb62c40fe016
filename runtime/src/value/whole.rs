//! Whole numbers: from JSON numbers, decimal text and hex text; exact, and never through a float.
//!
//! Input: digits. Output: a number in the range of its type. How it is written (`42`, `"42"`, `"0x2a"`) is
//! what the schema says.

use std::borrow::Cow;
use std::fmt;

use alloy_primitives::U256;

use crate::json::{Lexeme, Read, ReadError, Reader, Write, Writer};
use crate::schema::{Form, Integer, Type};

/// Whether a text is a decimal whole number without a sign.
pub(crate) fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a text is a hex number with `0x` and without leading zeros.
pub(crate) fn is_quantity(text: &str) -> bool {
    let digits = text.strip_prefix("0x").unwrap_or_default();
    let hex = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    hex && (digits == "0" || !digits.starts_with('0'))
}

/// Whether digits are a whole number in a range.
pub(crate) fn fits(digits: &str, range: Integer) -> bool {
    let below = |bits: u32| parse_small(digits).is_some_and(|value| value >> bits == 0);
    match range {
        Integer::U8 => below(8),
        Integer::U16 => below(16),
        Integer::U32 => below(32),
        Integer::U64 => below(64),
        Integer::U128 => parse_small(digits).is_some(),
        Integer::U256 => parse_big(digits).is_some(),
        Integer::I64 => parse_signed(digits).is_some(),
    }
}

/// The digits after `0x`, or decimal digits; without leading zeros. The number is the base.
fn split(text: &str) -> Option<(&str, u32)> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    // The parsers beneath would take a sign or an underscore.
    let plain = !digits.is_empty() && digits.bytes().all(|b| char::from(b).is_digit(radix));
    plain.then(|| (digits.trim_start_matches('0'), radix))
}

/// Up to 19 decimal digits or 16 hex digits, which cannot overflow: nearly every number.
fn parse_short(text: &str) -> Option<u64> {
    let Some(digits) = text.as_bytes().strip_prefix(b"0x") else { return parse_decimal(text.as_bytes()) };
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    let mut value = 0;
    for digit in digits {
        value = value << 4 | u64::from(char::from(*digit).to_digit(16)?);
    }
    Some(value)
}

/// One to 19 decimal digits.
fn parse_decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 19 {
        return None;
    }
    let mut value = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + u64::from(digit - b'0');
    }
    Some(value)
}

/// 20 to 38 decimal digits, which cannot overflow: amounts in the smallest unit of a currency.
fn parse_middle(text: &str) -> Option<u128> {
    let (high, low) = text.as_bytes().split_last_chunk::<19>()?;
    let (high, low) = (parse_decimal(high)?, parse_decimal(low)?);
    Some(u128::from(high) * const { 10_u128.pow(19) } + u128::from(low))
}

fn parse_small(text: &str) -> Option<u128> {
    if let Some(value) = parse_short(text) {
        return Some(u128::from(value));
    }
    if let Some(value) = parse_middle(text) {
        return Some(value);
    }
    match split(text)? {
        ("", _) => Some(0),
        (digits, radix) => u128::from_str_radix(digits, radix).ok(),
    }
}

fn parse_big(text: &str) -> Option<U256> {
    if let Some(value) = parse_short(text) {
        return Some(U256::from(value));
    }
    if let Some(value) = parse_middle(text) {
        return Some(U256::from(value));
    }
    if let Some(digits) = text.strip_prefix("0x").filter(|digits| (1..=64).contains(&digits.len())) {
        return parse_big_hex(digits);
    }
    match split(text)? {
        // The bounds keep the work small for a text of any length.
        (digits, 16) => parse_big_hex(digits),
        (digits, _) if digits.len() < 39 => parse_small(text).map(U256::from),
        (digits, _) if digits.len() > 78 => None,
        (digits, radix) => U256::from_str_radix(digits, u64::from(radix)).ok(),
    }
}

fn parse_big_hex(digits: &str) -> Option<U256> {
    let mut bytes = [0; 32];
    let start = 64_usize.checked_sub(digits.len())?;
    let mut padded = [b'0'; 64];
    padded.get_mut(start..)?.copy_from_slice(digits.as_bytes());
    alloy_primitives::hex::decode_to_slice(padded, &mut bytes).ok()?;
    Some(U256::from_be_bytes(bytes))
}

fn parse_signed(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(digits) => i64::try_from(-i128::try_from(parse_small(digits)?).ok()?).ok(),
        None => i64::try_from(parse_small(text)?).ok(),
    }
}

/// Reads a number with a parser that refuses what is out of range.
fn read<T>(reader: &mut Reader<'_>, name: &str, parse: fn(&str) -> Option<T>) -> Result<T, ReadError> {
    reader.scalar(|lexeme| match lexeme {
        Lexeme::Number(digits) | Lexeme::Text(digits) => parse(digits).ok_or_else(|| expected(name)),
        Lexeme::Boolean(_) => Err(expected(name)),
    })
}

#[cold]
fn expected(name: &str) -> Cow<'static, str> {
    format!("a whole number in the range of {name}, without fraction or exponent").into()
}

/// Writes a number in the form that its type says.
fn write(ty: Type, writer: &mut Writer, decimal: fmt::Arguments<'_>, hex: fmt::Arguments<'_>) {
    match ty {
        Type::Scalar(scalar) => match scalar.form {
            Form::Quantity(_) => writer.number(format_args!("\"{hex}\"")),
            Form::DecimalInteger(_) => writer.number(format_args!("\"{decimal}\"")),
            _ => writer.number(decimal),
        },
        _ => writer.number(decimal),
    }
}

/// A function cannot implement a trait for a list of types.
macro_rules! whole {
    ($($int:ident)*) => {$(
        impl Read for $int {
            fn blank() -> Self {
                0
            }

            fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
                read(reader, stringify!($int), |digits| Self::try_from(parse_small(digits)?).ok())
            }
        }

        impl Write for $int {
            fn write(&self, ty: Type, writer: &mut Writer) {
                write(ty, writer, format_args!("{self}"), format_args!("{self:#x}"));
            }
        }
    )*};
}

whole!(u8 u16 u32 u64 u128);

impl Read for i64 {
    fn blank() -> Self {
        0
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        read(reader, "i64", parse_signed)
    }
}

impl Write for i64 {
    fn write(&self, ty: Type, writer: &mut Writer) {
        write(ty, writer, format_args!("{self}"), format_args!("{self:#x}"));
    }
}

impl Read for U256 {
    fn blank() -> Self {
        Self::ZERO
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        read(reader, "a 256-bit number", parse_big)
    }
}

impl Write for U256 {
    fn write(&self, ty: Type, writer: &mut Writer) {
        write(ty, writer, format_args!("{self}"), format_args!("{self:#x}"));
    }
}
