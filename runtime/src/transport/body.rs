//! Body of a response, in chunks.
//!
//! Input: a stream of bytes of any transport. Output: the same stream as one type, or all of it up
//! to a limit.

use crate::transport::{Body, Limits, TransportError};
use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use http_body::Body as HttpBody;
use std::{
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll, ready},
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

    /// Collects the whole body, up to the limit.
    pub(crate) async fn collect(self, limits: Limits) -> Result<Body, TransportError> {
        self.collect_until(limits, |_| false).await
    }

    /// Collects the body up to its last part, within the limit.
    pub(crate) async fn collect_until(
        mut self,
        limits: Limits,
        is_last: impl FnMut(&[u8]) -> bool,
    ) -> Result<Body, TransportError> {
        collect_stream(self.0.as_mut(), limits, is_last).await
    }
}

/// Collects a whole stream, or its parts up to the last one, within the limit.
async fn collect_stream<S>(
    mut parts: Pin<&mut S>,
    limits: Limits,
    mut is_last: impl FnMut(&[u8]) -> bool,
) -> Result<Bytes, TransportError>
where
    S: Stream<Item = Result<Bytes, TransportError>> + ?Sized,
{
    // What comes in one part is not copied.
    let (mut first, mut rest) = (Bytes::new(), BytesMut::new());
    while let Some(part) = poll_fn(|context| parts.as_mut().poll_next(context)).await {
        let part = part?;
        TransportError::check_size((first.len() + rest.len()).saturating_add(part.len()), limits)?;
        let is_last = is_last(&part);
        if first.is_empty() && rest.is_empty() {
            first = part;
        } else {
            if rest.is_empty() {
                rest.extend_from_slice(&std::mem::take(&mut first));
            }
            rest.extend_from_slice(&part);
        }
        if is_last {
            break;
        }
    }
    Ok(if rest.is_empty() { first } else { rest.freeze() })
}

/// Data of an HTTP body; the trailers after the data are ignored.
pub(super) struct Parts<B: HttpBody> {
    body: B,
    failed: fn(B::Error) -> TransportError,
}

impl<B: HttpBody<Data = Bytes> + Send + Unpin + 'static> Parts<B> {
    pub(super) const fn new(body: B, failed: fn(B::Error) -> TransportError) -> Self {
        Self { body, failed }
    }

    /// Collects the whole body, up to the limit. A body whose stated size exceeds the limit is not read.
    pub(super) async fn collect(mut self, limits: Limits) -> Result<Bytes, TransportError> {
        if let Some(size) = self.body.size_hint().exact() {
            TransportError::check_size(usize::try_from(size).unwrap_or(usize::MAX), limits)?;
        }
        collect_stream(Pin::new(&mut self), limits, |_| false).await
    }
}

impl<B: HttpBody<Data = Bytes> + Unpin> Stream for Parts<B> {
    type Item = Result<Bytes, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => {
                    if let Ok(data) = frame.into_data() {
                        return Poll::Ready(Some(Ok(data)));
                    }
                }
                Some(Err(error)) => return Poll::Ready(Some(Err((self.failed)(error)))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl Stream for BodyStream {
    type Item = Result<Body, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}

crate::debug_fields!(BodyStream, self);

/// A body in one part.
struct Whole(Option<Body>);

impl Stream for Whole {
    type Item = Result<Body, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.take().map(Ok))
    }
}
