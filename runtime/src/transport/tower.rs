//! Layers of `tower` around a transport.
//!
//! Input: a transport as a service, and the service that layers make of it. Output: a transport
//! again. A service has no size limit for bodies: they arrive in chunks, and the transport stops
//! reading at the limit.

use crate::transport::{
    Body, BoxFuture, Limits, Reason, StreamResult, Transport, TransportError, TransportResult, body::BodyStream,
};
use std::{
    error::Error as StdError,
    future::poll_fn,
    sync::Arc,
    task::{Context, Poll},
};
use tower_service::Service;

/// A transport as a service of `tower`; see [`Builder::tower_layer`](crate::Builder::tower_layer).
#[derive(Clone)]
pub struct TransportService(Arc<dyn Transport>);

impl TransportService {
    pub(crate) const fn new(transport: Arc<dyn Transport>) -> Self {
        Self(transport)
    }
}

crate::debug_fields!(TransportService, self);

impl Service<::http::Request<Body>> for TransportService {
    type Response = ::http::Response<BodyStream>;
    type Error = TransportError;
    type Future = BoxFuture<'static, StreamResult>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), TransportError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: ::http::Request<Body>) -> Self::Future {
        let transport = Arc::clone(&self.0);
        Box::pin(async move { transport.stream(request).await })
    }
}

/// Transport over a service of `tower`.
pub(crate) struct TowerTransport<S>(pub(crate) S);

impl<S> Transport for TowerTransport<S>
where
    S: Service<::http::Request<Body>, Response = ::http::Response<BodyStream>> + Clone + Send + Sync + 'static,
    S::Error: Into<Box<dyn StdError + Send + Sync>>,
    S::Future: Send,
{
    fn send(&self, request: ::http::Request<Body>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        Box::pin(async move {
            let (head, body) = self.stream(request).await?.into_parts();
            Ok(::http::Response::from_parts(head, body.collect(limits).await?))
        })
    }

    fn stream(&self, request: ::http::Request<Body>) -> BoxFuture<'_, StreamResult> {
        let mut service = self.0.clone();
        Box::pin(async move {
            poll_fn(|context| service.poll_ready(context)).await.map_err(transport_error)?;
            service.call(request).await.map_err(transport_error)
        })
    }
}

/// Converts the error of a service, of which the transport may be the cause.
fn transport_error(error: impl Into<Box<dyn StdError + Send + Sync>>) -> TransportError {
    let error = match error.into().downcast::<TransportError>() {
        Ok(own) => return *own,
        Err(error) => error,
    };
    let mut cause: Option<&(dyn StdError + 'static)> = Some(error.as_ref());
    let mut reason = Reason::Other;
    while let Some(inner) = cause {
        if let Some(own) = inner.downcast_ref::<TransportError>() {
            reason = own.reason;
        }
        cause = inner.source();
    }
    TransportError { reason, source: Some(error.into()) }
}
