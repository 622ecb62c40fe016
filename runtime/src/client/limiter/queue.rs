//! Queue of one limiter: requests pass in the order of arrival, within all of its limits.
//!
//! Input: the amounts of waiting requests. Output: places in the queue; dropping a place frees what it holds. The queue
//! is the queue of a fair lock: its holder waits for the windows, the others wait for the lock.

use crate::client::limiter::{
    amount::Amount,
    rate::Rate,
    window::{ServerWindow, Window},
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::Semaphore, time::Instant};

/// Limiter of requests: of a client, a service or an operation.
pub(crate) struct Limiter {
    turn: tokio::sync::Mutex<()>,
    state: Mutex<State>,
    /// Slots of requests that have no response yet.
    pub(crate) open: Option<Arc<Semaphore>>,
}

/// Amounts that were sent and that wait.
struct State {
    windows: Vec<Window>,
    server: ServerWindow,
    /// Whether the service's headers count units of cost in place of requests.
    counts_cost: bool,
    queued: Amount,
}

impl Limiter {
    pub(crate) fn new(rates: impl IntoIterator<Item = Rate>, open: Option<usize>, counts_cost: bool) -> Self {
        let windows = rates.into_iter().map(Window::new).collect();
        let state = State { windows, server: ServerWindow::default(), counts_cost, queued: Amount::default() };
        let open = open.map(|most| Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))));
        Self { turn: tokio::sync::Mutex::new(()), state: Mutex::new(state), open }
    }

    /// Locks the state. A panic of another thread leaves no half-done change.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over the headers of a response: the rest, the maximum, and the end of the period.
    pub(crate) fn update_from_headers(&self, left: u64, max: Option<u64>, reset: Duration) {
        self.state().server.update(Instant::now(), left, max, reset);
    }

    /// Closes the limiter for the time for which the service refused a call.
    pub(crate) fn close(&self, wait: Duration) {
        self.state().server.close(Instant::now() + wait);
    }
}

impl State {
    /// Returns how long `amount` must wait within all windows, after the amounts `ahead` of it in the queue.
    fn wait(&mut self, ahead: Amount, amount: Amount) -> Duration {
        let now = Instant::now();
        let server = self.server.wait(now, ahead.of(self.counts_cost), amount.of(self.counts_cost));
        let windows = self.windows.iter_mut().map(|window| {
            let is_cost = window.rate.is_cost;
            window.wait(now, ahead.of(is_cost), amount.of(is_cost))
        });
        windows.fold(server, Duration::max)
    }

    /// Takes an amount out of all windows.
    fn take(&mut self, amount: Amount) {
        let now = Instant::now();
        self.windows.iter_mut().for_each(|window| window.take(now, amount.of(window.rate.is_cost)));
        self.server.take(amount.of(self.counts_cost));
    }
}

/// A place in the queue of a limiter. Dropping it leaves the queue, or gives back what was taken
/// and not used.
pub(crate) struct QueuePlace {
    limiter: Arc<Limiter>,
    amount: Amount,
    stage: Stage,
}

/// Progress of a place in the queue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Queued,
    Taken,
    Used,
}

impl QueuePlace {
    /// Takes a place at the end of the queue, and returns its wait, too.
    pub(crate) fn new(limiter: Arc<Limiter>, amount: Amount) -> (Self, Duration) {
        let mut state = limiter.state();
        let ahead = state.queued;
        let wait = state.wait(ahead, amount);
        state.queued = ahead.plus(amount);
        drop(state);
        (Self { limiter, amount, stage: Stage::Queued }, wait)
    }

    pub(crate) fn limiter(&self) -> &Limiter {
        &self.limiter
    }

    /// Waits until the amount may go through, after earlier requests.
    pub(crate) async fn wait_for_turn(&mut self) {
        let limiter = Arc::clone(&self.limiter);
        let _turn = limiter.turn.lock().await;
        loop {
            let wait = {
                let mut state = limiter.state();
                let wait = state.wait(Amount::default(), self.amount);
                if wait.is_zero() {
                    state.take(self.amount);
                    state.queued = state.queued.minus(self.amount);
                    self.stage = Stage::Taken;
                    return;
                }
                wait
            };
            tokio::time::sleep(wait).await;
        }
    }

    /// Marks the taken amount as used, because the request is sent now.
    pub(crate) const fn mark_used(&mut self) {
        self.stage = Stage::Used;
    }
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        let mut state = self.limiter.state();
        match self.stage {
            Stage::Queued => state.queued = state.queued.minus(self.amount),
            Stage::Taken => {
                let amount = self.amount;
                state.windows.iter_mut().for_each(|window| window.give_back(amount.of(window.rate.is_cost)));
            }
            Stage::Used => {}
        }
    }
}
