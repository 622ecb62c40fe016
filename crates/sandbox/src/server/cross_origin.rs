//! Cross-origin calls (CORS): from a reference page on a disk or on another server, or from a front
//! end in development.
//!
//! Input: a request with `Origin`. Output: the response to a preflight request, and the headers
//! that let a page read a response. Cookies are never allowed.

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode, header, request};

use crate::refusals::errors::set;

/// Returns the response to a preflight request, by which a browser asks whether a page may make a
/// call; `None` for any other request.
pub(crate) fn preflight(head: &request::Parts) -> Option<Response<Bytes>> {
    let asked = head.headers.get(header::ACCESS_CONTROL_REQUEST_METHOD)?;
    if head.method != Method::OPTIONS || !head.headers.contains_key(header::ORIGIN) {
        return None;
    }
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, asked.clone());
    if let Some(names) = head.headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names.clone());
    }
    // A browser also asks this for a page of another network that calls this machine.
    if head.headers.contains_key("access-control-request-private-network") {
        headers.insert("access-control-allow-private-network", HeaderValue::from_static("true"));
    }
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    allow(&mut response);
    Some(response)
}

/// Returns whether a request comes from a page of a browser.
pub(crate) fn is_asked<B>(request: &Request<B>) -> bool {
    request.headers().contains_key(header::ORIGIN)
}

/// Allows a page of any origin to read a response.
pub(crate) fn allow(response: &mut Response<Bytes>) {
    set(response, header::ACCESS_CONTROL_ALLOW_ORIGIN.as_str(), "*");
    set(response, header::ACCESS_CONTROL_EXPOSE_HEADERS.as_str(), "*");
}
