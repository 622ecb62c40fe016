//! Durations as ISO 8601 text: `P3DT12H30M5.5S`.
//!
//! The text is checked and stored unchanged. A duration without years and months converts to a
//! [`Duration`].

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chainloom_forms::duration::Parts;

use super::ParseError;
use crate::Text;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

const DAY: u64 = 86_400;

/// An ISO 8601 duration as written; compared as text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IsoDuration(Text);

impl IsoDuration {
    /// Returns the text form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Converts to a duration with days of 24 hours; `None` if years or months are not zero, or if
    /// the duration is negative or out of range.
    #[must_use]
    pub fn to_duration(&self) -> Option<Duration> {
        let (negative, length) = self.length()?;
        (!negative || length.is_zero()).then_some(length)
    }

    /// Returns whether the duration is negative, and its length; `None` with years or months, or
    /// out of range.
    fn length(&self) -> Option<(bool, Duration)> {
        let Parts { negative, years, months, weeks, days, hours, minutes, seconds, nanos } = self.parts();
        let parts = [(weeks, 7 * DAY), (days, DAY), (hours, 3_600), (minutes, 60), (seconds, 1)];
        let sum = parts.iter().try_fold(0_u64, |sum, (count, unit)| sum.checked_add(count.checked_mul(*unit)?))?;
        (years == 0 && months == 0).then(|| (negative, Duration::new(sum, nanos)))
    }

    /// Returns the nanoseconds; `None` with years or months, or out of range.
    #[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
    pub(super) fn to_nanos(&self) -> Option<i128> {
        let (negative, length) = self.length()?;
        let nanos = i128::try_from(length.as_nanos()).ok()?;
        Some(if negative { -nanos } else { nanos })
    }

    /// Creates a duration from nanoseconds; longer ones become the longest one.
    #[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
    pub(super) fn from_nanos(nanos: i128) -> Self {
        const SECOND: u128 = 1_000_000_000;
        let (seconds, rest) = (nanos.unsigned_abs() / SECOND, nanos.unsigned_abs() % SECOND);
        let (seconds, rest) = (u64::try_from(seconds).unwrap_or(u64::MAX), u32::try_from(rest).unwrap_or_default());
        let Self(text) = Self::from(Duration::new(seconds, rest));
        if nanos < 0 { Self(format!("-{text}").into()) } else { Self(text) }
    }

    /// Returns the parts of the text, which was checked when the value was created.
    fn parts(&self) -> Parts {
        chainloom_forms::duration::parse(&self.0).unwrap_or_default()
    }
}

impl Default for IsoDuration {
    fn default() -> Self {
        Self("PT0S".into())
    }
}

impl From<Duration> for IsoDuration {
    fn from(duration: Duration) -> Self {
        let (seconds, nanos) = (duration.as_secs(), duration.subsec_nanos());
        let fraction = format!(".{nanos:09}");
        let fraction = if nanos == 0 { "" } else { fraction.trim_end_matches('0') };
        Self(format!("PT{seconds}{fraction}S").into())
    }
}

impl FromStr for IsoDuration {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if chainloom_forms::duration::is(text) {
            return Ok(Self(text.into()));
        }
        Err(ParseError::new("a duration such as P3DT12H30M"))
    }
}

impl fmt::Display for IsoDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Write for IsoDuration {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.text(self.as_str());
    }
}

super::texts!(IsoDuration);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn lengths_are_told_where_they_are_fixed() {
        let length = |text: &str| text.parse::<IsoDuration>().unwrap().to_duration();
        assert_eq!(length("P1DT1H1M1.5S"), Some(Duration::new(90_061, 500_000_000)));
        assert_eq!((length("P2W"), length("-PT0S")), (Some(Duration::from_secs(14 * DAY)), Some(Duration::ZERO)));
        for text in ["P1Y", "P1M", "-PT1S", "P18446744073709551615D"] {
            assert_eq!(length(text), None, "{text}");
        }
        for (duration, text) in [(Duration::ZERO, "PT0S"), (Duration::from_millis(1_050), "PT1.05S")] {
            assert_eq!(IsoDuration::from(duration).as_str(), text);
            assert_eq!(length(text), Some(duration));
        }
    }
}
