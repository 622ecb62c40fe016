//! Durations as ISO 8601 writes them: `P3DT12H30M5.5S`, `P2W`.
//!
//! Input: a text. Output: its parts. A leading sign is accepted, as many services write one. Only
//! seconds have a fraction, and weeks stand alone. The length of a year, of a month, or of a day
//! with a clock change is not known here.

/// Parts of a duration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Whether the duration is negative.
    pub negative: bool,
    /// Years.
    pub years: u64,
    /// Months.
    pub months: u64,
    /// Weeks.
    pub weeks: u64,
    /// Days.
    pub days: u64,
    /// Hours.
    pub hours: u64,
    /// Minutes.
    pub minutes: u64,
    /// Whole seconds.
    pub seconds: u64,
    /// Fraction of a second in nanoseconds; further digits are cut off.
    pub nanos: u32,
}

/// Returns whether a text is a duration.
#[must_use]
pub fn is(text: &str) -> bool {
    parse(text).is_some()
}

/// Parses the parts of a duration.
#[must_use]
pub fn parse(text: &str) -> Option<Parts> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let text = text.strip_prefix('P')?;
    let mut parts = Parts { negative, ..Parts::default() };
    if let Some(weeks) = text.strip_suffix('W') {
        parts.weeks = number(weeks)?;
        return Some(parts);
    }
    let (date, time) = match text.split_once('T') {
        Some((_, "")) => return None,
        Some((date, time)) => (date, time),
        None => (text, ""),
    };
    let rest = take(date, 'Y', &mut parts.years)?;
    let rest = take(rest, 'M', &mut parts.months)?;
    let end_of_date = take(rest, 'D', &mut parts.days)?;
    let rest = take(time, 'H', &mut parts.hours)?;
    let rest = take(rest, 'M', &mut parts.minutes)?;
    let end_of_time = take_seconds(rest, &mut parts)?;
    (end_of_date.is_empty() && end_of_time.is_empty() && !text.is_empty()).then_some(parts)
}

/// Parses a number with this unit at the start of a text, and returns the rest. If another part comes next,
/// returns the whole text.
fn take<'t>(text: &'t str, unit: char, into: &mut u64) -> Option<&'t str> {
    let Some((digits, rest)) = text.split_once(unit) else {
        return Some(text);
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        // The number has another unit, so the part with this unit is absent.
        return Some(text);
    }
    *into = number(digits)?;
    Some(rest)
}

/// Parses the seconds with their fraction at the start of a text, and returns the rest.
fn take_seconds<'t>(text: &'t str, parts: &mut Parts) -> Option<&'t str> {
    let Some((seconds, rest)) = text.split_once('S') else {
        return Some(text);
    };
    let (whole, fraction) = match seconds.split_once(['.', ',']) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (seconds, None),
    };
    parts.seconds = number(whole)?;
    parts.nanos = match fraction {
        Some(digits) => crate::time::fraction_nanos(digits)?,
        None => 0,
    };
    Some(rest)
}

/// Parses an integer of 64 bits, which has nothing but digits.
fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read() {
        let all = Parts {
            years: 1,
            months: 2,
            days: 3,
            hours: 4,
            minutes: 5,
            seconds: 6,
            nanos: 7_000_000,
            ..Parts::default()
        };
        for (text, parts) in [
            ("P1Y2M3DT4H5M6.007S", all),
            ("-P1Y2M3DT4H5M6,007S", Parts { negative: true, ..all }),
            ("P2M", Parts { months: 2, ..Parts::default() }),
            ("PT2M", Parts { minutes: 2, ..Parts::default() }),
            ("P8W", Parts { weeks: 8, ..Parts::default() }),
            ("P1DT0S", Parts { days: 1, ..Parts::default() }),
            ("PT36H", Parts { hours: 36, ..Parts::default() }),
        ] {
            assert_eq!(parse(text), Some(parts), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration_is_refused() {
        for text in [
            "", "P", "PT", "P1", "1D", "P1DT", "PT1D", "P1H", "PT1M1H", "P1D1Y", "P1.5D", "PT.5S", "PT1.S", "P1W1D",
            "+P1D", "p1d", "P-1D", "P1D ", "PTS", "P1S", "P99999999999999999999D", "PT1é", "P1YT1Y",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
