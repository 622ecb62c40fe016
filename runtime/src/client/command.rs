//! Commands that websocket handles send to the task that owns the connection.

use crate::{error::Failure, events::Subscriber};
use bytes::Bytes;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// What a handle asks of the connection.
pub(crate) enum Command {
    Call(Call),
    /// The reader of a subscription is gone.
    Cancel(Arc<Subscriber>),
}

/// A request on its way.
pub(crate) struct Call {
    /// The IDs of its calls, as JSON; several for a batch.
    pub(crate) ids: Vec<String>,
    pub(crate) body: Bytes,
    pub(crate) reply: oneshot::Sender<Result<Bytes, Failure>>,
    /// The subscription that it begins.
    pub(crate) subscriber: Option<Arc<Subscriber>>,
    /// Its place among those that wait to be sent, which is free when it is taken.
    pub(crate) permit: OwnedSemaphorePermit,
}
