//! Requirements on tokio: a runtime, timers, and I/O unless the user has set the transport.
//!
//! Input: an exchange and its time limit. Output: the exchange with a deadline by the clock of
//! tokio, or an error that names the missing part. tokio has no function that reports a missing
//! part: it panics, and the panic is caught here. Its message is still printed, since suppressing
//! it would replace the panic hook of the program.

use crate::error::Failure;
use std::{
    any::Any,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    pin::pin,
    task::Poll,
    time::Duration,
};
use tokio::{
    runtime::Handle,
    time::{Instant, Timeout, timeout},
};

const NO_RUNTIME: &str = "calls need a tokio runtime, and there is none here: \
    `.await` the call in one, for example under `#[tokio::main]`";
const NO_TIMERS: &str = "calls need timers, and this tokio runtime has none: \
    call `enable_all` on its builder";
const NO_IO: &str = "calls need I/O, and this tokio runtime has none: \
    call `enable_all` on its builder";

/// Returns a time that clocks can add: a longer time than a year is shortened to a year.
pub(crate) const fn countable(time: Duration) -> Duration {
    /// Maximum time that is added to a clock, which could overflow otherwise.
    const MAX_TIME: Duration = Duration::from_secs(366 * 24 * 60 * 60);
    if time.as_secs() >= MAX_TIME.as_secs() { MAX_TIME } else { time }
}

/// Returns the instant after a time, which may be set by a user or a service.
pub(crate) fn after(time: Duration) -> Instant {
    Instant::now() + countable(time)
}

/// Puts a deadline on an exchange.
pub(crate) fn within<F: Future>(limit: Duration, exchange: F) -> Result<Timeout<F>, Failure> {
    if Handle::try_current().is_err() {
        return Err(Failure::Building(NO_RUNTIME.to_owned()));
    }
    // The exchange has not begun, and is dropped in a panic.
    catch_unwind(AssertUnwindSafe(|| timeout(limit, exchange))).map_err(|_| Failure::Building(NO_TIMERS.to_owned()))
}

/// Ends an exchange with an error where the runtime has no I/O.
pub(crate) async fn with_io<T>(exchange: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let mut exchange = pin!(exchange);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| exchange.as_mut().poll(context))) {
        Ok(poll) => poll,
        // The exchange is not polled again.
        Err(panic) if is_of_missing_io(&*panic) => Poll::Ready(Err(Failure::Building(NO_IO.to_owned()))),
        Err(panic) => resume_unwind(panic),
    })
    .await
}

/// Returns whether a panic is tokio's panic about a runtime without I/O; other panics continue.
fn is_of_missing_io(panic: &(dyn Any + Send)) -> bool {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.is_some_and(|text| text.contains("Tokio 1.x context was found, but IO is disabled"))
}
