//! What the headers of a response say of rate limits, and the ID that the server gave the request.
//!
//! Input: headers, and the names that the description gives them. Output: numbers, times, and the
//! ID. A header that cannot be read counts as absent.

use crate::{
    DateTime,
    schema::{self, RateLimitHeaders},
};
use http::HeaderMap;
use std::time::{Duration, SystemTime};

/// What the headers of a response say of a rate limit. Values that the service does not send are
/// `None`.
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

    /// Returns the time until the current window ends. Services send it in seconds, or as a UNIX
    /// time in seconds.
    pub fn reset(&self) -> Option<Duration> {
        reset(self.headers, self.names)
    }

    /// Returns the time to wait before a retry.
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
const USUAL_IDS: [&str; 6] =
    ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-amz-cf-id", "cf-ray"];

/// The ID of a request, from the headers of its response.
pub(crate) fn request_id<'h>(headers: &'h HeaderMap, client: &schema::Client) -> Option<&'h str> {
    let text = |name: &str| headers.get(name)?.to_str().ok().filter(|id| !id.is_empty());
    client.request_id.and_then(text).or_else(|| USUAL_IDS.into_iter().find_map(text))
}

/// What headers with these names say.
pub(crate) const fn rate_limit<'a>(headers: &'a HeaderMap, names: &'static RateLimitHeaders) -> RateLimit<'a> {
    RateLimit { headers, names }
}

/// The number that a header begins with, and the one behind a slash: some services send `32/40`.
/// Others add parameters, `100;w=60`.
fn number(headers: &HeaderMap, name: Option<&'static str>) -> Option<(u64, Option<u64>)> {
    let (number, rest) = whole(headers.get(name?)?.to_str().ok()?)?;
    let of = rest.trim_start().strip_prefix('/').and_then(whole);
    Some((number, of.map(|(of, _)| of)))
}

/// The whole number that a text begins with, and what follows it. One that is too large is the
/// largest.
fn whole(text: &str) -> Option<(u64, &str)> {
    let text = text.trim();
    let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    (!digits.is_empty()).then(|| (digits.parse().unwrap_or(u64::MAX), rest))
}

/// A header that holds seconds. A part of a second counts as a whole one, so that no call comes too
/// early.
fn seconds(headers: &HeaderMap, name: Option<&'static str>) -> Option<u64> {
    let (whole, rest) = whole(headers.get(name?)?.to_str().ok()?)?;
    let fraction = rest.strip_prefix('.').unwrap_or_default().bytes().take_while(u8::is_ascii_digit);
    let has_part = fraction.into_iter().any(|digit| digit != b'0');
    Some(whole.saturating_add(u64::from(has_part)))
}

/// From here on a number of seconds is a moment: as a span it would be thirty years, as a moment it
/// is of 2001.
const FIRST_MOMENT: Duration = Duration::from_secs(1_000_000_000);

/// After how long a rate limit starts again; a moment that has passed means now.
pub(crate) fn reset(headers: &HeaderMap, names: &RateLimitHeaders) -> Option<Duration> {
    let value = Duration::from_secs(seconds(headers, names.reset)?);
    let moment = SystemTime::UNIX_EPOCH.checked_add(value).filter(|_| value >= FIRST_MOMENT);
    // No clock reaches some moments: such a wait is as long as the number says.
    Some(moment.map_or(value, |moment| moment.duration_since(SystemTime::now()).unwrap_or_default()))
}

/// After how long to try again: the service's own header, or the standard one, which may hold a
/// date.
pub(crate) fn retry_after(headers: &HeaderMap, names: &RateLimitHeaders) -> Option<Duration> {
    let until = || {
        let date = http_date(headers.get(http::header::RETRY_AFTER)?.to_str().ok()?)?;
        // A date that has passed means now.
        Some(date.duration_since(SystemTime::now()).unwrap_or_default())
    };
    let own = seconds(headers, names.retry_after).or_else(|| seconds(headers, Some("retry-after")));
    own.map(Duration::from_secs).or_else(until)
}

/// A date of HTTP, in the only form that may be sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
fn http_date(text: &str) -> Option<SystemTime> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, date) = text.trim().strip_suffix(" GMT")?.split_once(", ")?;
    let mut parts = date.split(' ');
    let (day, month, year, clock) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    let date: DateTime = format!("{year}-{month:02}-{day}T{clock}Z").parse().ok()?;
    date.to_system_time()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn dates() {
        let seconds = |text: &str| http_date(text)?.duration_since(SystemTime::UNIX_EPOCH).ok().map(|d| d.as_secs());
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        for text in ["", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994", "GMT"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
