//! Memory of sent hashes and keys: maximum sizes of its maps, maximum heights, and the text by which a value is found.

use std::collections::HashMap;

use serde_json::Value;

/// Upper bound of the heights at which a sequence begins, so that heights can grow.
pub(super) const HIGHEST: u64 = 1 << 40;
/// Maximum number of requests, of hashes and of keys whose heights are remembered; the map that
/// reaches it is cleared.
pub(super) const MOST: usize = 100_000;

/// Returns the text under which a hash or a key is remembered: in lower case, as clients write hex
/// digits in either case.
pub(super) fn key(hash: &Value) -> String {
    hash.to_string().to_ascii_lowercase()
}

/// Clears a map that has reached its maximum.
pub(super) fn bounded<V>(map: &mut HashMap<String, V>) -> &mut HashMap<String, V> {
    if map.len() >= MOST {
        map.clear();
    }
    map
}
