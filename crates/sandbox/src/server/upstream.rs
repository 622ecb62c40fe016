//! Upstream: a real server to which the sandbox forwards requests.
//!
//! Input: its base URL, and a request. Output: its unchanged response, or a websocket to it.
//! Redirects are not followed, and no body is decompressed.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, Request, Response, StatusCode, header};
use reqwest::Upgraded;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::protocol::Role;

use crate::refusals::errors::text;

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
    pub(crate) fn new(url: &str) -> Result<Self, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("cannot send requests to {url}: {error}");
        reqwest::Url::parse(url).map_err(|error| wrong(&error))?;
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
        Ok(Self { url: url.trim_end_matches('/').to_owned(), http: http.map_err(|error| wrong(&error))? })
    }

    /// Returns the response of the server, or a response with status 502 if there is none.
    pub(crate) async fn response(&self, request: &Request<Bytes>) -> Response<Bytes> {
        match self.exchange(request).await {
            Ok(response) => response,
            Err(error) => {
                let error = error.without_url();
                text(StatusCode::BAD_GATEWAY, &format!("the upstream server does not respond: {error}"))
            }
        }
    }

    /// Opens a websocket to the server. The error is the response with which the server refuses it,
    /// or status 502.
    pub(crate) async fn websocket(&self, head: &Request<Bytes>) -> Result<WebSocketStream<Upgraded>, Response<Bytes>> {
        let wrong = |error: reqwest::Error| {
            text(StatusCode::BAD_GATEWAY, &format!("the upstream server opens no websocket: {}", error.without_url()))
        };
        let mut headers = self.headers(head);
        HANDSHAKE_HEADERS.iter().for_each(|name| drop(headers.remove(name)));
        let asked = self.http.get(self.target(head)).headers(headers);
        let asked = asked.header(header::CONNECTION, "Upgrade").header(header::UPGRADE, "websocket");
        let asked = asked.header(header::SEC_WEBSOCKET_VERSION, "13").header(header::SEC_WEBSOCKET_KEY, generate_key());
        let came = asked.send().await.map_err(wrong)?;
        if came.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Err(read_whole(came).await.map_err(wrong)?);
        }
        let io = came.upgrade().await.map_err(wrong)?;
        Ok(WebSocketStream::from_raw_socket(io, Role::Client, None).await)
    }

    async fn exchange(&self, request: &Request<Bytes>) -> Result<Response<Bytes>, reqwest::Error> {
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

/// Reads the body of a response to its end.
async fn read_whole(came: reqwest::Response) -> Result<Response<Bytes>, reqwest::Error> {
    let (status, headers) = (came.status(), came.headers().clone());
    let mut response = Response::new(came.bytes().await?);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    // The body is complete, so its length is set anew.
    response.headers_mut().remove(header::TRANSFER_ENCODING);
    response.headers_mut().remove(header::CONTENT_LENGTH);
    Ok(response)
}
