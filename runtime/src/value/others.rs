//! Conversions to and from the values of other crates, each with the feature of the crate's name.
//!
//! Input: a value of this crate or of another. Output: the other value, or an error with the
//! supported range. Shared helpers are in this file: points in time as nanoseconds since 1970, and
//! conversions from them.

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "time")]
mod time;

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod moments {
    use crate::value::{Date, DateTime, ParseError};

    pub(super) const NANOS: i128 = 1_000_000_000;

    /// Converts a UNIX time, in units of which a second has `units_per_second`, to nanoseconds.
    pub(super) fn units_to_nanos(count: i64, units_per_second: i64) -> i128 {
        i128::from(count) * (NANOS / i128::from(units_per_second))
    }

    /// Converts nanoseconds since the UNIX epoch to units of which a second has `units_per_second`, rounded
    /// down; `None` if the result is out of range.
    pub(super) fn nanos_to_units(nanos: i128, units_per_second: i64) -> Option<i64> {
        i64::try_from(nanos.div_euclid(NANOS / i128::from(units_per_second))).ok()
    }

    /// Returns the nanoseconds since 1970 of a date and time.
    pub(super) fn nanos_since_epoch(time: &DateTime) -> i128 {
        i128::from(time.unix_seconds()) * NANOS + i128::from(time.nanos())
    }

    /// Returns a date and time whose clock is `offset` seconds ahead of UTC.
    pub(super) fn date_time(nanos: i128, offset: i32) -> Result<DateTime, ParseError> {
        let wrong = || ParseError::new("a time from year 0 to 9999, with an offset of whole minutes below a day");
        let seconds = i64::try_from(nanos.div_euclid(NANOS)).map_err(|_| wrong())?;
        let seconds = seconds.checked_add(i64::from(offset)).ok_or_else(wrong)?;
        let fraction = format!(".{:09}", nanos.rem_euclid(NANOS));
        let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
        let (sign, ahead) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs());
        let zone = match offset {
            0 => "Z".to_owned(),
            _ if ahead % 60 == 0 => format!("{sign}{:02}:{:02}", ahead / 3_600, ahead / 60 % 60),
            _ => return Err(wrong()),
        };
        let clock = chainloom_forms::time::write(seconds, 1);
        format!("{}{fraction}{zone}", clock.trim_end_matches('Z')).parse().map_err(|_| wrong())
    }

    /// Creates a date from the parts of another crate's date.
    pub(super) fn date(year: i32, month: u8, day: u8) -> Result<Date, ParseError> {
        let date = u16::try_from(year).ok().and_then(|year| Date::new(year, month, day));
        date.ok_or_else(|| ParseError::new("a date from year 0 to 9999"))
    }
}

/// Implements conversions for the four types of UNIX time. Only nanoseconds have a smaller range
/// than the other crate's type.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
macro_rules! unix_times {
    ($other:ty, $range:expr, $to:expr, $from:expr) => {
        unix_times!(to $other, $range, $to;
            Timestamp 1, TimestampMillis 1_000, TimestampMicros 1_000_000, TimestampNanos 1_000_000_000);
        unix_times!(from $other, $from; Timestamp 1, TimestampMillis 1_000, TimestampMicros 1_000_000);

        impl TryFrom<$other> for TimestampNanos {
            type Error = ParseError;

            fn try_from(time: $other) -> Result<Self, ParseError> {
                let count = moments::nanos_to_units($from(time), 1_000_000_000);
                count.map(Self).ok_or_else(|| ParseError::new("a time from 1677-09-21 to 2262-04-11"))
            }
        }
    };
    (to $other:ty, $range:expr, $to:expr; $($name:ident $units:expr),*) => {$(
        impl TryFrom<$name> for $other {
            type Error = ParseError;

            fn try_from(time: $name) -> Result<Self, ParseError> {
                $to(moments::units_to_nanos(time.0, $units)).ok_or_else(|| ParseError::new($range))
            }
        }
    )*};
    (from $other:ty, $from:expr; $($name:ident $units:expr),*) => {$(
        /// Rounds down to whole units.
        impl From<$other> for $name {
            fn from(time: $other) -> Self {
                Self(moments::nanos_to_units($from(time), $units).unwrap_or(i64::MAX))
            }
        }
    )*};
}
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use unix_times;

#[cfg(test)]
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::moments;

    #[test]
    fn dates_and_times_are_made_of_nanoseconds_and_an_offset() {
        for (nanos, offset, text) in [
            (0, 0, "1970-01-01T00:00:00Z"),
            (-1, 0, "1969-12-31T23:59:59.999999999Z"),
            (1_500_000_000, -25_200, "1969-12-31T17:00:01.5-07:00"),
            (0, 19_800, "1970-01-01T05:30:00+05:30"),
        ] {
            let time = moments::date_time(nanos, offset).unwrap();
            assert_eq!(time.as_str(), text);
            assert_eq!((moments::nanos_since_epoch(&time), time.offset_seconds()), (nanos, offset));
        }
        let year_10000 = 253_402_300_800 * moments::NANOS;
        assert!(moments::date_time(year_10000 - 1, 0).is_ok());
        for (nanos, offset) in
            [(year_10000, 0), (year_10000 - 1, 60), (0, 1), (0, 86_400), (i128::MAX, 0), (i128::MIN, 0)]
        {
            let error = moments::date_time(nanos, offset).unwrap_err().to_string();
            assert!(error.contains("from year 0 to 9999"), "{error}");
        }
    }
}
