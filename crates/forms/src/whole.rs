//! Integers of up to 256 bits: exact, and never through a float.
//!
//! Input: decimal digits, or hex digits after `0x`. Output: a number, or whether it is in a range.
//! The work is bounded for a text of any length.

use crate::{Integer, Number, hex};

/// Number of decimal digits that cannot overflow 64 bits.
const SAFE: usize = 19;
/// The most decimal digits that 256 bits can have.
pub(crate) const MAX_DIGITS: usize = 78;
/// Powers of ten, by their exponents.
const POWERS: [u64; SAFE + 1] = powers(10);
/// Value of a character that is not a hex digit: a bit that no digit has.
const NO_DIGIT: u8 = 128;
/// The value of each character as a hex digit.
const HEX: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value] as usize] = value as u8;
        values[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// Returns a base to the power of 0, 1 and so on.
pub(crate) const fn powers<const N: usize>(base: u64) -> [u64; N] {
    let mut powers = [1; N];
    let mut at = 1;
    while at < N {
        powers[at] = powers[at - 1] * base;
        at += 1;
    }
    powers
}

/// Returns whether a text is a decimal integer in a range.
#[must_use]
pub fn is_decimal(text: &str, range: Integer) -> bool {
    let unsigned = if range.is_signed() { text.strip_prefix('-').unwrap_or(text) } else { text };
    unsigned.bytes().all(|b| b.is_ascii_digit()) && fits(text, range)
}

/// Returns whether a text is a hex number in a range, with `0x` and without leading zeros.
#[must_use]
pub fn is_quantity(text: &str, range: Integer) -> bool {
    let digits = text.strip_prefix("0x").unwrap_or_default();
    !digits.is_empty() && (digits == "0" || !digits.starts_with('0')) && fits(text, range)
}

/// Returns whether digits are an integer in a range.
#[must_use]
pub fn fits(digits: &str, range: Integer) -> bool {
    if range.is_signed() {
        return fits_signed(digits, range.bits());
    }
    match range {
        Integer::U128 => parse_u128(digits).is_some(),
        Integer::U256 => parse_u256(digits).is_some(),
        _ => parse_u128(digits).is_some_and(|value| value >> range.bits() == 0),
    }
}

/// Returns whether digits, with an optional `-`, fit a signed integer of `bits` bits.
fn fits_signed(digits: &str, bits: u16) -> bool {
    let (is_negative, digits) = split_sign(digits);
    let Some(words) = parse_u256(digits) else {
        return false;
    };
    // The magnitude of the minimum is the maximum plus one: only its highest bit is set.
    let top = usize::from(bits - 1);
    let (word, bit) = (top / 64, top % 64);
    let highest = words[word] >> bit;
    let is_above = words[word + 1..].iter().any(|word| *word != 0) || highest > 1;
    let is_least = || words[..word].iter().all(|word| *word == 0) && words[word] == 1 << bit;
    !is_above && (highest == 0 || (is_negative && is_least()))
}

/// Splits a leading `-` from a text.
#[must_use]
pub fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    }
}

/// Parses a whole number by `parse`, as it is written, or without point and exponent: `5.0` and
/// `0.5e1` are 5.
#[inline]
pub fn in_any_notation<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
    parse(text).or_else(|| written_out(text).and_then(|digits| parse(&digits)))
}

/// Converts a number with a point or an exponent to its digits; `None` for other numbers and for fractions.
#[cold]
fn written_out(text: &str) -> Option<String> {
    let has_notation = text.contains(['.', 'e', 'E']) && hex::after_prefix(text).is_none();
    Number::parse(text).filter(|_| has_notation)?.to_whole()
}

/// Parses an unsigned 128-bit number.
#[inline]
#[must_use]
pub fn parse_u128(text: &str) -> Option<u128> {
    if let Some(value) = parse_short(text) {
        return Some(u128::from(value));
    }
    if let Some(value) = parse_middle(text) {
        return Some(value);
    }
    match parse_long(text)? {
        [low, high, 0, 0] => Some(join(low, high)),
        _ => None,
    }
}

/// Parses an unsigned 256-bit number into words of 64 bits, least significant first.
#[must_use]
pub fn parse_u256(text: &str) -> Option<[u64; 4]> {
    parse_wide(text, |value| [value as u64, (value >> 64) as u64, 0, 0], |words| words)
}

/// Parses a number of 256 bits into a type of the caller. Nearly all numbers are short, and `of_small` converts
/// them without an array of words: to fill and copy an array would take longer than to read the digits.
#[inline]
#[must_use]
pub fn parse_wide<T>(text: &str, of_small: fn(u128) -> T, of_words: fn([u64; 4]) -> T) -> Option<T> {
    if let Some(value) = parse_short(text) {
        return Some(of_small(u128::from(value)));
    }
    if let Some(value) = parse_middle(text) {
        return Some(of_small(value));
    }
    parse_long(text).map(of_words)
}

/// Parses a signed 64-bit number.
#[inline]
#[must_use]
pub fn parse_i64(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(digits) => i64::try_from(-i128::try_from(parse_u128(digits)?).ok()?).ok(),
        None => i64::try_from(parse_u128(text)?).ok(),
    }
}

/// Parses a signed 128-bit number.
#[inline]
#[must_use]
pub fn parse_i128(text: &str) -> Option<i128> {
    match split_sign(text) {
        (true, digits) => 0_i128.checked_sub_unsigned(parse_u128(digits)?),
        (false, digits) => i128::try_from(parse_u128(digits)?).ok(),
    }
}

/// Parses up to 19 decimal digits or 16 hex digits, which cannot overflow: nearly every number.
#[inline]
fn parse_short(text: &str) -> Option<u64> {
    match text.as_bytes().strip_prefix(b"0x") {
        Some(digits) => parse_hex_word(digits),
        None => decimal_word(text.as_bytes()),
    }
}

/// Parses 1 to 16 hex digits.
#[inline]
fn parse_hex_word(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    let (mut value, mut marks) = (0, 0);
    for digit in digits {
        let digit = HEX[usize::from(*digit)];
        marks |= digit;
        value = value << 4 | u64::from(digit & 15);
    }
    (marks & NO_DIGIT == 0).then_some(value)
}

/// Parses eight hex digits at once: each byte of a word is one of them.
#[inline]
fn hex_half(digits: [u8; 8]) -> Option<u64> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOP: u64 = 0x80 * EACH;
    let digits = u64::from_be_bytes(digits);
    // The top bit of each byte that is not below a letter; no sum of two bytes below 128 reaches
    // the next byte.
    let from = |bytes: u64, letter: u8| (bytes + u64::from(128 - letter) * EACH) & TOP;
    if digits & TOP != 0 {
        return None;
    }
    let small = digits | (0x20 * EACH);
    let letters = from(small, b'a') & !from(small, b'f' + 1);
    let decimals = from(digits, b'0') & !from(digits, b'9' + 1);
    if letters | decimals != TOP {
        return None;
    }
    let value = (digits & (0x0f * EACH)) + (letters >> 7) * 9;
    let value = (value | value >> 4) & 0x00ff_00ff_00ff_00ff;
    let value = (value | value >> 8) & 0x0000_ffff_0000_ffff;
    Some((value | value >> 16) & 0xffff_ffff)
}

/// Parses 1 to 19 decimal digits.
#[inline]
fn decimal_word(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > SAFE {
        return None;
    }
    let (mut value, mut rest) = (0, digits);
    while let Some((eight, after)) = rest.split_first_chunk() {
        value = value * POWERS[8] + eight_digits(*eight)?;
        rest = after;
    }
    for digit in rest {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + u64::from(digit - b'0');
    }
    Some(value)
}

/// Parses eight decimal digits at once: each byte of a word is one of them, and then each two bytes, each four.
#[inline]
fn eight_digits(digits: [u8; 8]) -> Option<u64> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Only digits have this high half, also when six is added; no sum of two bytes below 128
    // reaches the next byte.
    const HIGH: u64 = 0xf0 * EACH;
    let digits = u64::from_le_bytes(digits);
    if digits & HIGH != 0x30 * EACH || (digits + 6 * EACH) & HIGH != 0x30 * EACH {
        return None;
    }
    let ones = digits & (0x0f * EACH);
    let twos = (ones * 10 + (ones >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (twos * 100 + (twos >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours * 10_000 + (fours >> 32)) & 0xffff_ffff)
}

/// Parses 20 to 38 decimal digits, which cannot overflow: amounts in the smallest unit of a currency.
#[inline]
fn parse_middle(text: &str) -> Option<u128> {
    let (high, low) = text.as_bytes().split_last_chunk::<SAFE>()?;
    let (high, low) = (decimal_word(high)?, decimal_word(low)?);
    Some(u128::from(high) * u128::from(POWERS[SAFE]) + u128::from(low))
}

/// Parses any other number: with leading zeros, with `0X`, or of many digits.
fn parse_long(text: &str) -> Option<[u64; 4]> {
    let (digits, is_hex) = match hex::after_prefix(text) {
        Some(digits) => (digits.as_bytes(), true),
        None => (text.as_bytes(), false),
    };
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    match digits.get(zeros..)? {
        [] => (zeros > 0).then_some([0; 4]),
        rest if is_hex => hex_words(rest),
        rest => decimal_words(rest),
    }
}

/// Parses hex digits into words of 64 bits, least significant first.
fn hex_words(digits: &[u8]) -> Option<[u64; 4]> {
    let mut words = [0; 4];
    let mut rest = digits;
    for word in &mut words {
        let Some((before, digits)) = rest.split_last_chunk::<16>() else {
            *word = if rest.is_empty() { 0 } else { parse_hex_word(rest)? };
            return Some(words);
        };
        *word = hex_half(*digits.first_chunk()?)? << 32 | hex_half(*digits.last_chunk()?)?;
        rest = before;
    }
    rest.is_empty().then_some(words)
}

/// Parses decimal digits into words of 64 bits, least significant first.
fn decimal_words(digits: &[u8]) -> Option<[u64; 4]> {
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let mut words = [0; 4];
    for digits in digits.chunks(SAFE) {
        append(&mut words, POWERS[digits.len()], decimal_word(digits)?)?;
    }
    Some(words)
}

/// Multiplies a number by `factor` and adds `add`; `None` if the result exceeds 256 bits.
fn append(words: &mut [u64; 4], factor: u64, add: u64) -> Option<()> {
    (multiply(words, factor, add) == 0).then_some(())
}

/// Multiplies a number in little-endian words by `factor`, and adds `add`. Returns the overflow.
#[inline]
pub(crate) fn multiply(words: &mut [u64], factor: u64, add: u64) -> u64 {
    words.iter_mut().fold(add, |carry, word| {
        let value = u128::from(*word) * u128::from(factor) + u128::from(carry);
        *word = value as u64;
        (value >> 64) as u64
    })
}

/// Returns the decimal digits of a number, without leading zeros; none for zero.
pub(crate) fn decimal_digits(mut words: [u64; 4]) -> Vec<u8> {
    let mut digits = Vec::new();
    while words != [0; 4] {
        let mut rest = 0;
        for word in words.iter_mut().rev() {
            let value = join(*word, rest);
            *word = (value / 10) as u64;
            rest = (value % 10) as u64;
        }
        digits.push(b'0' + rest as u8);
    }
    digits.reverse();
    digits
}

/// Joins two words to a number.
fn join(low: u64, high: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Integer; 12] = [
        Integer::U8,
        Integer::U16,
        Integer::U32,
        Integer::U64,
        Integer::U128,
        Integer::U256,
        Integer::I8,
        Integer::I16,
        Integer::I32,
        Integer::I64,
        Integer::I128,
        Integer::I256,
    ];

    /// Returns the number that follows the digits of another.
    fn next(digits: &str) -> String {
        let kept = digits.trim_end_matches('9');
        let (rest, last) = kept.split_at(kept.len() - 1);
        let last = last.parse::<u8>().map_or(0, |digit| digit + 1);
        format!("{rest}{last}{}", "0".repeat(digits.len() - kept.len()))
    }

    #[test]
    fn a_range_ends_where_it_says() {
        for range in ALL {
            let (least, greatest) = range.bounds();
            for inside in [least, greatest, "0", "1", "007"] {
                assert!(fits(inside, range) && is_decimal(inside, range), "{inside} {range:?}");
                let long = format!("{}{inside}", "0".repeat(1_000));
                assert_eq!(fits(&long, range), !inside.starts_with('-'), "{long} {range:?}");
            }
            for outside in [next(greatest), format!("1{greatest}"), "9".repeat(79), "9".repeat(100_000)] {
                assert!(!fits(&outside, range), "{outside} {range:?}");
            }
            let least = if range.is_signed() { next(&least[1..]) } else { "1".to_owned() };
            assert!(!fits(&format!("-{least}"), range), "-{least} {range:?}");
            let digits = range.hex_digits();
            let greatest = format!("7{}", "f".repeat(digits - 1));
            assert!(is_quantity(&format!("0x{greatest}"), range), "{range:?}");
            assert_eq!(is_quantity(&format!("0xf{}", &greatest[1..]), range), !range.is_signed());
            assert!(!is_quantity(&format!("0x1{}", "0".repeat(digits)), range), "{range:?}");
        }
    }

    #[test]
    fn digits_are_read_in_groups_of_any_number() {
        for length in 1..=38 {
            let digits: String = "9081726354".chars().cycle().take(length).collect();
            assert_eq!(parse_u128(&digits), digits.parse().ok(), "{digits}");
            for at in 0..length {
                for other in ["/", ":", "@", "\0", "p", "\u{7f}"] {
                    let text = format!("{}{other}{}", &digits[..at], &digits[at + 1..]);
                    assert_eq!(parse_u128(&text), None, "{text}");
                }
            }
        }
    }

    #[test]
    fn numbers_with_a_sign_are_read() {
        let (least, greatest) = Integer::I128.bounds();
        assert_eq!((parse_i128(least), parse_i128(greatest)), (Some(i128::MIN), Some(i128::MAX)));
        assert_eq!((parse_i128("-0"), parse_i128("-0x10"), parse_i128("--1")), (Some(0), Some(-16), None));
        assert_eq!((parse_i128(&next(greatest)), parse_i128(&format!("-{}", next(&least[1..])))), (None, None));
    }

    #[test]
    fn what_is_no_whole_number_is_refused() {
        for text in ["", "-", "--1", "+1", "1.0", "1e3", "1e999999999", "1_0", " 1", "0x", "0xg", "x", "é", "-0x"] {
            for range in ALL {
                assert!(!fits(text, range), "{text} {range:?}");
            }
        }
        for text in ["", "0x", "0x01", "0x00", "1", "0X1", "0x-1", "0x1 "] {
            assert!(!is_quantity(text, Integer::U64), "{text}");
        }
        assert!(!is_decimal("0x1", Integer::U64) && !is_decimal("-1", Integer::U64) && is_decimal("-1", Integer::I64));
    }

    #[test]
    fn eight_hex_digits_are_read_as_one_is() {
        for place in 0..8 {
            for byte in 0..=255 {
                let mut digits = *b"09afAF5c";
                digits[place] = byte;
                assert_eq!(hex_half(digits), parse_hex_word(&digits), "{byte} at {place}");
            }
        }
    }

    #[test]
    fn every_way_to_a_number_is_the_same() {
        let mut text = String::new();
        for digit in "11829364500718293645171829364527182936453718293645471829364557182936456718293".chars() {
            text.push(digit);
            let words = parse_u256(&text).unwrap_or_default();
            assert_eq!(decimal_digits(words), text.as_bytes());
            assert_eq!(parse_u256(&format!("0{text}")), Some(words));
            let hex = words.iter().rev().map(|word| format!("{word:016x}")).collect::<String>();
            for hex in [format!("0x{hex}"), format!("0X00{hex}"), format!("0x{}", hex.trim_start_matches('0'))] {
                assert_eq!(parse_u256(&hex), Some(words), "{hex}");
            }
            assert_eq!(parse_u128(&text), text.parse().ok(), "{text}");
        }
    }
}
