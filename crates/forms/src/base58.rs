//! Base58: bytes as the digits of one large number.
//!
//! Input: a text. Output: its bytes, of a length that the type fixes or of any; and back. The
//! mapping is one-to-one: as many leading `1` as there are leading zero bytes.

use crate::ParseError;
use crate::whole::{multiply, powers};

/// Number of digits that are taken at a time: the largest number whose value fits a limb.
const DIGITS: usize = 10;
/// 58 to the power of [`DIGITS`].
const TEN: u64 = POWERS[DIGITS];
/// Powers of 58, up to that of [`DIGITS`].
const POWERS: [u64; DIGITS + 1] = powers(58);
/// Number of digits that are added up at a time.
const HALF: usize = DIGITS / 2;
/// Value of a character that is not a digit.
const NO_DIGIT: u8 = 128;
/// Value of a character that is not a digit, at each place: more than [`HALF`] digits have together, and so little that
/// the value of ten such characters does not overflow.
const NO_HALF: u64 = 1 << 32;
/// The bytes of a limb.
const LIMB: usize = 8;
const LIMBS: usize = MAX_CHECKED_BYTES / LIMB + 1;
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/// The value of each character as a digit.
const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < ALPHABET.len() {
        values[ALPHABET[value] as usize] = value as u8;
        value += 1;
    }
    values
};
/// The value of each character at each place of [`HALF`] digits: adding them up takes no multiplication for each digit.
static PLACES: [[u64; 256]; HALF] = {
    let mut places = [[NO_HALF; 256]; HALF];
    let mut place = 0;
    while place < HALF {
        let mut value = 0;
        while value < ALPHABET.len() {
            places[place][ALPHABET[value] as usize] = value as u64 * POWERS[HALF - 1 - place];
            value += 1;
        }
        place += 1;
    }
    places
};
/// The two digits of each number below 58 times 58.
static PAIRS: [[u8; 2]; 58 * 58] = {
    let mut pairs = [[0; 2]; 58 * 58];
    let mut value = 0;
    while value < pairs.len() {
        pairs[value] = [ALPHABET[value / 58], ALPHABET[value % 58]];
        value += 1;
    }
    pairs
};
/// The most bytes that a text of a fixed length may hold; the work grows with the square of the
/// length.
pub const MAX_BYTES: usize = 128;
/// Most bytes of a text with its checksum.
pub(crate) const MAX_CHECKED_BYTES: usize = MAX_BYTES + 4;
/// Maximum number of digits of [`MAX_CHECKED_BYTES`] bytes, with room for a group of digits that begins with zeros.
const MAX_TEXT_LENGTH: usize = digits(MAX_CHECKED_BYTES).1 + DIGITS;

/// Returns whether a text is base58 of a number of bytes; without a number, whether all characters are digits.
#[must_use]
pub fn is(text: &str, bytes: Option<usize>) -> bool {
    let Some(bytes) = bytes else {
        return text.chars().all(is_digit);
    };
    let mut buffer = [0; MAX_BYTES];
    buffer.get_mut(..bytes).is_some_and(|buffer| fill(text, buffer).is_some())
}

/// Decodes a text of exactly `N` bytes.
///
/// # Errors
/// The length or a character is wrong.
pub fn parse<const N: usize>(text: &str) -> Result<[u8; N], ParseError> {
    let mut bytes = [0; N];
    match fill(text, &mut bytes) {
        Some(()) => Ok(bytes),
        None => Err(refuse(N)),
    }
}

#[cold]
fn refuse(bytes: usize) -> ParseError {
    ParseError::new(format!("{bytes} bytes in base58"))
}

/// Decodes a text of any length; `None` if a character is not a digit. Takes quadratic time.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    bs58::decode(text).into_vec().ok()
}

/// Encodes bytes as text.
#[must_use]
pub fn write(bytes: &[u8]) -> String {
    bs58::encode(bytes).into_string()
}

/// Base58 digits of at most [`MAX_CHECKED_BYTES`] bytes.
pub(crate) struct Digits {
    digits: [u8; MAX_TEXT_LENGTH],
    start: usize,
}

impl Digits {
    /// Returns the digits of at most [`MAX_CHECKED_BYTES`] bytes; `None` for more. Ten digits are taken at a time, from the
    /// last to the first.
    pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
        let mut limbs = [0; LIMBS];
        let mut limbs = limbs.get_mut(..bytes.len().div_ceil(LIMB)).filter(|_| bytes.len() <= MAX_CHECKED_BYTES)?;
        for (limb, part) in limbs.iter_mut().zip(bytes.rchunks(LIMB)) {
            *limb = match part.first_chunk() {
                Some(bytes) => u64::from_be_bytes(*bytes),
                None => part.iter().fold(0, |limb, byte| limb << 8 | u64::from(*byte)),
            };
        }
        let (mut digits, mut start) = ([b'1'; MAX_TEXT_LENGTH], MAX_TEXT_LENGTH);
        loop {
            // Limbs are in little-endian order; the last ones that are zero need no more divisions.
            while let [rest @ .., 0] = limbs {
                limbs = rest;
            }
            if limbs.is_empty() {
                break;
            }
            let mut ten = divide(limbs);
            let place: &mut [u8; DIGITS] = digits.get_mut(start.checked_sub(DIGITS)?..start)?.try_into().ok()?;
            for pair in place.rchunks_exact_mut(2) {
                pair.copy_from_slice(PAIRS.get((ten % PAIRS.len() as u64) as usize)?);
                ten /= PAIRS.len() as u64;
            }
            start -= DIGITS;
        }
        start += digits.get(start..)?.iter().take_while(|digit| **digit == b'1').count();
        // Each leading zero byte is a leading `1`, which the buffer already holds before the digits.
        start = start.checked_sub(bytes.iter().take_while(|byte| **byte == 0).count())?;
        Some(Self { digits, start })
    }

    pub(crate) fn as_str(&self) -> &str {
        self.digits.get(self.start..).and_then(|digits| std::str::from_utf8(digits).ok()).unwrap_or_default()
    }
}

/// Divides a number by 58 to the power of 10, and returns the remainder.
fn divide(limbs: &mut [u64]) -> u64 {
    const SHIFT: u32 = TEN.leading_zeros();
    limbs.iter_mut().rev().fold(0, |rest, limb| {
        // The remainder is less than the divisor, so its first bits are zero.
        let (quotient, rest) = divide_wide(rest << SHIFT | *limb >> (u64::BITS - SHIFT), *limb << SHIFT);
        *limb = quotient;
        rest >> SHIFT
    })
}

/// Divides a number of two limbs by `TEN`, shifted so that its first bit is set; the higher limb is less than
/// the divisor. Multiplies by the inverse of the divisor, which is faster than a division: Möller and Granlund,
/// "Improved division by invariant integers".
fn divide_wide(high: u64, low: u64) -> (u64, u64) {
    const DIVISOR: u64 = TEN << TEN.leading_zeros();
    const INVERSE: u64 = (u128::MAX / DIVISOR as u128 - (1 << u64::BITS)) as u64;
    let guess = u128::from(INVERSE) * u128::from(high) + (u128::from(high) << u64::BITS | u128::from(low));
    let quotient = ((guess >> u64::BITS) as u64).wrapping_add(1);
    let rest = low.wrapping_sub(quotient.wrapping_mul(DIVISOR));
    let (quotient, rest) = match rest > guess as u64 {
        true => (quotient.wrapping_sub(1), rest.wrapping_add(DIVISOR)),
        false => (quotient, rest),
    };
    if rest >= DIVISOR { (quotient.wrapping_add(1), rest - DIVISOR) } else { (quotient, rest) }
}

/// Returns the minimum and maximum number of digits of a number of bytes.
#[must_use]
pub const fn digits(bytes: usize) -> (usize, usize) {
    // A byte of zero at the front is one digit; the others need log(256) / log(58), a little below
    // 1.3659.
    (bytes, (bytes * 13_659).div_ceil(10_000))
}

/// Returns whether a character is a base58 digit.
#[must_use]
pub fn is_digit(letter: char) -> bool {
    u8::try_from(letter).is_ok_and(|letter| VALUES[usize::from(letter)] != NO_DIGIT)
}

/// Decodes base58 that has exactly as many bytes as the buffer.
pub(crate) fn fill(text: &str, buffer: &mut [u8]) -> Option<()> {
    fill_start(text.as_bytes(), buffer).filter(|length| *length == text.len()).map(drop)
}

/// Decodes the digits at the start of a text, which have exactly as many bytes as the buffer, and returns the
/// number of digits. IDs fill whole pages of responses, so ten digits are decoded at a time, into limbs of 64
/// bits: several times as fast as digit by digit into bytes.
pub(crate) fn fill_start(text: &[u8], buffer: &mut [u8]) -> Option<usize> {
    // Further digits would be more bytes than the buffer has.
    let text = text.get(..digits(buffer.len()).1 + 1).unwrap_or(text);
    let zeros = leading_ones(text);
    let mut rest = text.get(zeros..)?;
    // Limbs are in little-endian order; the first `used` ones hold the number so far.
    let mut limbs = [0; LIMBS];
    let mut used = 0;
    while let Some((digits, after)) = rest.split_first_chunk::<DIGITS>() {
        let Some(value) = value_of(digits) else { break };
        append(&mut limbs, &mut used, value, TEN)?;
        rest = after;
    }
    let half = rest.first_chunk().map_or(NO_HALF, value_of_half);
    let (mut value, mut last) = if half < NO_HALF { (half, HALF) } else { (0, 0) };
    let further = rest.iter().skip(last).map(|digit| VALUES[usize::from(*digit)]);
    for digit in further.take_while(|digit| *digit != NO_DIGIT) {
        (value, last) = (value * 58 + u64::from(digit), last + 1);
    }
    append(&mut limbs, &mut used, value, *POWERS.get(last)?)?;
    put(limbs.get(..used)?, zeros, buffer)?;
    Some(text.len() - rest.len() + last)
}

/// Counts the `1`s at the beginning of a text. Some well-known ids are little else.
fn leading_ones(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some(after) = rest.strip_prefix(b"11111111") {
        rest = after;
    }
    text.len() - rest.len() + rest.iter().take_while(|digit| **digit == b'1').count()
}

/// Writes a number, whose last limb is not zero, into a buffer, after `zeros` bytes of zero. `None` if the
/// buffer has another size.
fn put(limbs: &[u64], zeros: usize, buffer: &mut [u8]) -> Option<()> {
    let empty = limbs.last().map_or(0, |last| last.leading_zeros() / 8);
    if buffer.len() != zeros + limbs.len() * LIMB - empty as usize {
        return None;
    }
    let mut limbs = limbs.iter();
    for place in buffer.rchunks_mut(LIMB) {
        let limb = limbs.next().copied().unwrap_or_default();
        match <&mut [u8; LIMB]>::try_from(&mut *place) {
            Ok(place) => *place = limb.to_be_bytes(),
            Err(_) => place.iter_mut().rev().zip(limb.to_le_bytes()).for_each(|(place, byte)| *place = byte),
        }
    }
    Some(())
}

/// Returns the value of ten digits; `None` if a character is not a digit.
#[inline]
fn value_of(digits: &[u8; DIGITS]) -> Option<u64> {
    let (high, low) = (value_of_half(digits.first_chunk()?), value_of_half(digits.last_chunk()?));
    (high.max(low) < NO_HALF).then_some(high * POWERS[HALF] + low)
}

/// Returns the value of the digits; at least [`NO_HALF`] if a character is not a digit.
#[inline]
fn value_of_half(digits: &[u8; HALF]) -> u64 {
    digits.iter().zip(&PLACES).map(|(digit, place)| place[usize::from(*digit)]).sum()
}

/// Appends digits to a number: `value` is their value, and `factor` is 58 to the power of their count.
#[inline]
fn append(limbs: &mut [u64; LIMBS], used: &mut usize, value: u64, factor: u64) -> Option<()> {
    let carry = multiply(limbs.get_mut(..*used)?, factor, value);
    if carry > 0 {
        *limbs.get_mut(*used)? = carry;
        *used += 1;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn bytes_come_back_as_others_read_them() {
        for bytes in [[0; 5], [0, 0, 1, 2, 3], [255; 5], [7, 0, 0, 0, 0]] {
            let text = write(&bytes);
            assert_eq!(parse::<5>(&text).unwrap(), bytes, "{text}");
            assert_eq!(decode(&text).unwrap(), bytes);
            assert!(is(&text, None) && is(&text, Some(5)) && !is(&text, Some(6)) && !is(&text, Some(4)));
        }
        // Numbers of many limbs, with a limb of each of these among them.
        for limb in [0, 1, TEN - 1, TEN, TEN + 1, u64::MAX, u64::MAX / 58, 1 << 63] {
            for at in 0..LIMBS - 1 {
                let mut bytes = [0xa7; MAX_CHECKED_BYTES];
                bytes[at * LIMB..][..LIMB].copy_from_slice(&limb.to_be_bytes());
                for bytes in [&bytes[..], &bytes[at * LIMB..]] {
                    assert_eq!(Digits::new(bytes).unwrap().as_str(), write(bytes), "{limb} at {at}");
                }
            }
        }
        assert_eq!(parse::<0>("").unwrap(), [0; 0]);
        assert!(is("", None) && !is("0", None) && !is("é", None) && !is("1", Some(200)));
    }
}
