//! Upstream: a real server to which the sandbox forwards requests.
//!
//! Input: its base URL, and a request. Output: its unchanged response, or a websocket to it.
//! Redirects are not followed, and no body is decompressed. Size and duration of a response are
//! bounded.

use std::fmt;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, HeaderName, Request, Response, StatusCode, header};
use reqwest::Upgraded;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::protocol::Role;

use crate::refusals::errors::text;

/// Maximum size in bytes of the body of a request to the sandbox, and of a response of the real server.
pub(crate) const MAX_BODY_BYTES: usize = 64 * 1024 * 1024;
/// Maximum duration of an exchange, and of the handshake of a websocket.
const DEADLINE: Duration = Duration::from_secs(60);

/// Headers of a request that belong to its connection and are not forwarded.
const CONNECTION_HEADERS: [HeaderName; 4] =
    [header::HOST, header::CONNECTION, header::CONTENT_LENGTH, header::ACCEPT_ENCODING];

/// Headers of a handshake that are not forwarded, since this server makes its own handshake.
const HANDSHAKE_HEADERS: [HeaderName; 4] =
    [header::UPGRADE, header::SEC_WEBSOCKET_KEY, header::SEC_WEBSOCKET_VERSION, header::SEC_WEBSOCKET_EXTENSIONS];

/// Real server to which the sandbox forwards requests.
#[derive(Debug)]
pub(crate) struct Upstream {
    url: String,
    http: reqwest::Client,
}

impl Upstream {
    /// Creates the client of a server. The error is a message, which does not show the URL: it may
    /// hold a password or a key.
    pub(crate) fn new(url: &str) -> Result<Self, String> {
        let wrong = |error: &dyn fmt::Display| format!("cannot send requests to the upstream server: {error}");
        let parsed = reqwest::Url::parse(url).map_err(|error| wrong(&format!("its URL is wrong: {error}")))?;
        if !matches!(parsed.scheme(), "http" | "https") {
            return Err(wrong(&"its URL must begin with `http://` or `https://`"));
        }
        if parsed.query().is_some() || parsed.fragment().is_some() {
            return Err(wrong(&"its URL must end before `?` or `#`, as the path of a request follows"));
        }
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
        Ok(Self { url: url.trim_end_matches('/').to_owned(), http: http.map_err(|error| wrong(&error))? })
    }

    /// Returns the response of the server, or a response with status 502 or 504 if there is none.
    pub(crate) async fn response(&self, request: &Request<Bytes>) -> Response<Bytes> {
        in_time(self.exchange(request)).await.unwrap_or_else(|failure| failure.response("does not respond"))
    }

    /// Opens a websocket to the server. The error is the response with which the server refuses it,
    /// or status 502.
    pub(crate) async fn websocket(&self, head: &Request<Bytes>) -> Result<WebSocketStream<Upgraded>, Response<Bytes>> {
        let mut headers = self.headers(head);
        HANDSHAKE_HEADERS.iter().for_each(|name| drop(headers.remove(name)));
        let asked = self.http.get(self.target(head)).headers(headers);
        let asked = asked.header(header::CONNECTION, "Upgrade").header(header::UPGRADE, "websocket");
        let asked = asked.header(header::SEC_WEBSOCKET_VERSION, "13").header(header::SEC_WEBSOCKET_KEY, generate_key());
        let opened = async {
            let came = asked.send().await?;
            if came.status() != StatusCode::SWITCHING_PROTOCOLS {
                return Ok(Err(read_whole(came).await?));
            }
            let io = came.upgrade().await?;
            Ok(Ok(WebSocketStream::from_raw_socket(io, Role::Client, None).await))
        };
        match in_time(opened).await {
            Ok(opened) => opened,
            Err(failure) => Err(failure.response("opens no websocket")),
        }
    }

    async fn exchange(&self, request: &Request<Bytes>) -> Result<Response<Bytes>, Failure> {
        let sent = self.http.request(request.method().clone(), self.target(request)).headers(self.headers(request));
        read_whole(sent.body(request.body().clone()).send().await?).await
    }

    /// Returns the URL of a request at the upstream server.
    fn target(&self, request: &Request<Bytes>) -> String {
        let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
        format!("{}{target}", self.url)
    }

    /// Returns the headers of a request that are forwarded.
    fn headers(&self, request: &Request<Bytes>) -> HeaderMap {
        let mut headers = request.headers().clone();
        CONNECTION_HEADERS.iter().for_each(|name| drop(headers.remove(name)));
        headers
    }
}

/// Reason why the upstream server gave no response.
enum Failure {
    Http(reqwest::Error),
    TooLarge,
    TooLate,
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        Self::Http(error.without_url())
    }
}

impl Failure {
    /// Returns the response that reports the failure. `what` says what the server does not do, such
    /// as `does not respond`.
    fn response(self, what: &str) -> Response<Bytes> {
        let (status, reason) = match self {
            Self::Http(error) => (StatusCode::BAD_GATEWAY, format!("{what}: {error}")),
            Self::TooLarge => (StatusCode::BAD_GATEWAY, format!("sends a body of more than {MAX_BODY_BYTES} bytes")),
            Self::TooLate => (StatusCode::GATEWAY_TIMEOUT, format!("{what} within {} s", DEADLINE.as_secs())),
        };
        text(status, &format!("the upstream server {reason}"))
    }
}

/// Returns the outcome of an exchange, or a failure after the deadline.
async fn in_time<T>(exchange: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::time::timeout(DEADLINE, exchange).await.unwrap_or(Err(Failure::TooLate))
}

/// Reads the body of a response to its end, up to [`MAX_BODY_BYTES`].
async fn read_whole(mut came: reqwest::Response) -> Result<Response<Bytes>, Failure> {
    let (status, headers) = (came.status(), came.headers().clone());
    let mut body = BytesMut::new();
    while let Some(chunk) = came.chunk().await? {
        if body.len() + chunk.len() > MAX_BODY_BYTES {
            return Err(Failure::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    let mut response = Response::new(body.freeze());
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    // The body is complete, so its length is set anew.
    response.headers_mut().remove(header::TRANSFER_ENCODING);
    response.headers_mut().remove(header::CONTENT_LENGTH);
    Ok(response)
}
