//! Untyped streams of events.
//!
//! Input: a subscription with its parameters as JSON, or an untyped call whose response is events
//! or lines. Output: streams of JSON, with gaps, from the same sources as typed streams.

use crate::{
    Error, LineStream, RawJson, Subscription, Target,
    call::UntypedCall,
    client::Options,
    encode::Arguments,
    events::{Bounds, Overflow},
    schema::{self, ResponseBody},
    stream::{feed::Feed, lines, subscribe::begin},
};
use std::time::Duration;

/// A prepared subscription whose types are known at run time only; see
/// [`Subscribe`](crate::Subscribe).
#[derive(Clone)]
#[must_use = "a subscription does nothing until `send` is awaited"]
pub struct UntypedSubscribe {
    target: Target,
    subscription: &'static schema::Subscription,
    arguments: Arguments,
    options: Options,
    bounds: Bounds,
    backfill: Option<u64>,
}

impl UntypedSubscribe {
    /// Prepares a subscription. The arguments must belong to its
    /// [`call`](crate::schema::Subscription::call); otherwise the subscription fails to begin.
    pub fn new(target: Target, subscription: &'static schema::Subscription, arguments: Arguments) -> Self {
        let (options, bounds) = (Options::default(), Bounds::default());
        Self { target, subscription, arguments, options, bounds, backfill: None }
    }

    crate::setters! {
        /// Sets the timeout of an attempt to begin, instead of the client's timeout.
        pub fn timeout(self, timeout: Duration) { self.options.timeout = Some(timeout); }

        /// Sets how long it may take to begin; see [`Subscribe::deadline`](crate::Subscribe::deadline).
        pub fn deadline(self, deadline: Duration) { self.options.deadline = Some(deadline); }

        /// Sets the size of the buffer, in events and bytes; see
        /// [`Subscribe::buffer`](crate::Subscribe::buffer).
        pub fn buffer(self, events: usize, bytes: usize) {
            (self.bounds.events, self.bounds.bytes) = (events.max(1), bytes);
        }

        /// Sets what happens to events when the buffer is full.
        pub fn overflow(self, overflow: Overflow) { self.bounds.overflow = overflow; }

        /// Fetches missed events after a gap, of at most `most` heights; see
        /// [`Subscribe::backfill`](crate::Subscribe::backfill).
        pub fn backfill(self, most: u64) { self.backfill = Some(most); }
    }

    /// Begins the subscription and returns its events as JSON.
    ///
    /// # Errors
    ///
    /// The arguments belong to another operation or are invalid, the websocket cannot be opened, or
    /// the server refuses the subscription.
    pub async fn send(self) -> Result<Subscription<RawJson>, Error> {
        let Self { target, subscription, arguments, options, bounds, backfill } = self;
        let of = arguments.operation().id;
        if of != subscription.id {
            let text = format!("the parameters belong to `{of}`");
            return Err(Error::building(text).with_operation(subscription.id));
        }
        let members = Ok(arguments.into_members());
        begin(subscription, target, members, options, (bounds, backfill)).await.map(Subscription::new)
    }
}

crate::debug_fields!(UntypedSubscribe, self, subscription: self.subscription.id);

impl Subscription<RawJson> {
    /// Takes back an event that does not fit its type. With a backfill, the event is returned again if it comes again.
    /// Returns its height; `None` without a backfill or without a height.
    pub fn take_back(&mut self, event: &RawJson) -> Option<u64> {
        self.source.take_back(event.as_str())
    }
}

impl UntypedCall {
    /// Sends the call and returns the server-sent events of the response as JSON objects. Each has
    /// a member `data`, an object with the event's name as its key, and `id` and `retry` if the
    /// server has sent them. See [`Call::events`](crate::Call::events).
    pub async fn events(self) -> Result<Subscription<RawJson>, Error> {
        let operation = self.operation;
        let ResponseBody::Events(union) = operation.response.body else {
            return Err(Error::building("the operation has no events").with_operation(operation.id));
        };
        let (asked, opened) = self.open().await?;
        Ok(Subscription::new(Feed::new(asked, union, opened)))
    }

    /// Sends the call and returns the JSON lines of the response as a stream; see
    /// [`Call::lines`](crate::Call::lines).
    pub async fn lines(self) -> Result<LineStream<RawJson>, Error> {
        let operation = self.operation;
        let ty = lines::item_type(operation)?;
        let (_, opened) = self.open().await?;
        Ok(LineStream::new(operation, ty, opened))
    }
}
