//! chrono: UNIX times, dates and times with their offset, dates, and durations without years and
//! months.

use ::chrono::{DateTime as Other, Datelike as _, FixedOffset, NaiveDate, Offset as _, TimeDelta, TimeZone, Utc};

use super::{moments, unix_times};
use crate::value::{
    Date, DateTime, IsoDuration, ParseError, Timestamp, TimestampMicros, TimestampMillis, TimestampNanos,
};

unix_times!(Other<Utc>, "a time from year -262143 to 262142", utc, nanos);

fn utc(nanos: i128) -> Option<Other<Utc>> {
    let seconds = i64::try_from(nanos.div_euclid(moments::NANOS)).ok()?;
    Other::from_timestamp(seconds, u32::try_from(nanos.rem_euclid(moments::NANOS)).ok()?)
}

fn nanos<Z: TimeZone>(time: Other<Z>) -> i128 {
    i128::from(time.timestamp()) * moments::NANOS + i128::from(time.timestamp_subsec_nanos())
}

impl TryFrom<&DateTime> for Other<FixedOffset> {
    type Error = ParseError;

    fn try_from(time: &DateTime) -> Result<Self, ParseError> {
        let zone = FixedOffset::east_opt(time.offset_seconds());
        let made = zone.and_then(|zone| Some(utc(moments::nanos_since_epoch(time))?.with_timezone(&zone)));
        made.ok_or_else(|| ParseError::new("a time with an offset below a day"))
    }
}

impl<Z: TimeZone> TryFrom<Other<Z>> for DateTime {
    type Error = ParseError;

    fn try_from(time: Other<Z>) -> Result<Self, ParseError> {
        let offset = time.offset().fix().local_minus_utc();
        moments::date_time(nanos(time), offset)
    }
}

impl TryFrom<Date> for NaiveDate {
    type Error = ParseError;

    fn try_from(date: Date) -> Result<Self, ParseError> {
        let made = Self::from_ymd_opt(date.year().into(), date.month().into(), date.day().into());
        made.ok_or_else(|| ParseError::new("a day of the calendar"))
    }
}

impl TryFrom<NaiveDate> for Date {
    type Error = ParseError;

    fn try_from(date: NaiveDate) -> Result<Self, ParseError> {
        moments::date(date.year(), u8::try_from(date.month()).unwrap_or(0), u8::try_from(date.day()).unwrap_or(0))
    }
}

impl TryFrom<&IsoDuration> for TimeDelta {
    type Error = ParseError;

    fn try_from(duration: &IsoDuration) -> Result<Self, ParseError> {
        let made = duration.to_nanos().and_then(|nanos| {
            let seconds = i64::try_from(nanos.div_euclid(moments::NANOS)).ok()?;
            Self::new(seconds, u32::try_from(nanos.rem_euclid(moments::NANOS)).ok()?)
        });
        made.ok_or_else(|| ParseError::new("a duration without years and months, below 292 million years"))
    }
}

impl From<TimeDelta> for IsoDuration {
    fn from(duration: TimeDelta) -> Self {
        let nanos = i128::from(duration.num_seconds()) * moments::NANOS + i128::from(duration.subsec_nanos());
        Self::from_nanos(nanos)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn times_come_back_as_they_were_and_out_of_range_is_told() {
        for count in [0, -1, 1_617_402_840_262, -62_135_596_800_001] {
            let time: Other<Utc> = TimestampMillis(count).try_into().unwrap();
            assert_eq!((TimestampMillis::from(time), time.timestamp_millis()), (TimestampMillis(count), count));
            assert_eq!(Timestamp::from(time), Timestamp(count.div_euclid(1_000)));
        }
        let error = Other::<Utc>::try_from(Timestamp(i64::MAX)).unwrap_err().to_string();
        assert_eq!(error, "expected a time from year -262143 to 262142");
        assert!(TimestampNanos::try_from(Other::<Utc>::MAX_UTC).unwrap_err().to_string().contains("2262-04-11"));
        assert_eq!(Timestamp::from(Other::<Utc>::MAX_UTC).0, Other::<Utc>::MAX_UTC.timestamp());
    }

    #[test]
    fn dates_and_times_keep_their_offset() {
        let text = "2021-04-02T15:34:00.262979-07:00";
        let time: DateTime = text.parse().unwrap();
        let other = Other::<FixedOffset>::try_from(&time).unwrap();
        assert_eq!(other.to_rfc3339(), text);
        assert_eq!(DateTime::try_from(other).unwrap(), time);
        assert!(DateTime::try_from(Other::<Utc>::MIN_UTC).is_err());
    }

    #[test]
    fn days_and_durations() {
        let day = Date::new(2024, 2, 29).unwrap();
        let other = NaiveDate::try_from(day).unwrap();
        assert_eq!((other.to_string(), Date::try_from(other)), ("2024-02-29".to_owned(), Ok(day)));
        assert!(Date::try_from(NaiveDate::MAX).unwrap_err().to_string().contains("9999"));
        for (text, nanos) in [("PT0S", 0), ("-PT1.5S", -1_500_000_000), ("PT90061.000000001S", 90_061_000_000_001)] {
            let duration = TimeDelta::try_from(&text.parse::<IsoDuration>().unwrap()).unwrap();
            assert_eq!(duration, TimeDelta::nanoseconds(nanos));
            assert_eq!(IsoDuration::from(duration).as_str(), text);
        }
        for text in ["P1Y", "P1M", "P18446744073709551615D"] {
            let error = TimeDelta::try_from(&text.parse::<IsoDuration>().unwrap()).unwrap_err().to_string();
            assert!(error.contains("without years and months"), "{error}");
        }
    }
}
