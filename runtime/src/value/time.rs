//! Points in time as RFC 3339 text: `2021-04-02T15:34:00.262979-07:00`.
//!
//! The text is checked and stored with its offset and its digits; ordering is by the point in time.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use chainloom_forms::time::{self, Instant};

use super::{ParseError, timestamp};
use crate::Text;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::{Form, Type};

/// An RFC 3339 date and time with its offset from UTC, as written. Missing seconds, or a missing part of the offset, are
/// added.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DateTime {
    // The order of these members is the order of values.
    seconds: i64,
    nanos: u32,
    offset: i32,
    text: Text,
}

impl DateTime {
    /// Returns the text form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the UNIX time in whole seconds, rounded down.
    #[must_use]
    pub fn unix_seconds(&self) -> i64 {
        self.seconds
    }

    /// Returns the fraction of the second in nanoseconds, rounded down.
    #[must_use]
    pub fn nanos(&self) -> u32 {
        self.nanos
    }

    /// Returns the offset from UTC in seconds; positive east of Greenwich.
    #[must_use]
    pub fn offset_seconds(&self) -> i32 {
        self.offset
    }

    /// Converts to the time of the system clock; `None` if out of range.
    #[must_use]
    pub fn to_system_time(&self) -> Option<SystemTime> {
        let base = timestamp::shift_epoch(self.seconds < 0, Duration::from_secs(self.seconds.unsigned_abs()))?;
        base.checked_add(Duration::from_nanos(u64::from(self.nanos)))
    }
}

impl DateTime {
    /// Parses a text; `offset` applies if the text has none, in seconds.
    fn in_zone(text: &str, offset: i32) -> Result<Self, ParseError> {
        let in_zone = || format!("{}{}", time::completed(text), time::write_offset(offset)).parse();
        text.parse().or_else(|error| in_zone().map_err(|_: ParseError| error))
    }
}

impl FromStr for DateTime {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let completed = || {
            let text = time::completed(text);
            Some((time::parse(&text)?, text))
        };
        let parsed = time::parse(text).map(|instant| (instant, Cow::Borrowed(text))).or_else(completed);
        let Some((Instant { seconds, nanos, offset }, text)) = parsed else {
            return Err(ParseError::new("a date and time such as 2021-04-02T15:34:00Z"));
        };
        Ok(Self { seconds, nanos, offset, text: text.as_ref().into() })
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

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        match zone(ty) {
            Some(offset) => reader.parse_with(|text| Self::in_zone(text, offset)),
            None => reader.parse(),
        }
    }
}

impl Write for DateTime {
    fn write(&self, ty: Type, writer: &mut Writer) {
        // The service expects times without an offset.
        let is_local = zone(ty) == Some(self.offset);
        writer.text(if is_local { time::without_offset(&self.text) } else { &self.text });
    }
}

/// Returns the offset in seconds that a type gives to times without one; else `None`.
fn zone(ty: Type) -> Option<i32> {
    match ty.plain() {
        Type::Scalar(scalar) => match scalar.form {
            Form::LocalDateTime { offset } => Some(offset),
            _ => None,
        },
        _ => None,
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
        for (text, complete) in [
            ("2024-01-01T10:00Z", "2024-01-01T10:00:00Z"),
            ("2024-01-01 10:00:05.5+0000", "2024-01-01 10:00:05.5+00:00"),
            ("2024-01-01T10:00:05-07", "2024-01-01T10:00:05-07:00"),
        ] {
            assert_eq!(text.parse::<DateTime>().unwrap(), complete.parse().unwrap());
        }
        assert_eq!(DateTime::in_zone("2024-01-01T10:00", 7_200).unwrap().as_str(), "2024-01-01T10:00:00+02:00");
        assert!("2024-01-01T10:00".parse::<DateTime>().is_err());
        let before: DateTime = "1969-12-31T23:59:59.5Z".parse().unwrap();
        let half = SystemTime::UNIX_EPOCH - Duration::from_millis(500);
        assert_eq!(before.to_system_time(), Some(half));
        assert_eq!(crate::TimestampMillis::from(half).to_system_time(), Some(half));
        assert_eq!(crate::Timestamp::from(half), crate::Timestamp(-1));
    }
}
