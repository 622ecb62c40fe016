//! Stream of typed events.
//!
//! Input: a source of JSON events and of gaps: a subscription over a websocket, or a response with
//! server-sent events. Output: an implementation of the `futures` trait `Stream`. An event that
//! does not fit its type becomes a gap. Only this module knows the types.

use crate::{
    Error, Fill, Read, ReadError,
    client::Masking,
    events::{EventJson, Gap, GapReason, Incoming, Item},
    json::{ReadLimits, read_text_within},
    schema::Type,
};
use futures_core::Stream;
use std::{
    future::poll_fn,
    marker::PhantomData,
    pin::Pin,
    task::{Context, Poll, ready},
    time::SystemTime,
};

/// A `Stream` of the events of a service: of a subscription over a websocket, or of server-sent
/// events as [`Event`](crate::Event).
///
/// An item is an event, or a [`Gap`] where events are missing: after a lost connection, after a
/// full buffer, or in place of an unreadable event. The stream continues after a gap. It ends with
/// an error if the server refuses to continue after a lost connection, or the connection cannot be
/// reopened.
///
/// Dropping the stream ends the subscription or the exchange.
pub struct Subscription<T> {
    pub(super) source: Box<dyn Source>,
    item: PhantomData<fn() -> T>,
}

/// Source of JSON events and gaps.
pub(crate) trait Source: Send {
    /// Returns the ID of the operation or subscription, and the type of an event.
    fn id_and_type(&self) -> (&'static str, Type);

    /// Returns the limits for reading an event.
    fn limits(&self) -> ReadLimits;

    /// Returns the masking of secrets in errors; `None` if none are known.
    fn masking(&self) -> Option<Masking>;

    /// Takes back the JSON of an event that cannot be read; returns its height, if known.
    fn take_back(&mut self, _event: &str) -> Option<u64> {
        None
    }

    /// Returns the next item; `None` at the end, and after an error.
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Item, Error>>>;
}

impl<T> Subscription<T> {
    pub(crate) fn new(source: impl Source + 'static) -> Self {
        Self { source: Box::new(source), item: PhantomData }
    }
}

impl<T: Read> Subscription<T> {
    /// Returns the next event or gap; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Incoming<T>, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Returns the next event or gap; `None` at the end.
    ///
    /// # Errors
    ///
    /// The stream has ended with an error.
    pub async fn try_next(&mut self) -> Result<Option<Incoming<T>>, Error> {
        self.next().await.transpose()
    }
}

impl<T: Read> Stream for Subscription<T> {
    type Item = Result<Incoming<T>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let incoming = match ready!(self.source.poll_item(context)) {
            Some(Ok(Item::Event(json))) => {
                let mut event = T::blank();
                match read(&mut *self.source, json, &mut event) {
                    Ok(()) => Incoming::Event(event),
                    Err(gap) => Incoming::Gap(*gap),
                }
            }
            Some(Ok(Item::Gap(gap))) => Incoming::Gap(gap),
            Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            None => return Poll::Ready(None),
        };
        Poll::Ready(Some(Ok(incoming)))
    }
}

/// Reads an event into `value`, or returns the gap that replaces it.
fn read(source: &mut dyn Source, mut event: EventJson, value: &mut dyn Fill) -> Result<(), Box<Gap>> {
    let (limits, (_, ty)) = (source.limits(), source.id_and_type());
    let mut done = read_text_within(ty, event.json(), limits, value);
    if done.is_err() && event.locate() {
        value.reset();
        done = read_text_within(ty, event.json(), limits, value);
    }
    done.map_err(|error| {
        let height = source.take_back(event.json());
        let gap = unreadable_gap(source, error, event.json().as_bytes());
        Box::new(Gap { heights: (height, height), ..gap })
    })
}

/// Returns the gap that replaces an event that cannot be read.
fn unreadable_gap(source: &dyn Source, error: ReadError, json: &[u8]) -> Gap {
    let error = match source.masking() {
        Some(masking) => error.masked(json, &|part: &mut [u8]| masking.mask(part)),
        None => error,
    };
    let gap = Gap::new(GapReason::Unreadable, Some(1), SystemTime::now());
    gap.with_error(Error::decode(source.id_and_type().0, error))
}

crate::debug_fields!(Subscription<T>, self, subscription: self.source.id_and_type().0);
