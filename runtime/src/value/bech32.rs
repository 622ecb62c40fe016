//! Bech32 addresses, with or without a chain's prefix: `X-hrp1…`.
//!
//! Input: a text and what its type allows. Output: whether it is one; the text itself is kept by the caller.
//! Any human-readable part is taken, because networks differ in it.

use bech32::Bech32;
use bech32::primitives::decode::CheckedHrpstring;

use super::{ParseError, base58check};
use crate::schema::Presence;

/// Checks a text: bech32 in lower case that holds a number of bytes, after a chain's prefix where `chain`
/// asks for one or allows it. With `short`, base58 with a checksum is taken too.
///
/// # Errors
/// When it is none.
pub fn check(text: &str, bytes: usize, chain: Presence, short: bool) -> Result<(), ParseError> {
    if is(text, bytes, chain, short) { Ok(()) } else { Err(refuse(bytes, chain)) }
}

pub(crate) fn is(text: &str, bytes: usize, chain: Presence, short: bool) -> bool {
    is_long(text, bytes, chain) || (short && base58check::is(text, bytes, ""))
}

fn is_long(text: &str, bytes: usize, chain: Presence) -> bool {
    let (prefix, address) = match text.split_once('-') {
        Some((prefix, address)) => (Some(prefix), address),
        None => (None, text),
    };
    let prefix_fits = match (prefix, chain) {
        (None, Presence::Never | Presence::Optional) => true,
        (Some(prefix), Presence::Optional | Presence::Required) => {
            !prefix.is_empty() && prefix.bytes().all(|b| b.is_ascii_alphanumeric())
        }
        (None, Presence::Required) | (Some(_), Presence::Never) => false,
    };
    prefix_fits && holds(address, bytes)
}

fn holds(address: &str, bytes: usize) -> bool {
    let lower = !address.bytes().any(|b| b.is_ascii_uppercase());
    lower && CheckedHrpstring::new::<Bech32>(address).is_ok_and(|parts| parts.byte_iter().count() == bytes)
}

#[cold]
fn refuse(bytes: usize, chain: Presence) -> ParseError {
    let prefix = match chain {
        Presence::Never => "",
        Presence::Optional => ", with or without a chain prefix such as `X-`",
        Presence::Required => " after a chain prefix such as `X-`",
    };
    ParseError::new(format!("a bech32 address of {bytes} bytes in lower case{prefix}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Presence::{Never, Optional, Required};

    #[test]
    fn addresses_are_checked() {
        let long = "X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5";
        let bare = "avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5";
        assert!(check(long, 20, Optional, false).is_ok() && check(bare, 20, Optional, false).is_ok());
        assert!(check(long, 20, Required, false).is_ok() && check(bare, 20, Required, false).is_err());
        assert!(check(long, 20, Never, false).is_err() && check(bare, 20, Never, false).is_ok());
        assert!(check(bare, 32, Optional, false).is_err());
        for wrong in ["", "X-", "-", &bare.to_uppercase(), &bare.replace('8', "9"), "-avax1", &format!("é-{bare}")] {
            assert!(check(wrong, 20, Optional, true).is_err(), "{wrong}");
        }
        let short = "5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";
        assert!(check(short, 20, Optional, true).is_ok() && check(short, 20, Optional, false).is_err());
    }
}
