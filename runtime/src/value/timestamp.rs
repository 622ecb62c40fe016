//! UNIX times as integers of seconds, milliseconds, microseconds or nanoseconds.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::ParseError;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// Implements the common traits of the timestamp types.
macro_rules! timestamps {
    ($($(#[$doc:meta])* $name:ident $from:ident $count:expr, $unit:expr, $units:expr;)*) => {$(
        super::counts!($(#[$doc])* $name(i64));

        impl $name {
            /// Converts to the time of the system clock; `None` if out of range.
            #[must_use]
            pub fn to_system_time(self) -> Option<SystemTime> {
                shift_epoch(self.0 < 0, Duration::$from(self.0.unsigned_abs()))
            }
        }

        impl From<SystemTime> for $name {
            fn from(time: SystemTime) -> Self {
                Self(units(time, $count, $unit))
            }
        }

        /// Fails for numbers above [`i64::MAX`].
        impl TryFrom<u64> for $name {
            type Error = ParseError;

            fn try_from(count: u64) -> Result<Self, ParseError> {
                i64::try_from(count).map(Self).map_err(|_| ParseError::new("a UNIX time in the range of i64"))
            }
        }

        /// Prints the point in time as RFC 3339 text, in UTC.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&chainloom_forms::time::write(self.0, $units))
            }
        }
    )*};
}

timestamps! {
    /// UNIX time in seconds.
    Timestamp from_secs |by| u128::from(by.as_secs()), Duration::from_secs(1), 1;
    /// UNIX time in milliseconds.
    TimestampMillis from_millis |by| by.as_millis(), Duration::from_millis(1), 1_000;
    /// UNIX time in microseconds.
    TimestampMicros from_micros |by| by.as_micros(), Duration::from_micros(1), 1_000_000;
    /// UNIX time in nanoseconds, from the year 1677 to 2262.
    TimestampNanos from_nanos |by| by.as_nanos(), Duration::from_nanos(1), 1_000_000_000;
}

/// Returns the UNIX epoch, moved by a duration; `None` if out of range.
pub(super) fn shift_epoch(before: bool, by: Duration) -> Option<SystemTime> {
    if before { UNIX_EPOCH.checked_sub(by) } else { UNIX_EPOCH.checked_add(by) }
}

/// Returns the distance of a point in time from the UNIX epoch, in units, rounded down.
fn units(time: SystemTime, in_units: fn(Duration) -> u128, unit: Duration) -> i64 {
    let clamp = |count: u128| i64::try_from(count).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => clamp(in_units(after)),
        Err(before) => -clamp(in_units(before.duration() + unit - Duration::from_nanos(1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_as_dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (253_402_300_800, "+10000-01-01T00:00:00Z"),
            (-62_167_219_201, "-0001-12-31T23:59:59Z"),
        ] {
            assert_eq!(Timestamp(seconds).to_string(), text);
            let read = text.parse::<crate::DateTime>().map(|time| time.unix_seconds());
            assert!(read.is_err() || read == Ok(seconds), "{text}");
        }
        assert_eq!(TimestampMillis(1_617_402_840_262).to_string(), "2021-04-02T22:34:00.262Z");
        assert_eq!(TimestampMicros(-1).to_string(), "1969-12-31T23:59:59.999999Z");
        assert_eq!(format!("{:>33}", TimestampNanos(1)), "   1970-01-01T00:00:00.000000001Z");
        assert!(
            TimestampNanos(i64::MIN).to_string().starts_with("1677-") && !Timestamp(i64::MAX).to_string().is_empty()
        );
        assert_eq!((Timestamp::try_from(5_u64).ok(), Timestamp::try_from(u64::MAX).ok()), (Some(Timestamp(5)), None));
    }
}
