//! Base64, in its usual alphabet and in the alphabet of URLs and file names (RFC 4648).
//!
//! Input: a text. Output: whether a client may send it, and its bytes; and back. A reader is
//! lenient: it accepts either alphabet, with the padding or without it.

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const PADDED: GeneralPurposeConfig = GeneralPurposeConfig::new();
const ANY: GeneralPurposeConfig = PADDED.with_decode_padding_mode(DecodePaddingMode::Indifferent);
/// Standard alphabet, with padding.
const USUAL: GeneralPurpose = GeneralPurpose::new(&STANDARD, PADDED);
/// Alphabet of URLs: written without padding, read with or without it.
const URL: GeneralPurpose = GeneralPurpose::new(&URL_SAFE, ANY.with_encode_padding(false));
const LOOSE: GeneralPurpose = GeneralPurpose::new(&STANDARD, ANY);

/// Returns whether a text is base64 of a number of bytes, in the URL-safe or the standard alphabet.
#[must_use]
pub fn is(text: &str, bytes: Option<usize>, url: bool) -> bool {
    let engine = if url { URL } else { USUAL };
    engine.decode(text).is_ok_and(|found| bytes.is_none_or(|bytes| found.len() == bytes))
}

/// Decodes a text in either alphabet, with or without padding; `None` if it is not base64.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    if text.contains(['-', '_']) {
        return URL.decode(text).ok();
    }
    LOOSE.decode(text).ok()
}

/// Encodes bytes in the URL-safe or the standard alphabet.
#[must_use]
pub fn write(bytes: &[u8], url: bool) -> String {
    if url { URL.encode(bytes) } else { USUAL.encode(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_alphabets_are_written_and_read() {
        for (bytes, usual, url) in [(&b""[..], "", ""), (b"\xfb\xff", "+/8=", "-_8"), (b"abc", "YWJj", "YWJj")] {
            assert_eq!((write(bytes, false).as_str(), write(bytes, true).as_str()), (usual, url));
            assert!(is(usual, Some(bytes.len()), false) && is(url, None, true));
            for text in [usual, usual.trim_end_matches('='), url] {
                assert_eq!(decode(text).as_deref(), Some(bytes), "{text}");
            }
        }
        assert!(!is("+/8", None, false) && !is("+/8=", None, true) && is("-_8=", Some(2), true));
        for text in ["a", "YWJ", "é", "YW Jj", "=", "YWJj="] {
            assert!(!is(text, None, false), "{text}");
        }
    }
}
