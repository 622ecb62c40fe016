//! Replacement responses: a fault sends them in place of the response that the spec describes.
//!
//! Input: a fault, and the client of the service. Output: the response, or `None` for other faults.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use chainloom_runtime::schema::Client;
use http::{Response, StatusCode, header};

use super::{Fault, FaultSet};
use crate::refusals::errors::{refuse, set, text, with_type};
use crate::synthesis::Style;

/// Page of HTML, as a proxy sends it with status 502.
pub(crate) const PAGE: &str =
    "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n";

/// Maximum time until the date of `retry-at`, 100 years of 365 days: dates of HTTP end with the year 9999.
pub(super) const MAX_RETRY_SECONDS: u64 = 100 * 365 * 24 * 60 * 60;

/// Returns the response of the first fault that replaces the response; `None` if no fault does.
pub(crate) fn replacement_response(
    faults: &FaultSet,
    client: Option<&'static Client>,
    style: Style,
) -> Option<Response<Bytes>> {
    faults.0.iter().find_map(|fault| response(fault, client, style))
}

/// Returns the response that a fault sends in place of the response of the spec; `None` for other
/// faults.
fn response(fault: &Fault, client: Option<&'static Client>, style: Style) -> Option<Response<Bytes>> {
    let reason = |status: StatusCode| status.canonical_reason().filter(|_| !status.is_success()).unwrap_or("Error");
    let refused = |status: StatusCode| refuse(client, status, reason(status), style);
    Some(match fault {
        Fault::Status(status) => refused(*status),
        Fault::RetryAfter(seconds) => {
            with_retry_after(refused(StatusCode::TOO_MANY_REQUESTS), client, &seconds.to_string())
        }
        Fault::RetryAt(seconds) => {
            let time = SystemTime::now() + Duration::from_secs((*seconds).min(MAX_RETRY_SECONDS));
            with_retry_after(refused(StatusCode::TOO_MANY_REQUESTS), client, &httpdate::fmt_http_date(time))
        }
        Fault::Redirect(url) => {
            let mut response = text(StatusCode::FOUND, "Found");
            set(&mut response, header::LOCATION.as_str(), url);
            response
        }
        Fault::Html => {
            with_type(StatusCode::BAD_GATEWAY, "text/html; charset=utf-8", Bytes::from_static(PAGE.as_bytes()))
        }
        Fault::Empty => Response::new(Bytes::new()),
        _ => return None,
    })
}

/// Adds the time of the next attempt to a response, in the header that the spec names, or in
/// `Retry-After`.
fn with_retry_after(mut response: Response<Bytes>, client: Option<&Client>, time: &str) -> Response<Bytes> {
    let name = client.and_then(|client| client.rate_limit.retry_after).unwrap_or(header::RETRY_AFTER.as_str());
    set(&mut response, name, time);
    response
}
