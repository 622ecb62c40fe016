//! JSON lines of a response as a stream of values.
//!
//! Input: an open response. Output: an implementation of the `futures` trait `Stream`. Only
//! [`LineStream`] knows the types. The format has no position from which to continue, so a broken
//! response is not requested again.

use crate::{
    Call, Error, Fill, Read,
    call::OpenResponse,
    client::Masking,
    error::Failure,
    events::{LineParser, LineResult, PIECE},
    json::read_within,
    response::TimedBody,
    schema::{Operation, ResponseBody, Type},
    transport::TransportError,
};
use bytes::Bytes;
use futures_core::Stream;
use http::{HeaderMap, StatusCode};
use std::{
    collections::VecDeque,
    future::poll_fn,
    marker::PhantomData,
    pin::Pin,
    task::{Context, Poll, ready},
};

/// A `Stream` of the JSON lines of a response; each line is a value of the type that the operation
/// describes.
///
/// A line that does not fit its type is an error of the kind
/// [`ErrorKind::Decode`](crate::ErrorKind::Decode). A line larger than
/// [`Builder::max_response_bytes`](crate::Builder::max_response_bytes) is an error of the kind
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge). The stream continues with the next line
/// after both. If the response breaks off, or is silent for longer than
/// [`Builder::read_timeout`](crate::Builder::read_timeout), the stream ends with an error. The response may
/// be of any length. Dropping the stream cancels the exchange.
pub struct LineStream<T> {
    lines: Lines,
    item: PhantomData<fn() -> T>,
}

/// Lines of a response, independent of their Rust type.
struct Lines {
    operation: &'static Operation,
    ty: Type,
    head: (StatusCode, HeaderMap),
    masking: Masking,
    body: TimedBody,
    parser: LineParser,
    /// Received bytes that are not parsed yet.
    rest: Bytes,
    found: VecDeque<LineResult>,
    /// Number of lines returned so far.
    given: usize,
    is_over: bool,
}

impl Lines {
    fn new(operation: &'static Operation, ty: Type, opened: OpenResponse) -> Self {
        let OpenResponse { head, body, masking, .. } = opened;
        let parser = LineParser::new(masking.client().settings().max_response_bytes);
        let (rest, found, head) = (Bytes::new(), VecDeque::new(), (head.status, head.headers));
        Self { operation, ty, head, masking, body, parser, rest, found, given: 0, is_over: false }
    }

    fn error(&self, failure: Failure) -> Error {
        let error = Error::new(Some(self.operation.id), failure);
        error.redacted(|text| self.masking.redact(text)).with_origin(self.masking.origin())
    }

    /// Returns the next line; `None` at the end.
    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Box<[u8]>, Error>>> {
        loop {
            if let Some(found) = self.found.pop_front() {
                self.given += 1;
                let limit = self.masking.client().settings().max_response_bytes;
                let too_large = |_| self.error(Failure::Transport(TransportError::too_large(limit)));
                return Poll::Ready(Some(found.map_err(too_large)));
            }
            if !self.rest.is_empty() {
                let piece = self.rest.split_to(self.rest.len().min(PIECE));
                self.parser.add_chunk(&piece, &mut self.found);
                continue;
            }
            if self.is_over {
                return Poll::Ready(None);
            }
            match ready!(self.body.poll_part(context)) {
                Some(Ok(part)) => self.rest = part,
                Some(Err(failure)) => {
                    // A line without a line feed is incomplete.
                    self.is_over = true;
                    return Poll::Ready(Some(Err(self.error(failure))));
                }
                None => {
                    self.is_over = true;
                    self.parser.finish(&mut self.found);
                }
            }
        }
    }

    /// Reads the last returned line as a value.
    fn read(&self, line: &[u8], value: &mut dyn Fill) -> Result<(), Error> {
        let limits = self.masking.client().settings().read_limits();
        read_within(self.ty, line, limits, value).map_err(|error| {
            let error = error.masked(line, &|part: &mut [u8]| self.masking.mask(part));
            let error = error.in_item(self.given.saturating_sub(1));
            Error::decode(self.operation.id, error).with_origin(self.masking.origin())
        })
    }
}

impl<T> LineStream<T> {
    pub(super) fn new(operation: &'static Operation, ty: Type, opened: OpenResponse) -> Self {
        Self { lines: Lines::new(operation, ty, opened), item: PhantomData }
    }

    /// Returns the HTTP status of the response.
    pub const fn status(&self) -> StatusCode {
        self.lines.head.0
    }

    /// Returns the headers of the response.
    pub const fn headers(&self) -> &HeaderMap {
        &self.lines.head.1
    }
}

impl<T: Read> LineStream<T> {
    /// Returns the value of the next line; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Returns the value of the next line; `None` at the end.
    ///
    /// # Errors
    ///
    /// The line does not fit its type or is too large, or the response broke off.
    pub async fn try_next(&mut self) -> Result<Option<T>, Error> {
        self.next().await.transpose()
    }
}

impl<T: Read> Stream for LineStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let line = match ready!(self.lines.poll_line(context)) {
            Some(Ok(line)) => line,
            Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            None => return Poll::Ready(None),
        };
        let mut value = T::blank();
        Poll::Ready(Some(self.lines.read(&line, &mut value).map(|()| value)))
    }
}

crate::debug_fields!(LineStream<T>, self, operation: self.lines.operation.id);

impl<O: crate::Operation> Call<O> {
    /// Sends the call and returns the JSON lines of the response as a stream.
    ///
    /// # Errors
    ///
    /// The operation has no described lines, or the call fails.
    pub async fn lines<T: Read>(self) -> Result<LineStream<T>, Error> {
        let operation = crate::call::table_of::<O>();
        let ty = item_type(operation)?;
        let (_, opened) = self.open().await?;
        Ok(LineStream::new(operation, ty, opened))
    }
}

/// Returns the type of the value of a line.
pub(super) fn item_type(operation: &'static Operation) -> Result<Type, Error> {
    match (operation.response.body, operation.output.map(Type::plain)) {
        (ResponseBody::Lines(_), Some(Type::List(list))) => Ok(list.item),
        _ => Err(Error::building("the operation has no lines").with_operation(operation.id)),
    }
}
