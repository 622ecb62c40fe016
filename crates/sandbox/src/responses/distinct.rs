//! Items that differ: chooses a draw for each item of a list, so that no two items are equal.
//!
//! Input: the seed of a list, the place of an item, and the identity of each draw of an item: its key, or all of it.
//! Output: the number of the draw for the place. The first draw resembles the examples, later ones only the type.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use chainloom_values::Draw;

/// Number of the first draw of an item with other numbers and codes than in its examples.
const OTHER_CODES: u8 = 1;
/// Number of the first draw with other words, too.
const OTHER_WORDS: u8 = 8;
/// Number of the first draw that ignores examples.
const WILD: u8 = 16;
/// Number of draws of an item until the type counts as having no room for another one.
pub(super) const DRAWS: u8 = 32;
/// Number of items at the beginning of a list that are compared with each other.
const COMPARED: usize = 10_000;
/// Maximum number of lists whose draws are remembered; all are forgotten when it is reached.
const MAX_LISTS: usize = 256;

/// Makes a source of values the source of a certain draw of an item: of values that follow examples, then of
/// other numbers, codes and words, and then of all possible values.
pub(super) fn at_draw(draw: Draw, number: u8) -> Draw {
    match number {
        0..OTHER_CODES => draw,
        OTHER_CODES..OTHER_WORDS => draw.other_codes(),
        OTHER_WORDS..WILD => draw.other_words(),
        _ => draw.wild(),
    }
}

/// Draws of the items of lists, by the seed of the list.
#[derive(Debug, Default)]
pub(super) struct DistinctItems {
    lists: Mutex<HashMap<u64, ListDraws>>,
}

impl DistinctItems {
    /// Returns the number of the draw for the item at `place`. `identity` returns a number for each place and draw.
    pub(super) fn draw_of(&self, list: u64, place: usize, identity: &dyn Fn(usize, u8) -> u64) -> u8 {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.len() >= MAX_LISTS {
            lists.clear();
        }
        lists.entry(list).or_default().draw_of(place, identity)
    }
}

/// Draws of the first items of a list, and the identities of these items.
#[derive(Debug, Default)]
struct ListDraws {
    chosen: Vec<u8>,
    identities: HashSet<u64>,
    /// Whether the type has no room for another item.
    is_full: bool,
}

impl ListDraws {
    /// Returns the number of the draw for the item at `place`, and chooses the draws of the items before it. Beyond
    /// the items that are compared, items do not repeat examples if the first ones had to differ from them.
    fn draw_of(&mut self, place: usize, identity: &dyn Fn(usize, u8) -> u64) -> u8 {
        while self.chosen.len() <= place.min(COMPARED - 1) {
            let number = self.choose(self.chosen.len(), identity);
            self.chosen.push(number);
        }
        let greatest = || self.chosen.iter().copied().max().unwrap_or_default();
        if place < COMPARED { self.chosen[place] } else { greatest() }
    }

    /// Chooses the first draw for a place whose identity no earlier item has; the last one if there is none.
    fn choose(&mut self, place: usize, identity: &dyn Fn(usize, u8) -> u64) -> u8 {
        let found =
            (0..DRAWS).filter(|_| !self.is_full).find(|number| self.identities.insert(identity(place, *number)));
        self.is_full = found.is_none();
        found.unwrap_or(DRAWS - 1)
    }
}
