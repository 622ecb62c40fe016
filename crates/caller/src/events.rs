//! Events and lines as JSON.
//!
//! Input: a stream of the runtime. Output: its events, and the gaps in them.

use chainloom_runtime::{Incoming, LineStream, RawJson, Subscription};

use crate::error::Error;

/// Events of a subscription or of a response, or its lines. Dropping it ends them.
#[derive(Debug)]
pub enum EventStream {
    /// Events of a subscription, or server-sent events.
    Events(Subscription<RawJson>),
    /// The lines of a response.
    Lines(Box<LineStream<RawJson>>),
}

impl EventStream {
    /// Takes back an event that does not fit its type, so that the right event is not missed if it comes later. Returns
    /// the height of the event, if it is known.
    pub fn take_back(&mut self, event: &RawJson) -> Option<u64> {
        match self {
            Self::Events(events) => events.take_back(event),
            Self::Lines(_) => None,
        }
    }

    /// Returns the next event or gap; `None` at the end.
    ///
    /// # Errors
    ///
    /// The stream broke off. It continues after a line that cannot be read.
    pub async fn next(&mut self) -> Result<Option<Incoming<RawJson>>, Error> {
        Ok(match self {
            Self::Events(events) => events.try_next().await?,
            Self::Lines(lines) => lines.try_next().await?.map(Incoming::Event),
        })
    }
}
