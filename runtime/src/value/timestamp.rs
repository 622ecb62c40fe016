//! UNIX times as whole numbers.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// UNIX time in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

/// UNIX time in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampMillis(pub i64);

impl Timestamp {
    /// The point in time; none when the system's clock cannot hold it.
    #[must_use]
    pub fn to_system_time(self) -> Option<SystemTime> {
        shifted(self.0 < 0, Duration::from_secs(self.0.unsigned_abs()))
    }
}

impl TimestampMillis {
    /// The point in time; none when the system's clock cannot hold it.
    #[must_use]
    pub fn to_system_time(self) -> Option<SystemTime> {
        shifted(self.0 < 0, Duration::from_millis(self.0.unsigned_abs()))
    }
}

/// The epoch plus or minus a duration.
pub(super) fn shifted(before: bool, by: Duration) -> Option<SystemTime> {
    if before { UNIX_EPOCH.checked_sub(by) } else { UNIX_EPOCH.checked_add(by) }
}

/// How far a point in time is from the epoch, in units of a length, rounded down.
fn units(time: SystemTime, in_units: fn(Duration) -> u128, unit: Duration) -> i64 {
    let clamp = |count: u128| i64::try_from(count).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => clamp(in_units(after)),
        Err(before) => -clamp(in_units(before.duration() + unit - Duration::from_nanos(1))),
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        Self(units(time, |by| u128::from(by.as_secs()), Duration::from_secs(1)))
    }
}

impl From<SystemTime> for TimestampMillis {
    fn from(time: SystemTime) -> Self {
        Self(units(time, |by| by.as_millis(), Duration::from_millis(1)))
    }
}

impl From<i64> for Timestamp {
    fn from(seconds: i64) -> Self {
        Self(seconds)
    }
}

impl From<i64> for TimestampMillis {
    fn from(milliseconds: i64) -> Self {
        Self(milliseconds)
    }
}

impl Read for Timestamp {
    fn blank() -> Self {
        Self(0)
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        i64::read(ty, reader).map(Self)
    }
}

impl Write for Timestamp {
    fn write(&self, ty: Type, writer: &mut Writer) {
        self.0.write(ty, writer);
    }
}

impl Read for TimestampMillis {
    fn blank() -> Self {
        Self(0)
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        i64::read(ty, reader).map(Self)
    }
}

impl Write for TimestampMillis {
    fn write(&self, ty: Type, writer: &mut Writer) {
        self.0.write(ty, writer);
    }
}
