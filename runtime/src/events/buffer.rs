//! Buffer between a connection and the reader of a subscription.
//!
//! Input: events in order of arrival, gaps, and the end. Output: the same items in the same order.
//! If the buffer is full, an event is counted as missing, or the connection waits. Events are
//! copied, so that none keeps a larger network buffer alive.

use crate::{
    Error, Gap, GapReason,
    encode::{Instance, Members},
    events::EventJson,
    schema,
};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::SystemTime,
};

/// Maximum number of the last gaps that are searched: one per reason that a connection reports.
const GAPS: usize = 3;

/// Handling of an event that arrives while the buffer of its subscription is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overflow {
    /// The new event is dropped and counted in a [`Gap`](crate::Gap) after the buffered events.
    #[default]
    DropNewest,
    /// The oldest events are dropped and counted in a [`Gap`](crate::Gap) before the other buffered
    /// events.
    DropOldest,
    /// The connection is not read until the buffer has room. No event is dropped, but all calls and
    /// subscriptions of the connection wait, and a server may disconnect a slow client.
    Wait,
}

/// Size of the buffer of a subscription, and handling of further events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) events: usize,
    pub(crate) bytes: usize,
    pub(crate) overflow: Overflow,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { events: 16_384, bytes: 64 * 1024 * 1024, overflow: Overflow::default() }
    }
}

/// An item of an event source.
#[derive(Debug)]
pub(crate) enum Item {
    Event(EventJson),
    Gap(Gap),
}

/// A subscription, shared by the connection and its reader.
pub(crate) struct Subscriber {
    pub(crate) description: &'static schema::Subscription,
    /// Instance of the service to which the subscription is sent.
    pub(crate) instance: Instance,
    /// Encoded parameters of the subscription, which a reconnect sends again.
    pub(crate) members: Members,
    bounds: Bounds,
    state: Mutex<State>,
}

/// Content of a buffer.
#[derive(Default)]
struct State {
    /// Gap before all items: events that [`Overflow::DropOldest`] has dropped.
    front: Option<Gap>,
    items: VecDeque<Item>,
    events: usize,
    bytes: usize,
    reader: Option<Waker>,
    /// Waker of the connection while it waits for room.
    writer: Option<Waker>,
    /// Whether the service has begun the subscription.
    has_begun: bool,
    /// Whether the reader has been dropped.
    is_closed: bool,
    /// End of the subscription after the buffered items, with an error that is returned once.
    end: Option<Option<Error>>,
}

impl Subscriber {
    pub(crate) fn new(
        description: &'static schema::Subscription,
        instance: Instance,
        members: Members,
        bounds: Bounds,
    ) -> Self {
        Self { description, instance, members, bounds, state: Mutex::default() }
    }

    /// Adds an event; returns the event if the connection has to wait for room.
    pub(crate) fn push(&self, event: EventJson) -> Option<EventJson> {
        self.put(event, self.bounds.overflow)
    }

    /// Adds an event without waiting for room: [`Overflow::Wait`] then drops and counts the event.
    pub(crate) fn push_now(&self, event: EventJson) {
        let overflow = if self.bounds.overflow == Overflow::Wait { Overflow::DropNewest } else { self.bounds.overflow };
        self.put(event, overflow);
    }

    /// Adds an event. Returns the event if there is no room and `overflow` is [`Overflow::Wait`].
    fn put(&self, event: EventJson, overflow: Overflow) -> Option<EventJson> {
        let mut state = self.state();
        if state.is_closed || state.end.is_some() {
            return None;
        }
        while !state.has_room(event.len(), &self.bounds) {
            match overflow {
                Overflow::DropOldest => state.drop_oldest(),
                Overflow::DropNewest => {
                    state.count_missed(Some(1));
                    return None;
                }
                Overflow::Wait => return Some(event),
            }
        }
        state.events += 1;
        state.bytes += event.len();
        state.add(Item::Event(event));
        None
    }

    /// Adds a gap after the buffered items. Consecutive unreadable events form one gap, so that
    /// gaps do not exceed the buffer.
    pub(crate) fn gap(&self, gap: Gap) {
        let mut state = self.state();
        match state.last_gap(gap.reason).filter(|_| gap.reason == GapReason::Unreadable) {
            Some(last) => last.add(gap.missed),
            None => state.add(Item::Gap(gap)),
        }
    }

    /// Counts events that found no room after the buffered items; `None` for an unknown number.
    pub(crate) fn count_missed(&self, missed: Option<u64>) {
        self.state().count_missed(missed);
    }

    /// Begins the subscription; returns whether its reader still exists.
    pub(crate) fn begin(&self) -> bool {
        let mut state = self.state();
        state.has_begun = !state.is_closed;
        state.has_begun
    }

    /// Ends the subscription after the buffered items.
    pub(crate) fn end(&self, error: Option<Error>) {
        let mut state = self.state();
        state.end.get_or_insert(error);
        state.wake();
    }

    /// Closes the subscription of a dropped reader; returns whether the subscription has begun and
    /// must be ended at the service.
    pub(crate) fn close(&self) -> bool {
        let mut state = self.state();
        let (has_begun, writer) = (state.has_begun, state.writer.take());
        *state = State { is_closed: true, ..State::default() };
        if let Some(writer) = writer {
            writer.wake();
        }
        has_begun
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// Waits until an event of `size` bytes has room; the connection is then woken.
    pub(crate) fn poll_room(&self, size: usize, context: &Context<'_>) -> Poll<()> {
        let mut state = self.state();
        if state.is_closed || state.has_room(size, &self.bounds) {
            return Poll::Ready(());
        }
        state.writer = Some(context.waker().clone());
        Poll::Pending
    }

    /// Returns the next item; `None` at the end.
    pub(crate) fn poll_next(&self, context: &Context<'_>) -> Poll<Option<Result<Item, Error>>> {
        let mut state = self.state();
        if let Some(gap) = state.front.take() {
            return Poll::Ready(Some(Ok(Item::Gap(gap))));
        }
        if let Some(item) = state.items.pop_front() {
            if let Item::Event(event) = &item {
                state.events -= 1;
                state.bytes -= event.len();
            }
            if let Some(writer) = state.writer.take() {
                writer.wake();
            }
            return Poll::Ready(Some(Ok(item)));
        }
        match &mut state.end {
            Some(error) => Poll::Ready(error.take().map(Err)),
            None => {
                state.reader = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Locks the state. No code panics while the lock is held.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns whether an event of `size` bytes has room. An empty buffer accepts any event, as the
    /// connection limits its size.
    fn has_room(&self, size: usize, bounds: &Bounds) -> bool {
        self.events == 0 || (self.events < bounds.events && self.bytes.saturating_add(size) <= bounds.bytes)
    }

    fn add(&mut self, item: Item) {
        self.items.push_back(item);
        self.wake();
    }

    /// Wakes the reader, if it waits.
    fn wake(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    /// Counts events that found no room after the buffered items.
    fn count_missed(&mut self, missed: Option<u64>) {
        match self.last_gap(GapReason::Overflow) {
            Some(gap) => gap.add(missed),
            None => self.add(Item::Gap(Gap::new(GapReason::Overflow, missed, SystemTime::now()))),
        }
    }

    /// Returns the gap with this reason among the last gaps, if no event follows.
    fn last_gap(&mut self, reason: GapReason) -> Option<&mut Gap> {
        let gaps = self.items.iter_mut().rev().map_while(|item| match item {
            Item::Gap(gap) => Some(gap),
            Item::Event(_) => None,
        });
        gaps.take(GAPS).find(|gap| gap.reason == reason)
    }

    /// Drops the oldest item. An event is counted in the front gap; a gap is merged into it.
    fn drop_oldest(&mut self) {
        let missed = match self.items.pop_front() {
            Some(Item::Event(event)) => {
                self.events -= 1;
                self.bytes -= event.len();
                Some(1)
            }
            Some(Item::Gap(gap)) => gap.missed,
            None => Some(0),
        };
        match &mut self.front {
            Some(gap) => gap.add(missed),
            None => self.front = Some(Gap::new(GapReason::Overflow, missed, SystemTime::now())),
        }
    }
}
