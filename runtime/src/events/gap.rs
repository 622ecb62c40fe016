//! Items of a stream of events: an event, or a gap with the number of missing events and the
//! reason.

use crate::Error;
use std::{fmt, time::SystemTime};

/// An item of a subscription: an event, or a gap in the events.
#[derive(Debug)]
#[non_exhaustive]
pub enum Incoming<T> {
    /// The next event.
    Event(T),
    /// Events are missing between the previous and the next event.
    Gap(Gap),
}

impl<T> Incoming<T> {
    /// Returns the event; `None` for a gap.
    pub fn event(self) -> Option<T> {
        match self {
            Self::Event(event) => Some(event),
            Self::Gap(_) => None,
        }
    }

    /// Returns the gap; `None` for an event.
    pub const fn gap(&self) -> Option<&Gap> {
        match self {
            Self::Gap(gap) => Some(gap),
            Self::Event(_) => None,
        }
    }
}

/// A gap in a stream of events: events are missing, or may be.
#[derive(Debug)]
pub struct Gap {
    pub(crate) reason: GapReason,
    pub(crate) missed: Option<u64>,
    pub(crate) from: SystemTime,
    pub(crate) to: SystemTime,
    pub(crate) heights: (Option<u64>, Option<u64>),
    /// Boxed, since most gaps have no error.
    pub(crate) error: Option<Box<Error>>,
}

/// Reason for missing events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GapReason {
    /// The connection was lost, and is open again with its subscription. With server-sent events,
    /// possibly no event is missing: the request names the last event, and a server may continue
    /// after it.
    Reconnected,
    /// The buffer was full, as events came faster than the program read them.
    Overflow,
    /// An event did not fit its type or exceeded
    /// [`Builder::max_response_bytes`](crate::Builder::max_response_bytes), or a message of the
    /// websocket was not understood and may have been an event.
    Unreadable,
    /// A chain reorganization: events from this height on are no longer valid, and the valid ones
    /// follow. Only subscriptions that fetch missed events report this; see
    /// [`Subscribe::backfill`](crate::Subscribe::backfill).
    Reorganized {
        /// First height that has changed, as far as known.
        from: u64,
    },
    /// The service sent no events of these heights, although it sent a later one. They were not
    /// fetched either: they exceed the limit, or the service does not return them. Only
    /// subscriptions that fetch missed events report this.
    Skipped,
    /// The service neither confirms nor replaces delivered events: the node may be behind, or
    /// events from [`Gap::from_height`] on may be invalid. Only subscriptions that fetch missed
    /// events report this.
    Unconfirmed,
}

impl GapReason {
    /// Returns the reason as a word, such as `reconnected`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Reconnected => "reconnected",
            Self::Overflow => "overflow",
            Self::Unreadable => "unreadable",
            Self::Reorganized { .. } => "reorganized",
            Self::Skipped => "skipped",
            Self::Unconfirmed => "unconfirmed",
        }
    }
}

impl Gap {
    /// Creates a gap that ends now.
    pub(crate) fn new(reason: GapReason, missed: Option<u64>, from: SystemTime) -> Self {
        Self { reason, missed, from, to: SystemTime::now(), heights: (None, None), error: None }
    }

    /// Sets the error that caused the gap.
    pub(crate) fn with_error(mut self, error: Error) -> Self {
        self.error = Some(Box::new(error));
        self
    }

    /// Copies the gap, except its error.
    pub(crate) fn copy(&self) -> Self {
        Self { error: None, ..*self }
    }

    /// Extends the gap to now, and adds missed events; `None` makes their number unknown.
    pub(crate) fn add(&mut self, missed: Option<u64>) {
        self.missed = self.missed.zip(missed).map(|(known, more)| known.saturating_add(more));
        self.to = SystemTime::now();
    }

    /// Returns the reason for the missing events.
    pub const fn reason(&self) -> GapReason {
        self.reason
    }

    /// Returns the number of missing events. `None` if unknown, as after a lost connection:
    /// possibly no event is missing.
    pub const fn missed(&self) -> Option<u64> {
        self.missed
    }

    /// Returns the time at which the server last sent anything before the gap.
    pub const fn from(&self) -> SystemTime {
        self.from
    }

    /// Returns the time from which events are complete again.
    pub const fn to(&self) -> SystemTime {
        self.to
    }

    /// Returns the first height whose events may be missing; `None` without
    /// [`Subscribe::backfill`](crate::Subscribe::backfill).
    pub const fn from_height(&self) -> Option<u64> {
        self.heights.0
    }

    /// Returns the last height whose events may be missing; `None` if unknown.
    pub const fn to_height(&self) -> Option<u64> {
        self.heights.1
    }

    /// Returns the error that caused the gap: an event could not be read, or missed events could
    /// not be fetched. `None` if no error did.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_deref()
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.missed {
            Some(1) => out.write_str("1 event is missing")?,
            Some(count) => write!(out, "{count} events are missing")?,
            None => out.write_str("events may be missing")?,
        }
        match self.reason {
            GapReason::Reconnected => out.write_str(": the connection was lost")?,
            GapReason::Overflow => out.write_str(": the buffer was full")?,
            GapReason::Unreadable => out.write_str(": it could not be read")?,
            GapReason::Reorganized { from } => write!(out, ": events from the height {from} on were replaced")?,
            GapReason::Skipped => out.write_str(": the service left heights out")?,
            GapReason::Unconfirmed => out.write_str(": the service does not confirm what was given before")?,
        }
        match &self.error {
            Some(error) => write!(out, " ({error})"),
            None => Ok(()),
        }
    }
}
