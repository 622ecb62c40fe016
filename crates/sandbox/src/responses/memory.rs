//! Memory of the sandbox: the latest height of a sequence, and the hashes and keys that were sent.
//!
//! States maximum sizes of maps, maximum heights, and the text by which a value is found.

use std::collections::HashMap;

use serde_json::Value;

/// Upper bound of the heights at which a sequence begins, so that heights can grow.
pub(super) const HIGHEST: u64 = 1 << 40;
/// Maximum number of requests, of hashes and of keys whose heights are remembered; the map that
/// reaches it is cleared.
pub(super) const MAX_KEPT: usize = 100_000;

/// Latest height of a sequence. Until it is disclosed, a request for a higher one raises it.
#[derive(Default)]
pub(super) struct Latest {
    height: u64,
    /// Whether a response or an event has depended on the latest height.
    is_disclosed: bool,
}

impl Latest {
    pub(super) fn at(height: u64) -> Self {
        Self { height, is_disclosed: false }
    }

    pub(super) fn grow(&mut self, heights: u64) {
        self.height += heights;
    }

    /// Returns the latest height for a response or an event, and keeps it from being raised.
    pub(super) fn disclose(&mut self) -> u64 {
        self.is_disclosed = true;
        self.height
    }

    /// Returns whether the sequence has reached a height that a caller asks for. Until the latest height is disclosed,
    /// it is raised to this height.
    pub(super) fn reaches(&mut self, height: u64) -> bool {
        if !self.is_disclosed && height <= HIGHEST {
            self.height = self.height.max(height);
        }
        height <= self.height
    }
}

/// Returns the text under which a hash or a key is remembered: in lower case, as clients write hex
/// digits in either case.
pub(super) fn key(hash: &Value) -> String {
    hash.to_string().to_ascii_lowercase()
}

/// Clears a map that has reached its maximum.
pub(super) fn bounded<V>(map: &mut HashMap<String, V>) -> &mut HashMap<String, V> {
    if map.len() >= MAX_KEPT {
        map.clear();
    }
    map
}
