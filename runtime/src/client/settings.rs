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
        masking::Redactor,
        observer::Observer,
        options::Options,
        retry::{Budget, Retry},
        secret_forms::SecretForms,
        socket::Shared,
        websocket::Websocket,
    },
    error::Failure,
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

/// An endpoint with its index; and whether the call sees if it is well again.
pub(crate) type Chosen<'c> = (usize, &'c EndpointState, Option<Probe<'c>>);

pub(crate) struct Settings {
    pub(crate) description: &'static schema::Client,
    pub(crate) deployment: Option<&'static Deployment>,
    /// The endpoint of the base URL.
    pub(crate) primary: EndpointState,
    /// Further endpoints, in the order of preference.
    pub(crate) others: Vec<EndpointState>,
    /// The other servers of the description, in its order, or why calls cannot go there.
    pub(crate) servers: Vec<Result<EndpointState, String>>,
    /// What may be a key in the URLs that the user gave.
    pub(crate) url_keys: Vec<Arc<SecretForms>>,
    /// The keys in headers that the user added.
    pub(crate) keys: Redactor,
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
        self.all_endpoints().any(|endpoint| {
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

    /// The endpoints of the base URL, in the order of preference.
    fn endpoints(&self) -> impl Iterator<Item = &EndpointState> + Clone {
        std::iter::once(&self.primary).chain(&self.others)
    }

    /// The endpoints of all servers.
    pub(crate) fn all_endpoints(&self) -> impl Iterator<Item = &EndpointState> {
        self.endpoints().chain(self.servers.iter().flatten())
    }

    /// The endpoint with this index: those of the base URL, then those of the other servers.
    pub(crate) fn endpoint(&self, index: usize) -> &EndpointState {
        let other = || self.servers.get(index.checked_sub(1 + self.others.len())?)?.as_ref().ok();
        self.endpoints().nth(index).or_else(other).unwrap_or(&self.primary)
    }

    /// The first endpoint of a server, with its index; of the base URL, if there is no server.
    pub(crate) fn first(&self, server: Option<usize>) -> Result<(usize, &EndpointState), Failure> {
        let Some(server) = server else { return Ok((0, &self.primary)) };
        match self.servers.get(server) {
            Some(Ok(state)) => Ok((1 + self.others.len() + server, state)),
            Some(Err(why)) => Err(Failure::Building(why.clone())),
            None => Err(Failure::Building(format!("there is no server with the index {server}"))),
        }
    }

    /// Keeps what an attempt says of its endpoint.
    pub(crate) fn attempted(&self, endpoint: &EndpointState, error: Option<&Error>) {
        match error.filter(|error| error.is_retryable()) {
            _ if self.others.is_empty() => {}
            Some(error) => endpoint.has_failed(error.retry_after()),
            None => endpoint.is_well(),
        }
    }

    /// How long the endpoints of a server rest: not at all where one is well. `None` where there is
    /// only one.
    pub(crate) fn rest(&self, server: Option<usize>) -> Option<Duration> {
        self.has_others(server).then(|| endpoints::wait(self.endpoints()))
    }

    /// The endpoint of a server that an attempt goes to, with its index.
    pub(crate) fn choose(&self, server: Option<usize>, effect: Effect) -> Result<Chosen<'_>, Failure> {
        let chosen = if self.has_others(server) { endpoints::choose(self.endpoints(), effect) } else { None };
        match chosen {
            Some((index, probe)) => Ok((index, self.endpoint(index), probe)),
            None => self.first(server).map(|(index, state)| (index, state, None)),
        }
    }

    /// Whether a server has more than one endpoint. Only that of the base URL may have.
    fn has_others(&self, server: Option<usize>) -> bool {
        server.is_none() && !self.others.is_empty()
    }

    /// Whether calls may go to several places.
    pub(crate) fn has_several_origins(&self) -> bool {
        !self.others.is_empty() || !self.servers.is_empty()
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
        (!others.is_empty()).then(|| out.field("others", &others));
        let servers: Vec<&str> = self.servers.iter().flatten().map(EndpointState::origin).collect();
        (!servers.is_empty()).then(|| out.field("servers", &servers));
        self.limiter.show(&mut out);
        self.observer.is_some().then(|| out.field("observer", &true));
        out.finish_non_exhaustive()
    }
}
