//! Decimal texts of any length, compared and bounded without rounding.

use std::cmp::Ordering;

use crate::model::Integer;

/// A decimal fraction as digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// Without leading zeros.
    whole: String,
    /// Without trailing zeros.
    fraction: String,
}

impl Decimal {
    /// `-12.50`; with an exponent it is not taken.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = match digits.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (digits, ""),
        };
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let whole = whole.trim_start_matches('0').to_owned();
        let fraction = fraction.trim_end_matches('0').to_owned();
        let is_zero = whole.is_empty() && fraction.is_empty();
        Some(Self { negative: negative && !is_zero, whole, fraction })
    }

    /// `0x2a`, without bound on its length but that of a 256-bit number.
    pub(super) fn parse_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x")?;
        if digits.is_empty() || digits.len() > 64 {
            return None;
        }
        // Decimal digits, the least first.
        let mut decimal: Vec<u32> = vec![0];
        for digit in digits.chars() {
            let mut carry = digit.to_digit(16)?;
            for place in &mut decimal {
                let sum = *place * 16 + carry;
                *place = sum % 10;
                carry = sum / 10;
            }
            while carry > 0 {
                decimal.push(carry % 10);
                carry /= 10;
            }
        }
        let text: String = decimal.iter().rev().filter_map(|digit| char::from_digit(*digit, 10)).collect();
        Self::parse(&text)
    }

    pub(super) fn is_whole(&self) -> bool {
        self.fraction.is_empty()
    }

    fn size(&self, other: &Self) -> Ordering {
        let whole = self.whole.len().cmp(&other.whole.len());
        let whole = whole.then_with(|| self.whole.cmp(&other.whole));
        // Digits after the point compare like words.
        whole.then_with(|| self.fraction.cmp(&other.fraction))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.size(other),
            (true, true) => other.size(self),
        }
    }
}

pub(super) fn fits_integer(value: &Decimal, integer: Integer) -> bool {
    let (min, max) = integer.bounds();
    let above = Decimal::parse(min).is_none_or(|min| *value >= min);
    let below = Decimal::parse(max).is_none_or(|max| *value <= max);
    value.is_whole() && above && below
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Decimal, fits_integer};
    use crate::model::Integer;

    #[test]
    fn decimals_are_compared_exactly() {
        let ordered = ["-10", "-2.5", "-2", "0", "0.05", "0.5", "1", "2.0", "10", "720000000000000000"];
        for pair in ordered.windows(2) {
            assert!(Decimal::parse(pair[0]).unwrap() < Decimal::parse(pair[1]).unwrap(), "{pair:?}");
        }
        assert_eq!(Decimal::parse("-0"), Decimal::parse("0.00"));
        for bad in ["", "-", "1.", ".5", "1e5", "a", "--1"] {
            assert_eq!(Decimal::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn hex_becomes_decimal() {
        assert_eq!(Decimal::parse_hex("0x2a"), Decimal::parse("42"));
        assert_eq!(Decimal::parse_hex("0xffffffffffffffff"), Decimal::parse("18446744073709551615"));
        assert_eq!(Decimal::parse_hex("0x"), None);
    }

    #[test]
    fn integers_have_bounds() {
        let fits = |text, integer| fits_integer(&Decimal::parse(text).unwrap(), integer);
        assert!(fits("255", Integer::U8) && !fits("256", Integer::U8) && !fits("-1", Integer::U8));
        assert!(fits("-1", Integer::I64) && !fits("1.5", Integer::I64));
    }
}
