//! Which redirects are followed: those of GET to the same origin.
//!
//! Input: the request's URL and method, and an answer. Output: the next URL, or why the client does not go
//! there: a request holds secrets for its own origin only, and a repeat of another method is a new call.

use http::{Method, Response, header};
use url::Url;

/// How many redirects are followed in a row.
pub(super) const MOST: usize = 5;

/// Where to go on; none when the answer is no redirect.
pub(super) fn next<B>(url: &Url, method: &Method, answer: &Response<B>) -> Result<Option<Url>, String> {
    if !matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = answer.headers().get(header::LOCATION) else { return Ok(None) };
    let location = location.to_str().ok().and_then(|location| url.join(location).ok());
    let Some(mut next) = location else {
        return Err(format!("{}: the server redirects to a place that is no URL", answer.status()));
    };
    let (here, there) = (url.origin(), next.origin());
    if here != there {
        let (here, there) = (here.ascii_serialization(), there.ascii_serialization());
        let why = "secrets go to the origin of the base URL only; if the service has moved, set the base URL";
        return Err(format!("{}: the server redirects from {here} to {there}, {NOT}: {why}", answer.status()));
    }
    if *method != Method::GET {
        return Err(format!("{}: the server redirects a {method} request, {NOT}: set the base URL", answer.status()));
    }
    // The user's own credentials stay; those of the answer do not count.
    let _ = next.set_username(url.username());
    let _ = next.set_password(url.password());
    next.set_fragment(None);
    Ok(Some(next))
}

const NOT: &str = "which is not followed";
