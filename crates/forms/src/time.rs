//! Points in time and days as RFC 3339 text: `2021-04-02T15:34:00.262979-07:00`, `2021-04-02`.
//!
//! Input: a text. Output: the point in time and the offset, or the day. The day must be in the
//! calendar, the hour below 24, and the offset below a day. Second 60, a leap second, is accepted
//! in any minute, as the first second of the next one. The table of leap seconds grows, and a
//! reader must not fail on a new one. As in RFC 3339, `T` and `Z` may be lower case, and a space
//! may replace `T`.

use std::borrow::Cow;

/// A point in time, with the offset of its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instant {
    /// UNIX time in whole seconds, rounded down.
    pub seconds: i64,
    /// Fraction of a second in nanoseconds; further digits are cut off.
    pub nanos: u32,
    /// Offset from UTC, in seconds; positive ahead of UTC.
    pub offset: i32,
}

/// Returns whether a text is a date and time.
#[must_use]
pub fn is(text: &str) -> bool {
    parse(text).is_some()
}

/// Parses a date and time.
#[must_use]
pub fn parse(text: &str) -> Option<Instant> {
    split_offset(text).and_then(|(clock, offset)| instant(clock, offset))
}

/// Parses a date and time, which has this offset where it states none.
#[must_use]
pub fn parse_at(text: &str, offset: i32) -> Option<Instant> {
    parse(text).or_else(|| instant(text, offset))
}

/// Completes a date and time that a service writes without seconds, or with an offset such as `+0200` or `+02`, so that
/// it has the form of RFC 3339. Any other text is returned as it is.
#[must_use]
pub fn completed(text: &str) -> Cow<'_, str> {
    let Some((minutes, rest)) = text.split_at_checked(16) else { return Cow::Borrowed(text) };
    let (seconds, offset) = rest.split_at(rest.find(['+', '-', 'Z', 'z']).unwrap_or(rest.len()));
    let seconds = if seconds.is_empty() { ":00" } else { seconds };
    match (offset.len(), offset.split_at_checked(3)) {
        (3 | 5, Some((hours, rest))) => format!("{minutes}{seconds}{hours}:{rest:0<2}"),
        _ => format!("{minutes}{seconds}{offset}"),
    }
    .into()
}

/// Parses an offset: `Z`, `+02:00`.
#[must_use]
pub fn parse_offset(text: &str) -> Option<i32> {
    split_offset(text).filter(|(clock, _)| clock.is_empty()).map(|(_, offset)| offset)
}

/// Formats an offset in whole minutes: `Z`, `+02:00`.
#[must_use]
pub fn write_offset(offset: i32) -> String {
    let (sign, minutes) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs() / 60);
    if offset == 0 { "Z".to_owned() } else { format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60) }
}

/// Returns a date and time without its offset.
#[must_use]
pub fn without_offset(text: &str) -> &str {
    split_offset(text).map_or(text, |(clock, _)| clock)
}

/// Parses a date and time without its offset.
fn instant(clock: &str, offset: i32) -> Option<Instant> {
    let (date, time) = (clock.get(..10)?, clock.get(11..19)?);
    if !matches!(clock.as_bytes().get(10)?, b'T' | b't' | b' ') {
        return None;
    }
    let nanos = match clock.get(19..)? {
        "" => 0,
        fraction => fraction_nanos(fraction.strip_prefix('.')?)?,
    };
    let [hours, minutes, seconds] = numbers(time, b':', [(0, 2), (3, 5), (6, 8)])?;
    if seconds > 60 {
        return None;
    }
    let seconds = days(date)? * 86_400 + i64::from(minutes_of(hours, minutes)?) * 60 + i64::from(seconds);
    Some(Instant { seconds: seconds - i64::from(offset), nanos, offset })
}

/// Returns the text before the offset, and the offset in seconds.
fn split_offset(text: &str) -> Option<(&str, i32)> {
    if let Some(clock) = text.strip_suffix(['Z', 'z']) {
        return Some((clock, 0));
    }
    let (clock, offset) = text.split_at_checked(text.len().checked_sub(6)?)?;
    let sign = match offset.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let [hours, minutes] = numbers(offset.get(1..)?, b':', [(0, 2), (3, 5)])?;
    Some((clock, sign * minutes_of(hours, minutes)? * 60))
}

/// Returns the minutes of a day that have passed.
fn minutes_of(hours: u32, minutes: u32) -> Option<i32> {
    let valid = hours < 24 && minutes < 60;
    valid.then(|| i32::try_from(hours * 60 + minutes).ok()).flatten()
}

/// Parses year, month and day of `2021-04-02`; `None` for a date that does not exist.
#[must_use]
pub fn parse_date(text: &str) -> Option<(u16, u8, u8)> {
    let [year, month, day] = numbers(text, b'-', [(0, 4), (5, 7), (8, 10)])?;
    days(text)?;
    Some((u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?))
}

/// Returns the days since 1970 of a date such as `2021-04-02`.
fn days(date: &str) -> Option<i64> {
    let [year, month, day] = numbers(date, b'-', [(0, 4), (5, 7), (8, 10)])?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if day == 0 || day > length {
        return None;
    }
    // The year is counted from March, so that a leap day is its last.
    let (year, month) = (i64::from(year) - i64::from(month <= 2), i64::from((month + 9) % 12));
    let day_of_year = (153 * month + 2) / 5 + i64::from(day) - 1;
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(year * 365 + leaps + day_of_year - 719_468)
}

/// Formats a UNIX time with a number of units per second, in UTC: `2021-04-02T15:34:00.262Z`. A
/// year before 0 or of more than four digits has a sign, as in ISO 8601. RFC 3339 has no form for
/// such years.
#[must_use]
pub fn write(count: i64, units: i64) -> String {
    let (seconds, rest) = (count.div_euclid(units), count.rem_euclid(units));
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date_of(days);
    let year = if (0..=9999).contains(&year) { format!("{year:04}") } else { format!("{year:+05}") };
    let digits = units.checked_ilog10().unwrap_or_default() as usize;
    let fraction = if digits == 0 { String::new() } else { format!(".{rest:0digits$}") };
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
}

/// Converts a number of days since 1970 to year, month and day.
fn date_of(days: i64) -> (i64, i64, i64) {
    // Days and years are counted from March of year 0, in spans of 400 years, which all have the
    // same length.
    let from_march = days + 719_468;
    let (span, day_of_span) = (from_march.div_euclid(146_097), from_march.rem_euclid(146_097));
    let year_of_span = (day_of_span - day_of_span / 1_460 + day_of_span / 36_524 - day_of_span / 146_096) / 365;
    let day_of_year = day_of_span - (365 * year_of_span + year_of_span / 4 - year_of_span / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (span * 400 + year_of_span + next_year, month, day)
}

/// Parses numbers at byte ranges, with a separator between them.
fn numbers<const N: usize>(text: &str, separator: u8, at: [(usize, usize); N]) -> Option<[u32; N]> {
    let bytes = text.as_bytes();
    let (last, others) = at.split_last()?;
    let separated = others.iter().all(|(_, end)| bytes.get(*end) == Some(&separator));
    if !separated || bytes.len() != last.1 {
        return None;
    }
    let mut values = [0; N];
    for (value, (from, to)) in values.iter_mut().zip(at) {
        for digit in bytes.get(from..to)? {
            *value = *value * 10 + char::from(*digit).to_digit(10)?;
        }
    }
    Some(values)
}

/// Converts the digits of a fraction of a second to nanoseconds; further digits are cut off.
pub(crate) fn fraction_nanos(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let padded = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
    Some(padded.fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_time_are_read() {
        for (text, seconds, nanos, offset) in [
            ("1970-01-01T00:00:00Z", 0, 0, 0),
            ("2021-04-02T15:34:00.262979-07:00", 1_617_402_840, 262_979_000, -25_200),
            ("2000-02-29T23:59:60+00:00", 951_868_800, 0, 0),
            ("2016-12-31T18:59:60-05:00", 1_483_228_800, 0, -18_000),
            ("1969-12-31t23:59:59.9999999999z", -1, 999_999_999, 0),
            ("2021-04-02 15:34:00Z", 1_617_377_640, 0, 0),
            ("0000-01-01T00:00:00+23:59", -62_167_219_200 - 86_340, 0, 86_340),
            ("9999-12-31T23:59:59.5Z", 253_402_300_799, 500_000_000, 0),
        ] {
            assert_eq!(parse(text), Some(Instant { seconds, nanos, offset }), "{text}");
        }
    }

    #[test]
    fn other_forms_of_services_are_completed() {
        for (text, complete) in [
            ("2024-01-01T10:00Z", "2024-01-01T10:00:00Z"),
            ("2024-01-01T10:00", "2024-01-01T10:00:00"),
            ("2024-01-01T10:00:05+0000", "2024-01-01T10:00:05+00:00"),
            ("2024-01-01 10:00:05.123456-07", "2024-01-01 10:00:05.123456-07:00"),
            ("2024-01-01T10:00+0530", "2024-01-01T10:00:00+05:30"),
            ("2024-01-01T10:00:05.1+05:30", "2024-01-01T10:00:05.1+05:30"),
            ("2024-01-01", "2024-01-01"),
        ] {
            assert_eq!(completed(text), complete);
        }
    }

    #[test]
    fn only_days_of_the_calendar_are_taken() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        for year in [1900, 2000, 2021, 2024] {
            for month in 0..=13_usize {
                let leap = usize::from(month == 2 && (year == 2000 || year == 2024));
                let length = month.checked_sub(1).and_then(|at| lengths.get(at)).map_or(0, |length| length + leap);
                for day in 0..=32 {
                    let text = format!("{year}-{month:02}-{day:02}T00:00:00Z");
                    assert_eq!(is(&text), (1..=length).contains(&day), "{text}");
                }
            }
        }
    }

    #[test]
    fn days_are_read() {
        assert_eq!(parse_date("2024-02-29"), Some((2024, 2, 29)));
        assert_eq!(parse_date("0000-01-01"), Some((0, 1, 1)));
        for text in ["", "2023-02-29", "2024-2-29", "2024-02-29T", "2024/02/29", "20240229", "-024-02-29", "é024-02-2"]
        {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_point_in_time_is_refused() {
        for text in [
            "", "Z", "2021-04-02", "2021-04-02T15:34Z", "2021-04-02T15:34:00", "2021-04-02T24:00:00Z",
            "2021-04-02T15:60:00Z", "2021-04-02T15:34:61Z", "2021-04-02T15:34:00.Z", "2021-04-02T15:34:00,5Z",
            "2021-04-02X15:34:00Z", "2021-04-02T15:34:00+7:00", "2021-04-02T15:34:00+24:00",
            "2021-04-02T15:34:00+07:60", "2021-02-31T00:00:00+99:99", "é021-04-02T15:34:00Z",
            "2021-04-02T15:34:00é:00", "+021-04-02T15:34:00Z", "äöüäöüäöüäöüäöü",
        ] {
            assert!(!is(text), "{text}");
        }
    }
}
