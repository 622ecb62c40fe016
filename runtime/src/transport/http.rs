//! Transport over reqwest.
//!
//! Input: a request. Output: the response, read up to the limit, which applies to the decompressed
//! body. Redirects are not followed here, whatever settings the user gives, and the URL is removed
//! from errors, since it may hold a key.

use crate::transport::{
    BoxFuture, Limits, REFUSAL, StreamResult, Transport, TransportError, TransportResult,
    body::{BodyStream, Parts},
    destinations::Destination,
    tls::{HAS_TLS, Tls, check_provider},
    upgrade::{Upgrade, UpgradeResult},
};
use bytes::Bytes;
use http::{HeaderValue, header};
use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};
use url::Url;

/// Whether compressed responses are asked for and read.
const GZIP: bool = cfg!(feature = "gzip");

/// Sends requests with a [`reqwest::Client`].
#[derive(Clone)]
pub(crate) struct Http {
    client: reqwest::Client,
    /// Settings of the client for upgrades, where this client may speak HTTP/2, which has no upgrades.
    settings: Option<Arc<HttpSettings>>,
    upgrading: Arc<OnceLock<Result<reqwest::Client, String>>>,
}

/// The destination of a request. It is `None` where a layer or a signer has changed the URL, which is then parsed
/// once more.
type Known = Option<Arc<Destination>>;

/// The head of a response.
type Head = Result<reqwest::Response, reqwest::Error>;

/// Settings of a client that the runtime creates itself.
struct HttpSettings {
    connect_timeout: Duration,
    proxy: Option<Url>,
    tls: Tls,
}

impl HttpSettings {
    /// Builds the settings of a client. The error is a human-readable text.
    fn builder(&self) -> Result<reqwest::ClientBuilder, String> {
        let mut settings = reqwest::Client::builder().connect_timeout(self.connect_timeout);
        if let Some(url) = &self.proxy {
            let proxy = reqwest::Proxy::all(url.as_str()).map_err(|error| transport_error(error).to_string())?;
            settings = settings.proxy(proxy);
        }
        // Another crate may have turned on further compressions of reqwest.
        Ok(self.tls.add_to(settings)?.no_gzip().no_brotli().no_zstd().no_deflate())
    }
}

impl Http {
    /// Creates a transport with settings of the builder; the error is a human-readable text.
    pub(crate) fn new(connect_timeout: Option<Duration>, proxy: Option<&Url>, tls: &Tls) -> Result<Self, String> {
        check_provider()?;
        let (connect_timeout, tls) = (connect_timeout.unwrap_or(crate::transport::CONNECT), tls.clone());
        let settings = HttpSettings { connect_timeout, proxy: proxy.cloned(), tls };
        let http = Self::from_settings(settings.builder()?)?;
        Ok(Self { settings: Some(Arc::new(settings)), ..http })
    }

    /// Creates a transport with the settings of the user, except for redirects: they would take secrets along.
    pub(crate) fn from_settings(settings: reqwest::ClientBuilder) -> Result<Self, String> {
        check_provider()?;
        // reqwest decompresses the first member of a body only.
        let settings = if GZIP { settings.no_gzip() } else { settings };
        Ok(Self { client: build_client(settings)?, settings: None, upgrading: Arc::default() })
    }

    /// Checks that TLS is there where it is needed. Without it, reqwest would send a request for `https` to a proxy as
    /// plain text. A client of the user may have the TLS of its own reqwest.
    fn check_tls(&self, request: &http::Request<Bytes>) -> Result<(), TransportError> {
        let needs_tls = request.uri().scheme() == Some(&http::uri::Scheme::HTTPS);
        match self.settings.is_some() && !HAS_TLS && needs_tls {
            true => Err(TransportError::connect("this program was compiled without TLS")),
            false => Ok(()),
        }
    }

    /// Begins an exchange, and returns the future of the head of its response.
    fn head(&self, mut request: http::Request<Bytes>, to: Known) -> Result<impl Future<Output = Head>, TransportError> {
        self.check_tls(&request)?;
        // The header `Host` is set here, since hyper-util would format it for each request. HTTP/2 has no such
        // header, but plain connections of our own client use HTTP/1.1.
        let is_plain = self.settings.is_some() && request.uri().scheme() == Some(&http::uri::Scheme::HTTP);
        if let Some(host) = to.as_deref().filter(|_| is_plain).and_then(Destination::host) {
            request.headers_mut().entry(header::HOST).or_insert_with(|| host.clone());
        }
        Self::head_by(&self.client, request, to)
    }

    /// Sends a request with an HTTP client, and returns the future of the head of its response.
    fn head_by(
        client: &reqwest::Client,
        request: http::Request<Bytes>,
        to: Known,
    ) -> Result<impl Future<Output = Head> + use<>, TransportError> {
        let (mut head, body) = request.into_parts();
        if GZIP && !head.headers.contains_key(header::RANGE) {
            head.headers.entry(header::ACCEPT_ENCODING).or_insert(HeaderValue::from_static("gzip"));
        }
        let mut request = match to.as_deref().map(Destination::url) {
            // No part of the URL has to become a header.
            Some(url) if url.username().is_empty() && url.password().is_none() => {
                reqwest::Request::new(head.method, url.clone())
            }
            Some(url) => client.request(head.method, url.clone()).build().map_err(transport_error)?,
            None => client.request(head.method, head.uri.to_string()).build().map_err(transport_error)?,
        };
        match request.headers().is_empty() {
            true => *request.headers_mut() = head.headers,
            // The headers hold the name and the password of the URL.
            false => request.headers_mut().extend(head.headers),
        }
        if !body.is_empty() {
            *request.body_mut() = Some(body.into());
        }
        Ok(client.execute(request))
    }

    /// Sends a request to a destination.
    pub(super) fn send_to(
        &self,
        request: http::Request<Bytes>,
        to: Known,
        limits: Limits,
    ) -> BoxFuture<'_, TransportResult> {
        Box::pin(async move { Self::whole(self.head(request, to)?.await.map_err(transport_error)?, limits).await })
    }

    /// Reads the whole body of a response, within the limits.
    async fn whole(response: reqwest::Response, limits: Limits) -> TransportResult {
        let (head, body) = Parts::of(response.into(), transport_error).into_parts();
        let body = body.collect(limits).await?;
        Ok(http::Response::from_parts(head, body))
    }

    /// Returns a client that speaks HTTP/1.1 only; a client of the user stays as it is.
    fn upgrade_client(&self) -> Result<&reqwest::Client, TransportError> {
        let Some(settings) = &self.settings else { return Ok(&self.client) };
        let client = self.upgrading.get_or_init(|| build_client(settings.builder()?.http1_only()));
        client.as_ref().map_err(|error| TransportError::connect(error.as_str()))
    }

    /// Sends a request for an upgrade, and takes the connection over if the status is 101.
    async fn send_upgrade(&self, request: http::Request<Bytes>) -> UpgradeResult {
        self.check_tls(&request)?;
        let mut response = Self::head_by(self.upgrade_client()?, request, None)?.await.map_err(transport_error)?;
        if response.status() != http::StatusCode::SWITCHING_PROTOCOLS {
            return Ok(Self::whole(response, Limits::new(REFUSAL)).await?.map(Upgrade::refused));
        }
        let headers = std::mem::take(response.headers_mut());
        let connection = response.upgrade().await.map_err(transport_error)?;
        let mut out = http::Response::new(Upgrade::connection(connection));
        *out.status_mut() = http::StatusCode::SWITCHING_PROTOCOLS;
        *out.headers_mut() = headers;
        Ok(out)
    }
}

/// Builds a client that follows no redirects and sends each request once; the error is a human-readable text. By
/// default reqwest repeats requests that a server of HTTP/2 refuses, out of sight of limits and observers.
fn build_client(settings: reqwest::ClientBuilder) -> Result<reqwest::Client, String> {
    let settings = settings.redirect(reqwest::redirect::Policy::none()).retry(reqwest::retry::never());
    settings.build().map_err(|error| transport_error(error).to_string())
}

impl Transport for Http {
    fn send(&self, mut request: http::Request<Bytes>, limits: Limits) -> BoxFuture<'_, TransportResult> {
        let to = take_destination(&mut request);
        self.send_to(request, to, limits)
    }

    fn stream(&self, mut request: http::Request<Bytes>) -> BoxFuture<'_, StreamResult> {
        let to = take_destination(&mut request);
        Box::pin(async move {
            let response = self.head(request, to)?.await.map_err(transport_error)?;
            Ok(Parts::of(response.into(), transport_error).map(BodyStream::new))
        })
    }

    fn upgrade(&self, request: http::Request<Bytes>) -> BoxFuture<'_, UpgradeResult> {
        Box::pin(self.send_upgrade(request))
    }
}

/// Takes the destination out of the extensions of a request that may have come through layers.
fn take_destination(request: &mut http::Request<Bytes>) -> Known {
    request.extensions_mut().remove::<Arc<Destination>>().filter(|to| to.uri == *request.uri())
}

fn transport_error(error: reqwest::Error) -> TransportError {
    let error = error.without_url();
    if error.is_connect() {
        return TransportError::connect(error);
    }
    if error.is_timeout() { TransportError::timeout(error) } else { TransportError::other(error) }
}
