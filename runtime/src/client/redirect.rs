//! Redirects: follows redirects of safe methods to the same origin, and to other origins where the operation allows it.
//!
//! Input: the URL and the method of a request, and a response. Output: the next URL, or why the
//! client does not follow. Secrets of a request are for its own origin alone, and a repeat of
//! another method is a new call.

use crate::{
    client::{connection::Route, settings::Settings},
    error::{RedirectFault, RedirectReason},
    schema::{Operation, is_safe_method},
    transport::Destination,
};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, Method, Request, Response, StatusCode, header};
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
    let refused = |reason| Err(RedirectFault { status: Some(response.status()), reason });
    let Some(mut next) = location else { return refused(RedirectReason::NoUrl) };
    if !matches!(next.scheme(), "http" | "https") {
        return refused(RedirectReason::Scheme(next.scheme().to_owned()));
    }
    let leaves_origin = url.origin() != next.origin();
    if leaves_origin {
        let (here, there) = (url.origin().ascii_serialization(), next.origin().ascii_serialization());
        let why = stays.why().or((!is_as_safe(url, &next)).then_some("a request over https is not repeated over http"));
        if let Some(why) = why {
            return refused(RedirectReason::Origin { here, there, why });
        }
    }
    if !may_follow(method) {
        return refused(RedirectReason::Method(method.clone()));
    }
    // The user's own credentials stay at their origin; those of the response do not count.
    let (name, password) = if leaves_origin { ("", None) } else { (url.username(), url.password()) };
    let _ = next.set_username(name);
    let _ = next.set_password(password);
    next.set_fragment(None);
    Ok(Some(NextRequest { url: next, leaves_origin }))
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
