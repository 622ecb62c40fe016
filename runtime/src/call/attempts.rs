//! Attempts of one call: the endpoint of each, the time when it may be sent, and whether another
//! one follows.
//!
//! Input: the settings of a client, the options of a call, and the result of each attempt. Output:
//! the next attempt with the secrets of its endpoint, or the final error. Nothing is sent here.

mod continued;

pub(crate) use self::continued::LostResponse;

use crate::{
    Error, ErrorKind, Target,
    call::trace::{AttemptReport, CallReport},
    client::{
        Amount, CallEndpoint, CallPlace, Chosen, Credential, EndpointState, Options, Permit, Probe, Retry, Settings,
        Slot, endpoints, hint_of_wait, runtime, secret_values,
    },
    error::Failure,
    schema::Operation,
};
use http::Response;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::time::Instant;

/// Tokens of the retry budget that a retry costs.
const COST: u32 = 5;
/// Tokens that a retry after a timeout costs: a server that is late is busy.
const COST_OF_TIMEOUT: u32 = 10;
/// Tokens that a call returns if its first attempt succeeds.
const EARNED: u32 = 1;

/// The attempts of one call.
pub(crate) struct Attempts<'c> {
    settings: &'c Settings,
    is_over_websocket: bool,
    operation: &'static Operation,
    policy: &'c Retry,
    timeout: Duration,
    deadline: Instant,
    /// Time after which no retry starts.
    last_retry: Instant,
    /// The number of the attempt, from 1.
    number: u32,
    /// Duration that the service has asked to wait before each further attempt.
    asked: Option<Duration>,
    /// Cost of the last retry.
    spent: u32,
    /// Whether a refused secret was replaced already; this happens once in a call.
    is_refreshed: bool,
    /// Error of the last attempt.
    last: Option<Error>,
    report: CallReport<'c>,
}

/// An attempt of a call, and where it goes.
pub(crate) struct Attempt<'c> {
    pub(crate) number: u32,
    pub(crate) endpoint: CallEndpoint<'c>,
    /// Report of the attempt, from the moment when its request goes out.
    pub(crate) report: Option<AttemptReport>,
    timeout: Duration,
    deadline: Instant,
    _probe: Option<Probe<'c>>,
}

/// The secrets of a call.
enum Secrets<'c> {
    Known(Vec<Arc<Credential>>),
    /// Providers have to be asked for some of them.
    Asked(Vec<&'c Slot>),
}

impl Attempt<'_> {
    /// Returns how long the exchange may take from now on.
    pub(crate) fn time(&self) -> Duration {
        self.timeout.min(self.deadline.saturating_duration_since(Instant::now()))
    }

    /// Runs the exchange in the tracing span of the attempt, if there is one.
    pub(crate) fn in_span<F: Future>(&self, exchange: F) -> impl Future<Output = F::Output> + use<F> {
        AttemptReport::in_span(self.report.as_ref(), exchange)
    }

    /// Records the limits that the response states, and its status and size for reports. `size` returns the size of a
    /// body, where it is known.
    pub(crate) fn record_response<B>(
        &mut self,
        operation: &'static Operation,
        response: &Result<Response<B>, Failure>,
        size: fn(&B) -> Option<usize>,
    ) {
        let Ok(response) = response else { return };
        self.endpoint.state.limiters.record_response(operation, response.status(), response.headers());
        if let Some(report) = &mut self.report {
            report.record_response(response, size);
        }
    }
}

impl<'c> Attempts<'c> {
    /// Begins the attempts of a call.
    pub(crate) fn new(settings: &'c Settings, operation: &'static Operation, options: &'c Options) -> Self {
        let number = || settings.next_call.fetch_add(1, Ordering::Relaxed);
        let (policy, deadline) = (settings.retry(options), runtime::after(settings.deadline(options)));
        Self {
            settings,
            is_over_websocket: false,
            operation,
            policy,
            timeout: options.timeout.unwrap_or(settings.timeout),
            deadline,
            last_retry: policy.within().map_or(deadline, runtime::after).min(deadline),
            number: 1,
            asked: None,
            spent: 0,
            is_refreshed: false,
            last: None,
            report: CallReport::begin(settings.observer.as_ref(), operation, number),
        }
    }

    /// Sets whether the call goes over a websocket, which has chosen its endpoint when it was
    /// opened.
    pub(crate) fn to(self, target: &Target) -> Self {
        Self { is_over_websocket: target.via().is_some(), ..self }
    }

    /// Begins the next attempt.
    pub(crate) async fn next(&mut self) -> Result<Attempt<'c>, Error> {
        let (index, endpoint, probe) = match self.choose() {
            Ok(chosen) => chosen,
            Err(failure) => {
                let error = Error::new(Some(self.operation.id), failure);
                return Err(self.end_with_error(error.with_attempts(self.number)));
            }
        };
        let secrets = match self.secrets(endpoint) {
            Ok(Secrets::Known(secrets)) => Ok(secrets),
            // In a box, so that calls whose secrets are known are not larger for it.
            Ok(Secrets::Asked(slots)) => Box::pin(self.request_secrets(slots)).await,
            Err(error) => Err(error),
        };
        let secrets = match secrets {
            Ok(secrets) => secrets,
            Err(error) => return Err(self.end_with_error(error.with_attempts(self.number))),
        };
        let endpoint = CallEndpoint { index, state: endpoint, secrets };
        let (number, timeout, deadline) = (self.number, self.timeout, self.deadline);
        Ok(Attempt { number, endpoint, report: None, timeout, deadline, _probe: probe })
    }

    /// Chooses the endpoint of the next attempt. Over a websocket, it is the endpoint that the websocket is
    /// connected to.
    fn choose(&self) -> Result<Chosen<'c>, Failure> {
        let place = CallPlace::of_operation(self.operation, self.is_over_websocket);
        match self.is_over_websocket {
            true => self.settings.first(place).map(|(index, state)| (index, state, None)),
            false => self.settings.choose(place, self.operation.effect),
        }
    }

    /// Returns the secrets that the call carries to an endpoint, as far as they are known.
    fn secrets(&self, endpoint: &'c EndpointState) -> Result<Secrets<'c>, Error> {
        let slots = endpoints::choose_secrets(endpoint, self.operation.ways());
        let slots = slots.map_err(|failure| Error::new(Some(self.operation.id), failure))?;
        let known: Option<Vec<_>> = slots.iter().map(|slot| slot.known_credential()).collect();
        Ok(known.map_or(Secrets::Asked(slots), Secrets::Known))
    }

    /// Requests the values of secrets. Providers are asked within the time of the call.
    async fn request_secrets(&self, slots: Vec<&Slot>) -> Result<Vec<Arc<Credential>>, Error> {
        let failed = |failure| Error::new(Some(self.operation.id), failure);
        let left = self.remaining_time();
        let asked = runtime::within(left, secret_values(slots)).map_err(failed)?.await;
        let masked = |error: Error| error.redacted(|text| crate::client::masked(self.settings, text));
        asked.unwrap_or(Err(Failure::Timeout(left))).map_err(|failure| masked(failed(failure)))
    }

    /// Waits for the limits of the client. The request goes out after that.
    pub(crate) async fn admit(&self, attempt: &mut Attempt<'c>, amount: Amount) -> Result<Permit, Error> {
        let endpoint = attempt.endpoint.state;
        let permit = endpoint.limiters.acquire(self.operation, amount, self.deadline).await;
        let permit = permit.map_err(|failure| Error::new(Some(self.operation.id), failure))?;
        attempt.report = Some(self.report.attempt(endpoint, permit.waited));
        Ok(permit)
    }

    /// Ends the call with success. The retry budget regains the cost of the last retry, or [`EARNED`] tokens
    /// without a retry.
    pub(crate) fn succeeded(mut self, attempt: Attempt<'c>) {
        self.settings.budget.earn(self.spent.max(EARNED));
        self.end_attempt(attempt, None);
        self.report.end(None);
    }

    /// Waits until the next attempt may begin. If there is none, returns the error with the number of attempts.
    pub(crate) async fn again(&mut self, attempt: Attempt<'c>, error: Error) -> Result<(), Error> {
        let may_repeat = error.may_repeat(self.operation.effect);
        self.again_if(attempt, error, may_repeat).await.map(drop)
    }

    /// Waits for the next attempt, where the caller has decided whether the request may be
    /// repeated. Returns whether the next attempt differs only in its secrets, so that the service
    /// did nothing for the last one.
    pub(crate) async fn again_if(
        &mut self,
        attempt: Attempt<'c>,
        error: Error,
        may_repeat: bool,
    ) -> Result<bool, Error> {
        let is_refreshed = self.refresh(&attempt, &error);
        self.end_attempt(attempt, Some(&error));
        if error.kind() == ErrorKind::Limited {
            let last = self.last.take().map(|last| last.with_attempts(self.number - 1));
            return Err(self.end_with_error(last.unwrap_or(error)));
        }
        self.repeat(error, may_repeat, is_refreshed).await?;
        Ok(is_refreshed)
    }

    /// Waits for the next attempt, or returns the error if there is none.
    async fn repeat(&mut self, error: Error, may_repeat: bool, is_refreshed: bool) -> Result<(), Error> {
        // Read once: the wait until a fixed time is shorter each time that it is read.
        let asked = error.retry_after();
        let wait = if is_refreshed { Duration::ZERO } else { self.wait(asked) };
        let may_repeat = (is_refreshed || may_repeat) && self.number < self.policy.most_attempts();
        let left = self.last_retry.saturating_duration_since(Instant::now());
        if !may_repeat || wait >= left || !(is_refreshed || self.is_paid(&error)) {
            let too_long = asked.filter(|asked| may_repeat && wait.min(*asked) >= left);
            let hints = too_long.map(|asked| hint_of_wait(asked, left)).into_iter().collect();
            return Err(self.end_with_error(error.with_attempts(self.number).with_hints(hints)));
        }
        self.report.retries(wait, &error);
        (self.number, self.last) = (self.number + 1, Some(error));
        if !wait.is_zero() {
            let waited = runtime::within(wait, std::future::pending::<()>());
            let failed = |failure| Error::new(Some(self.operation.id), failure);
            // The pending future never ends, so only the timeout ends the wait.
            let _ = waited.map_err(failed)?.await;
        }
        Ok(())
    }

    /// Returns whether the budget covers the cost of the next attempt, and spends it.
    fn is_paid(&mut self, error: &Error) -> bool {
        self.spent = if error.is_timeout() { COST_OF_TIMEOUT } else { COST };
        !self.policy.has_budget() || self.settings.budget.spend(self.spent)
    }

    /// Returns whether the service refused a secret that a provider gave, so that the provider may give another one.
    /// The refusal means that nothing was done.
    fn refresh(&mut self, attempt: &Attempt<'_>, error: &Error) -> bool {
        if !error.is_unauthorized() {
            return false;
        }
        let endpoint = attempt.endpoint.state;
        let refuse = |value: &Arc<Credential>| endpoint.secrets.iter().filter(|slot| slot.refuse(value)).count();
        let refused: usize = attempt.endpoint.secrets.iter().map(refuse).sum();
        // A server that redirected may have carried out the request already.
        refused > 0
            && (self.operation.effect.is_harmless() || !error.was_redirected())
            && !std::mem::replace(&mut self.is_refreshed, true)
    }

    /// Records the result of an attempt for the health of its endpoint, and reports it. This ends
    /// the probe of the attempt, too.
    fn end_attempt(&self, attempt: Attempt<'c>, error: Option<&Error>) {
        let (endpoint, Some(report)) = (attempt.endpoint.state, attempt.report) else { return };
        if !self.is_over_websocket {
            self.settings.record_attempt(endpoint, error);
        }
        self.report.end_attempt(report, endpoint, error.map(Error::kind));
    }

    /// Ends the call before its first attempt.
    pub(crate) fn refuse(mut self, error: Error) -> Error {
        self.end_with_error(error)
    }

    /// Ends the report of the call with an error.
    fn end_with_error(&mut self, error: Error) -> Error {
        self.report.end(Some(error.kind()));
        error
    }

    fn remaining_time(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Returns the wait before the next attempt, where the service may have asked for one.
    fn wait(&self, asked: Option<Duration>) -> Duration {
        let rest = || self.settings.resting_time(CallPlace::of_operation(self.operation, false));
        if let Some(rest) = (!self.is_over_websocket).then(rest).flatten() {
            return rest.max(self.asked.unwrap_or_default());
        }
        self.policy.wait(self.number, asked.or(self.asked))
    }
}
