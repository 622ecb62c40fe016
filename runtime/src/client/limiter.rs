//! Limiter: bounds the open requests of a client, and the requests in a period.
//!
//! Input: limits of the user, of the spec and of response headers; an operation to be sent.
//! Output: a permit, which holds its slots until it is dropped, or the error of a call that would
//! wait beyond its deadline.
//!
//! A call first takes a place in each queue, so that a wait beyond the deadline is detected at once. It then acquires
//! its slots, and its turn at each limiter: of the operation, of the service, of the client.

mod amount;
mod queue;
mod rate;
mod window;

pub(crate) use self::amount::Amount;
pub use self::rate::Rate;
use crate::{
    Error,
    client::{
        limiter::{
            queue::{Limiter, QueuePlace},
            rate::of_spec,
        },
        runtime,
    },
    error::Failure,
    schema::{self, Limit, Operation, Quantity},
    transport,
};
use http::{HeaderMap, StatusCode};
use std::{
    fmt,
    future::poll_fn,
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

/// The limits that a user asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct LimiterSettings {
    pub(crate) rates: Vec<Rate>,
    pub(crate) max_concurrent: Option<usize>,
    /// Whether the limits of the spec hold: limits without a tier, and limits of `tier`.
    pub(crate) of_spec: bool,
    pub(crate) tier: Option<String>,
    /// Whether the headers of responses count.
    pub(crate) follows_headers: bool,
}

impl LimiterSettings {
    /// Checks that the settings make sense; the error is an error of building.
    pub(crate) fn check(&self, description: &schema::Client) -> Result<(), Error> {
        if self.rates.iter().any(|rate| rate.max == 0 || rate.per.is_zero()) {
            return Err(Error::building("`.limit(…)` needs a maximum and a period that are greater than zero"));
        }
        if self.max_concurrent == Some(0) {
            return Err(Error::building("`.max_concurrent(0)` permits no call: set at least 1"));
        }
        rate::check_tier(description, self.of_spec, self.tier.as_deref())
    }

    /// Returns whether no rate is limited.
    fn is_none(&self) -> bool {
        self.rates.is_empty() && !self.of_spec && !self.follows_headers
    }

    /// Adds the limits to the output of `Debug`.
    pub(crate) fn add_debug_fields(&self, out: &mut fmt::DebugStruct<'_, '_>) {
        (!self.rates.is_empty()).then(|| out.field("limits", &self.rates));
        self.max_concurrent.map(|most| out.field("max_concurrent", &most));
        self.of_spec.then(|| out.field("limits_of_spec", &self.tier.as_deref().unwrap_or("for all")));
        self.follows_headers.then(|| out.field("follows_rate_limit", &true));
    }

    /// Returns the semaphore for all concurrent requests of a client; `None` without a maximum.
    pub(crate) fn slots(&self) -> Option<Arc<Semaphore>> {
        let most = self.max_concurrent?;
        Some(Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))))
    }
}

/// The limiters of one endpoint. Those of services and operations are made when they are first
/// needed.
pub(crate) struct Limiters {
    settings: LimiterSettings,
    slots: Option<Arc<Semaphore>>,
    made: Mutex<Vec<(&'static str, Arc<Limiter>)>>,
}

/// Permission to send a request. Its slots are free again when it is dropped.
pub(crate) struct Permit {
    /// Time until the permit was free; zero if it was free at once.
    pub(crate) waited: Duration,
    _slots: Vec<OwnedSemaphorePermit>,
}

/// Awaits a future, and returns the time that it took, too: zero if it was ready at once.
async fn measure<T>(future: impl Future<Output = T>) -> (T, Duration) {
    let (began, mut future, mut is_late) = (Instant::now(), pin!(future), false);
    let output = poll_fn(|context| {
        let polled = future.as_mut().poll(context);
        is_late |= polled.is_pending();
        polled
    });
    let output = output.await;
    (output, if is_late { began.elapsed() } else { Duration::ZERO })
}

impl Limiters {
    pub(crate) const fn new(settings: LimiterSettings, slots: Option<Arc<Semaphore>>) -> Self {
        Self { settings, slots, made: Mutex::new(Vec::new()) }
    }

    /// Waits until a request may go out. A wait that is known to exceed the deadline is an error at once.
    pub(crate) async fn acquire(
        &self,
        operation: &'static Operation,
        amount: Amount,
        deadline: Instant,
    ) -> Result<Permit, Failure> {
        let limiters = if self.settings.is_none() { Vec::new() } else { self.of(operation) };
        if limiters.is_empty() && self.slots.is_none() {
            return Ok(Permit { waited: Duration::ZERO, _slots: Vec::new() });
        }
        // In a box, so that calls without limits are not larger for them.
        Box::pin(self.wait(limiters, amount, deadline)).await
    }

    /// Waits for these limiters.
    async fn wait(&self, limiters: Vec<Arc<Limiter>>, amount: Amount, deadline: Instant) -> Result<Permit, Failure> {
        let began = Instant::now();
        let left = deadline.saturating_duration_since(began);
        let mut places = Vec::with_capacity(limiters.len());
        for limiter in limiters {
            let (place, wait) = QueuePlace::new(limiter, amount);
            if wait > left {
                return Err(Failure::Held { wait: Some(wait), left });
            }
            places.push(place);
        }
        let (taken, waited) = measure(runtime::within(left, self.acquire_slots_and_turns(&mut places))?).await;
        let Ok(slots) = taken else { return Err(Failure::Held { wait: None, left }) };
        places.iter_mut().for_each(QueuePlace::mark_used);
        Ok(Permit { waited, _slots: slots })
    }

    /// Waits for a free slot of each semaphore, and then for the turn in each queue. Returns the slots.
    async fn acquire_slots_and_turns(&self, places: &mut [QueuePlace]) -> Vec<OwnedSemaphorePermit> {
        let mut slots = Vec::new();
        for semaphore in places.iter().filter_map(|place| place.limiter().open.clone()).chain(self.slots.clone()) {
            // No semaphore of ours is ever closed.
            slots.extend(semaphore.acquire_owned().await.ok());
        }
        for place in places {
            place.wait_for_turn().await;
        }
        slots
    }

    /// Returns the limiters of an operation, the narrowest first.
    fn of(&self, operation: &'static Operation) -> Vec<Arc<Limiter>> {
        let (service, client) = (operation.service, operation.service.client);
        let mut limiters = Vec::new();
        if self.settings.of_spec {
            limiters.extend(self.limiter(operation.id, operation.limits, &[], None));
            limiters.extend(self.limiter(service.name, service.limits, &[], None));
        }
        let of_client = if self.settings.of_spec { client.limits } else { &[] };
        let tells = self.settings.follows_headers.then(|| client.limits.iter().any(|limit| limit.of == Quantity::Cost));
        limiters.extend(self.limiter("", of_client, &self.settings.rates, tells));
        limiters
    }

    /// Returns a limiter with these limits; `None` if nothing is limited. `counts_cost` states whether the headers of
    /// responses count units of cost.
    fn limiter(
        &self,
        key: &'static str,
        limits: &[Limit],
        own: &[Rate],
        counts_cost: Option<bool>,
    ) -> Option<Arc<Limiter>> {
        let (rates, open) = of_spec(limits, self.settings.tier.as_deref());
        if rates.is_empty() && open.is_none() && own.is_empty() && counts_cost.is_none() {
            return None;
        }
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, limiter)) = made.iter().find(|(known, _)| *known == key) {
            return Some(Arc::clone(limiter));
        }
        let rates = rates.into_iter().chain(own.iter().copied());
        let limiter = Arc::new(Limiter::new(rates, open, counts_cost.unwrap_or_default()));
        made.push((key, Arc::clone(&limiter)));
        Some(limiter)
    }

    /// Updates the limiters with the service's own count, from the headers of a response.
    pub(crate) fn record_response(&self, operation: &'static Operation, status: StatusCode, headers: &HeaderMap) {
        if !self.settings.follows_headers {
            return;
        }
        let Some(limiter) = self.of(operation).pop() else { return };
        let names = &operation.service.client.rate_limit;
        let told = transport::rate_limit(headers, names);
        // A service may state any duration.
        let reset = told.reset().map(runtime::countable);
        if let (Some(left), Some(reset)) = (told.remaining(), reset) {
            limiter.update_from_headers(left, told.limit(), reset);
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            told.retry_after().map(runtime::countable).or(reset).into_iter().for_each(|wait| limiter.close(wait));
        }
    }
}
