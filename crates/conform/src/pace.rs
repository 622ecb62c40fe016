//! Pace of calls: spreads them evenly, at a maximum rate per second.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Times at which calls may be sent.
pub(crate) struct Pace {
    between: Duration,
    next: Mutex<Instant>,
}

impl Pace {
    pub(crate) fn new(per_second: u32) -> Self {
        Self { between: Duration::from_secs(1) / per_second.max(1), next: Mutex::new(Instant::now()) }
    }

    /// Waits until the next call may be sent.
    pub(crate) async fn wait_for_turn(&self) {
        let at = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(Instant::now());
            *next = at + self.between;
            at
        };
        sleep_until(at).await;
    }
}
