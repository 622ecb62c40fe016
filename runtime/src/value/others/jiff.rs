//! jiff: UNIX times, dates and times as points in time, dates, and durations.

use ::jiff::{SignedDuration, Span, Timestamp as Other, civil};

use super::{moments, unix_times};
use crate::value::{
    Date, DateTime, IsoDuration, ParseError, Timestamp, TimestampMicros, TimestampMillis, TimestampNanos,
};

const RANGE: &str = "a time from -9999-01-02T01:59:59Z to 9999-12-30T22:00:00Z";

unix_times!(Other, RANGE, utc, Other::as_nanosecond);

fn utc(nanos: i128) -> Option<Other> {
    Other::from_nanosecond(nanos).ok()
}

/// Converts to the point in time; the offset is lost.
impl TryFrom<&DateTime> for Other {
    type Error = ParseError;

    fn try_from(time: &DateTime) -> Result<Self, ParseError> {
        utc(moments::nanos_since_epoch(time)).ok_or_else(|| ParseError::new(RANGE))
    }
}

/// Converts to a date and time in UTC.
impl TryFrom<Other> for DateTime {
    type Error = ParseError;

    fn try_from(time: Other) -> Result<Self, ParseError> {
        moments::date_time(time.as_nanosecond(), 0)
    }
}

impl TryFrom<Date> for civil::Date {
    type Error = ParseError;

    fn try_from(date: Date) -> Result<Self, ParseError> {
        let parts = (i16::try_from(date.year()), i8::try_from(date.month()), i8::try_from(date.day()));
        let made = if let (Ok(year), Ok(month), Ok(day)) = parts { Self::new(year, month, day).ok() } else { None };
        made.ok_or_else(|| ParseError::new("a day of the calendar"))
    }
}

impl TryFrom<civil::Date> for Date {
    type Error = ParseError;

    fn try_from(date: civil::Date) -> Result<Self, ParseError> {
        moments::date(date.year().into(), date.month().unsigned_abs(), date.day().unsigned_abs())
    }
}

impl TryFrom<&IsoDuration> for SignedDuration {
    type Error = ParseError;

    fn try_from(duration: &IsoDuration) -> Result<Self, ParseError> {
        let made = duration.to_nanos().and_then(|nanos| {
            let seconds = i64::try_from(nanos / moments::NANOS).ok()?;
            Some(Self::new(seconds, i32::try_from(nanos % moments::NANOS).ok()?))
        });
        made.ok_or_else(|| ParseError::new("a duration without years and months, below 292 billion years"))
    }
}

impl From<SignedDuration> for IsoDuration {
    fn from(duration: SignedDuration) -> Self {
        Self::from_nanos(duration.as_nanos())
    }
}

/// Converts durations with years and months, too.
impl TryFrom<&IsoDuration> for Span {
    type Error = ParseError;

    fn try_from(duration: &IsoDuration) -> Result<Self, ParseError> {
        duration.as_str().parse().map_err(|_| ParseError::new("a duration of at most 19998 years"))
    }
}

impl TryFrom<Span> for IsoDuration {
    type Error = ParseError;

    fn try_from(span: Span) -> Result<Self, ParseError> {
        span.to_string().parse()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn times_come_back_as_they_were_and_out_of_range_is_told() {
        for count in [0, -1, 1_617_402_840_262_979_001, i64::MAX, i64::MIN] {
            let time: Other = TimestampNanos(count).try_into().unwrap();
            assert_eq!(TimestampNanos::try_from(time), Ok(TimestampNanos(count)));
            assert_eq!(Timestamp::from(time), Timestamp(count.div_euclid(1_000_000_000)));
        }
        for far in [i64::MAX, i64::MIN, 253_402_207_201] {
            let error = Other::try_from(Timestamp(far)).unwrap_err().to_string();
            assert_eq!(error, "expected a time from -9999-01-02T01:59:59Z to 9999-12-30T22:00:00Z");
        }
        assert!(TimestampNanos::try_from(Other::MAX).unwrap_err().to_string().contains("2262-04-11"));
        assert_eq!(TimestampMillis::from(Other::MIN).0, Other::MIN.as_millisecond());
    }

    #[test]
    fn dates_and_times_are_points_in_time() {
        let time: DateTime = "2021-04-02T15:34:00.262979-07:00".parse().unwrap();
        let other = Other::try_from(&time).unwrap();
        assert_eq!(other.to_string(), "2021-04-02T22:34:00.262979Z");
        assert_eq!(DateTime::try_from(other).unwrap().as_str(), "2021-04-02T22:34:00.262979Z");
        assert!(DateTime::try_from(Other::MIN).is_err());
        let late: DateTime = "9999-12-31T00:00:00Z".parse().unwrap();
        assert!(Other::try_from(&late).unwrap_err().to_string().contains("9999-12-30"));
    }

    #[test]
    fn days_and_durations() {
        let day = Date::new(2024, 2, 29).unwrap();
        let other = civil::Date::try_from(day).unwrap();
        assert_eq!((other.to_string(), Date::try_from(other)), ("2024-02-29".to_owned(), Ok(day)));
        assert!(Date::try_from(civil::Date::MIN).unwrap_err().to_string().contains("year 0"));
        for (text, nanos) in [("PT0S", 0), ("-PT1.5S", -1_500_000_000), ("PT90061.000000001S", 90_061_000_000_001)] {
            let duration = SignedDuration::try_from(&text.parse::<IsoDuration>().unwrap()).unwrap();
            assert_eq!(duration, SignedDuration::from_nanos(nanos));
            assert_eq!(IsoDuration::from(duration).as_str(), text);
        }
        assert!(SignedDuration::try_from(&"P1Y".parse::<IsoDuration>().unwrap()).is_err());
        let span = Span::try_from(&"P1Y2M3DT4H5M6.5S".parse::<IsoDuration>().unwrap()).unwrap();
        assert_eq!((span.get_years(), span.get_months(), span.get_milliseconds()), (1, 2, 500));
        let text = IsoDuration::try_from(span).unwrap();
        assert_eq!(text.as_str(), "P1Y2M3DT4H5M6.5S");
    }
}
