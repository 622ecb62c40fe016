//! How synthetic values are drawn, and the seed of each.
//!
//! Input: the settings of a server, and the names that a value depends on. Output: a [`Draw`] that
//! gives equal values for equal names. Which type a value has is for the caller to say.

use chainloom_values::{Draw, Members};
use sha2::{Digest as _, Sha256};

/// How synthetic values are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    pub(crate) seed: u64,
    pub(crate) surprises: bool,
    pub(crate) synthetic_only: bool,
    /// The faults of pages, of one request.
    pub(crate) pages: PageFaults,
    /// Whether each synthetic value has all optional members.
    pub(crate) all_members: bool,
}

impl Style {
    /// A source of values for what has these names.
    pub(crate) fn draw(&self, parts: &[&str]) -> Draw {
        let own = self.seed.to_string();
        let all: Vec<&str> = std::iter::once(own.as_str()).chain(parts.iter().copied()).collect();
        let number = seed(&all);
        let is_whole = self.all_members || number % 2 == 0;
        let draw = Draw::new(number).members(if is_whole { Members::All } else { Members::Drawn });
        if self.surprises { draw.surprises() } else { draw.safe_integers() }
    }
}

/// The faults of pages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageFaults {
    pub(crate) clamp: Option<usize>,
    pub(crate) is_expired: bool,
    pub(crate) is_cycle: bool,
}

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
