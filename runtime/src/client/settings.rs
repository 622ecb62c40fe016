//! The settings of a built client.
//!
//! Input: what the builder has checked. Output: lookups for the stages of a call. Its `Debug` shows
//! neither secrets nor more of the base URL than its origin, since keys are put into paths too.

use crate::{
    Error,
    client::{
        Probe,
        connection::Route,
        endpoints::{self, EndpointState},
        limiter::LimiterSettings,
        observer::Observer,
        options::Options,
        retry::{Budget, Retry},
        socket::Shared,
        websocket::Websocket,
    },
    json::ReadLimits,
    schema::{self, Deployment, Effect},
    transport::Transport,
};
use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, OnceLock, atomic::AtomicU64},
    time::Duration,
};

/// How long a call may take with all of its attempts, unless the user or the policy says otherwise.
const DEADLINE: Duration = Duration::from_secs(120);

pub(crate) struct Settings {
    pub(crate) description: &'static schema::Client,
    pub(crate) deployment: Option<&'static Deployment>,
    /// The endpoint of the base URL.
    pub(crate) primary: EndpointState,
    /// Further endpoints, in the order of preference.
    pub(crate) others: Vec<EndpointState>,
    /// What may be a key in the URLs that the user gave.
    pub(crate) url_keys: Vec<String>,
    pub(crate) vars: Vec<(&'static str, String)>,
    /// How long an attempt may take.
    pub(crate) timeout: Duration,
    /// How long a call may take with all of its attempts, where the user sets it.
    pub(crate) deadline: Option<Duration>,
    pub(crate) retry: Retry,
    pub(crate) budget: Budget,
    /// How long a response that comes in parts may be silent.
    pub(crate) silence: Duration,
    pub(crate) max_response_bytes: usize,
    pub(crate) max_response_depth: usize,
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) route: Route,
    pub(crate) next_id: AtomicU64,
    pub(crate) observer: Option<Arc<dyn Observer>>,
    /// Number of the next call that is reported to the observer.
    pub(crate) next_call: AtomicU64,
    /// The limits, for people.
    pub(crate) limiter: LimiterSettings,
    /// What the server said it runs.
    pub(crate) server_version: OnceLock<String>,
    pub(crate) websocket: Websocket,
    /// The websockets that the client opened by itself.
    pub(crate) sockets: tokio::sync::Mutex<Shared>,
}

impl Settings {
    /// What a variable of the client is set to: by the user, by the deployment or by default.
    pub(crate) fn var(&self, name: &str) -> Option<&str> {
        let set = self.vars.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        set.or_else(|| default(self.description, self.deployment, name))
    }

    /// What a variable is by the description alone: none where the user or the deployment sets it.
    pub(crate) fn undecided(&self, name: &str) -> Option<&'static str> {
        let deployed =
            self.deployment.is_some_and(|deployment| deployment.vars.iter().any(|(known, _)| *known == name));
        let is_set = deployed || self.vars.iter().any(|(known, _)| *known == name);
        self.description.vars.iter().find(|var| var.name == name && !is_set)?.default
    }

    /// Whether a pair of a query is a secret, or one that the user put into the base URL.
    pub(crate) fn is_key(&self, name: &str, value: &str) -> bool {
        let is_own = |(own, text): (Cow<'_, str>, Cow<'_, str>)| own == name && text == value;
        self.endpoints().any(|endpoint| {
            let is_in_base = || endpoint.has_own_url && endpoint.base_url.query_pairs().any(is_own);
            endpoint.credentials().any(|secret| secret.is_pair(name, value)) || is_in_base()
        })
    }

    /// How a call is tried again.
    pub(crate) fn retry<'a>(&'a self, options: &'a Options) -> &'a Retry {
        options.retry.as_ref().unwrap_or(&self.retry)
    }

    /// How long a call may take with all of its attempts.
    pub(crate) fn deadline(&self, options: &Options) -> Duration {
        let usual = || DEADLINE.max(self.retry(options).within().unwrap_or_default());
        options.deadline.or(self.deadline).unwrap_or_else(usual)
    }

    /// How far a response is read.
    pub(crate) const fn read_limits(&self) -> ReadLimits {
        ReadLimits::of_response(self.max_response_bytes, self.max_response_depth)
    }

    /// All endpoints, in the order of preference.
    pub(crate) fn endpoints(&self) -> impl Iterator<Item = &EndpointState> + Clone {
        std::iter::once(&self.primary).chain(&self.others)
    }

    /// The endpoint with this index.
    pub(crate) fn endpoint(&self, index: usize) -> &EndpointState {
        self.endpoints().nth(index).unwrap_or(&self.primary)
    }

    /// Keeps what an attempt says of its endpoint.
    pub(crate) fn attempted(&self, endpoint: &EndpointState, error: Option<&Error>) {
        match error.filter(|error| error.is_retryable()) {
            _ if !self.has_others() => {}
            Some(error) => endpoint.has_failed(error.retry_after()),
            None => endpoint.is_well(),
        }
    }

    /// How long to wait after this attempt to open a websocket: not at all where another endpoint
    /// is well.
    pub(crate) fn wait(&self, number: u32, error: &Error) -> Duration {
        if self.has_others() { endpoints::wait(self.endpoints()) } else { self.retry.wait(number, error.retry_after()) }
    }

    /// The endpoint that an attempt goes to.
    pub(crate) fn choose(&self, effect: Effect) -> (usize, Option<Probe<'_>>) {
        let chosen = if self.has_others() { endpoints::choose(self.endpoints(), effect) } else { None };
        chosen.unwrap_or_default()
    }

    /// Whether there is more than one endpoint.
    pub(crate) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }
}

/// What a variable is when the user does not set it.
pub(crate) fn default(
    description: &'static schema::Client,
    deployment: Option<&'static Deployment>,
    name: &str,
) -> Option<&'static str> {
    let deployed = deployment.and_then(|deployment| deployment.vars.iter().find(|(known, _)| *known == name));
    let declared = || description.vars.iter().find(|var| var.name == name).and_then(|var| var.default);
    deployed.map(|(_, value)| *value).or_else(declared)
}

impl fmt::Debug for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others: Vec<&str> = self.others.iter().map(EndpointState::origin).collect();
        let mut out = out.debug_struct("Client");
        out.field("name", &self.description.name)
            .field("origin", &self.primary.origin())
            .field("deployment", &self.deployment.map(|deployment| deployment.name))
            .field("timeout", &self.timeout)
            .field("max_response_bytes", &self.max_response_bytes)
            .field("max_response_depth", &self.max_response_depth);
        self.has_others().then(|| out.field("others", &others));
        self.limiter.show(&mut out);
        self.observer.is_some().then(|| out.field("observer", &true));
        out.finish_non_exhaustive()
    }
}
