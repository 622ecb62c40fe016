//! History: the events that a subscription has delivered and not withdrawn.
//!
//! Input: facts of events. Output: the events at a height, and the verdict of an answer about it.
//! The latest heights are remembered in full; of the others only the lowest height.

use crate::stream::backfill::facts::EventFacts;
use std::collections::{BTreeMap, HashSet};

/// Maximum numbers of remembered heights and events.
const MAX_HEIGHTS_AND_EVENTS: (usize, usize) = (4_096, 16_384);

/// Delivered events that are still valid.
#[derive(Default)]
pub(crate) struct History {
    heights: BTreeMap<u64, GivenHeight>,
    events: usize,
    /// Lowest height of all valid events, including events that are not remembered.
    lowest: Option<u64>,
}

/// Events that were delivered at a height.
#[derive(Default)]
struct GivenHeight {
    ids: HashSet<String>,
    block: Option<String>,
    parent: Option<String>,
}

/// Verdict of an answer on the events delivered at a height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The answer contains all delivered events of the height.
    Confirmed,
    /// The answer contains other events at this height or above.
    Denied,
    /// The answer contains no events at this height or above: the node may be behind.
    Silent,
}

impl History {
    /// Returns the highest height with events; `None` if no event is valid.
    pub(crate) fn highest(&self) -> Option<u64> {
        self.heights.last_key_value().map(|(height, _)| *height)
    }

    /// Returns the lowest height with events, remembered or not; `None` if no event is valid.
    pub(crate) const fn lowest(&self) -> Option<u64> {
        self.lowest
    }

    pub(crate) fn has(&self, height: u64, id: &str) -> bool {
        self.heights.get(&height).is_some_and(|given| given.ids.contains(id))
    }

    pub(crate) fn has_height(&self, height: u64) -> bool {
        self.heights.contains_key(&height)
    }

    /// Returns whether events of this height may have been delivered without being remembered.
    pub(crate) fn is_forgotten(&self, height: u64) -> bool {
        self.lowest.is_some_and(|lowest| lowest <= height)
            && self.heights.first_key_value().is_none_or(|(first, _)| height < *first)
    }

    /// Returns the hash of the block whose events were delivered at a height; `None` if unknown.
    pub(crate) fn block(&self, height: u64) -> Option<&str> {
        self.heights.get(&height)?.block.as_deref()
    }

    /// Returns the parent hash of the block whose events were delivered at a height; `None` if
    /// unknown.
    pub(crate) fn parent(&self, height: u64) -> Option<&str> {
        self.heights.get(&height)?.parent.as_deref()
    }

    /// Returns the highest height with events below `height`.
    pub(crate) fn below(&self, height: u64) -> Option<u64> {
        self.heights.range(..height).next_back().map(|(height, _)| *height)
    }

    /// Returns the lowest height with events from `height` on.
    pub(crate) fn from(&self, height: u64) -> Option<u64> {
        self.heights.range(height..).next().map(|(height, _)| *height)
    }

    /// Returns all remembered heights below `height`, the lowest first.
    pub(crate) fn all_below(&self, height: u64) -> Vec<u64> {
        self.heights.range(..height).map(|(height, _)| *height).collect()
    }

    /// Returns the highest heights, at most `most`, that lie just below heights without events; the
    /// lowest first.
    pub(crate) fn unlinked(&self, most: usize) -> Vec<u64> {
        let above = self.heights.keys().rev();
        let below = above.clone().skip(1);
        let breaks = above.zip(below).filter(|(above, below)| **above - **below > 1).map(|(_, below)| *below);
        let mut heights: Vec<u64> = breaks.take(most).collect();
        heights.reverse();
        heights
    }

    /// Adds a delivered event. Forgets the lowest heights while more heights or events are remembered than
    /// [`MAX_HEIGHTS_AND_EVENTS`] allows.
    pub(crate) fn add(&mut self, height: u64, event: EventFacts) {
        self.lowest = Some(self.lowest.map_or(height, |lowest| lowest.min(height)));
        let given = self.heights.entry(height).or_default();
        (given.block, given.parent) = (event.block, event.parent);
        self.events += usize::from(given.ids.insert(event.id));
        while self.heights.len() > 1
            && (self.heights.len() > MAX_HEIGHTS_AND_EVENTS.0 || self.events > MAX_HEIGHTS_AND_EVENTS.1)
        {
            let first = self.heights.pop_first();
            self.events -= first.map_or(0, |(_, given)| given.ids.len());
        }
    }

    /// Removes the events from a height on.
    pub(crate) fn withdraw(&mut self, from: u64) {
        let withdrawn = self.heights.split_off(&from);
        self.events -= withdrawn.values().map(|given| given.ids.len()).sum::<usize>();
        self.lowest = self.lowest.filter(|lowest| *lowest < from);
    }

    /// Removes one event.
    pub(crate) fn remove(&mut self, height: u64, id: &str) {
        let Some(given) = self.heights.get_mut(&height) else { return };
        self.events -= usize::from(given.ids.remove(id));
        if given.ids.is_empty() {
            self.heights.remove(&height);
            // Events that are not remembered are below all others.
            self.lowest = self.lowest.filter(|lowest| *lowest != height).or_else(|| self.from(height));
        }
    }

    /// Compares an answer about `height` with the events delivered there.
    pub(crate) fn compare<'f>(&self, height: u64, answer: impl IntoIterator<Item = &'f EventFacts>) -> Verdict {
        let Some(given) = self.heights.get(&height) else { return Verdict::Confirmed };
        let (mut ids, mut has_other, mut is_silent) = (HashSet::new(), false, true);
        for event in answer {
            let Some(of) = event.height.filter(|of| *of >= height && !event.is_removed) else { continue };
            is_silent = false;
            if of == height {
                ids.insert(event.id.as_str());
                has_other |= differ(given.block.as_deref(), event.block.as_deref());
            }
        }
        match given.ids.iter().all(|id| ids.contains(id.as_str())) && !has_other {
            true => Verdict::Confirmed,
            false if is_silent => Verdict::Silent,
            false => Verdict::Denied,
        }
    }
}

/// Returns whether both hashes are known and differ.
pub(crate) fn differ(one: Option<&str>, other: Option<&str>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(id: u64) -> EventFacts {
        EventFacts { height: None, id: id.to_string(), block: None, parent: None, is_removed: false }
    }

    #[test]
    fn few_heights_and_few_events_are_remembered() {
        let mut history = History::default();
        (0..100_000).for_each(|number| history.add(10 + number / 2, event(number)));
        assert_eq!((history.heights.len(), history.events), (MAX_HEIGHTS_AND_EVENTS.0, 2 * MAX_HEIGHTS_AND_EVENTS.0));
        assert_eq!((history.lowest(), history.is_forgotten(10), history.is_forgotten(9)), (Some(10), true, false));
        history.withdraw(20);
        assert_eq!((history.lowest(), history.highest(), history.events), (Some(10), None, 0));
        history.withdraw(10);
        assert_eq!(history.lowest(), None);

        (0..100_000).for_each(|number| history.add(number / 10_000, event(number)));
        assert_eq!((history.heights.len(), history.events), (1, 10_000));
    }
}
