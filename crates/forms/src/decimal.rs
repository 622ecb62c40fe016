//! Decimal numbers of any length and exponent, compared and added exactly.
//!
//! Input: the text of a number in JSON, in decimal text or in `0x` hex. Output: an order, and exact
//! sums. Nothing is rounded, and no cost grows with an exponent: 720000000000000001 is above
//! 720000000000000000, and `1e999999999` takes no more time than `1`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::{ParseError, hex, whole};

/// Maximum number of digits of a sum; numbers further apart are not added.
const WIDEST: i64 = 2_000;
/// Maximum number of digits of an exponent; no amount has a longer one.
const MAX_EXPONENT_LENGTH: usize = 9;

/// Returns whether a text is a decimal number: digits with an optional fraction and exponent.
#[inline]
#[must_use]
pub fn is_decimal(text: &str) -> bool {
    parts(text).is_some_and(|(_, exponent)| exponent.len() <= MAX_EXPONENT_LENGTH)
}

/// Returns whether a text is a JSON number, without leading zeros.
#[must_use]
pub fn is_json_number(text: &str) -> bool {
    parts(text).is_some_and(|(whole, _)| whole == "0" || !whole.starts_with('0'))
}

/// Returns the digits before the point, and the digits of the exponent.
#[inline]
fn parts(text: &str) -> Option<(&str, &str)> {
    let (whole, mut rest) = digits(text.strip_prefix('-').unwrap_or(text))?;
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = digits(fraction)?.1;
    }
    let Some(exponent) = rest.strip_prefix(['e', 'E']) else { return rest.is_empty().then_some((whole, "0")) };
    let (exponent, rest) = digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))?;
    rest.is_empty().then_some((whole, exponent))
}

/// Returns the digits at the start of a text, at least one, and the rest.
#[inline]
fn digits(text: &str) -> Option<(&str, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at_checked(length).filter(|_| length > 0)
}

/// Returns the nearest finite float.
///
/// # Errors
/// The text is not a decimal number, or too large for a float.
#[inline]
pub fn parse_float(text: &str) -> Result<f64, ParseError> {
    // The length of the exponent is not limited: it does not change a zero, and a float that is too large is
    // refused below.
    if parts(text).is_none() {
        return Err(ParseError::new("a number"));
    }
    let value = text.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or(ParseError::new("a number of at most about 1.8e308"))
}

/// A decimal number: `0.digits` times ten to the power of `point`. Numbers are equal if their
/// values are.
#[derive(Clone, Debug)]
pub struct Number<'a> {
    negative: bool,
    point: i64,
    /// First digits, as ASCII, without leading zeros. Both parts are empty for zero.
    whole: Cow<'a, [u8]>,
    /// Remaining digits, as ASCII, without trailing zeros.
    fraction: Cow<'a, [u8]>,
}

impl<'a> Number<'a> {
    /// Parses `-12.50e3`, `12` or `0x1f`; `None` if the text is not a number, or a hex number of
    /// more than 256 bits.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        if hex::after_prefix(text).is_some() {
            let digits = whole::decimal_digits(whole::parse_u256(text)?);
            return Some(Self::owned(false, digits.len() as i64, &digits));
        }
        if !is_decimal(text) {
            return None;
        }
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        Some(Self::normal(negative, whole.len() as i64 + exponent, whole.as_bytes(), fraction.as_bytes()))
    }

    /// Converts to an owned number.
    #[must_use]
    pub fn into_owned(self) -> Number<'static> {
        let Self { negative, point, whole, fraction } = self;
        let [whole, fraction] = [whole, fraction].map(|part| Cow::Owned(part.into_owned()));
        Number { negative, point, whole, fraction }
    }

    /// Creates a normalized number: without leading and trailing zeros.
    fn normal(negative: bool, mut point: i64, mut whole: &'a [u8], mut fraction: &'a [u8]) -> Self {
        let zeros = |digits: &[u8]| digits.iter().take_while(|digit| **digit == b'0').count();
        for part in [&mut whole, &mut fraction] {
            let zeros = zeros(part);
            *part = &part[zeros..];
            point -= zeros as i64;
            if !part.is_empty() {
                break;
            }
        }
        for part in [&mut fraction, &mut whole] {
            let zeros = part.iter().rev().take_while(|digit| **digit == b'0').count();
            *part = &part[..part.len() - zeros];
            if !part.is_empty() {
                break;
            }
        }
        let is_zero = whole.is_empty() && fraction.is_empty();
        let (negative, point) = if is_zero { (false, 0) } else { (negative, point) };
        Self { negative, point, whole: Cow::Borrowed(whole), fraction: Cow::Borrowed(fraction) }
    }

    fn owned(negative: bool, point: i64, digits: &[u8]) -> Self {
        Number::normal(negative, point, digits, &[]).into_owned()
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.whole.iter().chain(self.fraction.iter()).copied()
    }

    /// Returns the power of ten of the last digit.
    fn end(&self) -> i64 {
        self.point.saturating_sub_unsigned((self.whole.len() + self.fraction.len()) as u64)
    }

    /// Converts to a 64-bit integer, such as from `-3.2e4`; `None` if it is not one.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        whole::parse_i64(&self.to_whole()?)
    }

    /// Writes a whole number without point and exponent, such as `-32000` for `-3.2e4`; `None` for a
    /// fraction, and for more digits than 256 bits have.
    #[must_use]
    pub fn to_whole(&self) -> Option<String> {
        if self.point > whole::MAX_DIGITS as i64 {
            return None;
        }
        let zeros = usize::try_from(self.end()).ok()?;
        let digits = self.digits().chain(std::iter::repeat_n(b'0', zeros)).map(char::from);
        let sign = self.negative.then_some('-');
        Some(if self.is_zero() { "0".to_owned() } else { sign.into_iter().chain(digits).collect() })
    }

    fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    /// Returns the sum; `None` if the exponents are too far apart.
    #[must_use]
    pub fn sum(numbers: &[Self]) -> Option<Number<'static>> {
        let used = || numbers.iter().filter(|number| !number.is_zero());
        let high = used().map(|number| number.point).max().unwrap_or(0);
        let low = used().map(Self::end).min().unwrap_or(0);
        let width = high - low;
        if width > WIDEST {
            return None;
        }
        let mut places = vec![0_i64; usize::try_from(width).ok()?];
        for number in used() {
            let from = usize::try_from(high - number.point).ok()?;
            for (place, digit) in places[from..].iter_mut().zip(number.digits()) {
                *place += i64::from(digit - b'0') * if number.negative { -1 } else { 1 };
            }
        }
        Some(carried(places, high))
    }
}

/// Creates a number from decimal places, whose values may be above 9 or below 0.
fn carried(mut places: Vec<i64>, point: i64) -> Number<'static> {
    let negative = carry(&mut places.clone()).0 < 0;
    if negative {
        places.iter_mut().for_each(|place| *place = -*place);
    }
    let (above, mut digits) = carry(&mut places);
    let extra = above.max(0).to_string().into_bytes();
    let point = point + extra.len() as i64;
    digits.splice(0..0, extra);
    Number::owned(negative, point, &digits)
}

/// Brings each place into the range of 0 to 9. Returns the carry of the highest place, and the digits.
fn carry(places: &mut [i64]) -> (i64, Vec<u8>) {
    let mut above = 0;
    for place in places.iter_mut().rev() {
        let value = *place + above;
        *place = value.rem_euclid(10);
        above = value.div_euclid(10);
    }
    (above, places.iter().map(|place| b'0' + *place as u8).collect())
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.is_zero(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let size = || self.point.cmp(&other.point).then_with(|| self.digits().cmp(other.digits()));
        match sign(self).cmp(&sign(other)) {
            Ordering::Equal if sign(self) == 0 => Ordering::Equal,
            Ordering::Equal if self.negative => size().reverse(),
            Ordering::Equal => size(),
            different => different,
        }
    }
}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Number<'_> {}

impl Hash for Number<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.negative, self.point).hash(state);
        self.digits().for_each(|digit| digit.hash(state));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use std::collections::HashSet;

    fn number(text: &str) -> Number<'_> {
        Number::parse(text).unwrap()
    }

    #[test]
    fn orders_exactly() {
        let rising = [
            "-1e999999999", "-1e400", "-720000000000000001", "-1.5", "-0.01", "0", "1e-999999999", "0.001", "0.01",
            "1", "9.99", "10", "0xff", "2.56e2", "720000000000000000", "720000000000000000.1", "720000000000000001",
            "1e400", "9.99e999999999",
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
        for text in [
            "", "-", ".", ".5", "5.", "e5", "1e", "0x", "0xg", "1 ", "+1", "1.2.3", "NaN", "--1", "0x-1",
            "1e99999999999", "1e+", "0x-1",
        ] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }

    #[test]
    fn one_value_is_one_number() {
        for same in [
            ["1.0", "1.00", "1", "01.0", "10e-1", "0.1e1", "1E+0", "0x1"],
            ["0", "-0", "0.00", "0e5", "-0.0", "00", "0e-9", "0x0"],
            ["1200", "1.2e3", "1200.0", "0.0012e6", "01200", "12e2", "120000e-2", "0x4b0"],
        ] {
            let values: HashSet<Number<'_>> = same.iter().map(|text| number(text)).collect();
            assert_eq!(values.len(), 1, "{same:?}");
        }
    }

    #[test]
    fn numbers_of_json_are_told() {
        for good in ["0", "-1", "1.50", "1e5", "1.0E-7", "10", "0.5e+0", "1e9999999999"] {
            assert!(is_json_number(good), "{good}");
        }
        for bad in ["", "+1", ".5", "5.", "01", "-00.5", "0x10", ".inf", "1e", "-", "1 2"] {
            assert!(!is_json_number(bad), "{bad}");
        }
    }

    #[test]
    fn floats_are_finite() {
        assert_eq!(parse_float("-1.5e3"), Ok(-1500.0));
        assert_eq!(parse_float("1e-999999999"), Ok(0.0));
        // A zero is a zero, whatever its exponent.
        for zero in ["0", "0e309", "0.0e9999999999", "-0.000E+99999999999999999999", "1e-99999999999999999999"] {
            assert_eq!(parse_float(zero), Ok(0.0), "{zero}");
        }
        for bad in ["1e309", "1e999999999", "1e9999999999", "inf", "NaN", ".5", ""] {
            assert!(parse_float(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn whole_numbers_are_told() {
        let whole = |text: &str| number(text).to_i64();
        for (text, value) in [
            ("-32000.0", -32000),
            ("-3.2e4", -32000),
            ("-320000e-1", -32000),
            ("0x10", 16),
            ("-0.0", 0),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(whole(text), Some(value), "{text}");
        }
        for text in ["0.5", "-32000.1", "9223372036854775808", "1e19", "1e21", "1e999999999", "1e-999999999"] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn sums_exactly() {
        let sum = |texts: &[&str]| Number::sum(&texts.iter().map(|text| number(text)).collect::<Vec<_>>());
        assert_eq!(sum(&["67", "33"]), Some(number("100")));
        assert_eq!(sum(&["67", "33.0001"]), Some(number("100.0001")));
        assert_eq!(sum(&["5", "-7"]), Some(number("-2")));
        assert_eq!(sum(&["-5", "7.5"]), Some(number("2.5")));
        assert_eq!(sum(&["1", "-1"]), Some(number("0")));
        assert_eq!(sum(&["999", "999", "999"]), Some(number("2997")));
        assert_eq!(sum(&[]), Some(number("0")));
        assert_eq!(sum(&["1e300", "-1e300", "1"]), Some(number("1")));
        assert_eq!(sum(&["1e9000", "1"]), None);
        assert_eq!(sum(&["1e999999999", "-1e-999999999"]), None);
    }
}
