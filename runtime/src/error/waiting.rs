//! Errors of waiting for a result: it is not reached in time, or cannot be reached.
//!
//! Input: the last response, and why waiting ended. Output: the kind and the text of the error, and
//! the response for programs.

use crate::{
    RawJson, Read, ReadError,
    error::{Error, ErrorKind, Failure},
    from_slice,
    schema::{Operation, Type},
};
use std::fmt;

/// Reason why waiting ended without the result.
pub(crate) struct WaitFault {
    pub(crate) end: WaitEnd,
    /// Human-readable reason.
    pub(crate) text: String,
    /// The result of the last response.
    pub(crate) answer: Option<RawJson>,
    /// The type of the answer.
    pub(crate) output: Option<Type>,
    /// Error of the last call.
    pub(crate) cause: Option<Error>,
}

/// The ways in which waiting ends without the result.
#[derive(Clone, Copy)]
pub(crate) enum WaitEnd {
    /// The result cannot be reached any more.
    Failed,
    /// The deadline has passed.
    Late,
    /// Another item replaced the awaited one.
    Replaced,
}

impl WaitFault {
    pub(crate) const fn kind(&self) -> ErrorKind {
        match self.end {
            WaitEnd::Failed => ErrorKind::WaitFailed,
            WaitEnd::Late => ErrorKind::WaitTimeout,
            WaitEnd::Replaced => ErrorKind::WaitReplaced,
        }
    }
}

impl fmt::Display for WaitFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl Error {
    /// Creates the error of a wait without a result.
    pub(crate) fn waiting(operation: &'static Operation, fault: WaitFault) -> Self {
        // The cause says the rest: whoever prints an error prints its sources, too.
        let how = |cause: &Error| match cause.status() {
            Some(status) => format!("The last call failed with the status {}.", status.as_u16()),
            None => format!("The last call failed with an error of the kind {:?}.", cause.kind()),
        };
        let hints: Vec<String> = fault.cause.iter().map(how).collect();
        Self::new(Some(operation.id), Failure::Waiting(Box::new(fault))).with_hints(hints)
    }

    /// Returns the last response that came while a result was waited for, as JSON.
    ///
    /// Errors of these kinds have such a response: [`WaitFailed`](ErrorKind::WaitFailed),
    /// [`WaitTimeout`](ErrorKind::WaitTimeout) and [`WaitReplaced`](ErrorKind::WaitReplaced). `None`
    /// if no call has succeeded.
    pub fn last_response(&self) -> Option<&RawJson> {
        match &self.0.failure {
            Failure::Waiting(fault) => fault.answer.as_ref(),
            _ => None,
        }
    }

    /// Returns the last response that came while a result was waited for, as its type: the output
    /// of the operation. See [`Error::last_response`].
    pub fn last_response_as<T: Read>(&self) -> Option<Result<T, ReadError>> {
        match &self.0.failure {
            Failure::Waiting(fault) => Some(from_slice(fault.output?, fault.answer.as_ref()?.as_str().as_bytes())),
            _ => None,
        }
    }
}
