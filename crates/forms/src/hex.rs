//! Bytes in hex.
//!
//! Input: a text. Output: whether it is hex, and its digits. The runtime converts them to bytes,
//! since its types hold them.

use crate::Presence;

/// Returns whether a text is hex of a length, with two digits per byte and the required prefix `0x`.
#[must_use]
pub fn is(text: &str, bytes: Option<usize>, prefix: Presence) -> bool {
    let digits = match (text.strip_prefix("0x"), prefix) {
        (Some(digits), Presence::Optional | Presence::Required) => digits,
        (None, Presence::Optional | Presence::Never) => text,
        _ => return false,
    };
    let length = bytes.map_or(digits.len() % 2 == 0, |bytes| digits.len() == 2 * bytes);
    // Looking at all digits is faster than stopping at the first that is none.
    length && digits.bytes().fold(true, |are_digits, b| are_digits & b.is_ascii_hexdigit())
}

/// Returns the text after `0x`; `None` without that prefix.
#[inline]
#[must_use]
pub fn after_prefix(text: &str) -> Option<&str> {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))
}
