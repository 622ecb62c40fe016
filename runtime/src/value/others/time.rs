//! time: UNIX times, dates and times with their offset, dates, and durations without years and
//! months.

use ::time::{Date as OtherDate, Duration, Month, OffsetDateTime, UtcOffset};

use super::{moments, unix_times};
use crate::value::{
    Date, DateTime, IsoDuration, ParseError, Timestamp, TimestampMicros, TimestampMillis, TimestampNanos,
};

const RANGE: &str = "a time from year -9999 to 9999";

unix_times!(OffsetDateTime, RANGE, utc, OffsetDateTime::unix_timestamp_nanos);

fn utc(nanos: i128) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()
}

impl TryFrom<&DateTime> for OffsetDateTime {
    type Error = ParseError;

    fn try_from(time: &DateTime) -> Result<Self, ParseError> {
        let zone = UtcOffset::from_whole_seconds(time.offset_seconds()).ok();
        let made = zone.and_then(|zone| utc(moments::nanos_since_epoch(time))?.checked_to_offset(zone));
        made.ok_or_else(|| ParseError::new(RANGE))
    }
}

impl TryFrom<OffsetDateTime> for DateTime {
    type Error = ParseError;

    fn try_from(time: OffsetDateTime) -> Result<Self, ParseError> {
        moments::date_time(time.unix_timestamp_nanos(), time.offset().whole_seconds())
    }
}

impl TryFrom<Date> for OtherDate {
    type Error = ParseError;

    fn try_from(date: Date) -> Result<Self, ParseError> {
        let month = Month::try_from(date.month()).ok();
        let made = month.and_then(|month| Self::from_calendar_date(date.year().into(), month, date.day()).ok());
        made.ok_or_else(|| ParseError::new("a day of the calendar"))
    }
}

impl TryFrom<OtherDate> for Date {
    type Error = ParseError;

    fn try_from(date: OtherDate) -> Result<Self, ParseError> {
        moments::date(date.year(), date.month().into(), date.day())
    }
}

impl TryFrom<&IsoDuration> for Duration {
    type Error = ParseError;

    fn try_from(duration: &IsoDuration) -> Result<Self, ParseError> {
        let made = duration.to_nanos().and_then(|nanos| {
            let seconds = i64::try_from(nanos / moments::NANOS).ok()?;
            Some(Self::new(seconds, i32::try_from(nanos % moments::NANOS).ok()?))
        });
        made.ok_or_else(|| ParseError::new("a duration without years and months, below 292 billion years"))
    }
}

impl From<Duration> for IsoDuration {
    fn from(duration: Duration) -> Self {
        Self::from_nanos(duration.whole_nanoseconds())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn times_come_back_as_they_were_and_out_of_range_is_told() {
        for count in [0, -1, 1_617_402_840_262_979, -62_135_596_800_000_001] {
            let time: OffsetDateTime = TimestampMicros(count).try_into().unwrap();
            assert_eq!(TimestampMicros::from(time), TimestampMicros(count));
            assert_eq!(TimestampMillis::from(time), TimestampMillis(count.div_euclid(1_000)));
        }
        for far in [i64::MAX, i64::MIN, 253_402_300_800] {
            let error = OffsetDateTime::try_from(Timestamp(far)).unwrap_err().to_string();
            assert_eq!(error, "expected a time from year -9999 to 9999");
        }
        let last: OffsetDateTime = Timestamp(253_402_300_799).try_into().unwrap();
        assert!(TimestampNanos::try_from(last).unwrap_err().to_string().contains("2262-04-11"));
    }

    #[test]
    fn dates_and_times_keep_their_offset() {
        for text in ["2021-04-02T15:34:00.262979-07:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.5Z"] {
            let time: DateTime = text.parse().unwrap();
            let other = OffsetDateTime::try_from(&time).unwrap();
            assert_eq!(DateTime::try_from(other).unwrap().as_str(), text);
        }
        let late: DateTime = "9999-12-31T23:59:59-01:00".parse().unwrap();
        assert!(OffsetDateTime::try_from(&late).unwrap_err().to_string().contains("9999"));
    }

    #[test]
    fn days_and_durations() {
        let day = Date::new(2024, 2, 29).unwrap();
        let other = OtherDate::try_from(day).unwrap();
        assert_eq!((other.to_julian_day(), Date::try_from(other)), (2_460_370, Ok(day)));
        assert!(Date::try_from(OtherDate::MIN).unwrap_err().to_string().contains("year 0"));
        for (text, nanos) in [("PT0S", 0), ("-PT1.5S", -1_500_000_000), ("PT90061.000000001S", 90_061_000_000_001)] {
            let duration = Duration::try_from(&text.parse::<IsoDuration>().unwrap()).unwrap();
            assert_eq!(duration, Duration::nanoseconds(nanos));
            assert_eq!(IsoDuration::from(duration).as_str(), text);
        }
        assert!(Duration::try_from(&"P1Y".parse::<IsoDuration>().unwrap()).is_err());
    }
}
