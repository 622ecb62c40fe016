//! Window: the amount sent within a period, and the time when more may be sent.
//!
//! Input: amounts and their times, and the service's own count from its headers. Output: durations
//! to wait. Nothing waits here.

use crate::client::limiter::rate::Rate;
use std::{collections::VecDeque, time::Duration};
use tokio::time::Instant;

/// Maximum number of slices of a period. It bounds the memory of a window; an amount is free again at most one
/// slice late.
const SLICES: u32 = 64;

/// Amounts that were taken in the last period; their sum never exceeds the maximum of its rate.
pub(crate) struct Window {
    pub(crate) rate: Rate,
    taken: VecDeque<Slice>,
    used: u64,
}

/// Amount that was taken within a short time.
struct Slice {
    first: Instant,
    last: Instant,
    amount: u64,
}

impl Window {
    pub(crate) const fn new(rate: Rate) -> Self {
        Self { rate, taken: VecDeque::new(), used: 0 }
    }

    /// Returns how long `amount` must wait, after the amounts `ahead` of it in the queue.
    pub(crate) fn wait(&mut self, now: Instant, ahead: u64, amount: u64) -> Duration {
        self.forget(now);
        let max = self.rate.max;
        // An amount above the maximum of a period is sent alone.
        let needed = ahead.saturating_add(amount.min(max));
        let periods = needed.saturating_sub(1) / max;
        let rest = needed - periods * max;
        let whole = self.rate.per.saturating_mul(u32::try_from(periods).unwrap_or(u32::MAX));
        self.wait_for(now, rest).saturating_add(whole)
    }

    /// Returns how long to wait until `amount` is free. The amount is at most the maximum of the rate.
    fn wait_for(&self, now: Instant, amount: u64) -> Duration {
        let mut over = self.used.saturating_add(amount).saturating_sub(self.rate.max);
        let mut wait = Duration::ZERO;
        for slice in &self.taken {
            if over == 0 {
                break;
            }
            over = over.saturating_sub(slice.amount);
            wait = (slice.last + self.rate.per).saturating_duration_since(now);
        }
        wait
    }

    /// Records an amount as taken now.
    pub(crate) fn take(&mut self, now: Instant, amount: u64) {
        let amount = amount.min(self.rate.max);
        self.used = self.used.saturating_add(amount);
        let is_near = |slice: &&mut Slice| now.saturating_duration_since(slice.first) < self.rate.per / SLICES;
        match self.taken.back_mut().filter(is_near) {
            Some(slice) => (slice.last, slice.amount) = (now, slice.amount + amount),
            None => self.taken.push_back(Slice { first: now, last: now, amount }),
        }
    }

    /// Takes back what was not sent.
    pub(crate) fn give_back(&mut self, amount: u64) {
        let mut left = amount.min(self.rate.max);
        for slice in self.taken.iter_mut().rev() {
            let part = slice.amount.min(left);
            (slice.amount, self.used, left) = (slice.amount - part, self.used - part, left - part);
        }
    }

    /// Removes the slices that are older than the period.
    fn forget(&mut self, now: Instant) {
        while let Some(slice) = self.taken.front().filter(|slice| slice.last + self.rate.per <= now) {
            self.used -= slice.amount;
            self.taken.pop_front();
        }
    }
}

/// The service's own count, from the headers of its responses.
#[derive(Default)]
pub(crate) struct ServerWindow {
    window: Option<Remaining>,
    /// Time until which the service refuses calls; no request is sent before.
    closed: Option<Instant>,
}

/// Rest of a period of the service.
struct Remaining {
    left: u64,
    max: Option<u64>,
    until: Instant,
    /// Longest time until a reset that the service has stated, used as the length of a period.
    length: Duration,
}

impl ServerWindow {
    /// Takes over the count of a response.
    pub(crate) fn update(&mut self, now: Instant, left: u64, max: Option<u64>, reset: Duration) {
        self.begin_next_period(now);
        let length = self.window.as_ref().map_or(reset, |window| window.length.max(reset));
        match &mut self.window {
            // The service does not count requests in flight yet, so the lower count holds until the period
            // ends.
            Some(window) if window.left <= left => window.max = max.or(window.max),
            _ => self.window = Some(Remaining { left, max, until: now + reset, length }),
        }
    }

    /// Closes the window until the end of the service's refusal.
    pub(crate) fn close(&mut self, until: Instant) {
        self.closed = self.closed.max(Some(until));
    }

    /// Returns the wait of an amount after the amounts ahead of it. The time after the end of the period is not known.
    pub(crate) fn wait(&mut self, now: Instant, ahead: u64, amount: u64) -> Duration {
        self.begin_next_period(now);
        let closed = self.closed.map_or(Duration::ZERO, |until| until.saturating_duration_since(now));
        let window = self.window.as_ref().filter(|window| {
            let amount = amount.min(window.max.unwrap_or(u64::MAX));
            window.left < ahead.saturating_add(amount)
        });
        closed.max(window.map_or(Duration::ZERO, |window| window.until.saturating_duration_since(now)))
    }

    /// Subtracts an amount from the rest that the service has stated.
    pub(crate) fn take(&mut self, amount: u64) {
        if let Some(window) = &mut self.window {
            window.left = window.left.saturating_sub(amount);
        }
    }

    /// Begins the next period: a period of equal length if its maximum is known; otherwise the next response decides.
    fn begin_next_period(&mut self, now: Instant) {
        let Some(window) = self.window.as_mut().filter(|window| window.until <= now) else { return };
        match window.max {
            Some(max) if !window.length.is_zero() => (window.left, window.until) = (max, now + window.length),
            _ => self.window = None,
        }
    }
}
