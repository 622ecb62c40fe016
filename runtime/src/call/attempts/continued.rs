//! Continuation of a call whose response broke off.
//!
//! Input: the attempt that failed after its response began, and the cause. Output: the next
//! attempts, or the error if there are none.

use crate::{Error, call::attempts::Attempts, client::Settings, request::CallRef};
use std::time::Duration;

/// A response that broke off after its head, so that the attempt failed after all.
pub(crate) struct LostResponse {
    pub(crate) error: Error,
    /// The number of the attempt.
    pub(crate) attempt: u32,
    /// Index of the endpoint of the attempt.
    pub(crate) endpoint: usize,
    /// Duration that the service has asked to wait before the next attempt.
    pub(crate) retry: Option<Duration>,
}

impl<'c> Attempts<'c> {
    /// Continues a call after an attempt that failed late, if it may continue. The time of these
    /// attempts begins now.
    pub(crate) async fn after(settings: &'c Settings, sending: CallRef<'c>, lost: LostResponse) -> Result<Self, Error> {
        let operation = sending.operation;
        let mut attempts = Self::new(settings, operation, sending.options);
        (attempts.number, attempts.asked) = (lost.attempt, lost.retry);
        attempts.report.goes_on(lost.attempt);
        if let Some(endpoint) = settings.endpoint(lost.endpoint) {
            endpoint.record_failure(None);
        }
        let may_repeat = lost.error.may_repeat(operation.effect);
        attempts.repeat(lost.error, may_repeat, false).await?;
        Ok(attempts)
    }
}
