//! Items of a stream of events: an event, or a gap with the number of missing events and the
//! reason.

use crate::Error;
use std::{fmt, time::SystemTime};

/// What a subscription gives: an event, or a gap in the events.
#[derive(Debug)]
#[non_exhaustive]
pub enum Incoming<T> {
    /// The next event.
    Event(T),
    /// Events are missing here, between the one before and the one behind.
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

/// A place in a stream of events where events are missing, or may be.
#[derive(Debug)]
pub struct Gap {
    pub(crate) reason: GapReason,
    pub(crate) missed: Option<u64>,
    pub(crate) from: SystemTime,
    pub(crate) to: SystemTime,
    pub(crate) heights: (Option<u64>, Option<u64>),
    /// Boxed, since most gaps have none.
    pub(crate) error: Option<Box<Error>>,
}

/// Why events are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GapReason {
    /// The connection was lost. It is open again, and the subscription with it. Of server-sent
    /// events nothing may be missing: the request names the last event that came, and a server may
    /// go on behind it.
    Reconnected,
    /// The program read more slowly than events came, and the buffer was full.
    Overflow,
    /// An event did not fit its type, or was larger than
    /// [`Builder::max_response_bytes`](crate::Builder::max_response_bytes), or a message of the
    /// websocket is not understood, so that it may be an event.
    Unreadable,
    /// The chain went back: events that were given from this height on do not hold any more. Events
    /// that hold now follow. Only subscriptions that fetch missed events tell it; see
    /// [`Subscribe::backfill`](crate::Subscribe::backfill).
    Reorganized {
        /// The first height that changed, as far as it is known.
        from: u64,
    },
    /// The service sent no events of these heights, though it sent a later one, and they were not
    /// fetched: they are more than the limit, or the service does not return them. Only
    /// subscriptions that fetch missed events tell it.
    Skipped,
    /// The service does not confirm events that were given, and does not replace them either: the
    /// node may be behind, or events from [`Gap::from_height`] on may not hold any more. Only
    /// subscriptions that fetch missed events tell it.
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

    /// Copies the gap without its error.
    pub(crate) fn copy(&self) -> Self {
        Self { error: None, ..*self }
    }

    /// Extends the gap to now, with more missed events.
    pub(crate) fn add(&mut self, missed: Option<u64>) {
        self.missed = self.missed.zip(missed).map(|(known, more)| known.saturating_add(more));
        self.to = SystemTime::now();
    }

    /// Returns why events are missing.
    pub const fn reason(&self) -> GapReason {
        self.reason
    }

    /// Returns the number of missing events; `None` if it is not known, as after a lost connection.
    /// It may be none at all then.
    pub const fn missed(&self) -> Option<u64> {
        self.missed
    }

    /// Returns the time of the last sign of the server before the gap.
    pub const fn from(&self) -> SystemTime {
        self.from
    }

    /// Returns the time from which events are complete again.
    pub const fn to(&self) -> SystemTime {
        self.to
    }

    /// Returns the first height whose events may be missing, where missed events are fetched; see
    /// [`Subscribe::backfill`](crate::Subscribe::backfill).
    pub const fn from_height(&self) -> Option<u64> {
        self.heights.0
    }

    /// Returns the last height whose events may be missing, where it is known.
    pub const fn to_height(&self) -> Option<u64> {
        self.heights.1
    }

    /// Returns the error behind the gap: why an event could not be read, or why missed events could
    /// not be fetched.
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
