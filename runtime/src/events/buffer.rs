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

/// How many of the last gaps are looked through: one of each reason that a connection tells.
const GAPS: usize = 3;

/// What happens to an event that comes while the buffer of its subscription is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overflow {
    /// The new event is dropped and counted in a [`Gap`](crate::Gap) behind those in the buffer.
    #[default]
    DropNewest,
    /// The oldest events are dropped and counted in a [`Gap`](crate::Gap) before the rest of the
    /// buffer.
    DropOldest,
    /// Nothing is read from the connection until there is room. Nothing is dropped, but all calls
    /// and subscriptions of the connection wait, and a server may cut a client that reads too
    /// slowly.
    Wait,
}

/// How much of a subscription waits for its reader, and what happens to more.
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

/// What a source gives.
#[derive(Debug)]
pub(crate) enum Item {
    Event(EventJson),
    Gap(Gap),
}

/// A subscription, as the connection and its reader share it.
pub(crate) struct Subscriber {
    pub(crate) description: &'static schema::Subscription,
    /// The instance of the service that it is sent to.
    pub(crate) instance: Instance,
    /// Encoded parameters of the subscription, which a reconnect sends again.
    pub(crate) members: Members,
    bounds: Bounds,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// A gap before all others: what `DropOldest` took out.
    front: Option<Gap>,
    items: VecDeque<Item>,
    events: usize,
    bytes: usize,
    reader: Option<Waker>,
    /// The connection, while it waits for room.
    writer: Option<Waker>,
    /// The service has begun it.
    has_begun: bool,
    /// The reader is gone.
    is_closed: bool,
    /// No event comes behind those here; the error comes out once.
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

    /// Adds an event. It comes back where the connection has to wait for room.
    pub(crate) fn push(&self, event: EventJson) -> Option<EventJson> {
        self.put(event, self.bounds.overflow)
    }

    /// Adds an event without waiting for room: where the subscription would wait, the event is
    /// dropped and counted.
    pub(crate) fn push_now(&self, event: EventJson) {
        let overflow = if self.bounds.overflow == Overflow::Wait { Overflow::DropNewest } else { self.bounds.overflow };
        self.put(event, overflow);
    }

    fn put(&self, event: EventJson, overflow: Overflow) -> Option<EventJson> {
        let mut state = self.state();
        if state.is_closed || state.end.is_some() {
            return None;
        }
        while !state.has_room(event.len(), &self.bounds) {
            match overflow {
                Overflow::DropOldest => state.drop_oldest(),
                Overflow::DropNewest => {
                    state.miss(Some(1));
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

    /// Adds a gap behind all that is here. What cannot be read again and again is one gap, so that
    /// it needs no more room than the buffer has.
    pub(crate) fn gap(&self, gap: Gap) {
        let mut state = self.state();
        match state.last_gap(gap.reason).filter(|_| gap.reason == GapReason::Unreadable) {
            Some(last) => last.add(gap.missed),
            None => state.add(Item::Gap(gap)),
        }
    }

    /// Counts events behind all that is here as missing for want of room; `None` for a number that
    /// is not known.
    pub(crate) fn miss(&self, missed: Option<u64>) {
        self.state().miss(missed);
    }

    /// The subscription begins; whether its reader is still there.
    pub(crate) fn begin(&self) -> bool {
        let mut state = self.state();
        state.has_begun = !state.is_closed;
        state.has_begun
    }

    /// Ends the subscription behind all that is here.
    pub(crate) fn end(&self, error: Option<Error>) {
        let mut state = self.state();
        state.end.get_or_insert(error);
        state.wake();
    }

    /// The reader is gone; whether the subscription has begun, so that it has to be ended.
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

    /// Whether the connection has to wait; it is woken when that is over.
    pub(crate) fn poll_room(&self, size: usize, context: &Context<'_>) -> Poll<()> {
        let mut state = self.state();
        if state.is_closed || state.has_room(size, &self.bounds) {
            return Poll::Ready(());
        }
        state.writer = Some(context.waker().clone());
        Poll::Pending
    }

    /// The next item; none at the end.
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

    /// No code that panics runs while it is locked.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// One event always has room, whatever its size: a connection limits that.
    fn has_room(&self, size: usize, bounds: &Bounds) -> bool {
        self.events == 0 || (self.events < bounds.events && self.bytes.saturating_add(size) <= bounds.bytes)
    }

    fn add(&mut self, item: Item) {
        self.items.push_back(item);
        self.wake();
    }

    fn wake(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    /// Counts events that find no room behind the others.
    fn miss(&mut self, missed: Option<u64>) {
        match self.last_gap(GapReason::Overflow) {
            Some(gap) => gap.add(missed),
            None => self.add(Item::Gap(Gap::new(GapReason::Overflow, missed, SystemTime::now()))),
        }
    }

    /// The gap of this reason among the last gaps, behind which no event came.
    fn last_gap(&mut self, reason: GapReason) -> Option<&mut Gap> {
        let gaps = self.items.iter_mut().rev().map_while(|item| match item {
            Item::Gap(gap) => Some(gap),
            Item::Event(_) => None,
        });
        gaps.take(GAPS).find(|gap| gap.reason == reason)
    }

    /// Takes out the oldest item and counts it. A gap goes into the one before.
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
