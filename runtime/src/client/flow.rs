//! How many requests go out: at once, and in a time.
//!
//! Input: limits of the user, of the description and of the headers of answers; an operation that wants to go out. Output: a
//! pass, which holds its slots until it is dropped, or the error of a call that would wait beyond its deadline.
//!
//! A call takes a place in each queue first, so that a wait which is too long is known at once. It then takes its slots, and
//! its turn at each gate: that of the operation, of the service, of the client.

mod amount;
mod gate;
mod rate;
mod window;

pub(crate) use self::amount::Amount;
pub use self::rate::Rate;
use crate::{
    Error,
    client::{
        flow::{
            gate::{Gate, Place},
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
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

/// The limits that a user asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    pub(crate) rates: Vec<Rate>,
    pub(crate) max_concurrent: Option<usize>,
    /// Those of the description, without tiers and of this one.
    pub(crate) of_spec: bool,
    pub(crate) tier: Option<String>,
    /// Whether the headers of answers count.
    pub(crate) follows_headers: bool,
}

impl Flow {
    /// Whether the settings make sense; the error is that of building.
    pub(crate) fn check(&self, description: &schema::Client) -> Result<(), Error> {
        if self.rates.iter().any(|rate| rate.max == 0 || rate.per.is_zero()) {
            return Err(Error::building("`.limit(…)` needs a maximum and a period that are greater than zero"));
        }
        if self.max_concurrent == Some(0) {
            return Err(Error::building("`.max_concurrent(0)` would let no call go out"));
        }
        rate::check_tier(description, self.of_spec, self.tier.as_deref())
    }

    /// Adds what is limited to what is printed.
    pub(crate) fn show(&self, out: &mut fmt::DebugStruct<'_, '_>) {
        (!self.rates.is_empty()).then(|| out.field("limits", &self.rates));
        self.max_concurrent.map(|most| out.field("max_concurrent", &most));
        self.of_spec.then(|| out.field("limits_of_spec", &self.tier.as_deref().unwrap_or("for all")));
        self.follows_headers.then(|| out.field("follows_rate_limit", &true));
    }

    /// The slots of all requests of a client.
    pub(crate) fn slots(&self) -> Option<Arc<Semaphore>> {
        let most = self.max_concurrent?;
        Some(Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))))
    }
}

/// The gates of one endpoint; those of services and operations are made when they are needed.
pub(crate) struct Gates {
    flow: Flow,
    slots: Option<Arc<Semaphore>>,
    made: Mutex<Vec<(&'static str, Arc<Gate>)>>,
}

/// The leave to send a request. Its slots are free again when it is dropped.
pub(crate) struct Pass {
    /// How long it took to get it.
    pub(crate) waited: Duration,
    _slots: Vec<OwnedSemaphorePermit>,
}

impl Gates {
    pub(crate) const fn new(flow: Flow, slots: Option<Arc<Semaphore>>) -> Self {
        Self { flow, slots, made: Mutex::new(Vec::new()) }
    }

    /// Waits until a request may go out. A wait beyond the deadline is an error at once, where it is known before.
    pub(crate) async fn pass(
        &self,
        operation: &'static Operation,
        amount: Amount,
        deadline: Instant,
    ) -> Result<Pass, Failure> {
        let gates = self.of(operation);
        if gates.is_empty() && self.slots.is_none() {
            return Ok(Pass { waited: Duration::ZERO, _slots: Vec::new() });
        }
        // In a box, so that calls without limits are not larger for them.
        Box::pin(self.wait(gates, amount, deadline)).await
    }

    /// Waits at these gates.
    async fn wait(&self, gates: Vec<Arc<Gate>>, amount: Amount, deadline: Instant) -> Result<Pass, Failure> {
        let began = Instant::now();
        let left = deadline.saturating_duration_since(began);
        let mut places = Vec::with_capacity(gates.len());
        for gate in gates {
            let (place, wait) = Place::new(gate, amount);
            if wait > left {
                return Err(Failure::Held { wait: Some(wait), left });
            }
            places.push(place);
        }
        let taken = runtime::within(left, self.enter(&mut places))?.await;
        let Ok(slots) = taken else { return Err(Failure::Held { wait: None, left }) };
        places.iter_mut().for_each(Place::used);
        Ok(Pass { waited: began.elapsed(), _slots: slots })
    }

    async fn enter(&self, places: &mut [Place]) -> Vec<OwnedSemaphorePermit> {
        let mut slots = Vec::new();
        for semaphore in places.iter().filter_map(|place| place.gate().open.clone()).chain(self.slots.clone()) {
            // No semaphore of ours is ever closed.
            slots.extend(semaphore.acquire_owned().await.ok());
        }
        for place in places {
            place.enter().await;
        }
        slots
    }

    /// The gates on the way of an operation, the narrowest first.
    fn of(&self, operation: &'static Operation) -> Vec<Arc<Gate>> {
        let (service, client) = (operation.service, operation.service.client);
        let mut gates = Vec::new();
        if self.flow.of_spec {
            gates.extend(self.gate(operation.id, operation.limits, &[], None));
            gates.extend(self.gate(service.name, service.limits, &[], None));
        }
        let of_client = if self.flow.of_spec { client.limits } else { &[] };
        let tells = self.flow.follows_headers.then(|| client.limits.iter().any(|limit| limit.of == Quantity::Cost));
        gates.extend(self.gate("", of_client, &self.flow.rates, tells));
        gates
    }

    /// A gate with these limits; none where nothing is limited. `tells_cost` says what the headers of answers count.
    fn gate(&self, key: &'static str, limits: &[Limit], own: &[Rate], tells_cost: Option<bool>) -> Option<Arc<Gate>> {
        let (rates, open) = of_spec(limits, self.flow.tier.as_deref());
        if rates.is_empty() && open.is_none() && own.is_empty() && tells_cost.is_none() {
            return None;
        }
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, gate)) = made.iter().find(|(known, _)| *known == key) {
            return Some(Arc::clone(gate));
        }
        let rates = rates.into_iter().chain(own.iter().copied());
        let gate = Arc::new(Gate::new(rates, open, tells_cost.unwrap_or_default()));
        made.push((key, Arc::clone(&gate)));
        Some(gate)
    }

    /// Takes over what an answer tells of the service's own count.
    pub(crate) fn answered(&self, operation: &'static Operation, status: StatusCode, headers: &HeaderMap) {
        if !self.flow.follows_headers {
            return;
        }
        let Some(gate) = self.of(operation).pop() else { return };
        let names = &operation.service.client.rate_limit;
        let told = transport::rate_limit(headers, names);
        // What a service says may be any number.
        let reset = told.reset().map(runtime::countable);
        if let (Some(left), Some(reset)) = (told.remaining(), reset) {
            gate.tell(left, told.limit(), reset);
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            told.retry_after().map(runtime::countable).or(reset).into_iter().for_each(|wait| gate.close(wait));
        }
    }
}
