//! Body of a response as a stream of bytes.
//!
//! Input: a successful response whose body is not complete yet. Output: its status and headers, and
//! the chunks of its body.

use crate::{Bytes, Error, response::silence::TimedBody, schema::Operation};
use futures_core::Stream;
use http::{HeaderMap, StatusCode};
use std::{
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll},
};

/// The body of a response as a `Stream` of chunks.
///
/// There is no limit to its size. It ends with an error when nothing comes for longer than
/// [`Builder::read_timeout`](crate::Builder::read_timeout). Dropping it cancels the exchange.
pub struct ByteStream {
    operation: &'static Operation,
    status: StatusCode,
    headers: HeaderMap,
    body: TimedBody,
}

impl ByteStream {
    pub(crate) fn new(operation: &'static Operation, head: (StatusCode, HeaderMap), body: TimedBody) -> Self {
        Self { operation, status: head.0, headers: head.1, body }
    }

    /// Returns the HTTP status.
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the headers.
    pub const fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the next chunk; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Bytes, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl Stream for ByteStream {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let operation = self.operation.id;
        let part = self.body.poll_part(context);
        part.map(|part| Some(part?.map(Bytes::from).map_err(|failure| Error::new(Some(operation), failure))))
    }
}

crate::debug_fields!(ByteStream, self, operation: self.operation.id, status: self.status);
