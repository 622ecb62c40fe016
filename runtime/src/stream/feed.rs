//! Server-sent events of a response, over all of its connections.
//!
//! Input: an open response, and its call. Output: its events as JSON, and gaps. A lost connection
//! counts as a failed attempt of the call. If the call may be repeated, the call is sent again and
//! continues after the last complete event. If the spec has an event that ends the stream, a
//! body that ends without it counts as lost.

use crate::{
    Call, Error, Read, Subscription,
    call::{LostResponse, OpenResponse, OwnedCall, table_of},
    client::{Masking, Resume, STABLE},
    error::Failure,
    events::{Event, EventResult, Gap, GapReason, Item, PIECE, Parser, TooLarge, whole_json},
    json::ReadLimits,
    response::{TimedBody, check_end},
    schema::{EventStream, ResponseBody, Type, Union},
    stream::subscription::Source,
    transport::{BoxFuture, TransportError},
};
use bytes::Bytes;
use http::StatusCode;
use std::{
    collections::VecDeque,
    task::{Context, Poll, ready},
    time::{Duration, SystemTime},
};
use tokio::time::Instant;

/// A call whose response is server-sent events, with its connection.
pub(crate) struct Feed {
    call: OwnedCall,
    union: &'static Union,
    parser: Parser,
    /// Received bytes that are not parsed yet.
    rest: Bytes,
    found: VecDeque<EventResult>,
    masking: Masking,
    connection: Connection,
    /// Number of the attempt in a row that opened the connection.
    attempt: u32,
    since: Instant,
    /// Time at which the server last sent anything.
    alive: SystemTime,
    /// Whether the status implies that the response has no body, which ends the stream.
    is_empty: bool,
}

/// State of the connection.
enum Connection {
    Open(TimedBody),
    Opening(BoxFuture<'static, Result<OpenResponse, Error>>),
    Over,
}

impl Feed {
    pub(crate) fn new(call: OwnedCall, union: &'static Union, opened: OpenResponse) -> Self {
        let OpenResponse { head, body, masking, attempt } = opened;
        let is_empty = head.status == StatusCode::NO_CONTENT;
        let parser = Parser::new(call.target.client().settings().max_response_bytes);
        let (since, alive, connection) = (Instant::now(), SystemTime::now(), Connection::Open(body));
        let (rest, found) = (Bytes::new(), VecDeque::new());
        Self { call, union, parser, rest, found, masking, connection, attempt, since, alive, is_empty }
    }

    /// Converts a parsed event to an item; an event above the size limit becomes a gap.
    fn item(&self, found: EventResult) -> Item {
        match found {
            Ok(event) => Item::Event(whole_json(self.union, &event).into()),
            Err(TooLarge) => {
                let limit = self.call.target.client().settings().max_response_bytes;
                Item::Gap(self.unreadable(Failure::Transport(TransportError::too_large(limit))))
            }
        }
    }

    /// Returns the gap of an event that cannot be read.
    fn unreadable(&self, failure: Failure) -> Gap {
        Gap::new(GapReason::Unreadable, Some(1), SystemTime::now()).with_error(self.error(failure))
    }

    fn error(&self, failure: Failure) -> Error {
        let error = Error::new(Some(self.call.operation.id), failure);
        error.redacted(|text| self.masking.redact(text)).with_origin(self.masking.origin())
    }

    /// Processes a part of the body, or its end. Returns a gap if the end is within an event.
    fn take(&mut self, part: Option<Result<Bytes, Failure>>) -> Option<Gap> {
        match part {
            Some(Ok(part)) => {
                self.alive = SystemTime::now();
                self.rest = part;
            }
            Some(Err(failure)) => self.connection = Connection::Opening(self.reopen(failure)),
            None => {
                self.connection = Connection::Over;
                let end = self.facts().end.filter(|_| !self.is_empty);
                let failure = check_end(self.parser.finish(), end).err()?;
                match end {
                    Some(_) => self.connection = Connection::Opening(self.reopen(failure)),
                    // The service may have no further events: a repeated call could return the same ones again.
                    None => return Some(self.unreadable(failure)),
                }
            }
        }
        None
    }

    const fn facts(&self) -> &'static EventStream {
        &self.call.operation.response.stream
    }

    /// Removes and returns the next parsed event; `None` at the event that ends the stream.
    fn next_found(&mut self) -> Option<EventResult> {
        let found = self.found.pop_front()?;
        if !matches!(&found, Ok(event) if event.is_end(self.facts().end)) {
            return Some(found);
        }
        (self.connection, self.rest) = (Connection::Over, Bytes::new());
        self.found.clear();
        None
    }

    /// Sends the call again, if it may be repeated.
    fn reopen(&self, failure: Failure) -> BoxFuture<'static, Result<OpenResponse, Error>> {
        let attempt = if self.since.elapsed() >= STABLE { 1 } else { self.attempt };
        let (error, endpoint) = (self.error(failure), self.masking.endpoint());
        #[cfg(feature = "tracing")]
        tracing::warn!(
            target: "chainloom", operation = self.call.operation.id, cause = %error, "stream of events lost"
        );
        let usual = || self.facts().retry.map(|retry| Duration::from_millis(retry.into()));
        let lost = LostResponse { error, attempt, endpoint, retry: self.parser.retry().or_else(usual) };
        let mut call = self.call.clone();
        call.options.resume = self.resume();
        Box::pin(async move { call.open(Some(lost)).await })
    }

    /// Returns the event ID after which the service should continue.
    fn resume(&self) -> Option<Resume> {
        self.parser.last_id().and_then(|id| Resume::new(id, self.masking.endpoint()))
    }

    /// Continues with a new response. Returns a gap, unless the service continues after the last
    /// event.
    fn continue_with(&mut self, opened: OpenResponse) -> Option<Gap> {
        let is_same = opened.masking.endpoint() == self.masking.endpoint();
        let is_whole = self.facts().ids && is_same && self.resume().is_some();
        let gap = (!is_whole).then(|| Gap::new(GapReason::Reconnected, None, self.alive));
        self.parser.begin_again(is_same);
        self.is_empty = opened.head.status == StatusCode::NO_CONTENT;
        (self.masking, self.attempt, self.connection) = (opened.masking, opened.attempt, Connection::Open(opened.body));
        (self.since, self.alive) = (Instant::now(), SystemTime::now());
        gap
    }
}

impl Source for Feed {
    fn id_and_type(&self) -> (&'static str, Type) {
        (self.call.operation.id, Type::Union(self.union))
    }

    fn limits(&self) -> ReadLimits {
        self.call.target.client().settings().read_limits()
    }

    fn masking(&self) -> Option<Masking> {
        Some(self.masking.clone())
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Item, Error>>> {
        loop {
            if let Some(found) = self.next_found() {
                return Poll::Ready(Some(Ok(self.item(found))));
            }
            if !self.rest.is_empty() {
                let piece = self.rest.split_to(self.rest.len().min(PIECE));
                self.parser.add_chunk(&piece, &mut self.found);
                continue;
            }
            match &mut self.connection {
                Connection::Open(body) => {
                    let part = ready!(body.poll_part(context));
                    if let Some(gap) = self.take(part) {
                        return Poll::Ready(Some(Ok(Item::Gap(gap))));
                    }
                }
                Connection::Opening(opening) => {
                    let opened = ready!(opening.as_mut().poll(context));
                    self.connection = Connection::Over;
                    match opened.map(|opened| self.continue_with(opened)) {
                        Ok(None) => {}
                        gap => return Poll::Ready(gap.map(|gap| gap.map(Item::Gap)).transpose()),
                    }
                }
                Connection::Over => return Poll::Ready(None),
            }
        }
    }
}

impl<O: crate::Operation> Call<O> {
    /// Sends the call and returns the server-sent events of the response as a stream.
    ///
    /// A response that breaks off, or is silent for longer than
    /// [`Builder::read_timeout`](crate::Builder::read_timeout), counts as a failed attempt of the call. If the call may
    /// be repeated, it is sent again, with the last event ID in the header `Last-Event-ID`. The stream then returns a
    /// [`Gap`](crate::Gap), unless the operation states that the service continues after that ID. A call that may not
    /// be repeated ends the stream with the error.
    ///
    /// The wait before a repetition is the `retry` of the server, else of the operation, else of
    /// [`Retry`](crate::Retry). Number of attempts, deadline and retry budget are shared with the call. The number
    /// starts again after a connection of 30 seconds.
    ///
    /// If the operation describes an event that ends the stream, a response without that event
    /// counts as broken off.
    ///
    /// An event larger than [`Builder::max_response_bytes`](crate::Builder::max_response_bytes) is
    /// replaced by a gap, and so is one within which the response ends.
    ///
    /// # Errors
    ///
    /// The operation has no described events, or the call fails.
    pub async fn events<E: Read>(self) -> Result<Subscription<Event<E>>, Error> {
        let operation = table_of::<O>();
        let ResponseBody::Events(union) = operation.response.body else {
            return Err(Error::building("the operation has no events").with_operation(operation.id));
        };
        let (call, opened) = self.open().await?;
        Ok(Subscription::new(Feed::new(call, union, opened)))
    }
}
