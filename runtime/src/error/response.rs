//! Response that an error reports, as far as the error keeps it.
//!
//! Input: status, headers, a body up to a limit, and the server's message, from `crate::response`.
//! Output: lookups for the accessors of the error.

use crate::schema::{Client, Errors, InBody};
use crate::transport::{request_id, reset, retry_after};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use std::time::Duration;

/// A response that an error reports.
#[derive(Clone)]
pub(crate) struct ErrorResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// Message of the server, if the spec names the member of its errors that holds a text.
    pub(crate) message: Option<String>,
    /// Code of the server's error, if the spec states where it is.
    pub(crate) code: Option<String>,
    /// Text for display: `message`, or the beginning of the body where there is no message.
    pub(crate) text: String,
    pub(crate) errors: Option<&'static Errors>,
    /// The statuses that the spec calls worth a retry.
    pub(crate) retry: &'static [u16],
    /// The ID of the request, for display.
    pub(crate) shown_id: Option<String>,
    pub(crate) client: &'static Client,
}

impl ErrorResponse {
    pub(crate) fn request_id(&self) -> Option<&str> {
        request_id(&self.headers, self.client)
    }

    /// Returns whether the spec lists the code as one after which the same call may succeed later.
    pub(crate) fn is_retried_by_code(&self) -> bool {
        self.has_code(|rule| rule.retry)
    }

    /// Returns whether the spec lists the code as one by which the service refuses the call for now.
    pub(crate) fn is_limited_by_code(&self) -> bool {
        self.has_code(|rule| rule.limited)
    }

    /// Returns whether the code of the error is in a list of the spec.
    fn has_code(&self, codes: fn(&InBody) -> &'static [&'static str]) -> bool {
        let listed = self.errors.and_then(|errors| errors.in_body.as_ref()).map_or(&[][..], codes);
        self.code.as_deref().is_some_and(|code| listed.contains(&code))
    }

    /// Returns whether the response has a JSON media type.
    pub(crate) fn is_json(&self) -> bool {
        let kind = self.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        kind.split(';').next().is_some_and(|kind| kind.trim().to_ascii_lowercase().ends_with("json"))
    }

    /// Returns the wait that the headers ask for. With the status 429, the end of the rate limit counts, too.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        let names = &self.client.rate_limit;
        retry_after(&self.headers, names).or_else(|| {
            let limited = self.status == StatusCode::TOO_MANY_REQUESTS;
            limited.then(|| reset(&self.headers, names)).flatten()
        })
    }
}
