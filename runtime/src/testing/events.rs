//! Mock events of a subscription, from memory.
//!
//! Input: values, JSON, gaps and faults of a test. Output: the stream that a subscription of the
//! service would return.

use super::Fault;
use crate::{
    Error, Gap, GapReason, Subscribes, Subscription, Write, client::Masking, error::Failure, events::Item,
    json::ReadLimits, schema::Type, stream::Source, to_vec,
};
use std::{
    marker::PhantomData,
    task::{Context, Poll},
    time::SystemTime,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Gives events and gaps to a stream, for tests of code that reads a subscription.
///
/// The stream is of the type that the subscription `S` of a client has, and reads events in the same
/// way: JSON that does not fit its type becomes a gap. It ends when this value is dropped.
///
/// ```no_run
/// use chainloom_runtime::{Error, GapReason, Incoming, testing::{MockEvents, MockGap}};
/// # use chainloom_runtime::Subscribes;
/// # async fn sample<NewBooks: Subscribes>() -> Result<(), Error> {
/// let (events, mut books) = MockEvents::<NewBooks>::subscription();
/// events.json(r#"{"title":"Walden","pages":352}"#).gap(MockGap::new(GapReason::Reconnected));
/// assert!(matches!(books.try_next().await?, Some(Incoming::Event(_))));
/// assert!(matches!(books.try_next().await?, Some(Incoming::Gap(_))));
/// # Ok(()) }
/// ```
pub struct MockEvents<S> {
    items: UnboundedSender<Result<Item, Error>>,
    subscription: PhantomData<fn() -> S>,
}

impl<S: Subscribes> MockEvents<S> {
    /// Creates a stream and the sender of its events.
    pub fn subscription() -> (Self, Subscription<S::Item>) {
        let (items, received) = unbounded_channel();
        let call = &S::schema().call;
        let source = Memory { id: call.id, item: S::schema().item, items: received };
        (Self { items, subscription: PhantomData }, Subscription::new(source))
    }

    /// Sends an event to the stream. A value that cannot be written as JSON ends the stream with an error.
    pub fn event(&self, value: &S::Item) -> &Self
    where
        S::Item: Write,
    {
        self.send_item(match to_vec(value, S::schema().item) {
            Ok(json) => Ok(Item::Event(String::from_utf8_lossy(&json).into_owned().into())),
            Err(error) => Err(Error::building(error.to_string()).with_operation(S::schema().call.id)),
        })
    }

    /// Sends an event to the stream, as JSON of the service.
    pub fn json(&self, json: impl Into<String>) -> &Self {
        self.send_item(Ok(Item::Event(json.into().into())))
    }

    /// Sends a gap to the stream.
    pub fn gap(&self, gap: impl Into<Gap>) -> &Self {
        self.send_item(Ok(Item::Gap(gap.into())))
    }

    /// Ends the stream with an error.
    pub fn fail(&self, fault: Fault) -> &Self {
        self.send_item(Err(Error::new(Some(S::schema().call.id), Failure::Transport(fault.error()))))
    }

    fn send_item(&self, item: Result<Item, Error>) -> &Self {
        // Nobody reads a stream that was dropped.
        let _ = self.items.send(item);
        self
    }
}

crate::debug_fields!(MockEvents<S: Subscribes>, self, subscription: S::schema().call.id);

/// A gap for a test: why events are missing, how many, and of which heights.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct MockGap {
    reason: GapReason,
    missed: Option<u64>,
    heights: (Option<u64>, Option<u64>),
}

impl MockGap {
    /// Creates a gap without a number of events and heights.
    pub const fn new(reason: GapReason) -> Self {
        Self { reason, missed: None, heights: (None, None) }
    }

    crate::setters! {
        /// Sets the number of missing events.
        pub const fn missed(self, count: u64) { self.missed = Some(count); }

        /// Sets the heights whose events may be missing, from the first on; without a last one, up to
        /// the next event.
        pub fn heights(self, from: u64, to: impl Into<Option<u64>>) { self.heights = (Some(from), to.into()); }
    }
}

impl From<MockGap> for Gap {
    fn from(gap: MockGap) -> Self {
        let MockGap { reason, missed, heights } = gap;
        Self { heights, ..Self::new(reason, missed, SystemTime::now()) }
    }
}

/// The source of a stream from memory.
struct Memory {
    id: &'static str,
    item: Type,
    items: UnboundedReceiver<Result<Item, Error>>,
}

impl Source for Memory {
    fn id_and_type(&self) -> (&'static str, Type) {
        (self.id, self.item)
    }

    fn limits(&self) -> ReadLimits {
        ReadLimits::default()
    }

    fn masking(&self) -> Option<Masking> {
        None
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Item, Error>>> {
        let item = self.items.poll_recv(context);
        if let Poll::Ready(Some(Err(_))) = &item {
            self.items.close();
            while self.items.try_recv().is_ok() {}
        }
        item
    }
}
