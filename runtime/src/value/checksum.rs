//! Bytes followed by a checksum, as some services write them in hex.
//!
//! Input: bytes. Output: the same bytes with or without the checksum: the last four bytes of their
//! SHA-256. The same checksum is used in `base58check`.

use alloy_primitives::Bytes;
use chainloom_forms::{
    ParseError,
    base58check::{CHECKSUM, checksum},
};

/// Appends a checksum to bytes: the last four bytes of their SHA-256.
///
/// Used for parameters whose documentation requires bytes with a checksum at the end.
///
/// ```
/// use chainloom_runtime::with_checksum;
///
/// assert_eq!(with_checksum([0x00]).to_string(), "0x0017afa01d");
/// ```
#[must_use]
pub fn with_checksum(bytes: impl AsRef<[u8]>) -> Bytes {
    let bytes = bytes.as_ref();
    [bytes, &checksum(bytes)].concat().into()
}

/// Verifies and removes the checksum of four bytes at the end of bytes.
///
/// ```
/// use chainloom_runtime::{Bytes, without_checksum};
///
/// let bytes: Bytes = "0x0017afa01d".parse()?;
/// assert_eq!(without_checksum(&bytes)?[..], [0x00]);
/// assert!(without_checksum(&bytes[..4]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `bytes` has fewer than four bytes, or the checksum does not match.
pub fn without_checksum(bytes: &[u8]) -> Result<Bytes, ParseError> {
    let found = bytes.split_last_chunk::<CHECKSUM>().filter(|(payload, given)| **given == checksum(payload));
    let (payload, _) = found.ok_or_else(|| ParseError::new("bytes with a valid checksum of four bytes at the end"))?;
    Ok(Bytes::copy_from_slice(payload))
}
