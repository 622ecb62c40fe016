//! Wait that the headers of a response ask for.
//!
//! Input: headers, and their names in the spec. Output: the wait, from now on. A value that is
//! neither a whole number or decimal of its unit nor a date counts as absent.

use crate::{DateTime, schema::RateLimitHeaders};
use http::HeaderMap;
use std::time::{Duration, SystemTime};

/// Headers that always hold milliseconds.
const USUAL_MILLIS: [&str; 2] = ["retry-after-ms", "x-ms-retry-after-ms"];

/// Numbers from here on are UNIX times: this one is in 2001, and as a span it would be thirty years.
const FIRST_MOMENT: Duration = Duration::from_secs(1_000_000_000);

/// Numbers up to here may be UNIX times: this one is in the year 5138.
const LAST_MOMENT: Duration = Duration::from_secs(100_000_000_000);

/// Unit of a number without one.
#[derive(Clone, Copy)]
enum Unit {
    Seconds,
    Millis,
}

/// Returns the time to wait before a retry: by the header of the spec, by headers in milliseconds,
/// or by `Retry-After`, which holds seconds or a date of RFC 9110.
///
/// UNIX times and dates of RFC 3339 are understood too. A moment that has passed means now.
pub(crate) fn retry_after(headers: &HeaderMap, names: &RateLimitHeaders) -> Option<Duration> {
    let own = [(names.retry_after, Unit::Seconds), (names.retry_after_ms, Unit::Millis)];
    let millis = USUAL_MILLIS.map(|name| (Some(name), Unit::Millis));
    let standard = (Some(http::header::RETRY_AFTER.as_str()), Unit::Seconds);
    let mut all = own.into_iter().chain(millis).chain([standard]);
    all.find_map(|(name, unit)| parse_wait(headers.get(name?)?.to_str().ok()?, unit))
}

/// Returns the time until a rate limit starts again. Parameters after the value are ignored.
pub(crate) fn reset(headers: &HeaderMap, names: &RateLimitHeaders) -> Option<Duration> {
    let text = headers.get(names.reset?)?.to_str().ok()?;
    parse_wait(text.split(';').next().unwrap_or_default(), Unit::Seconds)
}

/// Reads the time to wait from a text or the digits of a number in a body: as in headers, or with units,
/// such as `711.6ms`.
pub(crate) fn wait_in_body(text: &str, is_millis: bool) -> Option<Duration> {
    parse_wait(text, if is_millis { Unit::Millis } else { Unit::Seconds }).or_else(|| with_units(text.trim()))
}

/// Reads numbers with units, such as `1m30s`. A part of a millisecond counts as a whole one.
fn with_units(text: &str) -> Option<Duration> {
    /// Units of a duration, with their length in seconds.
    const UNITS: [(&str, f64); 7] =
        [("ms", 1e-3), ("us", 1e-6), ("µs", 1e-6), ("ns", 1e-9), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (mut rest, mut seconds) = (text, 0.0);
    while !rest.is_empty() {
        let (number, behind) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit() && c != '.')?);
        let (unit, size) = UNITS.into_iter().find(|(unit, _)| behind.starts_with(unit))?;
        seconds += number.parse::<f64>().ok()? * size;
        rest = behind.get(unit.len()..)?;
    }
    let millis = Duration::try_from_secs_f64(seconds).ok().filter(|_| !text.is_empty())?.as_nanos().div_ceil(1_000_000);
    u64::try_from(millis).ok().map(Duration::from_millis)
}

/// Reads a span or a moment, as the time from now on.
fn parse_wait(text: &str, unit: Unit) -> Option<Duration> {
    let text = text.trim();
    match count(text) {
        Some(count) => Some(of_count(count, unit)),
        None => moment(text).map(time_until),
    }
}

/// Reads digits with an optional fraction. A part counts as a whole unit, so that no call comes too
/// early; a number that is too large is the largest.
fn count(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = [whole, fraction].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    let part = u64::from(fraction.bytes().any(|digit| digit != b'0'));
    is_number.then(|| whole.parse().unwrap_or(u64::MAX).saturating_add(part))
}

/// Returns the wait that a number asks for: a span, or the time until a UNIX time in seconds, milliseconds,
/// microseconds or nanoseconds. A number beyond all moments is a span.
fn of_count(count: u64, unit: Unit) -> Duration {
    let millis = Duration::from_millis(count);
    let span = match unit {
        Unit::Seconds => Duration::from_secs(count),
        Unit::Millis => millis,
    };
    if span < FIRST_MOMENT {
        return span;
    }
    let finer = [Duration::from_micros(count), Duration::from_nanos(count)];
    let mut moments = [span, millis].into_iter().chain(finer).filter(|_| count < u64::MAX);
    let since_epoch = moments.find(|time| *time < LAST_MOMENT);
    since_epoch.and_then(|time| SystemTime::UNIX_EPOCH.checked_add(time)).map_or(span, time_until)
}

/// Reads a date of HTTP in any of its three forms, or one of RFC 3339.
fn moment(text: &str) -> Option<SystemTime> {
    let date = || text.parse::<DateTime>().ok()?.to_system_time();
    httpdate::parse_http_date(text).ok().or_else(date)
}

fn time_until(moment: SystemTime) -> Duration {
    moment.duration_since(SystemTime::now()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn moments() {
        let seconds = |text: &str| moment(text)?.duration_since(SystemTime::UNIX_EPOCH).ok().map(|time| time.as_secs());
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "1994-11-06T08:49:37Z", "1994-11-06T10:49:37.000+02:00",
        ] {
            assert_eq!(seconds(text), Some(784_111_777), "{text}");
        }
        for text in
            ["", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994", "GMT", "1994-11-06", "1994-11-06T08:49:37"]
        {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn counts() {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        let seconds = |text: &str| parse_wait(text, Unit::Seconds);
        assert_eq!((seconds(" 3 "), seconds("0")), (Some(Duration::from_secs(3)), Some(Duration::ZERO)));
        assert_eq!(parse_wait("1500.2", Unit::Millis), Some(Duration::from_millis(1501)));
        for text in ["", "1m", "-1", "+1", "1e3", "1.", ".5", "0x10", "2 s", "3, 4", "2026", "soon"] {
            let is_number = text == "2026";
            assert_eq!(seconds(text).is_some(), is_number, "{text}");
        }
        for factor in [1, 1000, 1_000_000, 1_000_000_000] {
            let text = ((now + 90) * factor).to_string();
            let left = seconds(&text).unwrap();
            assert!(left > Duration::from_secs(60) && left <= Duration::from_secs(90), "{text}: {left:?}");
        }
        assert_eq!(seconds("1700000000"), Some(Duration::ZERO));
        for (text, millis) in [("711.6ms", 712), ("1m30s", 90_000), ("2s", 2_000), ("0.5", 1_000), ("500us", 1)] {
            assert_eq!(wait_in_body(text, false), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "ms", "5x", "5s ", "s5", "1..2s", "-1s"] {
            let is_wait = text == "5s ";
            assert_eq!(wait_in_body(text, true).is_some(), is_wait, "{text}");
        }
        assert_eq!(seconds("99999999999999999999999"), Some(Duration::from_secs(u64::MAX)));
    }
}
