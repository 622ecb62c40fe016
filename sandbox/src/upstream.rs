//! A real server behind the sandbox.
//!
//! Input: its base URL, and a request. Output: its response, as it came. Redirects are not followed, and no body is
//! decompressed.

use bytes::Bytes;
use http::{HeaderName, Request, Response, StatusCode, header};

use crate::failures::text;

/// Headers of a request that belong to its connection.
const OWN: [HeaderName; 4] = [header::HOST, header::CONNECTION, header::CONTENT_LENGTH, header::ACCEPT_ENCODING];

/// A real server.
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

    /// The response of the server; an error of the exchange is status 502.
    pub(crate) async fn response(&self, request: &Request<Bytes>) -> Response<Bytes> {
        match self.exchange(request).await {
            Ok(response) => response,
            Err(error) => text(StatusCode::BAD_GATEWAY, &format!("no response of the server behind: {error}")),
        }
    }

    async fn exchange(&self, request: &Request<Bytes>) -> Result<Response<Bytes>, reqwest::Error> {
        let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
        let mut headers = request.headers().clone();
        OWN.iter().for_each(|name| drop(headers.remove(name)));
        let sent = self.http.request(request.method().clone(), format!("{}{target}", self.url)).headers(headers);
        let came = sent.body(request.body().clone()).send().await?;
        let (status, headers) = (came.status(), came.headers().clone());
        let mut response = Response::new(came.bytes().await?);
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        // The length is said anew, and the body is whole by now.
        response.headers_mut().remove(header::TRANSFER_ENCODING);
        response.headers_mut().remove(header::CONTENT_LENGTH);
        Ok(response)
    }
}
