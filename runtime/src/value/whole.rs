//! Integers: from JSON numbers, decimal text and hex text.
//!
//! Input: digits. Output: a number in the range of its type. The schema determines the notation
//! (`42`, `"42"`, `"0x2a"`).

use std::borrow::Cow;

use alloy_primitives::{I256, Sign, U256, hex};
use chainloom_forms::whole::{in_any_notation, parse_i64, parse_i128, parse_u128, parse_wide, split_sign};

use crate::json::{Lexeme, Read, ReadError, Reader, Write, Writer};
use crate::schema::{Form, Type};

/// Reads an integer with a parser that returns `None` out of range.
fn read<T>(ty: Type, reader: &mut Reader<'_>, name: &str, parse: fn(&str) -> Option<T>) -> Result<T, ReadError> {
    reader.scalar(|lexeme| {
        let value = match lexeme {
            // In a hex type, `e` is a digit, not an exponent.
            Lexeme::Text(digits) if is_hex(ty) => parse(digits),
            Lexeme::Number(digits) | Lexeme::Text(digits) => in_any_notation(digits, parse),
            Lexeme::Boolean(_) => None,
        };
        value.ok_or_else(|| expected(name))
    })
}

/// Returns whether texts of the type are hex.
fn is_hex(ty: Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if matches!(scalar.form, Form::Quantity(_) | Form::TimeQuantity(_)))
}

#[cold]
fn expected(name: &str) -> Cow<'static, str> {
    format!("a whole number in the range of {name}").into()
}

/// An integer to write.
struct Whole {
    is_negative: bool,
    amount: Amount,
}

/// Absolute value of an integer.
enum Amount {
    Narrow(u128),
    Wide(U256),
}

impl Amount {
    fn new(amount: U256) -> Self {
        u128::try_from(amount).map_or(Self::Wide(amount), Self::Narrow)
    }
}

impl Whole {
    /// Writes the number in the form of its type.
    fn write(&self, ty: Type, writer: &mut Writer) {
        let form = if let Type::Scalar(scalar) = ty { Some(&scalar.form) } else { None };
        match form {
            Some(Form::Quantity(_) | Form::TimeQuantity(_)) => {
                writer.raw(if self.is_negative { "\"-0x" } else { "\"0x" });
                self.hex(writer);
                writer.raw("\"");
            }
            Some(Form::DecimalInteger(_) | Form::TimeText(_) | Form::DurationText(_)) => {
                writer.raw("\"");
                self.decimal(writer);
                writer.raw("\"");
            }
            _ => self.decimal(writer),
        }
    }

    /// Writes the decimal digits.
    fn decimal(&self, writer: &mut Writer) {
        if self.is_negative {
            writer.raw("-");
        }
        match &self.amount {
            Amount::Narrow(amount) => writer.raw(itoa::Buffer::new().format(*amount)),
            Amount::Wide(amount) => writer.number(format_args!("{amount}")),
        }
    }

    /// Writes the hex digits, without `0x`.
    fn hex(&self, writer: &mut Writer) {
        match &self.amount {
            Amount::Narrow(amount) => hex_digits(&amount.to_be_bytes(), amount.leading_zeros(), writer),
            Amount::Wide(amount) => hex_digits(&amount.to_be_bytes::<32>(), 0, writer),
        }
    }
}

/// Writes bytes as hex digits without leading zeros; the first `zeros` bits are known to be zero.
fn hex_digits(bytes: &[u8], zeros: u32, writer: &mut Writer) {
    let mut digits = [0; 64];
    let bytes = bytes.get((zeros / 8) as usize..).unwrap_or_default();
    let written = digits.get_mut(..2 * bytes.len()).and_then(|digits| hex::encode_to_str(bytes, digits).ok());
    let significant = written.as_deref().unwrap_or_default().trim_start_matches('0');
    writer.raw(if significant.is_empty() { "0" } else { significant });
}

impl From<u128> for Whole {
    fn from(number: u128) -> Self {
        Self { is_negative: false, amount: Amount::Narrow(number) }
    }
}

impl From<i128> for Whole {
    fn from(number: i128) -> Self {
        Self { is_negative: number < 0, amount: Amount::Narrow(number.unsigned_abs()) }
    }
}

/// Implements the traits for each integer type.
macro_rules! whole {
    ($($int:ident as $widest:ident by $parse:ident,)*) => {$(
        impl Read for $int {
            fn blank() -> Self {
                0
            }

            fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
                read(ty, reader, stringify!($int), |digits| Self::try_from($parse(digits)?).ok())
            }
        }

        impl Write for $int {
            fn write(&self, ty: Type, writer: &mut Writer) {
                Whole::from($widest::from(*self)).write(ty, writer);
            }
        }
    )*};
}

whole!(
    u8 as u128 by parse_u128,
    u16 as u128 by parse_u128,
    u32 as u128 by parse_u128,
    u64 as u128 by parse_u128,
    u128 as u128 by parse_u128,
    i8 as i128 by parse_i64,
    i16 as i128 by parse_i64,
    i32 as i128 by parse_i64,
    i64 as i128 by parse_i64,
    i128 as i128 by parse_i128,
);

impl Read for U256 {
    fn blank() -> Self {
        Self::ZERO
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        read(ty, reader, "a 256-bit number", |digits| parse_wide(digits, Self::from, Self::from_limbs))
    }
}

impl Write for U256 {
    fn write(&self, ty: Type, writer: &mut Writer) {
        Whole { is_negative: false, amount: Amount::new(*self) }.write(ty, writer);
    }
}

impl Read for I256 {
    fn blank() -> Self {
        Self::ZERO
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        read(ty, reader, "a 256-bit number with a sign", |text| {
            let (is_negative, digits) = split_sign(text);
            let sign = if is_negative { Sign::Negative } else { Sign::Positive };
            Self::checked_from_sign_and_abs(sign, parse_wide(digits, U256::from, U256::from_limbs)?)
        })
    }
}

impl Write for I256 {
    fn write(&self, ty: Type, writer: &mut Writer) {
        let (sign, amount) = self.into_sign_and_abs();
        Whole { is_negative: sign.is_negative(), amount: Amount::new(amount) }.write(ty, writer);
    }
}
