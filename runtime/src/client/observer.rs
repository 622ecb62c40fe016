//! Events that a client reports about its calls, for metrics and logs of a program.
//!
//! Input: none; the client creates the events. Output: their types. No event holds a secret, a
//! parameter, a URL beyond its origin, a header or a body.

use crate::{ErrorKind, schema::Operation};
use http::StatusCode;
use std::{fmt, time::Duration};

/// Receives the events of the calls of a client; see [`Builder::observer`](crate::Builder::observer).
/// Closures over an event are observers, too.
///
/// The observer is called within the call, so it must be quick and must not block. A panic in the observer is a panic
/// of the call.
pub trait Observer: Send + Sync + 'static {
    /// Receives one event.
    fn on_event(&self, event: &CallEvent<'_>);
}

impl<F: Fn(&CallEvent<'_>) + Send + Sync + 'static> Observer for F {
    fn on_event(&self, event: &CallEvent<'_>) {
        self(event);
    }
}

/// One event of a call. Events of one call come in order; events of several calls mix.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct CallEvent<'a> {
    /// The number of the call in its client, from 1. Clones of a client count together.
    pub call: u64,
    /// The operation.
    pub operation: &'static Operation,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// Step of the call.
    pub step: CallStep<'a>,
}

/// Step of a call.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum CallStep<'a> {
    /// The call begins. It ends with [`CallStep::Ends`] or [`CallStep::Dropped`]. When the
    /// connection of server-sent events is lost, another call begins here, also where it is not
    /// sent again.
    Begins,
    /// The attempt has waited for the limits of the client.
    #[non_exhaustive]
    Waited {
        /// Duration of the wait.
        wait: Duration,
    },
    /// A request goes out. The attempt ends with [`CallStep::AttemptEnds`], or with the call.
    #[non_exhaustive]
    AttemptBegins {
        /// The origin that the request goes to: scheme, host and port.
        endpoint: &'a str,
    },
    /// The attempt has a response that was read, or has failed.
    #[non_exhaustive]
    AttemptEnds {
        /// The origin that the request went to.
        endpoint: &'a str,
        /// The status of the response, if there was one.
        status: Option<StatusCode>,
        /// The size of the body of the response in bytes. A streamed response has none.
        bytes: Option<usize>,
        /// The kind of failure, if it failed.
        error: Option<ErrorKind>,
        /// The time since the request went out, without the wait for limits.
        elapsed: Duration,
    },
    /// The call is tried again.
    #[non_exhaustive]
    Retries {
        /// The wait before the next attempt.
        wait: Duration,
        /// Kind of the last attempt's error.
        error: ErrorKind,
    },
    /// The call ends; one whose response is streamed ends with the head of the response.
    #[non_exhaustive]
    Ends {
        /// The kind of failure, if it failed.
        error: Option<ErrorKind>,
        /// The time since it began.
        elapsed: Duration,
    },
    /// The future of the call was dropped, so that the call is cancelled.
    #[non_exhaustive]
    Dropped {
        /// The time since it began.
        elapsed: Duration,
    },
}

impl fmt::Debug for CallEvent<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CallEvent")
            .field("call", &self.call)
            .field("operation", &self.operation.id)
            .field("attempt", &self.attempt)
            .field("step", &self.step)
            .finish()
    }
}
