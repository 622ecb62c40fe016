//! Errors of batches: one failure, shared by several calls.
//!
//! Input: the error of a request that holds a batch. Output: the error of the whole batch, and the
//! error of each of its calls.

use crate::{
    error::{Error, Failure, Inner},
    schema::Operation,
};

impl Error {
    /// Turns the error into the error of a whole batch, with the number of its calls to a service.
    pub(crate) fn of_batch(mut self, service: &'static str, calls: usize) -> Self {
        (self.0.operation, self.0.batch) = (None, Some((service, calls)));
        self
    }

    /// Returns the failure of the whole batch as the error of one of its calls.
    pub(crate) fn of_call(&self, operation: &'static Operation) -> Self {
        let Inner { asked, response, masked, hints, attempts, failure, origin, was_redirected, .. } = &*self.0;
        Self(Box::new(Inner {
            operation: Some(operation.id),
            batch: None,
            failure: failure.copy_for(operation),
            asked: asked.clone(),
            response: response.clone(),
            masked: masked.clone(),
            hints: hints.clone(),
            attempts: *attempts,
            origin: origin.clone(),
            was_redirected: *was_redirected,
            is_expired_token: false,
        }))
    }

    /// Returns the error of a call that was not sent because an earlier part of the batch failed with this error.
    pub(crate) fn before(&self, operation: &'static Operation) -> Self {
        let why = format!("an earlier part of the batch failed: {}", self.0.failure_text());
        Self::new(Some(operation.id), Failure::NotSent(why))
    }
}

impl Failure {
    /// Copies the failure for one call of the batch.
    fn copy_for(&self, operation: &'static Operation) -> Self {
        match self {
            Self::Building(text) => Self::Building(text.clone()),
            Self::InvalidRequest(texts) => Self::InvalidRequest(texts.clone()),
            Self::Transport(error) => Self::Transport(error.clone()),
            Self::Timeout(after) => Self::Timeout(*after),
            Self::Silence(after) => Self::Silence(*after),
            Self::Redirect(text) => Self::Redirect(text.clone()),
            Self::Held { wait, left } => Self::Held { wait: *wait, left: *left },
            Self::Secret { name, source } => Self::Secret { name, source: source.to_string().into() },
            Self::Signer { source } => Self::Signer { source: source.to_string().into() },
            Self::Status => Self::Status,
            Self::InBody => Self::InBody,
            Self::Rpc(failure) => {
                let known = failure.number().and_then(|code| operation.rpc_error(code));
                Self::Rpc(crate::error::rpc::RpcFailure { known, ..failure.clone() })
            }
            Self::Protocol(text) => Self::Protocol(text.clone()),
            Self::Frame(reason) => Self::Frame(reason),
            Self::Compressed(how) => Self::Compressed(how.clone()),
            // A whole batch is no list, is not waited for, and is not read as a type.
            Self::Page(fault) => Self::Protocol(fault.to_string()),
            Self::Waiting(fault) => Self::Protocol(fault.to_string()),
            Self::Decode(error) => Self::Protocol(error.to_string()),
            Self::NoBody(expected) => Self::NoBody(expected.clone()),
            Self::NotSent(why) => Self::NotSent(why.clone()),
        }
    }
}
