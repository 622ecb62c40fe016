//! Decimal numbers that keep their digits.
//!
//! Input: `12.50` as text or as a JSON number. Output: the same digits. Comparison is by value:
//! `12.50` equals `12.5`. Arithmetic is not provided.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use chainloom_forms::{Number, is_decimal};

use super::ParseError;
use crate::Text;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// A decimal number that keeps its digits; compared by value.
#[derive(Clone)]
pub struct Decimal(Text);

impl Decimal {
    /// Returns the digits as they were written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Creates a number from digits that are known to be valid.
    #[cfg(feature = "rust_decimal")]
    pub(super) fn from_digits(digits: String) -> Self {
        Self(digits.into())
    }

    /// Converts to the nearest `f64`.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        // The text was checked, so parsing does not fail.
        self.0.parse().unwrap_or(f64::INFINITY)
    }

    /// Returns the digits as a JSON number, without leading zeros.
    fn json_number(&self) -> Cow<'_, str> {
        let (sign, digits) = if self.0.starts_with('-') { self.0.split_at(1) } else { ("", self.as_str()) };
        let padded = digits.len() - digits.trim_start_matches('0').len();
        let is_needed = |rest: &str| !rest.starts_with(|letter: char| letter.is_ascii_digit());
        let drop = if is_needed(digits.get(padded..).unwrap_or_default()) { padded.saturating_sub(1) } else { padded };
        match drop {
            0 => Cow::Borrowed(self.as_str()),
            drop => Cow::Owned(format!("{sign}{}", digits.get(drop..).unwrap_or_default())),
        }
    }

    /// Returns the value for comparisons; never `None`, since the text was checked.
    fn value(&self) -> Option<Number<'_>> {
        Number::parse(&self.0)
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value().cmp(&other.value())
    }
}

impl Hash for Decimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

impl FromStr for Decimal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if is_decimal(text) { Ok(Self(text.into())) } else { Err(ParseError::new("a decimal number")) }
    }
}

impl From<u64> for Decimal {
    fn from(value: u64) -> Self {
        Self(value.to_string().into())
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self(value.to_string().into())
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Read for Decimal {
    fn blank() -> Self {
        Self("0".into())
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.parse()
    }
}

impl Write for Decimal {
    fn write(&self, ty: Type, writer: &mut Writer) {
        match ty {
            Type::Number => writer.raw(&self.json_number()),
            Type::Scalar(scalar) if scalar.form.is_json_number() => writer.raw(&self.json_number()),
            _ => writer.text(self.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn comparison_is_by_value() {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        let rising = [
            "-1e3", "-100.5", "-12", "-1.5", "-0.05", "0", "0.0005", "0.05", "0.1", "0.123", "0.5", "1", "1.05", "1.5",
            "9.99", "10", "12", "100", "1e3", "1001", "1e20",
        ];
        for (index, low) in rising.iter().enumerate() {
            for (other, high) in rising.iter().enumerate() {
                assert_eq!(decimal(low).cmp(&decimal(high)), index.cmp(&other), "{low} {high}");
                assert_eq!(decimal(low).to_f64().partial_cmp(&decimal(high).to_f64()), Some(index.cmp(&other)));
            }
        }
        for same in [
            ["1.0", "1.00", "1", "01.0", "10e-1", "0.1e1", "1E+0"],
            ["0", "-0", "0.00", "0e5", "-0.0", "00", "0e-9"],
            ["1200", "1.2e3", "1200.0", "0.0012e6", "01200", "12e2", "120000e-2"],
        ] {
            let values: HashSet<Decimal> = same.iter().map(|text| decimal(text)).collect();
            assert_eq!(values.len(), 1, "{same:?}");
        }
    }

    #[test]
    fn a_number_of_json_has_no_zeros_in_front() {
        for (text, json) in [
            ("007.10", "7.10"),
            ("-00.5", "-0.5"),
            ("000", "0"),
            ("0e5", "0e5"),
            ("-0", "-0"),
            ("0012", "12"),
            ("1.50", "1.50"),
        ] {
            let body = crate::to_vec(&text.parse::<Decimal>().unwrap(), Type::Number).unwrap();
            assert_eq!(String::from_utf8(body).unwrap(), json);
        }
    }

    #[test]
    fn only_decimals_are_taken_and_kept_as_they_came() {
        for text in ["1", "-0.50", "007.10", "1e9", "1.5E-9", "6.2500"] {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), text);
        }
        for text in ["", "-", ".5", "5.", "+1", "1e", "1e+", "1_0", " 1", "NaN", "inf", "1.2.3", "1e9999999999", "0x1"]
        {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }
}
