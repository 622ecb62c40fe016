//! Calls without async code (feature `blocking`).
//!
//! Input: a call, or any future of a `Result` of this crate. Output: its value; the thread blocks
//! until then. One background thread runs connections and timers for the whole program, so that
//! connections stay healthy between calls. The behaviour of a call is not changed here.
//!
//! ```no_run
//! # use chainloom_runtime::{Client, Error, http::Method};
//! use chainloom_runtime::blocking::Wait;
//!
//! # fn sample(client: &Client) -> Result<(), Error> {
//! let response = client.request(Method::GET, "/v1/books").wait()?;
//! # Ok(()) }
//! ```

use crate::Error;
use futures_core::Stream;
use std::{
    future::{pending, poll_fn},
    io,
    pin::{Pin, pin},
    sync::{Arc, LazyLock},
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
};
use tokio::{
    runtime::{Builder, Handle},
    task::consume_budget,
};

const IN_ASYNC: &str = "this thread runs async code, and must not wait: use `.await` in place of `.wait()`, \
    or wait in `tokio::task::spawn_blocking`";

/// Number of polls after which an async task of tokio has used up its budget and must yield to other tasks:
/// twice the budget, which tokio does not export.
const TURNS: usize = 256;

/// Waits for a result where others would write `.await`: for a call, and for the future of any
/// async function of a client.
pub trait Wait<T>: IntoFuture<Output = Result<T, Error>> {
    /// Waits until the result is there, and returns it.
    ///
    /// # Errors
    ///
    /// The errors of the awaited future. In async code of tokio, nothing is sent, and the error is of the kind
    /// [`ErrorKind::Setup`](crate::ErrorKind::Setup). Threads of tokio for blocking code may wait: threads of
    /// `spawn_blocking`, and code within `block_in_place`.
    fn wait(self) -> Result<T, Error>;
}

impl<F, T> Wait<T> for F
where
    F: IntoFuture<Output = Result<T, Error>>,
{
    fn wait(self) -> Result<T, Error> {
        let runtime = runtime()?;
        // In a box: the future of a call is large, and threads of programs may have small stacks.
        finish(&runtime, Box::pin(self.into_future()))
    }
}

/// Wakes a thread that waits.
struct Parked(Thread);

impl Wake for Parked {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to its end on this thread. `Handle::block_on` of tokio would panic on threads that tokio takes
/// for async.
fn finish<F: Future>(runtime: &Handle, mut future: Pin<Box<F>>) -> F::Output {
    let _entered = runtime.enter();
    let waker = Waker::from(Arc::new(Parked(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

/// Returns whether this thread runs async code of tokio. Async code must yield to other tasks after some polls,
/// blocking code never.
fn is_async() -> bool {
    let mut context = Context::from_waker(Waker::noop());
    let mut gives_way = || pin!(consume_budget()).poll(&mut context).is_pending();
    Handle::try_current().is_ok() && (0..TURNS).any(|_| gives_way())
}

/// Converts a stream, such as the items of a list, into an iterator that waits for each item.
pub fn iter<S, T>(stream: S) -> Iter<S>
where
    S: Stream<Item = Result<T, Error>>,
{
    Iter { stream: Some(Box::pin(stream)) }
}

/// Iterator over a stream, made by [`iter`].
#[derive(Debug)]
#[must_use = "an iterator does nothing until it is asked for an item"]
pub struct Iter<S> {
    /// `None` after the end.
    stream: Option<Pin<Box<S>>>,
}

impl<S, T> Iterator for Iter<S>
where
    S: Stream<Item = Result<T, Error>>,
{
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let stream = self.stream.as_mut()?;
        let next = async { Ok(poll_fn(|context| stream.as_mut().poll_next(context)).await) };
        match next.wait() {
            Ok(Some(item)) => Some(item),
            Ok(None) => {
                self.stream = None;
                None
            }
            // A stream that failed would return the same error again.
            Err(error) => {
                self.stream = None;
                Some(Err(error))
            }
        }
    }
}

/// Returns the runtime that drives the futures of this module.
fn runtime() -> Result<Handle, Error> {
    static RUNTIME: LazyLock<io::Result<Handle>> = LazyLock::new(start);
    if is_async() {
        return Err(blocking_error(IN_ASYNC.to_owned()));
    }
    let failed = |error: &io::Error| blocking_error(format!("the thread of blocking calls cannot be started: {error}"));
    RUNTIME.as_ref().map(Handle::clone).map_err(failed)
}

/// Starts the thread that runs connections and timers, and returns the handle of its runtime.
fn start() -> io::Result<Handle> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    // It runs as long as the program: a connection that nobody drives looks alive after the server
    // has closed it.
    thread::Builder::new().name("chainloom".to_owned()).spawn(move || runtime.block_on(pending::<()>()))?;
    Ok(handle)
}

/// Returns the error of a blocking call that is not sent.
fn blocking_error(text: String) -> Error {
    Error::building(text).with_operation("blocking")
}
