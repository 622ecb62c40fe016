//! Base58 with a checksum: the last four bytes of the payload's SHA-256 stand behind the payload.
//!
//! This is not the older form of the same name, which takes the first four bytes of a double SHA-256. Input: a text
//! and the prefix before it. Output: the payload, of a length that the type fixes; and back.

use sha2::{Digest, Sha256};

use crate::ParseError;

const CHECKSUM: usize = 4;
/// How many digits are taken at a time: the largest number of which the value fits a limb.
const DIGITS: usize = 10;
/// A bit that no digit has.
const NO_DIGIT: u8 = 128;
/// The bytes of a limb.
const LIMB: usize = 8;
const LIMBS: usize = LONGEST / LIMB + 1;
/// The value of each character as a digit.
const VALUES: [u8; 256] = {
    let digits = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < digits.len() {
        values[digits[value] as usize] = value as u8;
        value += 1;
    }
    values
};
/// The most bytes that a text may hold; the work grows with the square of the length.
pub const MOST_BYTES: usize = 128;
/// The same with the checksum.
const LONGEST: usize = MOST_BYTES + CHECKSUM;

/// The bytes of a text such as `Prefix-2oYMBNV4…`.
///
/// # Errors
/// When the prefix, the length, a character or the checksum is wrong.
pub fn parse<const N: usize>(text: &str, prefix: &str) -> Result<[u8; N], ParseError> {
    let mut bytes = [0; N];
    match fill(text, prefix, &mut bytes) {
        Some(()) => Ok(bytes),
        None => Err(refuse(N, prefix)),
    }
}

/// The text of bytes.
#[must_use]
pub fn write(bytes: &[u8], prefix: &str) -> String {
    let mut payload = bytes.to_vec();
    payload.extend(checksum(bytes));
    let mut text = String::from(prefix);
    text.push_str(&bs58::encode(payload).into_string());
    text
}

/// Whether a text holds a number of bytes.
#[must_use]
pub fn is(text: &str, bytes: usize, prefix: &str) -> bool {
    let mut payload = [0; LONGEST];
    payload.get_mut(..bytes).is_some_and(|payload| fill(text, prefix, payload).is_some())
}

/// How many digits hold a number of bytes and the checksum: the least, and the most.
#[must_use]
pub const fn digits(bytes: usize) -> (usize, usize) {
    // A byte of zero at the front is one digit; the others need log(256) / log(58), a little below 1.3659.
    let all = bytes + CHECKSUM;
    (all, (all * 13_659).div_ceil(10_000))
}

/// Whether a character is a digit of base58.
#[must_use]
pub fn is_digit(letter: char) -> bool {
    u8::try_from(letter).is_ok_and(|letter| VALUES[usize::from(letter)] != NO_DIGIT)
}

fn fill(text: &str, prefix: &str, bytes: &mut [u8]) -> Option<()> {
    // A comparison with nothing is slow: the one of the C library may touch an address that is not there.
    let text = if prefix.is_empty() { text } else { text.strip_prefix(prefix)? };
    let mut buffer = [0; LONGEST];
    let buffer = buffer.get_mut(..bytes.len() + CHECKSUM)?;
    decode(text, buffer)?;
    let (payload, given) = buffer.split_last_chunk()?;
    if *given != checksum(payload) {
        return None;
    }
    bytes.copy_from_slice(payload);
    Some(())
}

/// Decodes base58 that has exactly as many bytes as the buffer. Ids fill whole pages of answers, so ten
/// digits are taken at a time, into limbs of 64 bits: several times as fast as digit by digit into bytes.
fn decode(text: &str, buffer: &mut [u8]) -> Option<()> {
    let zeros = text.bytes().take_while(|digit| *digit == b'1').count();
    let mut rest = text.as_bytes().get(zeros..)?;
    // The least limb comes first; as many are in use as the number needs so far.
    let mut limbs = [0; LIMBS];
    let mut used = 0;
    while let Some((digits, after)) = rest.split_first_chunk::<DIGITS>() {
        append(&mut limbs, &mut used, digits, const { 58_u64.pow(DIGITS as u32) })?;
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

fn checksum(payload: &[u8]) -> [u8; CHECKSUM] {
    let hash: [u8; 32] = Sha256::digest(payload).into();
    [hash[28], hash[29], hash[30], hash[31]]
}

#[cold]
fn refuse(bytes: usize, prefix: &str) -> ParseError {
    let prefix = if prefix.is_empty() { String::new() } else { format!(" after `{prefix}`") };
    ParseError::new(format!("{bytes} bytes in base58 with a valid checksum{prefix}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn ids_are_read_and_written_back() {
        let id = "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM";
        assert_eq!(write(&parse::<32>(id, "").unwrap(), ""), id);
        let zero = "11111111111111111111111111111111LpoYY";
        assert_eq!(parse::<32>(zero, "").unwrap(), [0; 32]);
        assert_eq!(write(&[0; 32], ""), zero);
        let peer = "Peer-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";
        assert_eq!(write(&parse::<20>(peer, "Peer-").unwrap(), "Peer-"), peer);
    }

    #[test]
    fn bytes_of_any_length_come_back() {
        fn check<const N: usize>() {
            for seed in 0..40_u8 {
                let bytes = std::array::from_fn(|index| match index < usize::from(seed % 5) {
                    true => 0,
                    false => seed.wrapping_mul(97).wrapping_add((index as u8).wrapping_mul(31)),
                });
                let text = write(&bytes, "");
                assert_eq!(parse::<N>(&text, "").unwrap(), bytes, "{text}");
                // The decoder of others agrees.
                let payload = bs58::decode(&text).into_vec().unwrap();
                assert_eq!(payload.split_at(N), (&bytes[..], &checksum(&bytes)[..]));
                assert!(parse::<N>(&format!("1{text}"), "").is_err());
                assert!(parse::<N>(&format!("{text}1"), "").is_err());
            }
        }
        check::<1>();
        check::<4>();
        check::<20>();
        check::<32>();
        check::<33>();
        check::<128>();
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let id = "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM";
        for wrong in ["", "1", "0", "é", &id[1..], &id.replace('2', "3"), &id.replace('y', "0"), &id.repeat(1000)] {
            assert!(parse::<32>(wrong, "").is_err(), "{wrong}");
        }
        assert!(parse::<20>(id, "").is_err());
        assert!(parse::<32>(id, "Peer-").is_err());
        assert!(parse::<200>(&"1".repeat(204), "").is_err());
    }
}
