//! Fetch: the pending call for a page.
//!
//! Input: a call, and a slot for its typed page. Output: both, when the call is complete. A
//! prefetched page is a task of tokio, so that its response arrives while the reader is busy.
//! Dropping the fetch cancels the call.

use crate::{
    Error, Fill, RawReply, Read, Target, TransportError,
    call::call,
    client::Options,
    encode::Members,
    error::Failure,
    json::{Notes, ValueWithNotes},
    schema::Operation,
    transport::BoxFuture,
};
use std::{
    any::Any,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::{runtime::Handle, task::JoinHandle};

/// A page of any type.
pub(super) trait AnyPage: Send {
    /// Returns the page for reading into.
    fn value(&mut self) -> &mut dyn Fill;

    /// Converts the page for a downcast to its type.
    fn into_any(self: Box<Self>) -> Box<dyn Any + Send>;
}

impl<T: Read + 'static> AnyPage for T {
    fn value(&mut self) -> &mut dyn Fill {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any + Send> {
        self
    }
}

/// A page with its response.
pub(super) struct Fetched {
    pub(super) page: Box<dyn AnyPage>,
    pub(super) reply: RawReply,
    /// Byte ranges of members and items in the body; `None` if they were not noted.
    pub(super) notes: Option<Notes>,
}

/// A pending call for a page.
pub(super) struct PageFetch {
    operation: &'static Operation,
    mode: FetchMode,
}

/// Place where a call is executed: in the stream, or in a separate task.
enum FetchMode {
    Here(BoxFuture<'static, Result<Fetched, Error>>),
    Task(JoinHandle<Result<Fetched, Error>>),
}

impl PageFetch {
    /// Creates a call, which is sent at the first poll, or immediately if `is_ahead` is set.
    pub(super) fn new(
        target: Target,
        operation: &'static Operation,
        (members, options): (Members, Options),
        mut page: Box<dyn AnyPage>,
        is_ahead: bool,
    ) -> Self {
        let fetch: BoxFuture<'static, Result<Fetched, Error>> = Box::pin(async move {
            let mut value = ValueWithNotes::new(page.value());
            let reply = call(&target, operation, Ok(members), &options, &mut value).await?;
            let notes = value.into_notes();
            Ok(Fetched { page, reply, notes })
        });
        let mode = match Handle::try_current() {
            Ok(runtime) if is_ahead => FetchMode::Task(runtime.spawn(in_caller_span(fetch))),
            _ => FetchMode::Here(fetch),
        };
        Self { operation, mode }
    }

    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Fetched, Error>> {
        let task = match &mut self.mode {
            FetchMode::Here(fetch) => return fetch.as_mut().poll(context),
            FetchMode::Task(task) => task,
        };
        let fetched = ready!(Pin::new(task).poll(context));
        // The runtime is shutting down, or a transport of the user has panicked.
        let lost = |error| Error::new(Some(self.operation.id), Failure::Transport(TransportError::other(error)));
        Poll::Ready(fetched.unwrap_or_else(|error| Err(lost(error))))
    }
}

/// Runs the call within the span of its caller, even in a separate task.
#[cfg(feature = "tracing")]
fn in_caller_span<F: Future>(fetch: F) -> tracing::instrument::Instrumented<F> {
    tracing::Instrument::in_current_span(fetch)
}

#[cfg(not(feature = "tracing"))]
const fn in_caller_span<F: Future>(fetch: F) -> F {
    fetch
}

impl Drop for PageFetch {
    fn drop(&mut self) {
        if let FetchMode::Task(task) = &self.mode {
            task.abort();
        }
    }
}
