//! Recognizes the form that all examples of a member have.
//!
//! Input: texts, or numbers as texts. Output: whether all of them have a form.

use chainloom_forms::{Presence, base58, base58check, base64, bech32, duration, hex, is_decimal, time, uuid};

/// Length of an example, in bytes, above which it is ignored.
const MAX_EXAMPLE_BYTES: usize = 4096;

/// Numbers of bytes that the data of a bech32 address may have.
const BECH32_BYTES: [usize; 2] = [20, 32];

/// Minimum number of bytes, without the checksum, of an example in base58.
const MIN_BASE58_BYTES: usize = 16;

/// Minimum number of hex digits of an example without `0x`.
const MIN_HEX_DIGITS: usize = 16;

/// Returns whether an example is unusable: too long, or with `0x` but neither whole bytes in hex
/// nor a number in hex, such as an abbreviated hash.
pub(super) fn is_broken(text: &str) -> bool {
    text.len() > MAX_EXAMPLE_BYTES || (text.len() > 2 && text.starts_with("0x") && !is_hex(text) && !is_quantity(text))
}

fn is_hex(text: &str) -> bool {
    hex::is(text, None, Presence::Required)
}

/// Returns the number of bytes if all examples are hex with `0x`: `Some(None)` if their lengths
/// differ, `None` if an example is no hex.
pub(super) fn hex_bytes(samples: &[&str]) -> Option<Option<usize>> {
    let all_hex = samples.iter().all(|text| is_hex(text));
    let first = samples.first().map(|text| (text.len().saturating_sub(2)) / 2)?;
    let is_one = samples.iter().all(|text| text.len() == 2 + 2 * first);
    all_hex.then_some(is_one.then_some(first))
}

/// Returns whether all examples are hex without `0x`, of whole bytes and of at least [`MIN_HEX_DIGITS`]
/// digits, and at least one has a letter.
pub(super) fn are_bare_hex(samples: &[&str]) -> bool {
    let is_bare = |text: &&str| {
        text.len() >= MIN_HEX_DIGITS
            && text.len().is_multiple_of(2)
            && text.bytes().all(|digit| digit.is_ascii_hexdigit())
    };
    let has_letter = samples.iter().any(|text| text.bytes().any(|digit| digit.is_ascii_alphabetic()));
    has_letter && samples.iter().all(is_bare)
}

/// Returns whether a text is `0x` with a whole number of at most 64 hex digits, without leading
/// zeros.
pub(super) fn is_quantity(text: &str) -> bool {
    let Some(digits) = text.strip_prefix("0x") else { return false };
    let is_number = !digits.is_empty() && digits.len() <= 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_number && (digits == "0" || !digits.starts_with('0'))
}

/// Returns the prefix and the number of bytes of examples in base58 with a checksum. `None` if they
/// have another form, or no checksum is valid.
pub(super) fn base58check<'t>(samples: &[&'t str]) -> Option<(&'t str, usize)> {
    let of = |text: &'t str| {
        let (prefix, digits) = match text.rfind('-') {
            Some(end) => text.split_at(end + 1),
            None => ("", text),
        };
        let is_name = prefix.trim_end_matches('-').bytes().all(|letter| letter.is_ascii_alphanumeric());
        let bytes = base58::decode(digits)?.len().checked_sub(base58check::CHECKSUM)?;
        let is_form = is_name && bytes >= MIN_BASE58_BYTES && base58check::is(text, bytes, prefix);
        is_form.then_some((prefix, bytes))
    };
    let first = samples.iter().find_map(|text| of(text))?;
    // Authors make examples up, so one valid checksum suffices, and with a prefix, half of the
    // examples.
    let has_valid = samples.iter().any(|text| base58check::is_valid(text, first.1, first.0));
    let fitting = samples.iter().filter(|text| of(text) == Some(first)).count();
    let is_sure = match first.0 {
        "" => fitting == samples.len(),
        prefix => fitting * 2 >= samples.len() && samples.iter().all(|text| text.starts_with(prefix)),
    };
    (has_valid && is_sure).then_some(first)
}

/// Returns the number of bytes of data if all examples look like bech32 and at least one checksum
/// is valid.
pub(super) fn bech32(samples: &[&str]) -> Option<usize> {
    let fits = |bytes: usize| {
        let is_valid = |text: &&str| bech32::is_valid(text, bytes, Presence::Optional, false);
        samples.iter().any(is_valid) && samples.iter().all(|text| bech32::is(text, bytes, Presence::Optional, false))
    };
    BECH32_BYTES.into_iter().find(|bytes| fits(*bytes))
}

pub(super) fn are_uuids(samples: &[&str]) -> bool {
    samples.iter().all(|text| uuid::is(text))
}

/// Returns whether all examples are dates with times of day, of which at least one has no offset.
pub(super) fn are_local_times(samples: &[&str]) -> bool {
    samples.iter().any(|text| !time::is(text)) && samples.iter().all(|text| time::parse_at(text, 0).is_some())
}

/// Returns whether all examples contradict a format of texts.
pub(super) fn refute_format(samples: &[&str], format: &str) -> bool {
    let is_of_format: fn(&str) -> bool = match format {
        "date-time" => time::is,
        "date" => |text| are_dates(&[text]),
        "uuid" => uuid::is,
        "duration" => duration::is,
        _ => return false,
    };
    !samples.is_empty() && samples.iter().all(|text| !is_of_format(text))
}

pub(super) fn are_times(samples: &[&str]) -> bool {
    samples.iter().all(|text| time::is(text))
}

pub(super) fn are_dates(samples: &[&str]) -> bool {
    samples.iter().all(|text| text.len() == 10 && time::parse_date(text).is_some())
}

/// Returns whether all examples are base64 of at least 20 characters, and at least one has padding,
/// `+` or `/`, which no word has.
pub(super) fn are_base64(samples: &[&str]) -> bool {
    let is_sure = samples.iter().any(|text| text.ends_with('=') || text.contains(['+', '/']));
    is_sure && samples.iter().all(|text| text.len() >= 20 && base64::is(text, None, false))
}

/// Returns whether all examples are whole numbers without a sign or leading zeros, of at most 77
/// digits.
pub(super) fn are_whole(samples: &[&str]) -> bool {
    samples.iter().all(|text| {
        text.len() <= 77
            && text.bytes().all(|digit| digit.is_ascii_digit())
            && !text.is_empty()
            && (*text == "0" || !text.starts_with('0'))
    })
}

/// Returns whether all examples are decimals without leading zeros.
pub(super) fn are_decimals(samples: &[&str]) -> bool {
    let is_plain = |text: &str| !(text.len() > 1 && text.starts_with('0') && !text.starts_with("0."));
    samples.iter().all(|text| is_decimal(text) && is_plain(text))
}
