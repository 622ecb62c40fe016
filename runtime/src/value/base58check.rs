//! Base58 with a checksum, as [`chainloom_forms`] reads it; written into the text type of values.

pub use chainloom_forms::base58check::parse;

use crate::text::Text;

/// The text of bytes.
#[must_use]
pub fn write(bytes: &[u8], prefix: &str) -> Text {
    chainloom_forms::base58check::write(bytes, prefix).into()
}
