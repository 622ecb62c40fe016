//! The forms of text: whether a text has one, and whether one text can have two.

use super::number::{Decimal, fits_integer};
use crate::model::{ChainPrefix, Form, HexPrefix, Integer};

const BASE58: &str = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32: &str = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// Whether the text has the form; the error says what is wrong. Checksums are not computed.
pub(super) fn check_text(form: &Form, text: &str) -> Result<(), String> {
    match form {
        Form::Base58Check { bytes, prefix } => base58check(text, prefix, *bytes),
        Form::Bech32 { bytes, chain, base58check: also } => {
            let result = bech32(text, *chain, *bytes);
            match result {
                Err(_) if *also && base58check(text, "", *bytes).is_ok() => Ok(()),
                other => other,
            }
        }
        Form::Hex { bytes, prefix } => hex(text, *bytes, *prefix),
        Form::DecimalInteger(integer) => whole(text, *integer),
        Form::Decimal => match Decimal::parse(text) {
            Some(_) => Ok(()),
            None => Err("is no decimal fraction".to_owned()),
        },
        Form::Quantity(integer) => quantity(text, *integer),
        Form::DateTime => date_time(text),
        Form::JsonInteger(_) | Form::Seconds | Form::Milliseconds => Err("is a text, not a number".to_owned()),
    }
}

fn base58check(text: &str, prefix: &str, bytes: usize) -> Result<(), String> {
    let Some(digits) = text.strip_prefix(prefix) else {
        return Err(format!("does not begin with `{prefix}`"));
    };
    if let Some(bad) = digits.chars().find(|letter| !BASE58.contains(*letter)) {
        return Err(format!("has `{bad}`, which is no base58 digit"));
    }
    let (least, most) = base58_lengths(bytes);
    if digits.len() < least || digits.len() > most {
        return Err(format!("has {} base58 digits; {bytes} bytes and a checksum have {least} to {most}", digits.len()));
    }
    Ok(())
}

/// How many digits `bytes` and four of checksum can have: a byte of zero at the front is one digit.
fn base58_lengths(bytes: usize) -> (usize, usize) {
    let all = bytes + 4;
    // log(256) / log(58) is a little below 1.3659.
    (all, (all * 13_659).div_ceil(10_000))
}

fn bech32(text: &str, chain: ChainPrefix, bytes: usize) -> Result<(), String> {
    let address = match (text.split_once('-'), chain) {
        (Some((alias, _)), ChainPrefix::None) => {
            return Err(format!("must not have a chain prefix, but has `{alias}-`"));
        }
        (Some(("", _)), _) => {
            return Err("has an empty chain prefix".to_owned());
        }
        (Some((_, address)), _) => address,
        (None, ChainPrefix::Required) => return Err("lacks a chain prefix such as `X-`".to_owned()),
        (None, _) => text,
    };
    let Some((human, data)) = address.rsplit_once('1') else {
        return Err("has no `1` between its parts, so it is no bech32".to_owned());
    };
    let letter = human.starts_with(|letter: char| letter.is_ascii_lowercase());
    if !letter || !human.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return Err("does not begin with lower case letters, as bech32 does".to_owned());
    }
    if let Some(bad) = data.chars().find(|letter| !BECH32.contains(*letter)) {
        return Err(format!("has `{bad}`, which is no bech32 digit"));
    }
    let length = (bytes * 8).div_ceil(5) + 6;
    if data.len() != length {
        return Err(format!("has {} bech32 digits; {bytes} bytes and a checksum have {length}", data.len()));
    }
    Ok(())
}

fn hex(text: &str, bytes: Option<usize>, prefix: HexPrefix) -> Result<(), String> {
    let digits = match (text.strip_prefix("0x"), prefix) {
        (Some(_), HexPrefix::None) => return Err("must not begin with `0x`".to_owned()),
        (None, HexPrefix::Required) => return Err("does not begin with `0x`".to_owned()),
        (Some(digits), _) => digits,
        (None, _) => text,
    };
    if let Some(bad) = digits.chars().find(|letter| !letter.is_ascii_hexdigit()) {
        return Err(format!("has `{bad}`, which is no hex digit"));
    }
    match bytes {
        Some(bytes) if digits.len() != bytes * 2 => {
            Err(format!("has {} hex digits; {bytes} bytes have {}", digits.len(), bytes * 2))
        }
        None if digits.len() % 2 == 1 => Err("has an odd number of hex digits".to_owned()),
        _ => Ok(()),
    }
}

fn whole(text: &str, integer: Integer) -> Result<(), String> {
    match Decimal::parse(text) {
        Some(value) if fits_integer(&value, integer) => Ok(()),
        Some(value) if value.is_whole() => Err(format!("does not fit {}", rust_name(integer))),
        _ => Err("is no whole number".to_owned()),
    }
}

fn quantity(text: &str, integer: Integer) -> Result<(), String> {
    let Some(digits) = text.strip_prefix("0x") else {
        return Err("does not begin with `0x`".to_owned());
    };
    if digits.is_empty() || (digits.starts_with('0') && digits != "0") {
        return Err("is no quantity: hex digits without leading zeros, zero is `0x0`".to_owned());
    }
    if let Some(bad) = digits.chars().find(|letter| !letter.is_ascii_hexdigit()) {
        return Err(format!("has `{bad}`, which is no hex digit"));
    }
    match digits.len() > integer.hex_digits() {
        true => Err(format!("does not fit {}", rust_name(integer))),
        false => Ok(()),
    }
}

/// RFC 3339: `2021-04-02T15:34:00.262979-07:00`.
fn date_time(text: &str) -> Result<(), String> {
    let wrong = || "is no date-time such as `2021-04-02T15:34:00Z`".to_owned();
    let shape: &[u8] = b"dddd-dd-ddTdd:dd:dd";
    let bytes = text.as_bytes();
    let (Some(head), Some(rest)) = (bytes.get(..shape.len()), bytes.get(shape.len()..)) else {
        return Err(wrong());
    };
    if !fits_shape(head, shape) {
        return Err(wrong());
    }
    let rest = match rest.strip_prefix(b".") {
        Some(fraction) => {
            let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits == 0 {
                return Err(wrong());
            }
            &fraction[digits..]
        }
        None => rest,
    };
    let number = |from: usize| text.get(from..from + 2).and_then(|digits| digits.parse::<u8>().ok());
    let in_bounds = |from, least, most| number(from).is_some_and(|value| (least..=most).contains(&value));
    let zone = rest == b"Z" || fits_shape(rest, b"+dd:dd") || fits_shape(rest, b"-dd:dd");
    let date = in_bounds(5, 1, 12) && in_bounds(8, 1, 31);
    let time = in_bounds(11, 0, 23) && in_bounds(14, 0, 59) && in_bounds(17, 0, 60);
    if zone && date && time { Ok(()) } else { Err(wrong()) }
}

fn fits_shape(bytes: &[u8], shape: &[u8]) -> bool {
    let one = |(byte, shape): (&u8, &u8)| match shape {
        b'd' => byte.is_ascii_digit(),
        other => byte == other,
    };
    bytes.len() == shape.len() && bytes.iter().zip(shape).all(one)
}

pub(super) fn rust_name(integer: Integer) -> &'static str {
    match integer {
        Integer::U8 => "u8",
        Integer::U16 => "u16",
        Integer::U32 => "u32",
        Integer::U64 => "u64",
        Integer::U128 => "u128",
        Integer::U256 => "U256",
        Integer::I64 => "i64",
    }
}

/// Whether one text can have both forms. Where it cannot be ruled out, it can.
pub(super) fn can_be_both(a: &Form, b: &Form) -> bool {
    can_be_both_ordered(a, b).or_else(|| can_be_both_ordered(b, a)).unwrap_or(true)
}

/// `None`: ask the other way round.
fn can_be_both_ordered(a: &Form, b: &Form) -> Option<bool> {
    Some(match (a, b) {
        (Form::Hex { bytes: a, prefix: p }, Form::Hex { bytes: b, prefix: q }) => {
            let same_length = a.is_none() || b.is_none() || a == b;
            let one_prefix =
                matches!((p, q), (HexPrefix::Required, HexPrefix::None) | (HexPrefix::None, HexPrefix::Required));
            same_length && !one_prefix
        }
        (Form::Quantity(integer), Form::Hex { bytes, prefix }) => {
            let short = bytes.is_none_or(|bytes| bytes > 0 && bytes * 2 <= integer.hex_digits());
            *prefix != HexPrefix::None && short
        }
        (Form::Quantity(_), Form::Quantity(_)) => true,
        // `0x` is in no decimal number, at the start of no bech32 and of no base58 text.
        (Form::Quantity(_) | Form::Hex { prefix: HexPrefix::Required, .. }, other) => match other {
            Form::DecimalInteger(_) | Form::Decimal | Form::DateTime | Form::Bech32 { .. } => false,
            Form::Base58Check { prefix, .. } => prefix.starts_with('0'),
            _ => return None,
        },
        // No other form has a colon; a prefix that has one is a prefix that a date cannot have.
        (Form::DateTime, Form::DateTime) => true,
        (Form::DateTime, Form::Base58Check { prefix, .. }) => {
            prefix.starts_with(|letter: char| letter.is_ascii_digit())
        }
        (Form::DateTime, _) => false,
        (Form::Base58Check { bytes: a, prefix: p }, Form::Base58Check { bytes: b, prefix: q }) => {
            base58_overlap(*a, p, *b, q)
        }
        // Letters come first in bech32.
        (Form::Bech32 { base58check: false, .. }, Form::DecimalInteger(_) | Form::Decimal) => false,
        (Form::Base58Check { bytes, prefix }, Form::DecimalInteger(integer)) => {
            let digits = integer.bounds().1.len();
            prefix.is_empty() && base58_lengths(*bytes).0 <= digits
        }
        _ => return None,
    })
}

fn base58_overlap(a: usize, p: &str, b: usize, q: &str) -> bool {
    let (longer, shorter) = if p.len() >= q.len() { (p, q) } else { (q, p) };
    let Some(rest) = longer.strip_prefix(shorter) else {
        return false;
    };
    let possible = rest.chars().all(|letter| BASE58.contains(letter));
    let (a, b) = (base58_lengths(a), base58_lengths(b));
    possible && a.0 + p.len() <= b.1 + q.len() && b.0 + q.len() <= a.1 + p.len()
}

#[cfg(test)]
mod tests {
    use super::{can_be_both, check_text};
    use crate::model::{ChainPrefix, Form, HexPrefix, Integer};

    fn hex(bytes: Option<usize>, prefix: HexPrefix) -> Form {
        Form::Hex { bytes, prefix }
    }

    #[test]
    fn texts_have_forms() {
        let id = Form::Base58Check { bytes: 32, prefix: String::new() };
        assert!(check_text(&id, "11111111111111111111111111111111LpoYY").is_ok());
        assert!(check_text(&id, "0l").is_err());
        let address = Form::Bech32 { bytes: 20, chain: ChainPrefix::Optional, base58check: true };
        assert!(check_text(&address, "X-book18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5").is_ok());
        assert!(check_text(&address, "X-book18jma8").is_err());
        let quantity = Form::Quantity(Integer::U8);
        for (text, good) in
            [("0x0", true), ("0xff", true), ("0x", false), ("0x01", false), ("0x100", false), ("1", false)]
        {
            assert_eq!(check_text(&quantity, text).is_ok(), good, "{text}");
        }
        for (text, good) in [
            ("2021-04-02T15:34:00.262979-07:00", true),
            ("2020-12-05T05:00:00Z", true),
            ("2020-13-05T05:00:00Z", false),
            ("2020-12-05", false),
            ("2020-12-05T05:00:00", false),
            ("2020-12-05T05:00:00.Z", false),
            ("äöüäöüäöüäöüäöü", false),
        ] {
            assert_eq!(check_text(&Form::DateTime, text).is_ok(), good, "{text}");
        }
    }

    #[test]
    fn overlaps_are_seen() {
        let hash = hex(Some(32), HexPrefix::Required);
        assert!(!can_be_both(&hash, &Form::Quantity(Integer::U64)));
        assert!(can_be_both(&hash, &Form::Quantity(Integer::U256)));
        assert!(can_be_both(&Form::Quantity(Integer::U64), &hex(None, HexPrefix::Required)));
        assert!(!can_be_both(&hash, &hex(Some(20), HexPrefix::Required)));
        assert!(can_be_both(&hex(None, HexPrefix::Optional), &hash));
        assert!(!can_be_both(&hex(None, HexPrefix::None), &hash));
        assert!(!can_be_both(&Form::DateTime, &Form::Decimal));
        assert!(can_be_both(&Form::Decimal, &Form::DecimalInteger(Integer::U8)));
        let node = Form::Base58Check { bytes: 20, prefix: "Node-".to_owned() };
        let id = Form::Base58Check { bytes: 32, prefix: String::new() };
        assert!(!can_be_both(&node, &id));
        assert!(!can_be_both(&id, &Form::DecimalInteger(Integer::U64)));
    }
}
