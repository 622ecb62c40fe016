//! The deadline of an attempt, by the clock of tokio.
//!
//! Input: an exchange and how long it may take. Output: the same exchange with a deadline, or why there can
//! be none: outside of a tokio runtime, and in one without timers, tokio would panic.

use crate::error::Failure;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};
use tokio::{
    runtime::Handle,
    time::{Timeout, timeout},
};

const NO_RUNTIME: &str = "calls need a tokio runtime, and there is none here: \
    `.await` the call in one, for example under `#[tokio::main]`";
const NO_TIMERS: &str = "calls need timers, and this tokio runtime has none: \
    call `enable_all` on its builder";

/// Puts a deadline on an exchange.
pub(super) fn within<F: Future>(limit: Duration, exchange: F) -> Result<Timeout<F>, Failure> {
    if Handle::try_current().is_err() {
        return Err(Failure::Building(NO_RUNTIME.to_owned()));
    }
    // tokio has no function that says whether a runtime has timers; it only panics when it makes one. The
    // exchange has not begun, and is dropped then.
    catch_unwind(AssertUnwindSafe(|| timeout(limit, exchange))).map_err(|_| Failure::Building(NO_TIMERS.to_owned()))
}
