//! Open sets of integers: enumerations, and the tags of unions.
//!
//! Input: the reader before a number, or a number as text, which services send too. Output: the
//! value of a generated enumeration, or the number, a signed 64-bit integer.

use std::borrow::Cow;

use chainloom_forms::whole::{in_any_notation, parse_i64};

use crate::{
    json::{
        error::ReadError,
        reader::{Lexeme, Reader},
        text::Text,
        traits::Arm,
    },
    schema,
};

/// An open enumeration of integers, such as a generated enum.
pub trait IntegerEnumeration: Sized {
    /// Returns the described numbers.
    fn schema() -> &'static schema::IntegerEnum;
    /// Returns the value for the described number at `index`; `None` if out of range.
    fn from_index(index: usize) -> Option<Self>;
    /// Returns the value for a number that the schema does not list.
    fn unknown(number: i64) -> Self;
    /// Returns the number of the value.
    fn number(&self) -> i64;
}

/// Reads a value of an open enumeration of numbers; `Read::read` of generated enums calls it.
///
/// # Errors
/// The next value is not a 64-bit integer.
pub fn read_integer_enum<T: IntegerEnumeration>(reader: &mut Reader<'_>) -> Result<T, ReadError> {
    reader.scalar(whole).map(integer_enum_from)
}

/// Converts a number into a value of an open enumeration; `From<i64>` of generated enums calls it.
#[must_use]
pub fn integer_enum_from<T: IntegerEnumeration>(number: i64) -> T {
    let index = T::schema().values.iter().position(|value| *value == number);
    index.and_then(T::from_index).unwrap_or_else(|| T::unknown(number))
}

/// Parses an integer from a JSON number or a text.
pub(crate) fn whole(lexeme: Lexeme<'_>) -> Result<i64, Cow<'static, str>> {
    let digits = match lexeme {
        Lexeme::Number(digits) | Lexeme::Text(digits) => in_any_notation(digits, parse_i64),
        Lexeme::Boolean(_) => None,
    };
    digits.ok_or(Cow::Borrowed("a whole number in the range of i64"))
}

/// Type of a tag that the spec does not list, as the variant for unknown tags holds it.
pub trait Tag {
    /// Converts the text of a tag that the reader has checked.
    fn of(tag: Text) -> Self;
    /// Returns the unknown arm with this tag.
    fn unknown(&self) -> Arm<'_>;
}

impl Tag for Text {
    fn of(tag: Text) -> Self {
        tag
    }

    fn unknown(&self) -> Arm<'_> {
        Arm::Unknown(self)
    }
}

impl Tag for bool {
    fn of(tag: Text) -> Self {
        *tag == *"true"
    }

    fn unknown(&self) -> Arm<'_> {
        Arm::UnknownBoolean(*self)
    }
}

impl Tag for i64 {
    fn of(tag: Text) -> Self {
        tag.parse().unwrap_or_default()
    }

    fn unknown(&self) -> Arm<'_> {
        Arm::UnknownInteger(*self)
    }
}
