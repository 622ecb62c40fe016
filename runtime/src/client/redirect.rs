//! Redirects: follows redirects of safe methods to the same origin, and to other origins where the operation allows it.
//!
//! Input: the URL and the method of a request, and a response. Output: the next URL, or why the
//! client does not follow. Secrets of a request are for its own origin alone, and a repeat of
//! another method is a new call.

use crate::{
    client::{connection::Route, settings::Settings},
    schema::{Operation, is_safe_method},
    transport::Destination,
};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, Method, Request, Response, StatusCode, header};
use std::fmt;
use url::{Url, form_urlencoded};

/// Maximum number of redirects in a row that are followed.
pub(crate) const MAX_REDIRECTS: usize = 5;

/// Next request after a redirect.
pub(crate) struct NextRequest {
    pub(crate) url: Url,
    /// Whether the URL has another origin, so that the request must carry no secret.
    pub(crate) leaves_origin: bool,
}

/// Whether the redirects of a request stay at its origin, and why.
#[derive(Clone, Copy)]
pub(crate) enum Stays {
    /// Redirects may lead to another origin.
    No,
    /// The spec does not allow another origin for the operation.
    ByDescription,
    /// The HTTP client or a layer may add secrets that the runtime does not know.
    BySender,
}

impl Stays {
    /// Returns whether redirects of an operation stay at its origin, and why.
    pub(crate) const fn of(operation: &Operation, route: &Route) -> Self {
        match operation.response.leaves_origin {
            true if route.is_exact() => Self::No,
            true => Self::BySender,
            false => Self::ByDescription,
        }
    }

    /// Returns the sentence for the user; `None` for a request that may leave its origin.
    const fn why(self) -> Option<&'static str> {
        match self {
            Self::No => None,
            Self::ByDescription => {
                Some("secrets go to the origin of the base URL only; if the service has moved, set the base URL")
            }
            Self::BySender => Some(
                "the client of `.http_client(…)` may add headers of its own, and so may a layer; use the other \
                 settings of the builder, or fetch it yourself",
            ),
        }
    }
}

/// Returns whether a request with this method is sent again to another place: a repeat of any other method is a new
/// call.
pub(crate) fn may_follow(method: &Method) -> bool {
    is_safe_method(method.as_str())
}

/// Turns a request into a GET, where a redirect states that the result has a separate place (303).
pub(crate) fn turn_to_get<B>(http: &mut Request<Bytes>, response: &Response<B>) {
    if response.status() == StatusCode::SEE_OTHER && http.method() != Method::HEAD {
        *http.method_mut() = Method::GET;
        *http.body_mut() = Bytes::new();
        http.headers_mut().remove(header::CONTENT_TYPE);
    }
}

/// Returns the next request after a response; `None` if the response is not a redirect.
pub(crate) fn next<B>(
    from: &Destination,
    method: &Method,
    response: &Response<B>,
    stays: Stays,
) -> Result<Option<NextRequest>, RedirectFault> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = response.headers().get(header::LOCATION) else { return Ok(None) };
    let url = from.url();
    let location = location.to_str().ok().and_then(|location| url.join(location).ok());
    let refused = |fault| Err(RedirectFault { status: Some(response.status()), fault });
    let Some(mut next) = location else { return refused(Fault::NoUrl) };
    if !matches!(next.scheme(), "http" | "https") {
        return refused(Fault::Scheme(next.scheme().to_owned()));
    }
    let leaves_origin = url.origin() != next.origin();
    if leaves_origin {
        let (here, there) = (url.origin().ascii_serialization(), next.origin().ascii_serialization());
        let why = stays.why().or((!is_as_safe(url, &next)).then_some("a request over https is not repeated over http"));
        if let Some(why) = why {
            return refused(Fault::Origin { here, there, why });
        }
    }
    if !may_follow(method) {
        return refused(Fault::Method(method.clone()));
    }
    // The user's own credentials stay at their origin; those of the response do not count.
    let (name, password) = if leaves_origin { ("", None) } else { (url.username(), url.password()) };
    let _ = next.set_username(name);
    let _ = next.set_password(password);
    next.set_fragment(None);
    Ok(Some(NextRequest { url: next, leaves_origin }))
}

/// Redirect that is not followed.
#[derive(Clone)]
pub(crate) struct RedirectFault {
    /// Status of the response; `None` if the fault is not one of a single response.
    pub(crate) status: Option<StatusCode>,
    pub(crate) fault: Fault,
}

/// Reason why a redirect is not followed.
#[derive(Clone)]
pub(crate) enum Fault {
    /// The place is no URL.
    NoUrl,
    /// The URL has another scheme than HTTP.
    Scheme(String),
    /// The URL has another origin.
    Origin { here: String, there: String, why: &'static str },
    /// The URL has another origin and a part of a path that may be a key.
    KeyInPath,
    /// A repeat of this method is a new call.
    Method(Method),
    /// The request is the handshake of a websocket.
    Handshake,
    /// There are more than [`MAX_REDIRECTS`] redirects in a row.
    TooMany,
    /// The request cannot be built again.
    Unbuilt(String),
}

impl From<Fault> for RedirectFault {
    fn from(fault: Fault) -> Self {
        Self { status: None, fault }
    }
}

impl RedirectFault {
    /// Redacts secrets in the parts that a server sent. The words around them are no secrets, whatever they are.
    pub(crate) fn redact(&mut self, redact: impl Fn(String) -> String) {
        let parts = match &mut self.fault {
            Fault::Scheme(text) | Fault::Unbuilt(text) => [Some(text), None],
            Fault::Origin { here, there, .. } => [Some(here), Some(there)],
            _ => [None, None],
        };
        parts.into_iter().flatten().for_each(|text| *text = redact(std::mem::take(text)));
    }
}

impl fmt::Display for RedirectFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NOT: &str = "which is not followed";
        if let Some(status) = self.status {
            write!(out, "{status}: ")?;
        }
        match &self.fault {
            Fault::NoUrl => out.write_str("the server redirects to a place that is no URL"),
            Fault::Scheme(scheme) => {
                write!(out, "the server redirects to a `{scheme}` URL, {NOT}: a client follows http and https")
            }
            Fault::Origin { here, there, why } => {
                write!(out, "the server redirects from {here} to {there}, {NOT}: {why}")
            }
            Fault::KeyInPath => write!(
                out,
                "the server redirects to another origin with a part of the path that may be a key, {NOT}: a key goes \
                 to the origin of its URL only"
            ),
            Fault::Method(method) => {
                write!(out, "the server redirects a {method} request, {NOT}: set the base URL")
            }
            Fault::Handshake => {
                write!(out, "the server redirects the handshake of a websocket, {NOT}: set the base URL")
            }
            Fault::TooMany => write!(out, "the server redirects more than {MAX_REDIRECTS} times in a row"),
            Fault::Unbuilt(text) => out.write_str(text),
        }
    }
}

/// Returns whether a redirect from `here` to `there` keeps HTTPS.
fn is_as_safe(here: &Url, there: &Url) -> bool {
    there.scheme() == "https" || here.scheme() != "https"
}

/// Takes the secrets of a client out of the query of a URL, and those that the user put into the
/// base URL.
pub(crate) fn without_keys(settings: &Settings, url: &mut Url) {
    take_out(url, |name, value| settings.is_key(name, value));
}

/// Removes the pairs of a query that are keys: a server may have copied the query of the request into the
/// place where it leads.
pub(crate) fn take_out(url: &mut Url, is_key: impl Fn(&str, &str) -> bool) {
    let Some(query) = url.query() else { return };
    let is_key = |pair: &&str| form_urlencoded::parse(pair.as_bytes()).any(|(name, value)| is_key(&name, &value));
    let (taken, kept): (Vec<&str>, Vec<&str>) = query.split('&').partition(is_key);
    if !taken.is_empty() {
        let kept = kept.join("&");
        url.set_query(Some(kept.as_str()).filter(|kept| !kept.is_empty()));
    }
}

/// Returns the headers that may go to another origin: the headers that describe the wanted response. All others may
/// hold a secret.
pub(crate) fn harmless(mut headers: HeaderMap) -> HeaderMap {
    /// Headers that hold no secret.
    const KEPT: [HeaderName; 9] = [
        header::ACCEPT,
        header::ACCEPT_ENCODING,
        header::ACCEPT_LANGUAGE,
        header::USER_AGENT,
        header::RANGE,
        header::IF_RANGE,
        header::IF_NONE_MATCH,
        header::IF_MODIFIED_SINCE,
        header::CACHE_CONTROL,
    ];
    let kept = KEPT.iter().filter_map(|name| {
        let value = headers.remove(name).filter(|value| !value.is_sensitive())?;
        Some((name.clone(), value))
    });
    kept.collect()
}
