//! Transport: the trait that sends requests to a server.
//!
//! Input: a complete HTTP request. Output: the status, headers and whole body of the response, or
//! why there is none. A transport sends exactly the request that it is given, once. Redirects,
//! retries, deadlines and the meaning of the response belong to the client.

mod body;
mod client_transport;
mod destinations;
#[cfg(feature = "gzip")]
mod gzip;
mod http;
#[cfg(feature = "hyper")]
mod hyper;
mod rate_limit;
mod retry_after;
mod tls;
#[cfg(feature = "tower")]
mod tower;
mod upgrade;

#[cfg(feature = "hyper")]
pub(crate) use self::hyper::Hyper;
pub(crate) use self::rate_limit::{rate_limit, request_id};
pub(crate) use self::retry_after::{reset, retry_after, wait_in_body};
#[cfg(feature = "tower")]
pub(crate) use self::tower::TowerTransport;
#[cfg(feature = "tower")]
pub use self::tower::TransportService;
pub(crate) use self::upgrade::{Io, UpgradeKind};
pub use self::{
    body::BodyStream,
    rate_limit::RateLimit,
    upgrade::{Upgrade, UpgradeResult},
};
pub(crate) use self::{
    client_transport::ClientTransport,
    destinations::{BaseUrl, Destination},
    http::Http,
    tls::{HAS_TLS, Tls},
};

use crate::schema::Operation;
use std::{error::Error as StdError, fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

/// Default of the maximum time to wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// Maximum size of the body of a response that refuses an upgrade.
const REFUSAL: usize = 256 * 1024;

/// A boxed future.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The body of a request or a response: `bytes::Bytes`. Values of fields and parameters are
/// [`Bytes`](crate::Bytes), another type.
pub type Body = bytes::Bytes;

/// The result of [`Transport::send`].
pub type TransportResult = Result<::http::Response<Body>, TransportError>;

/// The result of [`Transport::stream`].
pub type StreamResult = Result<::http::Response<BodyStream>, TransportError>;

/// Sends HTTP requests. Pass your own implementation to
/// [`Builder::transport`](crate::Builder::transport).
///
/// Dropping the future must cancel the exchange. The client applies the timeout of the attempt.
pub trait Transport: Send + Sync + 'static {
    /// Sends one request and reads the whole response.
    ///
    /// A transport must not follow redirects, because the request may hold secrets for this server only. A transport
    /// should stop with [`TransportError::too_large`] as soon as a body exceeds the limit; the
    /// client checks the size again.
    fn send(&self, request: ::http::Request<Body>, limits: Limits) -> BoxFuture<'_, TransportResult>;

    /// Sends one request and reads the head of the response; the body is read on demand.
    ///
    /// The rules of [`Transport::send`] apply, except the limit. Dropping the body must cancel the
    /// exchange. The default implementation reads the whole response first.
    fn stream(&self, request: ::http::Request<Body>) -> BoxFuture<'_, StreamResult> {
        Box::pin(async move {
            let response = self.send(request, Limits::new(usize::MAX)).await?;
            Ok(response.map(BodyStream::whole))
        })
    }

    /// Sends one request that asks for another protocol on its connection, and hands the connection
    /// over.
    ///
    /// Websockets need it. A response whose status is not 101 is returned with its body. The
    /// default implementation sends nothing; a websocket through such a transport is an error.
    fn upgrade(&self, request: ::http::Request<Body>) -> BoxFuture<'_, UpgradeResult> {
        drop(request);
        Box::pin(std::future::ready(Ok(::http::Response::new(Upgrade::unsupported()))))
    }
}

/// The call of a request. Each request to a transport has it among its extensions.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CallInfo {
    /// The operation; for a batch, the operation of its first call. See [`BatchInfo`].
    pub operation: &'static Operation,
    /// The number of the attempt, from 1. Requests that follow a redirect belong to the same
    /// attempt.
    pub attempt: u32,
}

impl CallInfo {
    pub(crate) const fn new(operation: &'static Operation, attempt: u32) -> Self {
        Self { operation, attempt }
    }
}

/// The calls of a request that is a batch. Such a request to a transport has this value among its extensions, in
/// addition to its [`CallInfo`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BatchInfo {
    /// The operations, in the order in which the body has their calls.
    pub operations: Arc<[&'static Operation]>,
}

impl BatchInfo {
    pub(crate) const fn new(operations: Arc<[&'static Operation]>) -> Self {
        Self { operations }
    }
}

/// Limits that a transport must enforce.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum size of the body of a response, in bytes.
    pub max_response_bytes: usize,
}

impl Limits {
    pub(crate) const fn new(max_response_bytes: usize) -> Self {
        Self { max_response_bytes }
    }
}

/// The error of a transport.
#[derive(Clone, Debug)]
pub struct TransportError {
    pub(crate) reason: Reason,
    /// Cause of the error, shared, since one failure may concern each call of a batch.
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

/// The kinds of [`TransportError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// There was no connection, so no byte of the request was sent.
    Connect,
    /// The exchange took too long.
    Timeout,
    /// The response is above this limit.
    TooLarge(usize),
    /// Any other error. The server may have received the request.
    Other,
}

impl TransportError {
    /// Creates the error of a failed connection: no byte of the request was sent.
    pub fn connect(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self { reason: Reason::Connect, source: Some(Arc::from(source.into())) }
    }

    /// Creates the error of a timeout.
    pub fn timeout(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self { reason: Reason::Timeout, source: Some(Arc::from(source.into())) }
    }

    /// Creates the error of a body above the limit.
    pub const fn too_large(limit: usize) -> Self {
        Self { reason: Reason::TooLarge(limit), source: None }
    }

    /// Creates any other error. The server may have received the request.
    pub fn other(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self { reason: Reason::Other, source: Some(Arc::from(source.into())) }
    }

    /// Returns whether there was no connection.
    pub(crate) const fn is_connect(&self) -> bool {
        matches!(self.reason, Reason::Connect)
    }

    /// Returns whether the other side of the connection speaks no TLS, as far as the TLS library reports it.
    pub(crate) fn is_without_tls(&self) -> bool {
        std::iter::successors(self.source(), |cause| (**cause).source()).any(tls::is_not_spoken)
    }

    /// Checks a size against the limit.
    pub(crate) const fn check_size(size: usize, limits: Limits) -> Result<(), Self> {
        if size > limits.max_response_bytes {
            return Err(Self::too_large(limits.max_response_bytes));
        }
        Ok(())
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            Reason::Connect => out.write_str("could not connect")?,
            Reason::Timeout => out.write_str("the exchange took too long")?,
            Reason::TooLarge(limit) => write!(out, "the response is larger than the limit of {limit} bytes")?,
            Reason::Other => out.write_str("the exchange broke off")?,
        }
        // The innermost cause is the useful one ("connection refused"), so all causes are printed on one line.
        let mut source = self.source.as_deref().map(|source| source as &(dyn StdError + 'static));
        while let Some(cause) = source {
            write!(out, ": {cause}")?;
            source = cause.source();
        }
        Ok(())
    }
}

impl StdError for TransportError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}
