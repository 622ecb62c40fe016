//! Events as values of a type.
//!
//! Input: a source of events with names and texts, whatever it is. Output: a stream of typed events. One that does not
//! fit its type is an error, and the stream goes on behind it; where the connection fails, it ends.

use crate::{
    Error, Read, ReadError, Reader, Text, Writer,
    client::Masking,
    error::Failure,
    json::{from_slice_within, type_of},
    schema::{Operation, Type, Union},
};
use futures_core::Stream;
use std::{
    fmt,
    future::poll_fn,
    marker::PhantomData,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

/// An event of a stream.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event<E> {
    /// The content: for server-sent events an enumeration by the name of the event.
    pub data: E,
    /// The last event ID that the server sent, with this event or an earlier one.
    pub id: Option<Text>,
    /// The time to wait before a reconnection, as the server last requested.
    pub retry: Option<Duration>,
}

/// The events of a response as a `Stream`.
///
/// An event that does not fit its type is an error, and the next one comes behind it. Where the connection fails, or
/// nothing comes for longer than [`Builder::silence`](crate::Builder::silence), the stream ends with an error.
/// Dropping it cancels the exchange.
pub struct EventStream<E> {
    masking: Masking,
    operation: &'static Operation,
    union: &'static Union,
    source: Box<dyn Source>,
    event: PhantomData<fn() -> E>,
}

/// Whatever gives events.
pub(crate) trait Source: Send {
    /// The next event; none at the end, and after an error.
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<SourceItem, Failure>>>;
}

/// An event before it has a type.
pub(crate) struct SourceItem {
    pub(crate) name: String,
    pub(crate) data: String,
    pub(crate) id: Option<Arc<str>>,
    pub(crate) retry: Option<Duration>,
}

impl<E> EventStream<E> {
    pub(crate) fn new(
        masking: Masking,
        operation: &'static Operation,
        union: &'static Union,
        source: Box<dyn Source>,
    ) -> Self {
        Self { masking, operation, union, source, event: PhantomData }
    }

    /// The next event, before it is read as its type.
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<SourceItem, Error>>> {
        let operation = self.operation.id;
        self.source.poll_item(context).map_err(|failure| Error::new(Some(operation), failure))
    }

    fn misfit(&self, error: ReadError, json: &[u8]) -> Error {
        let mask = |part: &mut [u8]| self.masking.mask(part);
        Error::decode(self.operation.id, error.masked(json, &mask))
    }
}

impl<E: Read> EventStream<E> {
    /// Returns the next event; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Event<E>, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl<E: Read> Stream for EventStream<E> {
    type Item = Result<Event<E>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let item = match ready!(self.poll_item(context)) {
            Some(Ok(item)) => item,
            Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            None => return Poll::Ready(None),
        };
        let json = event_json(self.union, &item.name, &item.data);
        let limits = self.masking.client().settings().read_limits();
        let data = match from_slice_within(Type::Union(self.union), &json, limits) {
            Ok(data) => data,
            Err(error) => return Poll::Ready(Some(Err(self.misfit(error, &json)))),
        };
        Poll::Ready(Some(Ok(Event { data, id: item.id.as_deref().map(Text::from), retry: item.retry })))
    }
}

/// An event as JSON: its data with its name around it. Data of a text type is a text whatever it looks like; other data
/// that is not JSON is one too.
pub(crate) fn event_json(union: &'static Union, name: &str, data: &str) -> Vec<u8> {
    let arm = union.arms.iter().position(|arm| arm.name == name);
    let is_text = arm.is_some_and(|arm| matches!(type_of(union, arm), Type::Text)) || !is_json(data);
    let mut writer = Writer::new();
    writer.raw("{");
    writer.key(name);
    if is_text {
        writer.text(data);
    } else {
        writer.raw(data);
    }
    writer.raw("}");
    writer.finish().unwrap_or_default()
}

fn is_json(data: &str) -> bool {
    let mut reader = Reader::new(data);
    reader.skip().and_then(|()| reader.finish()).is_ok()
}

impl<E> fmt::Debug for EventStream<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("EventStream").field("operation", &self.operation.id).finish_non_exhaustive()
    }
}
