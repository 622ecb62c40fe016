//! Seeds: what a value depends on, as one number.

use sha2::{Digest as _, Sha256};

/// A number that depends on all parts and on nothing else, today and tomorrow.
pub(crate) fn seed(parts: &[&str]) -> u64 {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    let bytes = hash.finalize();
    bytes.iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
}
