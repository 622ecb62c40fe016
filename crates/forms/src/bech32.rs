//! Bech32 addresses, with or without a chain's prefix: `A-town1…`.
//!
//! Input: a text and the prefixes that its type allows. Output: whether it is an address; the
//! caller keeps the text itself. Any human-readable part of lower case letters and digits is
//! accepted, because networks differ in it.
//!
//! There are two checks. Addresses in requests must have a valid checksum. Addresses in responses
//! only need the form: samples in the documentation of services have invented checksums. A whole
//! response should not be lost for one of them.

use bech32::Bech32;
use bech32::primitives::decode::CheckedHrpstring;

use crate::{ParseError, Presence, base58check};

/// The digits of a checksum.
const CHECKSUM: usize = 6;
/// The longest human-readable part.
const MAX_PREFIX_LENGTH: usize = 83;
/// The longest text for which the checksum is defined.
const MAX_CHECKED_LENGTH: usize = 1023;
/// Maximum number of bytes of a text, for any human-readable part.
pub const MAX_BYTES: usize = (MAX_CHECKED_LENGTH - MAX_PREFIX_LENGTH - 1 - CHECKSUM) * 5 / 8;
/// 0 for each character that is a bech32 digit, 1 for all others.
const NO_DIGIT: [u8; 256] = {
    let digits = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    let mut marks = [1; 256];
    let mut value = 0;
    while value < digits.len() {
        marks[digits[value] as usize] = 0;
        value += 1;
    }
    marks
};

/// Checks a text: bech32 in lower case that holds a number of bytes, after a chain's prefix where
/// `chain` asks for one or allows it. With `short`, base58 with a checksum is accepted too.
///
/// # Errors
/// The text does not have the form, or a wrong checksum.
pub fn check(text: &str, bytes: usize, chain: Presence, short: bool) -> Result<(), ParseError> {
    match is_valid(text, bytes, chain, short) {
        true => Ok(()),
        false => Err(refuse("a valid", bytes, chain)),
    }
}

/// Checks the form of a text like [`check`], but accepts any checksum.
///
/// # Errors
/// The text does not have the form.
pub fn form(text: &str, bytes: usize, chain: Presence, short: bool) -> Result<(), ParseError> {
    match is(text, bytes, chain, short) {
        true => Ok(()),
        false => Err(refuse("a", bytes, chain)),
    }
}

/// Returns whether a text has the form and a valid checksum.
#[must_use]
pub fn is_valid(text: &str, bytes: usize, chain: Presence, short: bool) -> bool {
    let valid = |address: &str| CheckedHrpstring::new::<Bech32>(address).is_ok();
    address(text, bytes, chain).is_some_and(valid) || (short && base58check::is_valid(text, bytes, ""))
}

/// Returns whether a text has the form, with any checksum.
#[must_use]
pub fn is(text: &str, bytes: usize, chain: Presence, short: bool) -> bool {
    address(text, bytes, chain).is_some() || (short && base58check::is(text, bytes, ""))
}

/// Returns the number of bech32 digits of a number of bytes with the checksum.
#[must_use]
pub const fn digits(bytes: usize) -> usize {
    (bytes * 8).div_ceil(5) + CHECKSUM
}

/// Returns whether a character is a bech32 digit.
#[must_use]
pub fn is_digit(letter: char) -> bool {
    u8::try_from(letter).is_ok_and(|letter| NO_DIGIT[usize::from(letter)] == 0)
}

/// Returns the part after the chain's prefix, when the whole text has the form.
fn address(text: &str, bytes: usize, chain: Presence) -> Option<&str> {
    let address = match (text.split_once('-'), chain) {
        (None, Presence::Never | Presence::Optional) => text,
        (Some((prefix, address)), Presence::Optional | Presence::Required) if is_prefix(prefix) => address,
        _ => return None,
    };
    // No digit is `1`, so the length of the data shows where the `1` before it must be.
    let (head, data) = address.as_bytes().split_at_checked(address.len().checked_sub(digits(bytes))?)?;
    let (b'1', name) = head.split_last()? else { return None };
    let all_digits = data.iter().fold(0, |marks, digit| marks | NO_DIGIT[usize::from(*digit)]) == 0;
    (all_digits && is_name(name)).then_some(address)
}

fn is_prefix(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Returns whether the text is a human-readable part. The letter at its beginning distinguishes it from numbers.
fn is_name(text: &[u8]) -> bool {
    let letter = text.first().is_some_and(u8::is_ascii_lowercase);
    letter && text.len() <= MAX_PREFIX_LENGTH && text.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

/// Returns the error of a text, with the expected form. `a` is an article with adjectives.
#[cold]
fn refuse(a: &str, bytes: usize, chain: Presence) -> ParseError {
    let prefix = match chain {
        Presence::Never => "",
        Presence::Optional => ", with or without a chain's name and `-` before it",
        Presence::Required => " after a chain's name and `-`",
    };
    ParseError::new(format!("{a} bech32 address of {bytes} bytes in lower case{prefix}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Presence::{Never, Optional, Required};

    const BARE: &str = "town1pvc9275lcn5suv6c0k3v0mq3xedcpfw2z5gyse";

    fn takes(text: &str, bytes: usize, chain: Presence, short: bool) -> (bool, bool) {
        (check(text, bytes, chain, short).is_ok(), form(text, bytes, chain, short).is_ok())
    }

    #[test]
    fn addresses_are_checked() {
        let long = &format!("A-{BARE}");
        for (text, bytes, chain, fits) in [
            (long.as_str(), 20, Optional, true),
            (BARE, 20, Optional, true),
            (long, 20, Required, true),
            (BARE, 20, Required, false),
            (long, 20, Never, false),
            (BARE, 20, Never, true),
            (BARE, 32, Optional, false),
            // Seven bytes leave four bits of padding; `1` may be in the human-readable part.
            ("a1b1pvc9275lcn5sckasde", 7, Never, true),
            ("a1b1pvc9275lcn5sckasde", 8, Never, false),
        ] {
            assert_eq!(takes(text, bytes, chain, false), (fits, fits), "{text} {bytes} {chain:?}");
        }
        let short = "5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";
        assert_eq!(takes(short, 20, Optional, true), (true, true));
        assert_eq!(takes(short, 20, Optional, false), (false, false));
    }

    #[test]
    fn a_wrong_checksum_has_the_form_only() {
        let wrong = &BARE.replace("pvc", "pvd");
        assert_eq!(takes(wrong, 20, Optional, true), (false, true));
        assert_eq!(takes(&format!("A-{wrong}"), 20, Required, false), (false, true));
    }

    #[test]
    fn what_does_not_look_like_an_address_is_refused() {
        let (_, data) = BARE.split_at(5);
        let other_name = |name: &str| format!("{name}1{data}");
        for wrong in [
            "",
            "1",
            "A-",
            "-",
            "-town1",
            &BARE[1..BARE.len() - 1],
            &BARE.to_uppercase(),
            &BARE.replace('9', "b"),
            &BARE.replace('9', "1"),
            &BARE.replace("pvc", "é0"),
            &format!("é-{BARE}"),
            &format!("A-A-{BARE}"),
            &other_name(""),
            &other_name("9a"),
            &other_name("é"),
            &other_name("a_b"),
            &other_name(&"a".repeat(84)),
        ] {
            assert_eq!(takes(wrong, 20, Optional, true), (false, false), "{wrong}");
        }
        assert_eq!(takes(&other_name(&"a".repeat(83)), 20, Optional, true), (false, true));
    }
}
