//! Webhooks: events that a service sends to a server of its user.
//!
//! A generated file whose spec has `webhooks` holds a static [`Webhooks`]. With the feature `webhooks`,
//! `WEBHOOKS.receiver([secret])` gives a `Receiver`, which verifies requests and reads their events,
//! and `WEBHOOKS.signer(secret)` a `Signer`, which signs requests for tests. Both follow one
//! description, so that one accepts what the other makes.

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

/// The webhooks of a file of a spec: where a receiver begins. `E` is the type of an event.
pub struct Webhooks<E> {
    table: &'static schema::Webhooks,
    deployment: Option<&'static Deployment>,
    event: PhantomData<fn() -> E>,
}

impl<E> Webhooks<E> {
    /// Creates the webhooks of a description.
    #[must_use]
    pub const fn new(table: &'static schema::Webhooks) -> Self {
        Self { table, deployment: None, event: PhantomData }
    }

    /// Returns the description.
    #[must_use]
    pub const fn schema(&self) -> &'static schema::Webhooks {
        self.table
    }

    /// Applies the variables of a deployment to the names of headers. Without a deployment, they have
    /// their defaults.
    #[must_use]
    pub const fn deployment(self, deployment: &'static Deployment) -> Self {
        Self { deployment: Some(deployment), ..self }
    }
}

impl<E: Read> Webhooks<E> {
    /// Reads an event without verification: for a body that was verified before, such as one from a
    /// queue.
    ///
    /// # Errors
    /// The body does not fit the type of an event.
    pub fn read(&self, body: &[u8]) -> Result<E, ReadError> {
        from_slice(self.table.event, body)
    }
}

#[cfg(feature = "webhooks")]
impl<E> Webhooks<E> {
    /// Creates a receiver that accepts requests signed with any of the secrets: the current one, and
    /// others while the service rotates them.
    ///
    /// # Errors
    /// A secret is not encoded as the description says, there is none, or a variable has no value. The
    /// kind is [`Building`](crate::ErrorKind::Building).
    pub fn receiver<S: Into<crate::SecretString>>(
        &self,
        secrets: impl IntoIterator<Item = S>,
    ) -> Result<Receiver<E>, crate::Error> {
        let scheme = scheme::Scheme::new(self.table, self.deployment)?;
        let keys = secrets.into_iter().map(|secret| scheme.key(&secret.into())).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() {
            return Err(crate::Error::building("no secret is given: give the secret of the webhook"));
        }
        Ok(Receiver::new(scheme, keys))
    }

    /// Creates a signer: for tests of a receiver, and for servers of tests.
    ///
    /// # Errors
    /// The secret is not encoded as the description says, or a variable has no value.
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
