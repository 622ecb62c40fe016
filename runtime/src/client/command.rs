//! Commands that websocket handles send to the task that owns the connection.

use crate::{error::Failure, events::Subscriber};
use bytes::Bytes;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// Command of a handle to the connection.
pub(crate) enum Command {
    Call(Call),
    /// The reader of a subscription is gone.
    Cancel(Arc<Subscriber>),
}

/// A request, on its way from a handle to the connection.
pub(crate) struct Call {
    /// IDs of the calls in the request, as JSON; several for a batch.
    pub(crate) ids: Vec<String>,
    pub(crate) body: Bytes,
    pub(crate) reply: oneshot::Sender<Result<Bytes, Failure>>,
    /// Subscription that the request begins.
    pub(crate) subscriber: Option<Arc<Subscriber>>,
    /// Slot among the requests that wait to be sent. The slot is free again when the request is taken.
    pub(crate) permit: OwnedSemaphorePermit,
}
