//! The body of an answer that comes in parts.
//!
//! Input: a stream of bytes, whoever sends them. Output: the same stream as one type, or all of it up to a limit.

use super::{Body, Limits, TransportError};
use bytes::BytesMut;
use futures_core::Stream;
use std::{
    fmt,
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll},
};

/// The body of a response as a stream. Dropping it cancels the exchange.
pub struct BodyStream(Pin<Box<dyn Stream<Item = Result<Body, TransportError>> + Send>>);

impl BodyStream {
    /// Creates a body from a stream of chunks.
    pub fn new(parts: impl Stream<Item = Result<Body, TransportError>> + Send + 'static) -> Self {
        Self(Box::pin(parts))
    }

    /// Creates a body from bytes.
    pub fn whole(body: Body) -> Self {
        Self::new(Whole(Some(body).filter(|body| !body.is_empty())))
    }

    /// All of it, up to the limit.
    pub(crate) async fn collect(mut self, limits: Limits) -> Result<Body, TransportError> {
        let mut body = BytesMut::new();
        while let Some(part) = poll_fn(|context| self.0.as_mut().poll_next(context)).await {
            let part = part?;
            TransportError::check_size(body.len().saturating_add(part.len()), limits)?;
            body.extend_from_slice(&part);
        }
        Ok(body.freeze())
    }
}

impl Stream for BodyStream {
    type Item = Result<Body, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}

impl fmt::Debug for BodyStream {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("BodyStream").finish_non_exhaustive()
    }
}

/// A body in one part.
struct Whole(Option<Body>);

impl Stream for Whole {
    type Item = Result<Body, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.take().map(Ok))
    }
}
