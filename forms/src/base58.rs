//! Base58: bytes as the digits of one large number.
//!
//! Input: a text. Output: the bytes that it stands for, of a length that the type fixes or of any; and back. A text has
//! one meaning and bytes have one text: as many leading `1` as there are leading zeros.

use crate::ParseError;

/// How many digits are taken at a time: the largest number of which the value fits a limb.
const DIGITS: usize = 10;
/// 58 to the power of so many.
const TEN: u64 = 58_u64.pow(DIGITS as u32);
/// A bit that no digit has.
const NO_DIGIT: u8 = 128;
/// The bytes of a limb.
const LIMB: usize = 8;
const LIMBS: usize = LONGEST / LIMB + 1;
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
/// Two digits for each value of both.
static PAIRS: [[u8; 2]; 58 * 58] = {
    let mut pairs = [[0; 2]; 58 * 58];
    let mut value = 0;
    while value < pairs.len() {
        pairs[value] = [ALPHABET[value / 58], ALPHABET[value % 58]];
        value += 1;
    }
    pairs
};
/// The most bytes that a text of a fixed length may hold; the work grows with the square of the length.
pub const MOST_BYTES: usize = 128;
/// The same with the checksum that may stand behind them.
pub(crate) const LONGEST: usize = MOST_BYTES + 4;
/// The most digits that these bytes have, and those of a group that may begin with zeros.
const LONGEST_TEXT: usize = digits(LONGEST).1 + DIGITS;

/// Whether a text is base58 of a number of bytes; without a number, whether all characters are digits.
#[must_use]
pub fn is(text: &str, bytes: Option<usize>) -> bool {
    let Some(bytes) = bytes else {
        return text.chars().all(is_digit);
    };
    let mut buffer = [0; MOST_BYTES];
    buffer.get_mut(..bytes).is_some_and(|buffer| fill(text, buffer).is_some())
}

/// Decodes a text of exactly `N` bytes.
///
/// # Errors
/// When the length or a character is wrong.
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

/// The digits of a number of bytes that a text of a fixed length may hold, checksum included.
pub(crate) struct Digits {
    digits: [u8; LONGEST_TEXT],
    start: usize,
}

impl Digits {
    /// The digits of at most [`LONGEST`] bytes; none of more. Ten digits are taken at a time, from the last to the first.
    pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
        let mut limbs = [0; LIMBS];
        let mut limbs = limbs.get_mut(..bytes.len().div_ceil(LIMB)).filter(|_| bytes.len() <= LONGEST)?;
        for (limb, part) in limbs.iter_mut().zip(bytes.rchunks(LIMB)) {
            *limb = match part.first_chunk() {
                Some(bytes) => u64::from_be_bytes(*bytes),
                None => part.iter().fold(0, |limb, byte| limb << 8 | u64::from(*byte)),
            };
        }
        let (mut digits, mut start) = ([b'1'; LONGEST_TEXT], LONGEST_TEXT);
        loop {
            // The least limb comes first; the last ones that are zero are done.
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
        // There is one leading `1` for each leading zero; those before the digits are there.
        start = start.checked_sub(bytes.iter().take_while(|byte| **byte == 0).count())?;
        Some(Self { digits, start })
    }

    pub(crate) fn as_str(&self) -> &str {
        self.digits.get(self.start..).and_then(|digits| std::str::from_utf8(digits).ok()).unwrap_or_default()
    }
}

/// Divides a number by 58 to the power of 10, and gives the remainder.
fn divide(limbs: &mut [u64]) -> u64 {
    const SHIFT: u32 = TEN.leading_zeros();
    limbs.iter_mut().rev().fold(0, |rest, limb| {
        // The remainder is less than the divisor, so its first bits are zero.
        let (quotient, rest) = divide_wide(rest << SHIFT | *limb >> (u64::BITS - SHIFT), *limb << SHIFT);
        *limb = quotient;
        rest >> SHIFT
    })
}

/// Divides a number of two limbs, of which the higher is less than the divisor, by `TEN` with its first bit set. The inverse of
/// the divisor stands in place of a division, which takes long: Möller and Granlund, "Improved division by invariant integers".
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
    // A byte of zero at the front is one digit; the others need log(256) / log(58), a little below 1.3659.
    (bytes, (bytes * 13_659).div_ceil(10_000))
}

/// Whether a character is a base58 digit.
#[must_use]
pub fn is_digit(letter: char) -> bool {
    u8::try_from(letter).is_ok_and(|letter| VALUES[usize::from(letter)] != NO_DIGIT)
}

/// Decodes base58 that has exactly as many bytes as the buffer. Ids fill whole pages of answers, so ten
/// digits are taken at a time, into limbs of 64 bits: several times as fast as digit by digit into bytes.
pub(crate) fn fill(text: &str, buffer: &mut [u8]) -> Option<()> {
    let zeros = text.bytes().take_while(|digit| *digit == b'1').count();
    let mut rest = text.as_bytes().get(zeros..)?;
    // The least limb comes first; as many are in use as the number needs so far.
    let mut limbs = [0; LIMBS];
    let mut used = 0;
    while let Some((digits, after)) = rest.split_first_chunk::<DIGITS>() {
        append(&mut limbs, &mut used, digits, TEN)?;
        rest = after;
    }
    append(&mut limbs, &mut used, rest, 58_u64.pow(rest.len() as u32))?;
    let mut left = limbs.iter();
    for place in buffer.rchunks_mut(LIMB) {
        let bytes = left.next()?.to_be_bytes();
        let (over, bytes) = bytes.split_at_checked(LIMB - place.len())?;
        if over.iter().any(|byte| *byte != 0) {
            return None;
        }
        place.copy_from_slice(bytes);
    }
    // Nothing may be left over, and there is one leading zero for each leading `1`.
    let fits = left.all(|limb| *limb == 0);
    let leading = buffer.iter().take_while(|byte| **byte == 0).count();
    (fits && leading == zeros).then_some(())
}

/// Puts digits behind the ones that a number has; `factor` is 58 to the power of how many they are.
#[inline]
fn append(limbs: &mut [u64; LIMBS], used: &mut usize, digits: &[u8], factor: u64) -> Option<()> {
    let (mut carry, mut marks) = (0, 0);
    for digit in digits {
        let digit = VALUES[usize::from(*digit)];
        marks |= digit;
        carry = carry * 58 + u64::from(digit & 63);
    }
    if marks & NO_DIGIT != 0 {
        return None;
    }
    for limb in limbs.get_mut(..*used)? {
        let value = u128::from(*limb) * u128::from(factor) + u128::from(carry);
        *limb = value as u64;
        carry = (value >> 64) as u64;
    }
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
                let mut bytes = [0xa7; LONGEST];
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
