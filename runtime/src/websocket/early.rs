//! Early events: they arrive before the reply to the call that subscribes to them.
//!
//! Input: events with their subscription keys. Output: the events of a subscription that begins,
//! and the number of its discarded events. The number and bytes of events are bounded; discarded
//! ones are counted by subscription, or in one sum for very many subscriptions.

use std::collections::HashMap;

/// How many events wait, and how many bytes of them and of their keys.
const MOST: (usize, usize) = (16_384, 64 * 1024 * 1024);

/// Events of subscriptions that have not begun.
#[derive(Default)]
pub(crate) struct Early {
    by_key: HashMap<String, Waiting>,
    events: usize,
    bytes: usize,
    /// What came under keys that found no room.
    keyless: Missed,
}

/// Events that found no room, and their bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Missed {
    pub(crate) events: u64,
    pub(crate) bytes: usize,
}

impl Missed {
    fn add(&mut self, events: u64, bytes: usize) {
        (self.events, self.bytes) = (self.events.saturating_add(events), self.bytes.saturating_add(bytes));
    }
}

/// The events of one subscription.
#[derive(Default)]
pub(crate) struct Waiting {
    pub(crate) events: Vec<Box<str>>,
    /// Those that found no room, behind the others.
    pub(crate) missed: Missed,
}

/// What a subscription gets that begins.
pub(crate) struct Taken {
    pub(crate) waiting: Waiting,
    /// Whether events of it may be missing that nobody has counted.
    pub(crate) may_miss: bool,
}

impl Early {
    /// Keeps an event, or counts it.
    pub(crate) fn add(&mut self, key: String, event: &str) {
        let is_known = self.by_key.contains_key(&key);
        let needed = if is_known { 0 } else { key.len() };
        if !is_known && (self.by_key.len() >= MOST.0 || self.bytes.saturating_add(needed) > MOST.1) {
            self.keyless.add(1, event.len());
            return;
        }
        self.bytes += needed;
        let waiting = self.by_key.entry(key).or_default();
        let has_room = self.events < MOST.0 && self.bytes.saturating_add(event.len()) <= MOST.1;
        // One that came later would stand before the gap.
        if waiting.missed.events > 0 || !has_room {
            waiting.missed.add(1, event.len());
            return;
        }
        (self.events, self.bytes) = (self.events + 1, self.bytes + event.len());
        waiting.events.push(event.into());
    }

    /// Takes the events of a subscription.
    pub(crate) fn take(&mut self, key: &str) -> Taken {
        let waiting = self.by_key.remove_entry(key).map(|(key, waiting)| {
            self.events -= waiting.events.len();
            self.bytes -= key.len() + waiting.events.iter().map(|event| event.len()).sum::<usize>();
            waiting
        });
        Taken { may_miss: waiting.is_none() && self.keyless.events > 0, waiting: waiting.unwrap_or_default() }
    }

    /// Forgets all: the sizes of events that belong to no subscription, and those without room.
    pub(crate) fn forget(&mut self) -> (Vec<usize>, Missed) {
        let forgotten = std::mem::take(self);
        let (mut sizes, mut missed) = (Vec::new(), forgotten.keyless);
        for waiting in forgotten.by_key.values() {
            sizes.extend(waiting.events.iter().map(|event| event.len()));
            missed.add(waiting.missed.events, waiting.missed.bytes);
        }
        (sizes, missed)
    }
}
