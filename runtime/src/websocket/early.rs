//! Early events: they arrive before the reply to the call that subscribes to them.
//!
//! Input: events with their subscription keys. Output: the events of a subscription that begins,
//! and the number of its discarded events. The number and bytes of events are bounded. Discarded
//! events are counted by subscription, or in one sum if keys exceed the bounds.

use std::collections::HashMap;

/// Maximum number of waiting events, and maximum bytes of their JSON and keys.
const MAX_EVENTS_AND_BYTES: (usize, usize) = (16_384, 64 * 1024 * 1024);

/// Events of subscriptions that have not begun.
#[derive(Default)]
pub(crate) struct Early {
    by_key: HashMap<String, EarlyEvents>,
    events: usize,
    bytes: usize,
    /// Discarded events whose subscription keys are not stored, because there are too many.
    keyless: DiscardedEvents,
}

/// Number of discarded events, and the sum of their sizes in bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct DiscardedEvents {
    pub(crate) events: u64,
    pub(crate) bytes: usize,
}

impl DiscardedEvents {
    fn add(&mut self, events: u64, bytes: usize) {
        (self.events, self.bytes) = (self.events.saturating_add(events), self.bytes.saturating_add(bytes));
    }
}

/// Early events of one subscription.
#[derive(Default)]
pub(crate) struct EarlyEvents {
    pub(crate) events: Vec<Box<str>>,
    /// Events that were discarded after the stored ones.
    pub(crate) missed: DiscardedEvents,
}

/// Early events for a subscription that begins.
pub(crate) struct TakenEvents {
    pub(crate) waiting: EarlyEvents,
    /// Whether further events may be missing that were not counted for this subscription.
    pub(crate) may_miss: bool,
}

impl Early {
    /// Stores an event, or counts it as missed.
    pub(crate) fn add(&mut self, key: String, event: &str) {
        let is_known = self.by_key.contains_key(&key);
        let needed = if is_known { 0 } else { key.len() };
        if !is_known
            && (self.by_key.len() >= MAX_EVENTS_AND_BYTES.0
                || self.bytes.saturating_add(needed) > MAX_EVENTS_AND_BYTES.1)
        {
            self.keyless.add(1, event.len());
            return;
        }
        self.bytes += needed;
        let waiting = self.by_key.entry(key).or_default();
        let has_room =
            self.events < MAX_EVENTS_AND_BYTES.0 && self.bytes.saturating_add(event.len()) <= MAX_EVENTS_AND_BYTES.1;
        // Once an event was missed, later ones are too: the gap follows the stored events.
        if waiting.missed.events > 0 || !has_room {
            waiting.missed.add(1, event.len());
            return;
        }
        (self.events, self.bytes) = (self.events + 1, self.bytes + event.len());
        waiting.events.push(event.into());
    }

    /// Removes and returns the events of a subscription.
    pub(crate) fn take(&mut self, key: &str) -> TakenEvents {
        let waiting = self.by_key.remove_entry(key).map(|(key, waiting)| {
            self.events -= waiting.events.len();
            self.bytes -= key.len() + waiting.events.iter().map(|event| event.len()).sum::<usize>();
            waiting
        });
        TakenEvents { may_miss: waiting.is_none() && self.keyless.events > 0, waiting: waiting.unwrap_or_default() }
    }

    /// Removes all events. Returns the sizes of the stored events in bytes, and the discarded events.
    pub(crate) fn forget(&mut self) -> (Vec<usize>, DiscardedEvents) {
        let forgotten = std::mem::take(self);
        let (mut sizes, mut missed) = (Vec::new(), forgotten.keyless);
        for waiting in forgotten.by_key.values() {
            sizes.extend(waiting.events.iter().map(|event| event.len()));
            missed.add(waiting.missed.events, waiting.missed.bytes);
        }
        (sizes, missed)
    }
}
