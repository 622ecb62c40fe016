//! Transport over the connection pool of hyper-util, which does less than reqwest for each request.
//!
//! Input: a request. Output: the response, read up to the limit. There are no proxies, and no
//! compressed responses are requested.

mod connector;

use self::connector::Connector;
use crate::transport::{
    BoxFuture, Limits, REFUSAL, StreamResult, Transport, TransportError, TransportResult,
    body::{BodyStream, Parts},
    destinations::Destination,
    upgrade::{Upgrade, UpgradeResult},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{header, uri::Authority};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_util::{
    client::legacy,
    rt::{TokioExecutor, TokioIo, TokioTimer},
};
use percent_encoding::percent_decode_str;
use std::{sync::Arc, time::Duration};

/// Time for which an unused connection is kept.
const IDLE: Duration = Duration::from_secs(90);

/// Sends requests over a pool of connections.
pub(crate) struct Hyper(legacy::Client<Connector, Full<Bytes>>);

impl Hyper {
    /// Creates the transport. The error is a human-readable text.
    pub(crate) fn new(connect_timeout: Option<Duration>) -> Result<Self, String> {
        let connector = connector::new(connect_timeout.unwrap_or(crate::transport::CONNECT))?;
        let mut settings = legacy::Client::builder(TokioExecutor::new());
        settings.pool_timer(TokioTimer::new()).pool_idle_timeout(IDLE);
        Ok(Self(settings.build(connector)))
    }

    /// Begins an exchange, and returns the future of the head of its response.
    fn head(&self, request: http::Request<Bytes>, to: Option<&Destination>) -> legacy::ResponseFuture {
        let mut request = request.map(Full::new);
        let host = to.and_then(Destination::host);
        // An authority that is a host has no login.
        let is_host = |authority: &Authority| host.is_some_and(|host| host == authority.as_str());
        if let Some(login) = request.uri().authority().filter(|authority| !is_host(authority)).and_then(login) {
            request.headers_mut().entry(header::AUTHORIZATION).or_insert(login);
        }
        // Otherwise hyper-util would format the header `Host` for each request.
        if let Some(host) = host {
            request.headers_mut().entry(header::HOST).or_insert_with(|| host.clone());
        }
        self.0.request(request)
    }

    /// Sends a request to a destination, which is `None` where a layer or a signer has changed the URL.
    pub(super) fn send_to(
        &self,
        request: http::Request<Bytes>,
        to: Option<Arc<Destination>>,
        limits: Limits,
    ) -> BoxFuture<'_, TransportResult> {
        Box::pin(async move {
            let response = self.head(request, to.as_deref()).await.map_err(not_sent)?;
            Self::whole(response, limits).await
        })
    }

    /// Reads the whole body of a response, within the limits.
    async fn whole(response: http::Response<Incoming>, limits: Limits) -> TransportResult {
        let (head, body) = Parts::of(response, broken_off).into_parts();
        let body = body.collect(limits).await?;
        Ok(http::Response::from_parts(head, body))
    }

    /// Sends a request for an upgrade, and takes the connection over if the status is 101.
    async fn send_upgrade(&self, request: http::Request<Bytes>) -> UpgradeResult {
        let mut response = self.head(request, None).await.map_err(not_sent)?;
        if response.status() != http::StatusCode::SWITCHING_PROTOCOLS {
            return Ok(Self::whole(response, Limits::new(REFUSAL)).await?.map(Upgrade::refused));
        }
        let connection = hyper::upgrade::on(&mut response).await.map_err(broken_off)?;
        Ok(response.map(|_| Upgrade::connection(TokioIo::new(connection))))
    }
}

impl Transport for Hyper {
    fn send(&self, request: http::Request<Bytes>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        self.send_to(request, None, limits)
    }

    fn stream(&self, request: http::Request<Bytes>) -> BoxFuture<'_, StreamResult> {
        Box::pin(async move {
            let response = self.head(request, None).await.map_err(not_sent)?;
            Ok(Parts::of(response, broken_off).map(BodyStream::new))
        })
    }

    fn upgrade(&self, request: http::Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
        Box::pin(self.send_upgrade(request))
    }
}

/// Returns the name and the password of a URL as the value of a header.
fn login(authority: &Authority) -> Option<http::HeaderValue> {
    let (login, _) = authority.as_str().rsplit_once('@')?;
    let (name, password) = login.split_once(':').unwrap_or((login, ""));
    let bytes: Vec<u8> = percent_decode_str(name).chain(*b":").chain(percent_decode_str(password)).collect();
    let mut header = http::HeaderValue::try_from(format!("Basic {}", STANDARD.encode(bytes))).ok()?;
    header.set_sensitive(true);
    Some(header)
}

/// Converts an error before the head of the response.
fn not_sent(error: legacy::Error) -> TransportError {
    if error.is_connect() { TransportError::connect(error) } else { TransportError::other(error) }
}

/// Converts an error of the connection or of a body.
fn broken_off(error: hyper::Error) -> TransportError {
    TransportError::other(error)
}
