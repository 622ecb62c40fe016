//! Calendar dates as text: `2021-04-02`.

use std::fmt;
use std::str::FromStr;

use super::ParseError;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// A calendar date, without time and time zone; the year is from 0 to 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    // The order of these members is the order of values.
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Creates a date; `None` if the calendar has no such day, or the year is above 9999.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        format!("{year:04}-{month:02}-{day:02}").parse().ok()
    }

    /// Returns the year.
    #[must_use]
    pub fn year(self) -> u16 {
        self.year
    }

    /// Returns the month, from 1 to 12.
    #[must_use]
    pub fn month(self) -> u8 {
        self.month
    }

    /// Returns the day of the month, from 1 to 31.
    #[must_use]
    pub fn day(self) -> u8 {
        self.day
    }
}

/// 1970-01-01, the start of UNIX time.
impl Default for Date {
    fn default() -> Self {
        Self { year: 1970, month: 1, day: 1 }
    }
}

impl FromStr for Date {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parsed = chainloom_forms::time::parse_date(text);
        let (year, month, day) = parsed.ok_or(ParseError::new("a date such as 2021-04-02"))?;
        Ok(Self { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:04}-{:02}-{:02}", self.year, self.month, self.day))
    }
}

impl Write for Date {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.display(self);
    }
}

super::texts!(Date);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_of_the_calendar_are_made() {
        let leap = Date::new(2024, 2, 29);
        assert_eq!(leap.map(|day| (day.year(), day.month(), day.day())), Some((2024, 2, 29)));
        assert_eq!(leap.map(|day| day.to_string()).as_deref(), Some("2024-02-29"));
        for (year, month, day) in [(2023, 2, 29), (2024, 13, 1), (2024, 0, 1), (10_000, 1, 1), (2024, 1, 100)] {
            assert_eq!(Date::new(year, month, day), None, "{year}-{month}-{day}");
        }
        assert!(Date::new(2023, 12, 31) < leap);
    }
}
