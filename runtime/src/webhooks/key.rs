//! Keys of signatures.
//!
//! Input: a secret, and its encoding in the spec. Output: a key that signs and verifies. Its
//! `Debug` shows no secret.

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::schema::{KeyEncoding, SignatureEncoding};

/// Standard base64, with padding or without.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A key, with the content to sign so far.
#[derive(Clone)]
pub(super) struct Key(Hmac<Sha256>);

impl Key {
    /// Decodes the key from its text; the error names the expected form.
    pub(super) fn new(text: &str, encoding: KeyEncoding) -> Result<Self, &'static str> {
        let (bytes, expected) = match encoding {
            KeyEncoding::Text => (Some(text.as_bytes().to_vec()), "a text"),
            KeyEncoding::Hex => (from_hex(text), "an even number of hex digits"),
            KeyEncoding::Base64 => (BASE64.decode(text).ok(), "base64"),
        };
        match bytes.filter(|bytes| !bytes.is_empty()).and_then(|bytes| Hmac::new_from_slice(&bytes).ok()) {
            Some(hmac) => Ok(Self(hmac)),
            None if text.is_empty() => Err("not empty"),
            None => Err(expected),
        }
    }

    /// Appends content to sign.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns whether `signature` is valid for the content, in constant time.
    pub(super) fn verifies(&self, signature: &[u8]) -> bool {
        self.0.clone().verify_slice(signature).is_ok()
    }

    /// Returns the signature of the content.
    pub(super) fn sign(self) -> Vec<u8> {
        self.0.finalize().into_bytes().to_vec()
    }
}

/// Encodes a signature as text.
pub(super) fn encode(bytes: &[u8], encoding: SignatureEncoding) -> String {
    match encoding {
        SignatureEncoding::Hex => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        SignatureEncoding::Base64 => BASE64.encode(bytes),
    }
}

/// Decodes a signature; `None` if the text is not in the encoding.
pub(super) fn decode(text: &str, encoding: SignatureEncoding) -> Option<Vec<u8>> {
    match encoding {
        SignatureEncoding::Hex => from_hex(text),
        SignatureEncoding::Base64 => BASE64.decode(text).ok(),
    }
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    pairs.collect()
}
