//! Secrets of a client: fixed values, and values that a provider returns.
//!
//! Input: secrets that the builder has checked. Output: current credentials, and all values to
//! mask. A provider is asked if no value is known: before the first call, and after the service has
//! refused the value. Concurrent calls share one request to the provider.

use crate::{client::credentials::Credential, error::Failure, schema, transport::BoxFuture};
use secrecy::SecretString;
use std::{
    collections::VecDeque,
    error::Error as StdError,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Maximum number of values of a provider that are remembered, so that they are not shown.
const REMEMBERED: usize = 64;

/// Asks for the value of a secret.
pub(crate) type Provider =
    Arc<dyn Fn() -> BoxFuture<'static, Result<SecretString, Box<dyn StdError + Send + Sync>>> + Send + Sync>;

/// A secret of an endpoint.
pub(crate) struct Slot {
    /// The name of the secret in the spec.
    pub(crate) name: &'static str,
    source: Source,
}

/// Source of the value of a secret.
enum Source {
    Fixed(Arc<Credential>),
    Provided(Provided),
}

/// A secret whose values come from a provider.
struct Provided {
    secret: &'static schema::Secret,
    /// Name of the header, query parameter or cookie that carries the secret.
    key: String,
    ask: Provider,
    known: Mutex<SecretValues>,
    /// Held while the provider is asked, so that concurrent calls ask once.
    asking: tokio::sync::Mutex<()>,
}

/// Values that a provider has returned.
#[derive(Default)]
struct SecretValues {
    current: Option<Arc<Credential>>,
    /// The latest values, the current one among them.
    all: VecDeque<Arc<Credential>>,
}

impl Slot {
    /// Creates a secret with a fixed value.
    pub(crate) fn fixed(credential: Credential) -> Self {
        Self { name: credential.name, source: Source::Fixed(Arc::new(credential)) }
    }

    /// Creates a secret whose value `ask` provides. `key` is the name of the header, the query parameter or the
    /// cookie.
    pub(crate) fn provided(secret: &'static schema::Secret, key: String, ask: Provider) -> Self {
        let (known, asking) = (Mutex::default(), tokio::sync::Mutex::new(()));
        Self { name: secret.name, source: Source::Provided(Provided { secret, key, ask, known, asking }) }
    }

    /// Returns the current value, if it is known.
    pub(crate) fn known_credential(&self) -> Option<Arc<Credential>> {
        match &self.source {
            Source::Fixed(credential) => Some(Arc::clone(credential)),
            Source::Provided(provided) => provided.lock_values().current.clone(),
        }
    }

    /// Returns a placeholder in place of a provider's value, for requests that are only displayed.
    pub(crate) fn stand_in(&self) -> Option<Arc<Credential>> {
        let Source::Provided(provided) = &self.source else { return None };
        let value = SecretString::from("value:of-a-provider");
        Credential::new(provided.secret, &provided.key, &value).ok().map(Arc::new)
    }

    /// Returns the value; the provider is asked for a value that is not known.
    pub(crate) async fn value(&self) -> Result<Arc<Credential>, Failure> {
        match &self.source {
            Source::Fixed(credential) => Ok(Arc::clone(credential)),
            Source::Provided(provided) => provided.value().await,
        }
    }

    /// Drops a value that the service has refused, and returns whether it was a value of a provider.
    pub(crate) fn refuse(&self, value: &Arc<Credential>) -> bool {
        let Source::Provided(provided) = &self.source else { return false };
        let mut known = provided.lock_values();
        let is_own = known.all.iter().any(|own| Arc::ptr_eq(own, value));
        known.current = known.current.take().filter(|current| !Arc::ptr_eq(current, value));
        is_own
    }

    /// Returns the fixed value, or the latest [`REMEMBERED`] values of the provider, for redaction.
    pub(crate) fn all(&self) -> Vec<Arc<Credential>> {
        match &self.source {
            Source::Fixed(credential) => vec![Arc::clone(credential)],
            Source::Provided(provided) => provided.lock_values().all.iter().cloned().collect(),
        }
    }
}

impl Provided {
    /// Locks the values. A panic of another thread leaves no half-done change.
    fn lock_values(&self) -> MutexGuard<'_, SecretValues> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current value, or asks the provider for one.
    async fn value(&self) -> Result<Arc<Credential>, Failure> {
        if let Some(known) = self.lock_values().current.clone() {
            return Ok(known);
        }
        let _asking = self.asking.lock().await;
        // Another call may have asked meanwhile.
        if let Some(known) = self.lock_values().current.clone() {
            return Ok(known);
        }
        let name = self.secret.name;
        let value = (self.ask)().await.map_err(|source| Failure::Secret { name, source })?;
        let credential = Credential::new(self.secret, &self.key, &value);
        let credential = Arc::new(credential.map_err(|error| Failure::Secret { name, source: error.reason().into() })?);
        let mut known = self.lock_values();
        known.current = Some(Arc::clone(&credential));
        known.all.push_back(Arc::clone(&credential));
        if known.all.len() > REMEMBERED {
            known.all.pop_front();
        }
        Ok(credential)
    }
}
