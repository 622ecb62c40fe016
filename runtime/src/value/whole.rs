//! Whole numbers: from JSON numbers, decimal text and hex text.
//!
//! Input: digits. Output: a number in the range of its type. How it is written (`42`, `"42"`, `"0x2a"`) is
//! what the schema says.

use std::borrow::Cow;
use std::fmt;

use alloy_primitives::{I256, Sign, U256};
use chainloom_forms::whole::{parse_i64, parse_i128, parse_u128, parse_wide, split_sign};

use crate::json::{Lexeme, Read, ReadError, Reader, Write, Writer};
use crate::schema::{Form, Type};

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
            Form::Quantity(_) | Form::TimeQuantity(_) => writer.number(format_args!("\"{hex}\"")),
            Form::DecimalInteger(_) | Form::TimeText(_) | Form::DurationText(_) => {
                writer.number(format_args!("\"{decimal}\""))
            }
            _ => writer.number(decimal),
        },
        _ => writer.number(decimal),
    }
}

/// A function cannot implement a trait for a list of types.
macro_rules! whole {
    ($($int:ident by $parse:ident,)*) => {$(
        impl Read for $int {
            fn blank() -> Self {
                0
            }

            fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
                read(reader, stringify!($int), |digits| Self::try_from($parse(digits)?).ok())
            }
        }

        impl Write for $int {
            fn write(&self, ty: Type, writer: &mut Writer) {
                write(ty, writer, format_args!("{self}"), format_args!("{self:#x}"));
            }
        }
    )*};
}

whole!(
    u8 by parse_u128,
    u16 by parse_u128,
    u32 by parse_u128,
    u64 by parse_u128,
    u128 by parse_u128,
    i8 by parse_i64,
    i16 by parse_i64,
    i32 by parse_i64,
    i64 by parse_i64,
    i128 by parse_i128,
);

impl Read for U256 {
    fn blank() -> Self {
        Self::ZERO
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        read(reader, "a 256-bit number", |digits| parse_wide(digits, Self::from, Self::from_limbs))
    }
}

impl Write for U256 {
    fn write(&self, ty: Type, writer: &mut Writer) {
        write(ty, writer, format_args!("{self}"), format_args!("{self:#x}"));
    }
}

impl Read for I256 {
    fn blank() -> Self {
        Self::ZERO
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        read(reader, "a 256-bit number with a sign", |text| {
            let (is_negative, digits) = split_sign(text);
            let sign = if is_negative { Sign::Negative } else { Sign::Positive };
            Self::checked_from_sign_and_abs(sign, parse_wide(digits, U256::from, U256::from_limbs)?)
        })
    }
}

impl Write for I256 {
    fn write(&self, ty: Type, writer: &mut Writer) {
        write(ty, writer, format_args!("{self}"), format_args!("{self:#x}"));
    }
}
