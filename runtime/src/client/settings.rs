//! Settings of a built client.
//!
//! Input: values that the builder has checked. Output: lookups for the stages of a call. `Debug`
//! shows neither secrets nor more of the base URL than its origin, since keys occur in paths too.

use crate::{
    Error,
    client::{
        connection::Route,
        endpoints::{Chosen, EndpointState},
        limiter::LimiterSettings,
        masking::Redactor,
        observer::Observer,
        options::Options,
        places::{CallPlace, Places},
        retry::{Budget, Retry},
        secret_forms::SecretForms,
        socket::SharedWebsockets,
        url_keys::has_key_of,
        websocket::Websocket,
    },
    error::Failure,
    json::ReadLimits,
    schema::{self, Deployment, Effect},
    transport::ClientTransport,
};
use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, OnceLock, atomic::AtomicU64},
    time::Duration,
};

/// Default of the maximum duration of a call with all of its attempts.
const DEADLINE: Duration = Duration::from_secs(120);

/// Settings of a client, shared by its clones.
pub(crate) struct Settings {
    pub(crate) description: &'static schema::Client,
    pub(crate) deployment: Option<&'static Deployment>,
    pub(crate) places: Places,
    /// Parts of the user's URLs that may be keys.
    pub(crate) url_keys: Vec<Arc<SecretForms>>,
    /// The keys in headers that the user added.
    pub(crate) keys: Redactor,
    pub(crate) vars: Vec<(&'static str, String)>,
    /// Maximum duration of an attempt.
    pub(crate) timeout: Duration,
    /// Maximum duration of a call with all of its attempts, where the user sets it.
    pub(crate) deadline: Option<Duration>,
    pub(crate) retry: Retry,
    pub(crate) budget: Budget,
    /// Maximum time between two parts of a response that comes in parts.
    pub(crate) read_timeout: Duration,
    pub(crate) max_response_bytes: usize,
    pub(crate) max_response_depth: usize,
    pub(crate) transport: ClientTransport,
    pub(crate) route: Route,
    pub(crate) next_id: AtomicU64,
    pub(crate) observer: Option<Arc<dyn Observer>>,
    /// Number of the next call that is reported to the observer.
    pub(crate) next_call: AtomicU64,
    /// Limiter settings, kept only for the `Debug` output.
    pub(crate) limiter: LimiterSettings,
    /// Version that the server reports.
    pub(crate) server_version: OnceLock<String>,
    pub(crate) websocket: Websocket,
    /// The websockets that the client opened by itself.
    pub(crate) sockets: tokio::sync::Mutex<SharedWebsockets>,
}

impl Settings {
    /// Returns the value of a variable of the client: set by the user, by the deployment or by default.
    pub(crate) fn var(&self, name: &str) -> Option<&str> {
        let set = self.vars.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        set.or_else(|| default(self.description, self.deployment, name))
    }

    /// Returns the default of a variable in the spec; `None` if the user or the deployment sets the variable.
    pub(crate) fn spec_default(&self, name: &str) -> Option<&'static str> {
        let deployed =
            self.deployment.is_some_and(|deployment| deployment.vars.iter().any(|(known, _)| *known == name));
        let is_set = deployed || self.vars.iter().any(|(known, _)| *known == name);
        self.description.vars.iter().find(|var| var.name == name && !is_set)?.default
    }

    /// Returns whether a pair of a query is a secret, or one that the user put into the base URL.
    pub(crate) fn is_key(&self, name: &str, value: &str) -> bool {
        let is_own = |(own, text): (Cow<'_, str>, Cow<'_, str>)| own == name && text == value;
        self.all_endpoints().any(|endpoint| {
            let is_in_base = || endpoint.has_own_url && endpoint.base_url.query_pairs().any(is_own);
            endpoint.credentials().any(|secret| secret.is_pair(name, value)) || is_in_base()
        })
    }

    /// Returns whether a path contains a part of a user's URL that may be a key.
    pub(crate) fn has_key_in_path(&self, path: &str) -> bool {
        self.all_endpoints().any(|endpoint| endpoint.has_own_url && has_key_of(&endpoint.base_url, path))
    }

    /// Returns the retry policy of a call.
    pub(crate) fn retry<'a>(&'a self, options: &'a Options) -> &'a Retry {
        options.retry.as_ref().unwrap_or(&self.retry)
    }

    /// Returns the maximum duration of a call with all of its attempts.
    pub(crate) fn deadline(&self, options: &Options) -> Duration {
        let usual = || DEADLINE.max(self.retry(options).within().unwrap_or_default());
        options.deadline.or(self.deadline).unwrap_or_else(usual)
    }

    /// Returns the limits for reading a response.
    pub(crate) const fn read_limits(&self) -> ReadLimits {
        ReadLimits::of_response(self.max_response_bytes, self.max_response_depth)
    }

    /// Returns the endpoints of all places.
    pub(crate) fn all_endpoints(&self) -> impl Iterator<Item = &EndpointState> {
        self.places.all()
    }

    /// Returns the endpoint with this index; `None` if there is none, or if its URL is missing or
    /// invalid.
    pub(crate) fn endpoint(&self, index: usize) -> Option<&EndpointState> {
        self.places.endpoint(index)
    }

    /// Returns the first endpoint of a place, with its index.
    pub(crate) fn first(&self, place: CallPlace) -> Result<(usize, &EndpointState), Failure> {
        self.places.first(place)
    }

    /// Records the outcome of an attempt in the health of its endpoint, if the client has alternatives.
    pub(crate) fn record_attempt(&self, endpoint: &EndpointState, error: Option<&Error>) {
        match error.filter(|error| error.is_retryable()) {
            _ if !self.places.has_alternatives() => {}
            Some(error) => endpoint.record_failure(error.retry_after()),
            None => endpoint.record_success(),
        }
    }

    /// Returns the rest of the endpoints of a place: zero if one is healthy. `None` if the place has only one endpoint.
    pub(crate) fn resting_time(&self, place: CallPlace) -> Option<Duration> {
        self.places.resting_time(place)
    }

    /// Chooses the endpoint of a place for an attempt, with its index.
    pub(crate) fn choose(&self, place: CallPlace, effect: Effect) -> Result<Chosen<'_>, Failure> {
        self.places.choose(place, effect)
    }

    /// Returns whether calls may go to several origins.
    pub(crate) fn has_several_origins(&self) -> bool {
        self.places.are_several()
    }
}

/// Returns the value of a variable that the user does not set.
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
        let others: Vec<&str> = self.places.others().map(EndpointState::origin).collect();
        let mut out = out.debug_struct("Client");
        out.field("name", &self.description.name)
            .field("origin", &self.places.base().map_or("", EndpointState::origin))
            .field("deployment", &self.deployment.map(|deployment| deployment.name))
            .field("timeout", &self.timeout)
            .field("max_response_bytes", &self.max_response_bytes)
            .field("max_response_depth", &self.max_response_depth);
        (!others.is_empty()).then(|| out.field("others", &others));
        let servers: Vec<&str> = self.places.servers().map(EndpointState::origin).collect();
        (!servers.is_empty()).then(|| out.field("servers", &servers));
        let services: Vec<(&str, &str)> = self.places.whole().map(|(name, state)| (name, state.origin())).collect();
        (!services.is_empty()).then(|| out.field("services", &services));
        self.limiter.add_debug_fields(&mut out);
        self.observer.is_some().then(|| out.field("observer", &true));
        out.finish_non_exhaustive()
    }
}
