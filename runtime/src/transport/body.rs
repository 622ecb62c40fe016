//! Body of a response, in chunks.
//!
//! Input: a stream of bytes of any transport. Output: the same stream as one type, or all of it up
//! to a limit.

#[cfg(feature = "gzip")]
use crate::transport::gzip::Gunzip;
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

/// Data of an HTTP body, decompressed; the trailers after the data are ignored.
pub(super) struct Parts<B: HttpBody> {
    body: B,
    failed: fn(B::Error) -> TransportError,
    #[cfg(feature = "gzip")]
    gunzip: Option<Gunzip>,
}

impl<B: HttpBody<Data = Bytes> + Send + Unpin + 'static> Parts<B> {
    /// Returns a response with its data. If they are decompressed, no header says that they are compressed.
    pub(super) fn of(response: http::Response<B>, failed: fn(B::Error) -> TransportError) -> http::Response<Self> {
        let (head, body) = response.into_parts();
        #[cfg(feature = "gzip")]
        let mut head = head;
        let parts = Self {
            body,
            failed,
            #[cfg(feature = "gzip")]
            gunzip: Gunzip::of(&mut head.headers),
        };
        http::Response::from_parts(head, parts)
    }

    /// Collects the whole body, up to the limit. A body whose stated size exceeds the limit is not read.
    pub(super) async fn collect(mut self, limits: Limits) -> Result<Bytes, TransportError> {
        if let Some(size) = self.stated_size() {
            TransportError::check_size(usize::try_from(size).unwrap_or(usize::MAX), limits)?;
        }
        collect_stream(Pin::new(&mut self), limits, |_| false).await
    }

    /// Returns the size of the data in bytes, if the response states it.
    fn stated_size(&self) -> Option<u64> {
        #[cfg(feature = "gzip")]
        if self.gunzip.is_some() {
            return None;
        }
        self.body.size_hint().exact()
    }
}

impl<B: HttpBody<Data = Bytes> + Unpin> Parts<B> {
    /// Polls the body for data, as they are sent.
    fn poll_sent(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, TransportError>>> {
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

impl<B: HttpBody<Data = Bytes> + Unpin> Stream for Parts<B> {
    type Item = Result<Bytes, TransportError>;

    #[cfg(not(feature = "gzip"))]
    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_sent(context)
    }

    #[cfg(feature = "gzip")]
    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let broken = |error| TransportError::other(format!("the gzip data of the body cannot be read: {error}"));
        loop {
            let Some(gunzip) = &mut self.gunzip else { return self.poll_sent(context) };
            if let Some(content) = gunzip.next() {
                return Poll::Ready(Some(content.map_err(broken)));
            }
            match (ready!(self.poll_sent(context)), &mut self.gunzip) {
                (Some(Ok(chunk)), Some(gunzip)) => gunzip.add(chunk),
                (None, gunzip) => {
                    let last = gunzip.take().and_then(Gunzip::finish);
                    return Poll::Ready(last.map(|content| content.map_err(broken)));
                }
                (other, _) => return Poll::Ready(other),
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
