//! Exact decimal numbers, for bounds and sums.
//!
//! Input: the text of a number as it stands in JSON, in decimal text or in `0x` hex. Output: an order and
//! sums that are exact for any number of digits. No floats are here: 720000000000000001 is above
//! 720000000000000000.

use alloy_primitives::U256;
use std::cmp::Ordering;

/// How many digits a sum may span; numbers further apart are not added.
const WIDEST: i64 = 2_000;

/// A decimal number: `0.digits` times ten to the power of `point`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Values 0 to 9, without zeros at either end; none for zero.
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// Reads `-12.50e3`, `12` or `0x1f`; none when the text is no number.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            if hex.is_empty() || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return None;
            }
            return Self::parse(&U256::from_str_radix(hex, 16).ok()?.to_string());
        }
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.len() + fraction.len() == 0 || !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit())
        {
            return None;
        }
        let digits = whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0').collect();
        Some(Self::normal(negative, digits, i64::try_from(whole.len()).ok()? + i64::from(exponent)))
    }

    /// The sum; none when the numbers are too far apart to be added.
    pub(crate) fn sum(numbers: &[Self]) -> Option<Self> {
        let used = || numbers.iter().filter(|number| !number.digits.is_empty());
        let high = used().map(|number| number.point).max().unwrap_or(0);
        let low = used().map(|number| number.point.saturating_sub_unsigned(number.digits.len() as u64)).min();
        let width = high - low.unwrap_or(0);
        if width > WIDEST {
            return None;
        }
        let mut places = vec![0_i64; usize::try_from(width).ok()?];
        for number in used() {
            let from = usize::try_from(high - number.point).ok()?;
            for (place, digit) in places[from..].iter_mut().zip(&number.digits) {
                *place += i64::from(*digit) * if number.negative { -1 } else { 1 };
            }
        }
        Some(Self::carried(places, high))
    }

    /// Makes a number from places whose values may be above nine or below zero.
    fn carried(mut places: Vec<i64>, point: i64) -> Self {
        let negative = carry(&mut places.clone()).0 < 0;
        if negative {
            places.iter_mut().for_each(|place| *place = -*place);
        }
        let (above, mut digits) = carry(&mut places);
        let extra: Vec<u8> = above.max(0).to_string().bytes().map(|byte| byte - b'0').collect();
        let point = point + extra.len() as i64;
        digits.splice(0..0, extra);
        Self::normal(negative, digits, point)
    }

    fn normal(negative: bool, mut digits: Vec<u8>, mut point: i64) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..zeros);
        point -= zeros as i64;
        if digits.is_empty() {
            return Self { negative: false, digits, point: 0 };
        }
        Self { negative, digits, point }
    }
}

/// Brings each place into 0 to 9; returns what is carried out at the top, and the digits.
fn carry(places: &mut [i64]) -> (i64, Vec<u8>) {
    let mut above = 0;
    for place in places.iter_mut().rev() {
        let value = *place + above;
        *place = value.rem_euclid(10);
        above = value.div_euclid(10);
    }
    (above, places.iter().map(|place| *place as u8).collect())
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.digits.is_empty(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let size = || self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
        match sign(self).cmp(&sign(other)) {
            Ordering::Equal if sign(self) == 0 => Ordering::Equal,
            Ordering::Equal if self.negative => size().reverse(),
            Ordering::Equal => size(),
            different => different,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn orders_exactly() {
        let rising = [
            "-1e400",
            "-720000000000000001",
            "-1.5",
            "-0.01",
            "0",
            "0.001",
            "0.01",
            "1",
            "9.99",
            "10",
            "0xff",
            "2.56e2",
            "720000000000000000",
            "720000000000000000.1",
            "720000000000000001",
            "1e400",
        ];
        for pair in rising.windows(2) {
            assert!(number(pair[0]) < number(pair[1]), "{pair:?}");
        }
        assert_eq!(number("-0"), number("0.000"));
        assert_eq!(number("100"), number("1e2"));
        assert_eq!(number("0x10"), number("16.0"));
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in ["", "-", ".", "e5", "1e", "0x", "0xg", "1 ", "+1", "1.2.3", "NaN", "--1", "0x-1", "1e99999999999"]
        {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn sums_exactly() {
        let sum = |texts: &[&str]| Decimal::sum(&texts.iter().map(|text| number(text)).collect::<Vec<_>>());
        assert_eq!(sum(&["67", "33"]), Some(number("100")));
        assert_eq!(sum(&["67", "33.0001"]), Some(number("100.0001")));
        assert_eq!(sum(&["5", "-7"]), Some(number("-2")));
        assert_eq!(sum(&["-5", "7.5"]), Some(number("2.5")));
        assert_eq!(sum(&["1", "-1"]), Some(number("0")));
        assert_eq!(sum(&["999", "999", "999"]), Some(number("2997")));
        assert_eq!(sum(&[]), Some(number("0")));
        assert_eq!(sum(&["1e300", "-1e300", "1"]), Some(number("1")));
        assert_eq!(sum(&["1e9000", "1"]), None);
    }
}
