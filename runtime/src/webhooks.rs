//! Webhooks: events that a service sends to a server of its user.
//!
//! A generated file whose spec has `webhooks` contains a static [`Webhooks`]. With the feature
//! `webhooks`, `WEBHOOKS.receiver([secret])` returns a `Receiver`, which verifies requests and
//! reads their events. `WEBHOOKS.signer(secret)` returns a `Signer`, which signs requests for
//! tests. Both follow one table, so that a receiver accepts what a signer signs.

#[cfg(feature = "webhooks")]
mod canonical;
#[cfg(feature = "webhooks")]
mod error;
#[cfg(feature = "webhooks")]
mod key;
#[cfg(feature = "webhooks")]
mod receiver;
#[cfg(feature = "webhooks")]
mod scheme;
#[cfg(feature = "webhooks")]
mod signer;

use crate::schema::{self, Deployment};
use crate::{Read, ReadError, from_slice};
use std::{fmt, marker::PhantomData};

#[cfg(feature = "webhooks")]
pub use self::{
    canonical::{NotCanonical, canonical_json},
    error::{Error, ErrorKind},
    receiver::{Delivery, Receiver},
    signer::Signer,
};

/// Webhooks of a spec file, from which receivers and signers are created. `E` is the type of an
/// event.
pub struct Webhooks<E> {
    table: &'static schema::Webhooks,
    deployment: Option<&'static Deployment>,
    event: PhantomData<fn() -> E>,
}

impl<E> Webhooks<E> {
    /// Creates webhooks from their table.
    #[must_use]
    pub const fn new(table: &'static schema::Webhooks) -> Self {
        Self { table, deployment: None, event: PhantomData }
    }

    /// Returns the table of the webhooks.
    #[must_use]
    pub const fn schema(&self) -> &'static schema::Webhooks {
        self.table
    }

    /// Sets the deployment whose variables fill the names of headers. Without a deployment,
    /// variables have their defaults.
    #[must_use]
    pub const fn deployment(self, deployment: &'static Deployment) -> Self {
        Self { deployment: Some(deployment), ..self }
    }
}

impl<E: Read> Webhooks<E> {
    /// Reads an event without verification, for a body that was verified before, such as one from a
    /// queue.
    ///
    /// # Errors
    /// The body is not JSON, or does not fit the type of an event.
    pub fn read(&self, body: &[u8]) -> Result<E, ReadError> {
        from_slice(self.table.event, body)
    }
}

#[cfg(feature = "webhooks")]
impl<E> Webhooks<E> {
    /// Creates a receiver that accepts requests signed with any of the secrets, such as the old and
    /// the new secret during a rotation.
    ///
    /// # Errors
    /// `secrets` is empty, a secret has the wrong encoding, a variable has no value, or the
    /// spec has no signature. The kind is [`Building`](crate::ErrorKind::Building).
    pub fn receiver<S: Into<crate::SecretString>>(
        &self,
        secrets: impl IntoIterator<Item = S>,
    ) -> Result<Receiver<E>, crate::Error> {
        let scheme = scheme::Scheme::new(self.table, self.deployment)?;
        let (mut keys, mut redactor) = (Vec::new(), crate::client::Redactor::default());
        for secret in secrets {
            let secret = secret.into();
            keys.push(scheme.key(&secret)?);
            redactor.add(scheme.text_of_key(&secret));
        }
        if keys.is_empty() {
            return Err(crate::Error::building("no secret is given: give the secret of the webhook"));
        }
        Ok(Receiver::new(scheme, keys, redactor))
    }

    /// Creates a signer, for tests of a receiver and for test servers.
    ///
    /// # Errors
    /// The secret has the wrong encoding, a variable has no value, or the spec has no
    /// signature. The kind is [`Building`](crate::ErrorKind::Building).
    pub fn signer(&self, secret: impl Into<crate::SecretString>) -> Result<Signer, crate::Error> {
        let scheme = scheme::Scheme::new(self.table, self.deployment)?;
        let key = scheme.key(&secret.into())?;
        Ok(Signer::new(scheme, key))
    }
}

impl<E> Clone for Webhooks<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Webhooks<E> {}

impl<E> fmt::Debug for Webhooks<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Webhooks")
            .field("name", &self.table.name)
            .field("deployment", &self.deployment.map(|deployment| deployment.name))
            .finish()
    }
}
