//! rust_decimal: decimal numbers of at most 96 bits and 28 digits after the point.

use ::rust_decimal::Decimal as Other;

use crate::value::{Decimal, ParseError};

impl TryFrom<&Decimal> for Other {
    type Error = ParseError;

    fn try_from(decimal: &Decimal) -> Result<Self, ParseError> {
        let text = decimal.as_str();
        let parsed = if text.contains(['e', 'E']) { Self::from_scientific(text) } else { Self::from_str_exact(text) };
        // Conversion from an exponent rounds, which changes the number.
        let exact = parsed.ok().filter(|other| Decimal::from(*other) == *decimal);
        exact.ok_or_else(|| {
            ParseError::new("a number below 79228162514264337593543950336, with at most 28 digits after the point")
        })
    }
}

impl TryFrom<Decimal> for Other {
    type Error = ParseError;

    fn try_from(decimal: Decimal) -> Result<Self, ParseError> {
        Self::try_from(&decimal)
    }
}

impl From<Other> for Decimal {
    fn from(decimal: Other) -> Self {
        Self::from_digits(decimal.to_string())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn numbers_come_back_with_their_digits_and_none_is_rounded() {
        for text in ["0", "-0.50", "12.50", "79228162514264337593543950335", "0.0000000000000000000000000001"] {
            let other = Other::try_from(&text.parse::<Decimal>().unwrap()).unwrap();
            assert_eq!(Decimal::from(other).as_str(), text);
        }
        for (text, same) in [("1.5e3", "1500"), ("25E-1", "2.5"), ("007.10", "7.10")] {
            let other = Other::try_from(text.parse::<Decimal>().unwrap()).unwrap();
            assert_eq!(other, same.parse::<Other>().unwrap(), "{text}");
        }
        for text in ["79228162514264337593543950336", "0.00000000000000000000000000001", "1e29", "1e-29", "-1e999"] {
            let error = Other::try_from(&text.parse::<Decimal>().unwrap()).unwrap_err().to_string();
            assert!(error.contains("at most 28 digits after the point"), "{text}: {error}");
        }
    }
}
