//! Durations as integers of seconds, milliseconds, microseconds or nanoseconds.

use std::fmt;
use std::time::Duration;

use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// Implements the common traits of the duration types.
macro_rules! durations {
    ($($(#[$doc:meta])* $name:ident $from:ident $count:expr;)*) => {$(
        super::counts!($(#[$doc])* $name(u64));

        impl $name {
            /// Converts to a duration of the standard library.
            #[must_use]
            pub const fn to_duration(self) -> Duration {
                Duration::$from(self.0)
            }
        }

        impl From<$name> for Duration {
            fn from(duration: $name) -> Self {
                duration.to_duration()
            }
        }

        /// Rounds down to whole units; longer durations become the longest one.
        impl From<Duration> for $name {
            fn from(duration: Duration) -> Self {
                let count: fn(Duration) -> u128 = $count;
                Self(u64::try_from(count(duration)).unwrap_or(u64::MAX))
            }
        }

        /// Prints the duration with its unit, such as `300s` or `1.5ms`.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&format!("{:?}", self.to_duration()))
            }
        }
    )*};
}

durations! {
    /// A duration in whole seconds.
    DurationSeconds from_secs |duration| u128::from(duration.as_secs());
    /// A duration in whole milliseconds.
    DurationMillis from_millis |duration| duration.as_millis();
    /// A duration in whole microseconds.
    DurationMicros from_micros |duration| duration.as_micros();
    /// A duration in nanoseconds, up to 584 years.
    DurationNanos from_nanos |duration| duration.as_nanos();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_convert_without_loss_and_from_longer_ones_as_far_as_they_reach() {
        let (long, short) = (Duration::from_secs(u64::MAX), Duration::new(1, 500_000_001));
        assert_eq!(DurationSeconds::from(long).to_duration(), long);
        assert_eq!(DurationNanos::from(long), DurationNanos(u64::MAX));
        let all = (
            DurationSeconds::from(short),
            DurationMillis::from(short),
            DurationMicros::from(short),
            DurationNanos::from(short),
        );
        assert_eq!((all.0.0, all.1.0, all.2.0, all.3.0), (1, 1_500, 1_500_000, 1_500_000_001));
        assert_eq!(Duration::from(all.3), short);
        assert_eq!(format!("{} {} {:>6}", DurationSeconds(300), all.1, DurationNanos(7)), "300s 1.5s    7ns");
    }
}
