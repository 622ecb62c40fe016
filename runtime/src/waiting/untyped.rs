//! Untyped waiting for a result.
//!
//! Input: an untyped call of an operation that describes when its result is reached. Output: the
//! result as JSON, or why waiting ended without it.

use super::{Times, polls::Polls};
use crate::{Error, RawJson, Read, call::UntypedCall};
use std::{fmt, time::Duration};

impl UntypedCall {
    /// Repeats the call until its result is reached, as the spec of the operation defines.
    pub fn wait(self) -> UntypedWaiting {
        UntypedWaiting { call: self, times: Times::default() }
    }
}

/// An untyped call that is repeated until its result is reached; see [`Waiting`](crate::Waiting).
#[derive(Clone)]
#[must_use = "waiting does not begin until `send` is awaited"]
pub struct UntypedWaiting {
    call: UntypedCall,
    times: Times,
}

impl UntypedWaiting {
    crate::setters! {
        /// Sets the time between two calls, in place of the time in the spec.
        pub fn every(self, every: Duration) { self.times.every = Some(every); }

        /// Sets the time after which waiting ends, in place of the time in the spec.
        pub fn deadline(self, deadline: Duration) { self.times.deadline = Some(deadline); }

        /// Sets how many further heights the service must have reached after the height of the result. If the spec
        /// does not define how heights are counted, that is an error.
        pub fn confirmations(self, confirmations: u64) { self.times.confirmations = confirmations; }
    }

    /// Waits for the result, and returns it as JSON.
    ///
    /// # Errors
    ///
    /// See [`Waiting`](crate::Waiting). An operation whose spec does not define waiting is an error, too.
    pub async fn send(self) -> Result<RawJson, Error> {
        let UntypedCall { target, operation, members, options } = self.call;
        let mut polls = Polls::new(target, operation, members, options, self.times)?;
        loop {
            let mut output = RawJson::blank();
            if polls.call(&mut output).await? && output.as_str() != "null" {
                return Ok(output);
            }
            polls.pause().await?;
        }
    }
}

impl fmt::Debug for UntypedWaiting {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("UntypedWaiting").field("call", &self.call).field("times", &self.times).finish()
    }
}
