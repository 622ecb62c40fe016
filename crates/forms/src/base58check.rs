//! Base58 with a checksum: the payload is followed by the last four bytes of its SHA-256.
//!
//! This is not the older form of the same name, which takes the first four bytes of a double
//! SHA-256. Input: a text and its expected prefix. Output: the payload, of a length that the type
//! fixes; and back.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::ParseError;
use crate::base58::{self, Digits, MAX_CHECKED_BYTES};
pub use crate::base58::{MAX_BYTES, is_digit};

/// The number of bytes of a checksum.
pub const CHECKSUM: usize = 4;

/// Decodes a text such as `Prefix-2oYMBNV4…` into the payload and the checksum after it, which is not verified.
///
/// # Errors
/// The prefix, the length or a character is wrong.
pub fn read<const N: usize>(text: &str, prefix: &str) -> Result<([u8; N], [u8; CHECKSUM]), ParseError> {
    let mut bytes = [0; N];
    match fill(text, prefix, &mut bytes) {
        Some(given) => Ok((bytes, given)),
        None => Err(refuse(N, prefix, "")),
    }
}

/// Decodes a text such as `Prefix-2oYMBNV4…`.
///
/// # Errors
/// The prefix, the length, a character or the checksum is wrong.
pub fn parse<const N: usize>(text: &str, prefix: &str) -> Result<[u8; N], ParseError> {
    let mut bytes = [0; N];
    match fill(text, prefix, &mut bytes).filter(|given| *given == checksum(&bytes)) {
        Some(_) => Ok(bytes),
        None => Err(refuse(N, prefix, "valid ")),
    }
}

/// Encodes bytes as text.
#[must_use]
pub fn write(bytes: &[u8], prefix: &str) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_to(&mut text, bytes, checksum(bytes), prefix);
    text
}

/// Encodes bytes with a checksum as text.
///
/// # Errors
/// The output refuses the text.
pub fn write_to(out: &mut dyn fmt::Write, bytes: &[u8], checksum: [u8; CHECKSUM], prefix: &str) -> fmt::Result {
    out.write_str(prefix)?;
    let mut payload = [0; MAX_CHECKED_BYTES];
    match joined(bytes, checksum, &mut payload).and_then(Digits::new) {
        Some(digits) => out.write_str(digits.as_str()),
        None => out.write_str(&base58::write(&[bytes, &checksum].concat())),
    }
}

/// Returns bytes with their checksum after them, in the given buffer; `None` if it is too short.
fn joined<'p>(bytes: &[u8], checksum: [u8; CHECKSUM], payload: &'p mut [u8]) -> Option<&'p [u8]> {
    let payload = payload.get_mut(..bytes.len() + CHECKSUM)?;
    let (first, last) = payload.split_at_mut_checked(bytes.len())?;
    first.copy_from_slice(bytes);
    last.copy_from_slice(&checksum);
    Some(payload)
}

/// Returns whether a text encodes a number of bytes, with a valid checksum.
#[must_use]
pub fn is_valid(text: &str, bytes: usize, prefix: &str) -> bool {
    let mut payload = [0; MAX_CHECKED_BYTES];
    let Some(payload) = payload.get_mut(..bytes) else { return false };
    fill(text, prefix, payload).is_some_and(|given| given == checksum(payload))
}

/// Returns whether a text encodes a number of bytes, with any checksum.
#[must_use]
pub fn is(text: &str, bytes: usize, prefix: &str) -> bool {
    let mut payload = [0; MAX_CHECKED_BYTES];
    payload.get_mut(..bytes).is_some_and(|payload| fill(text, prefix, payload).is_some())
}

/// Returns the minimum and maximum number of digits of a number of bytes with the checksum.
#[must_use]
pub const fn digits(bytes: usize) -> (usize, usize) {
    base58::digits(bytes + CHECKSUM)
}

/// Decodes the payload into `bytes`, and returns the checksum.
fn fill(text: &str, prefix: &str, bytes: &mut [u8]) -> Option<[u8; CHECKSUM]> {
    fill_start(text.as_bytes(), prefix, bytes).filter(|(_, length)| *length == text.len()).map(|(given, _)| given)
}

/// Decodes the payload at the start of a text into `bytes`. Returns the checksum, which is not verified, and
/// the length of the decoded text.
#[must_use]
pub fn fill_start(text: &[u8], prefix: &str, bytes: &mut [u8]) -> Option<([u8; CHECKSUM], usize)> {
    // An empty prefix is not compared, since the comparison of the C library is slow for it: it may touch an
    // unmapped address.
    let digits = if prefix.is_empty() { text } else { text.strip_prefix(prefix.as_bytes())? };
    let mut buffer = [0; MAX_CHECKED_BYTES];
    let buffer = buffer.get_mut(..bytes.len() + CHECKSUM)?;
    let length = base58::fill_start(digits, buffer)?;
    let (payload, given) = buffer.split_last_chunk()?;
    bytes.copy_from_slice(payload);
    Some((*given, prefix.len() + length))
}

/// Returns the checksum of a payload.
#[must_use]
pub fn checksum(payload: &[u8]) -> [u8; CHECKSUM] {
    let hash: [u8; 32] = Sha256::digest(payload).into();
    [hash[28], hash[29], hash[30], hash[31]]
}

#[cold]
fn refuse(bytes: usize, prefix: &str, valid: &str) -> ParseError {
    let prefix = if prefix.is_empty() { String::new() } else { format!(" after `{prefix}`") };
    ParseError::new(format!("{bytes} bytes in base58 with a {valid}checksum{prefix}"))
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
