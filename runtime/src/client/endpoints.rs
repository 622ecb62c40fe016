//! Endpoints of a client: the base URL, and others that serve the same API.
//!
//! Input: the settings of each endpoint. Output: the endpoint of an attempt. An endpoint that fails
//! rests, and calls go to the next one. After the rest, one call without side effects probes it.

use crate::{
    Body,
    client::{
        credentials::Credential,
        destinations::Destinations,
        limiter::Limiters,
        provider::{Provider, Slot},
        request_signer::{Signer, signer},
        secret_forms::SecretForms,
        url_keys::{keys_in, keys_in_whole},
    },
    error::Failure,
    schema::Effect,
    transport::BaseUrl,
};
use http::HeaderMap;
use secrecy::{ExposeSecret, SecretString};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;
use url::Url;

/// Rest of an endpoint after its first failure; each further failure doubles it.
const FIRST_REST: Duration = Duration::from_secs(1);
/// Maximum rest of an endpoint, unless it asks for a longer one.
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// Maximum rest of an endpoint that asks for more.
const MAX_REQUESTED_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);

/// An endpoint of a client in addition to the base URL: a further one
/// ([`Builder::endpoint`](crate::Builder::endpoint)), the endpoint of another server
/// ([`Builder::server`](crate::Builder::server)), or the whole URL of a service
/// ([`Builder::service_endpoint`](crate::Builder::service_endpoint)). A text is an endpoint with this URL.
///
/// Secrets are bound to one origin. An endpoint therefore has its own secrets and headers, or none.
///
/// ```
/// # use chainloom_runtime::{Builder, Endpoint};
/// # fn sample(builder: Builder) -> Builder {
/// builder.endpoint(Endpoint::new("https://second.example/api").secret("apiKey", "its own key"))
/// # }
/// ```
#[derive(Clone)]
#[must_use]
pub struct Endpoint {
    pub(crate) url: String,
    pub(crate) secrets: Vec<(String, SecretSource)>,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) signer: Option<Signer>,
}

/// A secret as the user sets it.
#[derive(Clone)]
pub(crate) enum SecretSource {
    Value(SecretString),
    Provider(Provider),
}

impl Endpoint {
    /// Creates an endpoint with this base URL, and without secrets.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), secrets: Vec::new(), headers: Vec::new(), signer: None }
    }

    crate::setters! {
        /// Sets a secret of this endpoint. It is sent to the origin of this endpoint only.
        pub fn secret(self, name: impl Into<String>, value: impl Into<SecretString>) {
            self.secrets.push((name.into(), SecretSource::Value(value.into())));
        }

        /// Adds a header to each request to this endpoint. Its value is never printed.
        pub fn header(self, name: impl Into<String>, value: impl Into<String>) {
            self.headers.push((name.into(), value.into()));
        }
    }

    /// Sets a provider of a secret of this endpoint, like
    /// [`Builder::secret_provider`](crate::Builder::secret_provider).
    pub fn secret_provider<P, F, E>(mut self, name: impl Into<String>, provider: P) -> Self
    where
        P: Fn() -> F + Send + Sync + 'static,
        F: Future<Output = Result<SecretString, E>> + Send + 'static,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.secrets.push((name.into(), SecretSource::provider(provider)));
        self
    }

    /// Sets a function that signs each request to this endpoint, like
    /// [`Builder::request_signer`](crate::Builder::request_signer).
    pub fn request_signer<S, F, E>(mut self, sign: S) -> Self
    where
        S: Fn(http::Request<Body>) -> F + Send + Sync + 'static,
        F: Future<Output = Result<http::Request<Body>, E>> + Send + 'static,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.signer = Some(signer(sign));
        self
    }
}

impl SecretSource {
    /// Creates the source of a secret that a function of the user provides.
    pub(crate) fn provider<P, F, E>(provider: P) -> Self
    where
        P: Fn() -> F + Send + Sync + 'static,
        F: Future<Output = Result<SecretString, E>> + Send + 'static,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        Self::Provider(Arc::new(move || {
            let value = provider();
            Box::pin(async move { value.await.map_err(Into::into) })
        }))
    }
}

impl From<&str> for Endpoint {
    fn from(url: &str) -> Self {
        Self::new(url)
    }
}

impl From<String> for Endpoint {
    fn from(url: String) -> Self {
        Self::new(url)
    }
}

impl From<SecretString> for Endpoint {
    fn from(url: SecretString) -> Self {
        Self::new(url.expose_secret())
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only the origin is printed: the rest of a URL may hold keys.
        let origin = Url::parse(self.url.trim()).ok().map(|url| url.origin().ascii_serialization());
        let secrets: Vec<&str> = self.secrets.iter().map(|(name, _)| name.as_str()).collect();
        out.debug_struct("Endpoint").field("origin", &origin).field("secrets", &secrets).finish_non_exhaustive()
    }
}

/// An endpoint of a client: a base URL, what belongs to its origin alone, and its health.
pub(crate) struct EndpointState {
    pub(crate) base_url: Arc<BaseUrl>,
    origin: String,
    /// Whether the user gave the base URL, or a part of it.
    pub(crate) has_own_url: bool,
    /// Whether the base URL is the whole URL of a service, whose own path is not appended.
    pub(crate) is_whole: bool,
    /// Whether this is the endpoint of the base URL, or of another server. Only such an endpoint
    /// gets the headers of a call, and only its secrets must all be set.
    pub(crate) is_primary: bool,
    /// Whether its secrets are set on an [`Endpoint`], and not on the builder.
    has_own_secrets: bool,
    /// Headers of each request, without secrets.
    pub(crate) headers: HeaderMap,
    /// The secrets that are set.
    pub(crate) secrets: Vec<Slot>,
    /// Signs the requests that go there.
    pub(crate) signer: Option<Signer>,
    pub(crate) limiters: Limiters,
    pub(crate) destinations: Destinations,
    health: Mutex<Health>,
}

/// Health of an endpoint, by the results of earlier attempts.
#[derive(Default)]
struct Health {
    /// Number of failures in a row.
    failures: u32,
    rests_until: Option<Instant>,
    /// Whether a [`Probe`] of the endpoint is in flight.
    is_probed: bool,
}

impl EndpointState {
    pub(crate) fn new(
        base_url: Url,
        has_own_url: bool,
        is_primary: bool,
        headers: HeaderMap,
        secrets: Vec<Slot>,
        limiters: Limiters,
    ) -> Self {
        let origin = base_url.origin().ascii_serialization();
        Self {
            base_url: BaseUrl::new(base_url),
            origin,
            has_own_url,
            is_whole: false,
            is_primary,
            has_own_secrets: false,
            headers,
            secrets,
            signer: None,
            limiters,
            destinations: Destinations::default(),
            health: Mutex::default(),
        }
    }

    pub(crate) fn signing(self, signer: Option<Signer>) -> Self {
        Self { signer, ..self }
    }

    pub(crate) fn with_own_secrets(self) -> Self {
        Self { has_own_secrets: true, ..self }
    }

    /// Returns the parts of the user's base URL that must not be shown.
    pub(crate) fn url_keys(&self) -> Vec<SecretForms> {
        match (self.has_own_url, self.is_whole) {
            (false, _) => Vec::new(),
            (true, false) => keys_in(&self.base_url),
            (true, true) => keys_in_whole(&self.base_url),
        }
    }

    /// Marks the base URL as the whole URL of a service.
    pub(crate) fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// Returns scheme, host and port.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns whether a call may go to this endpoint without the secrets of the spec. A whole URL often holds the
    /// key of its service.
    const fn may_lack_secrets(&self) -> bool {
        !self.is_primary || self.is_whole
    }

    /// Returns all known credentials, including earlier ones.
    pub(crate) fn credentials(&self) -> impl Iterator<Item = Arc<Credential>> + '_ {
        self.secrets.iter().flat_map(Slot::all)
    }

    /// Locks the health. A panic of another thread leaves no half-done change.
    fn health(&self) -> MutexGuard<'_, Health> {
        self.health.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a response of the endpoint.
    pub(crate) fn record_success(&self) {
        let mut health = self.health();
        (health.failures, health.rests_until) = (0, None);
    }

    /// Records a failure. The endpoint rests at least as long as it asks for.
    pub(crate) fn record_failure(&self, asked: Option<Duration>) {
        let mut health = self.health();
        let own = FIRST_REST.saturating_mul(2_u32.saturating_pow(health.failures)).min(MAX_PAUSE);
        // A service may ask for any duration.
        let asked = asked.unwrap_or_default().min(MAX_REQUESTED_PAUSE);
        let until = Some(Instant::now() + own.max(asked));
        // Failures of concurrent calls count once.
        if health.rests_until.is_none_or(|until| until <= Instant::now()) {
            health.failures = health.failures.saturating_add(1);
        }
        health.rests_until = health.rests_until.max(until);
    }

    /// Returns the remaining rest; `None` if the endpoint is healthy.
    fn resting_time(&self) -> Option<Duration> {
        Some(self.health().rests_until?.saturating_duration_since(Instant::now()))
    }
}

/// Chosen endpoint: its index, its state, and a probe if the call tests whether the endpoint is healthy again.
pub(crate) type Chosen<'c> = (usize, &'c EndpointState, Option<Probe<'c>>);

/// Marks an endpoint as tested by one call after its rest. While the probe is in flight, other calls go to
/// other endpoints.
pub(crate) struct Probe<'c>(&'c EndpointState);

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        self.0.health().is_probed = false;
    }
}

/// Chooses the endpoint of an attempt: the first that is healthy or whose rest is over, or else the one whose rest
/// ends first.
pub(crate) fn choose<'c>(
    endpoints: impl Iterator<Item = (usize, &'c EndpointState)> + Clone,
    effect: Effect,
) -> Option<Chosen<'c>> {
    let is_harmless = effect.is_harmless();
    for (index, endpoint) in endpoints.clone() {
        match endpoint.resting_time() {
            None => return Some((index, endpoint, None)),
            Some(rest) if rest.is_zero() && is_harmless => {
                let was_probed = std::mem::replace(&mut endpoint.health().is_probed, true);
                if !was_probed {
                    return Some((index, endpoint, Some(Probe(endpoint))));
                }
            }
            Some(_) => {}
        }
    }
    let (index, endpoint) = endpoints.min_by_key(|(_, endpoint)| endpoint.resting_time())?;
    Some((index, endpoint, None))
}

/// Returns how long a call waits until it goes on: zero if an endpoint is healthy.
pub(crate) fn wait<'c>(endpoints: impl Iterator<Item = &'c EndpointState>) -> Duration {
    endpoints.map(|endpoint| endpoint.resting_time().unwrap_or_default()).min().unwrap_or_default()
}

/// Returns the secrets of the first alternative whose secrets are all set, or all that are set. If none fits, an
/// endpoint that may lack secrets gets none.
pub(crate) fn choose_secrets<'c>(
    endpoint: &'c EndpointState,
    ways: Option<&[&[&'static str]]>,
) -> Result<Vec<&'c Slot>, Failure> {
    let Some(ways) = ways else { return Ok(endpoint.secrets.iter().collect()) };
    let find = |name: &&str| endpoint.secrets.iter().find(|slot| slot.name == *name);
    let found = ways.iter().find_map(|way| way.iter().map(find).collect::<Option<Vec<_>>>());
    found.or_else(|| (ways.is_empty() || endpoint.may_lack_secrets()).then(Vec::new)).ok_or_else(|| {
        let ways: Vec<String> = ways.iter().map(|way| join_names(way)).collect();
        let text = format!("the call needs a secret that is not set: {}", ways.join(", or "));
        Failure::Building(match endpoint.has_own_secrets {
            true => format!("{text}; call `.secret(name, …)` on its `Endpoint`"),
            false => format!("{text}; set it on the builder of the client"),
        })
    })
}

/// Joins the names of the secrets of one alternative, for messages.
fn join_names(way: &[&str]) -> String {
    way.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" with ")
}
