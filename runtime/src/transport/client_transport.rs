//! Transport of a client.
//!
//! Input: a request and its destination. Output: the response. A transport of our own takes the destination in addition
//! to the request and reads no extensions of the request. Any other transport gets the destination among the
//! extensions.

use crate::transport::{
    Body, BoxFuture, Destination, Http, Limits, StreamResult, Transport, TransportResult, UpgradeResult,
};
use std::sync::Arc;

/// The transport of a client: one of our own without layers, or any.
pub(crate) enum ClientTransport {
    Http(Http),
    #[cfg(feature = "hyper")]
    Hyper(Box<super::Hyper>),
    Any(Arc<dyn Transport>),
}

impl ClientTransport {
    /// Returns the transport for layers.
    pub(crate) fn into_shared(self) -> Arc<dyn Transport> {
        match self {
            Self::Http(http) => Arc::new(http),
            #[cfg(feature = "hyper")]
            Self::Hyper(hyper) => Arc::<super::Hyper>::from(hyper),
            Self::Any(transport) => transport,
        }
    }

    /// Returns whether the transport may read the extensions of a request.
    pub(crate) const fn reads_extensions(&self) -> bool {
        matches!(self, Self::Any(_))
    }

    /// Sends a request, as [`Transport::send`] does. `to` is where it goes, unless its URL was changed.
    pub(crate) fn send(
        &self,
        mut request: http::Request<Body>,
        to: Option<Arc<Destination>>,
        limits: Limits,
    ) -> BoxFuture<'_, TransportResult> {
        match self {
            Self::Http(http) => http.send_to(request, to, limits),
            #[cfg(feature = "hyper")]
            Self::Hyper(hyper) => hyper.send_to(request, to, limits),
            Self::Any(transport) => {
                add(&mut request, to);
                transport.send(request, limits)
            }
        }
    }

    /// Sends a request, as [`Transport::stream`] does.
    pub(crate) fn stream(
        &self,
        mut request: http::Request<Body>,
        to: Option<Arc<Destination>>,
    ) -> BoxFuture<'_, StreamResult> {
        add(&mut request, to);
        self.transport().stream(request)
    }

    pub(crate) fn upgrade(&self, request: http::Request<Body>) -> BoxFuture<'_, UpgradeResult> {
        self.transport().upgrade(request)
    }

    /// Returns the transport as the trait object.
    fn transport(&self) -> &dyn Transport {
        match self {
            Self::Http(http) => http,
            #[cfg(feature = "hyper")]
            Self::Hyper(hyper) => &**hyper,
            Self::Any(transport) => &**transport,
        }
    }
}

/// Adds the destination to the extensions of a request.
fn add(request: &mut http::Request<Body>, to: Option<Arc<Destination>>) {
    if let Some(to) = to {
        request.extensions_mut().insert(to);
    }
}
