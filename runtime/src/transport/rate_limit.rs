//! Rate limits in the headers of a response, and the server's ID of the request.
//!
//! Input: headers, and their names in the spec. Output: numbers, times, and the ID. A header
//! that cannot be read counts as absent.

use crate::{
    schema::{self, RateLimitHeaders},
    transport::retry_after::{reset, retry_after},
};
use http::HeaderMap;
use std::time::Duration;

/// Rate limit that the headers of a response state. Values that the service does not send are `None`.
#[derive(Clone, Copy)]
pub struct RateLimit<'a> {
    headers: &'a HeaderMap,
    names: &'static RateLimitHeaders,
}

impl<'a> RateLimit<'a> {
    /// Returns the policy, in the service's own format.
    pub fn policy(&self) -> Option<&'a str> {
        self.headers.get(self.names.policy?)?.to_str().ok()
    }

    /// Returns the limit for the current window. Of two numbers with a slash, such as `32/40`, it is the second.
    pub fn limit(&self) -> Option<u64> {
        number(self.headers, self.names.limit).map(|(number, of)| of.unwrap_or(number))
    }

    /// Returns the remaining quantity in the current window. If one header holds it and the limit, such as
    /// `32/40`, the first number is what was used.
    pub fn remaining(&self) -> Option<u64> {
        let (number, of) = number(self.headers, self.names.remaining)?;
        let is_used = self.names.remaining == self.names.limit;
        Some(of.filter(|_| is_used).map_or(number, |of| of.saturating_sub(number)))
    }

    /// Returns the time until the current window ends. Services send it in seconds, as a UNIX time
    /// in seconds or milliseconds, or as a date.
    pub fn reset(&self) -> Option<Duration> {
        reset(self.headers, self.names)
    }

    /// Returns the time to wait before a retry, which services send in the same forms as the end of
    /// the window. `retry-after-ms` and `x-ms-retry-after-ms` hold milliseconds.
    pub fn retry_after(&self) -> Option<Duration> {
        retry_after(self.headers, self.names)
    }
}

impl std::fmt::Debug for RateLimit<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("RateLimit")
            .field("policy", &self.policy())
            .field("limit", &self.limit())
            .field("remaining", &self.remaining())
            .field("reset", &self.reset())
            .field("retry_after", &self.retry_after())
            .finish()
    }
}

/// The headers that usually hold the ID of a request.
const REQUEST_ID_HEADERS: [&str; 6] =
    ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-amz-cf-id", "cf-ray"];

/// Returns the ID of a request, from the headers of its response.
pub(crate) fn request_id<'h>(headers: &'h HeaderMap, client: &schema::Client) -> Option<&'h str> {
    let text = |name: &str| headers.get(name)?.to_str().ok().filter(|id| !id.is_empty());
    client.request_id.and_then(text).or_else(|| REQUEST_ID_HEADERS.into_iter().find_map(text))
}

/// Creates the rate limit from headers with these names.
pub(crate) const fn rate_limit<'a>(headers: &'a HeaderMap, names: &'static RateLimitHeaders) -> RateLimit<'a> {
    RateLimit { headers, names }
}

/// Parses the number at the beginning of a header, and the number after a slash: some services send `32/40`. Others add
/// parameters, `100;w=60`.
fn number(headers: &HeaderMap, name: Option<&'static str>) -> Option<(u64, Option<u64>)> {
    let (number, rest) = whole(headers.get(name?)?.to_str().ok()?)?;
    let of = rest.trim_start().strip_prefix('/').and_then(whole);
    Some((number, of.map(|(of, _)| of)))
}

/// Parses the integer at the beginning of a text, and returns the rest, too. An integer that is too large becomes the
/// largest.
fn whole(text: &str) -> Option<(u64, &str)> {
    let text = text.trim();
    let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    (!digits.is_empty()).then(|| (digits.parse().unwrap_or(u64::MAX), rest))
}
