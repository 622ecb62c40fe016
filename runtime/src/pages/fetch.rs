//! Fetch: the pending call for a page.
//!
//! Input: a call, and a slot for its typed page. Output: both, when the call is complete. A
//! prefetched page is a task of tokio, so that it arrives while its reader does something else.
//! Dropping it cancels the call.

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

/// A page whose type is not known here.
pub(super) trait AnyPage: Send {
    /// The page, to be read.
    fn value(&mut self) -> &mut dyn Fill;

    /// The page, to be taken as its type.
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

/// A page that came, or why it did not.
pub(super) struct Fetched {
    pub(super) page: Box<dyn AnyPage>,
    pub(super) reply: RawReply,
    /// Where in the body its members and items are.
    pub(super) notes: Option<Notes>,
}

/// A call on its way.
pub(super) struct PageFetch {
    operation: &'static Operation,
    way: FetchMode,
}

enum FetchMode {
    Here(BoxFuture<'static, Result<Fetched, Error>>),
    Task(JoinHandle<Result<Fetched, Error>>),
}

impl PageFetch {
    /// Sends a call when it is first polled; one that is fetched ahead now.
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
        let way = match Handle::try_current() {
            Ok(runtime) if is_ahead => FetchMode::Task(runtime.spawn(traced(fetch))),
            _ => FetchMode::Here(fetch),
        };
        Self { operation, way }
    }

    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Fetched, Error>> {
        let task = match &mut self.way {
            FetchMode::Here(fetch) => return fetch.as_mut().poll(context),
            FetchMode::Task(task) => task,
        };
        let fetched = ready!(Pin::new(task).poll(context));
        // The runtime is shutting down, or a transport of the user has panicked.
        let lost = |error| Error::new(Some(self.operation.id), Failure::Transport(TransportError::other(error)));
        Poll::Ready(fetched.unwrap_or_else(|error| Err(lost(error))))
    }
}

/// The call within the span of its caller, also in a task of its own.
#[cfg(feature = "tracing")]
fn traced<F: Future>(fetch: F) -> tracing::instrument::Instrumented<F> {
    tracing::Instrument::in_current_span(fetch)
}

#[cfg(not(feature = "tracing"))]
const fn traced<F: Future>(fetch: F) -> F {
    fetch
}

impl Drop for PageFetch {
    fn drop(&mut self) {
        if let FetchMode::Task(task) = &self.way {
            task.abort();
        }
    }
}
