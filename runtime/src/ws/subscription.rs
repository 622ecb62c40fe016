//! The events of a subscription as values of their type.
//!
//! Input: events as they came, and gaps. Output: a stream of the `futures` kind. An event that does not fit its type is a gap.

use super::{
    backfill::Filled,
    buffer::Item,
    gap::{Gap, GapReason, Incoming},
    subscribe::Begun,
};
use crate::{Error, Read, ReadError, client::Masking, json::from_slice_within};
use futures_core::Stream;
use std::{
    fmt,
    future::poll_fn,
    marker::PhantomData,
    pin::Pin,
    task::{Context, Poll, ready},
    time::SystemTime,
};

/// The events of a subscription as a `Stream`.
///
/// An item is an event, or a [`Gap`] where events are missing: after a lost connection, where the buffer was full, and in place
/// of an event that does not fit its type. The stream goes on behind a gap. It ends with an error when the subscription cannot
/// go on: the server refuses it after a lost connection, or the connection is not opened again.
///
/// Dropping it ends the subscription.
pub struct Subscription<T> {
    begun: Begun,
    item: PhantomData<fn() -> T>,
}

impl<T> Subscription<T> {
    pub(super) fn new(begun: Begun) -> Self {
        Self { begun, item: PhantomData }
    }

    /// An event that cannot be read.
    fn unreadable(&self, error: ReadError, json: &[u8]) -> Gap {
        let subscriber = &self.begun.subscriber;
        let masking = Masking::of_client(subscriber.target.client().clone());
        let error = error.masked(json, &|part: &mut [u8]| masking.mask(part));
        let mut gap = Gap::new(GapReason::Unreadable, Some(1), SystemTime::now());
        gap.error = Some(Box::new(Error::decode(subscriber.description.id, error)));
        gap
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
    /// The subscription cannot go on.
    pub async fn try_next(&mut self) -> Result<Option<Incoming<T>>, Error> {
        self.next().await.transpose()
    }
}

impl<T: Read> Stream for Subscription<T> {
    type Item = Result<Incoming<T>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let incoming = match ready!(self.begun.poll_next(context)) {
            Some(Ok(Item::Event(json))) => {
                let subscriber = &self.begun.subscriber;
                let limits = subscriber.target.client().settings().read_limits();
                match from_slice_within(subscriber.description.item, &json, limits) {
                    Ok(event) => Incoming::Event(event),
                    Err(error) => Incoming::Gap(self.unreadable(error, &json)),
                }
            }
            Some(Ok(Item::Gap(gap))) => Incoming::Gap(gap),
            Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            None => return Poll::Ready(None),
        };
        Poll::Ready(Some(Ok(incoming)))
    }
}

impl Begun {
    /// The next item. Where gaps are filled, that comes before later items.
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Item, Error>>> {
        let Some(backfill) = &mut self.backfill else { return self.subscriber.poll_next(context) };
        loop {
            match ready!(backfill.poll_filled(context)) {
                Some(Filled::Event(event)) => return Poll::Ready(Some(Ok(Item::Event(event)))),
                Some(Filled::Gap(gap)) => return Poll::Ready(Some(Ok(Item::Gap(gap)))),
                None => {}
            }
            match ready!(self.subscriber.poll_next(context)) {
                Some(Ok(Item::Gap(gap))) => backfill.fill(gap),
                Some(Ok(Item::Event(event))) if !backfill.is_new(&event) => {}
                other => return Poll::Ready(other),
            }
        }
    }
}

impl<T> fmt::Debug for Subscription<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let description = self.begun.subscriber.description;
        out.debug_struct("Subscription").field("subscription", &description.id).finish_non_exhaustive()
    }
}
