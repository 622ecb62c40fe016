//! Retry policy of a client, and the retry budget that all its calls share.
//!
//! Input: the policy of the user; deposits and withdrawals of calls. Output: limits of attempts and
//! backoff durations. Nothing waits here. The budget keeps retries from making an outage worse.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// Duration after which a connection counts as good: the count of failures in a row then starts again.
pub(crate) const STABLE: Duration = Duration::from_secs(30);

/// Maximum of the budget.
const BUDGET: u32 = 500;

/// Rules for retries of a call.
///
/// A call is repeated if that may help and does no harm: after a failed or broken connection, a
/// timeout, a rate limit, the statuses 408, 425, 429, 500, 502 to 504, 520 to 524 and 529, and what
/// the spec calls retryable. A call that changes something is repeated only if the service certainly did nothing:
/// there was no connection, or the service refused the call for now, with the status 429 or in
/// another way that the spec names.
///
/// Before a retry, the client waits as long as the service asks for. Without such a request it
/// waits for a random time between zero and a limit, which doubles with each attempt.
///
/// ```
/// use chainloom_runtime::Retry;
/// use std::time::Duration;
///
/// let patient = Retry::default().attempts(8).backoff(Duration::from_secs(1), Duration::from_secs(60));
/// assert_eq!(patient.most_attempts(), 8);
/// assert_eq!(Retry::none().most_attempts(), 1);
///
/// // A node that starts refuses connections at first, and then calls.
/// let started = Retry::until_ready(Duration::from_secs(90));
/// assert!(started.most_attempts() > 1_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Retry {
    attempts: u32,
    first: Duration,
    longest: Duration,
    has_budget: bool,
    /// Time after its first attempt within which a call is tried again, unless the number of attempts decides.
    within: Option<Duration>,
}

impl Default for Retry {
    /// Returns four attempts, with waits below 0.5, 1 and 2 seconds.
    fn default() -> Self {
        let (first, longest) = (Duration::from_millis(500), Duration::from_secs(20));
        Self { attempts: 4, first, longest, has_budget: true, within: None }
    }
}

impl Retry {
    /// Returns a policy with one attempt only.
    pub fn none() -> Self {
        Self::default().attempts(1)
    }

    /// Retries until the service is ready, for at most this long after the first attempt: for a
    /// server that starts or restarts.
    ///
    /// Calls are repeated after the same failures as by default, as often as there is time, with
    /// waits below 0.25, 0.5, 1 and then 2 seconds, and without a budget. A deadline that the user
    /// sets still holds; otherwise, the deadline is at least as long.
    pub fn until_ready(longest: Duration) -> Self {
        let waits = Self::default().backoff(Duration::from_millis(250), Duration::from_secs(2));
        Self { within: Some(longest), ..waits.attempts(u32::MAX).without_budget() }
    }

    crate::setters! {
        /// Sets the maximum number of attempts, the first one included; 0 means 1.
        pub const fn attempts(self, most: u32) { self.attempts = if most == 0 { 1 } else { most }; }

        /// Sets the limits of the waits: of the first one, and of the longest one.
        pub const fn backoff(self, first: Duration, longest: Duration) {
            (self.first, self.longest) = (first, longest);
        }

        /// Retries however many other calls of the client fail.
        ///
        /// By default, the calls of a client share a budget: about 100 retries without a success
        /// between them, and then one for every five calls that succeed.
        pub const fn without_budget(self) { self.has_budget = false; }
    }

    /// Returns the maximum number of attempts.
    #[must_use]
    pub const fn most_attempts(&self) -> u32 {
        self.attempts
    }

    /// Returns the time after its first attempt within which a call is tried again.
    pub(crate) const fn within(&self) -> Option<Duration> {
        self.within
    }

    pub(crate) const fn has_budget(&self) -> bool {
        self.has_budget
    }

    /// Returns the wait after a failed attempt: the wait that the server asks for, or else a random one.
    pub(crate) fn wait(&self, attempt: u32, asked: Option<Duration>) -> Duration {
        asked.unwrap_or_else(|| self.random_wait(attempt))
    }

    /// Returns a random wait after an attempt.
    pub(crate) fn random_wait(&self, attempt: u32) -> Duration {
        self.limit(attempt).mul_f64(fastrand::f64())
    }

    /// Returns the maximum wait after an attempt.
    fn limit(&self, attempt: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(attempt.saturating_sub(1));
        self.first.saturating_mul(doubled).min(self.longest)
    }
}

/// Budget of a client for retries.
#[derive(Debug)]
pub(crate) struct Budget(AtomicU32);

impl Default for Budget {
    fn default() -> Self {
        Self(AtomicU32::new(BUDGET))
    }
}

impl Budget {
    /// Withdraws tokens; returns whether the budget had them.
    pub(crate) fn spend(&self, tokens: u32) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(tokens)).is_ok()
    }

    /// Deposits an amount, up to the maximum of the budget.
    pub(crate) fn earn(&self, amount: u32) {
        let earned = |left: u32| Some(left.saturating_add(amount).min(BUDGET));
        // The function always gives a value.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, earned);
    }
}

/// Returns the hint for a service that asks for a longer wait than there is time.
pub(crate) fn hint_of_wait(asked: Duration, left: Duration) -> String {
    let [asked, left] = [asked, left].map(|time| u64::try_from(time.as_millis()).map_or(time, Duration::from_millis));
    format!("The service asks for a wait of {asked:?}, and {left:?} of the call's time are left")
}
