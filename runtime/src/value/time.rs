//! Points in time as RFC 3339 text: `2021-04-02T15:34:00.262979-07:00`.
//!
//! The text is checked and kept with its offset and its digits; ordering is by the point in time.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use super::{ParseError, Text, timestamp};
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// A point in time with its offset from UTC, as it was written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DateTime {
    // The order of these members is the order of values.
    seconds: i64,
    nanos: u32,
    offset: i32,
    text: Text,
}

impl DateTime {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whole seconds since the start of 1970, UTC, rounded down.
    #[must_use]
    pub fn unix_seconds(&self) -> i64 {
        self.seconds
    }

    /// What follows the whole seconds, in nanoseconds; digits beyond are cut off.
    #[must_use]
    pub fn nanos(&self) -> u32 {
        self.nanos
    }

    /// How far the clock that was read is ahead of UTC, in seconds.
    #[must_use]
    pub fn offset_seconds(&self) -> i32 {
        self.offset
    }

    /// The point in time; none when the system's clock cannot hold it.
    #[must_use]
    pub fn to_system_time(&self) -> Option<SystemTime> {
        let base = timestamp::shifted(self.seconds < 0, Duration::from_secs(self.seconds.unsigned_abs()))?;
        base.checked_add(Duration::from_nanos(u64::from(self.nanos)))
    }
}

/// Whether a text is a date and time.
pub(crate) fn is_date_time(text: &str) -> bool {
    parts(text).is_some()
}

/// Seconds since 1970, nanoseconds and offset.
fn parts(text: &str) -> Option<(i64, u32, i32)> {
    let (clock, offset) = split_offset(text)?;
    let (date, time) = (clock.get(..10)?, clock.get(11..19)?);
    if !matches!(clock.as_bytes().get(10)?, b'T' | b't' | b' ') {
        return None;
    }
    let nanos = match clock.get(19..)? {
        "" => 0,
        fraction => fraction_nanos(fraction.strip_prefix('.')?)?,
    };
    let days = days(date)?;
    let seconds = days * 86_400 + i64::from(clock_seconds(time, 60)?);
    Some((seconds - i64::from(offset), nanos, offset))
}

/// The text before the offset, and the offset in seconds.
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
    Some((clock, sign * clock_seconds(&format!("{}:00", offset.get(1..)?), 59)?))
}

/// The seconds of `15:34:00`; `last` is the largest second: a leap second has number 60.
fn clock_seconds(time: &str, last: u32) -> Option<i32> {
    let [hours, minutes, seconds] = numbers(time, b':', [(0, 2), (3, 5), (6, 8)])?;
    let valid = hours < 24 && minutes < 60 && seconds <= last;
    let total = hours * 3600 + minutes * 60 + seconds;
    valid.then(|| i32::try_from(total).ok()).flatten()
}

/// The days since 1970 of `2021-04-02`.
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

/// Three numbers with a separator between them.
fn numbers(text: &str, separator: u8, at: [(usize, usize); 3]) -> Option<[u32; 3]> {
    let bytes = text.as_bytes();
    let separated = [at[0].1, at[1].1].iter().all(|place| bytes.get(*place) == Some(&separator));
    if !separated || bytes.len() != at[2].1 {
        return None;
    }
    let mut values = [0; 3];
    for (value, (from, to)) in values.iter_mut().zip(at) {
        for digit in bytes.get(from..to)? {
            *value = *value * 10 + char::from(*digit).to_digit(10)?;
        }
    }
    Some(values)
}

fn fraction_nanos(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let padded = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
    Some(padded.fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
}

impl FromStr for DateTime {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parts = parts(text).ok_or(ParseError::new("a date and time such as 2021-04-02T15:34:00Z"))?;
        let (seconds, nanos, offset) = parts;
        Ok(Self { seconds, nanos, offset, text: text.into() })
    }
}

impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Read for DateTime {
    fn blank() -> Self {
        Self { seconds: 0, nanos: 0, offset: 0, text: Text::default() }
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.parse()
    }
}

impl Write for DateTime {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.text(self.as_str());
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn points_in_time_are_read() {
        for (text, seconds, nanos, offset) in [
            ("1970-01-01T00:00:00Z", 0, 0, 0),
            ("2021-04-02T15:34:00.262979-07:00", 1_617_402_840, 262_979_000, -25_200),
            ("2000-02-29T23:59:60+00:00", 951_868_800, 0, 0),
            ("1969-12-31t23:59:59.9999999999z", -1, 999_999_999, 0),
            ("0000-01-01T00:00:00+23:59", -62_167_219_200 - 86_340, 0, 86_340),
            ("9999-12-31T23:59:59.5Z", 253_402_300_799, 500_000_000, 0),
        ] {
            let time: DateTime = text.parse().unwrap();
            assert_eq!((time.unix_seconds(), time.nanos(), time.offset_seconds()), (seconds, nanos, offset), "{text}");
            assert_eq!(time.to_string(), text);
        }
        let before: DateTime = "1969-12-31T23:59:59.5Z".parse().unwrap();
        let half = SystemTime::UNIX_EPOCH - Duration::from_millis(500);
        assert_eq!(before.to_system_time(), Some(half));
        assert_eq!(crate::TimestampMillis::from(half).to_system_time(), Some(half));
        assert_eq!(crate::Timestamp::from(half), crate::Timestamp(-1));
    }

    #[test]
    fn what_is_no_point_in_time_is_refused() {
        for text in [
            "",
            "Z",
            "2021-04-02",
            "2021-04-02T15:34Z",
            "2021-04-02T15:34:00",
            "2021-13-02T15:34:00Z",
            "2021-02-29T15:34:00Z",
            "2021-04-31T15:34:00Z",
            "2021-04-00T15:34:00Z",
            "2021-04-02T24:00:00Z",
            "2021-04-02T15:60:00Z",
            "2021-04-02T15:34:61Z",
            "2021-04-02T15:34:00.Z",
            "2021-04-02T15:34:00,5Z",
            "2021-04-02X15:34:00Z",
            "2021-04-02T15:34:00+7:00",
            "2021-04-02T15:34:00+24:00",
            "2021-04-02T15:34:00+07:60",
            "é021-04-02T15:34:00Z",
            "2021-04-02T15:34:00é:00",
            "+021-04-02T15:34:00Z",
        ] {
            assert!(text.parse::<DateTime>().is_err(), "{text}");
        }
    }
}
