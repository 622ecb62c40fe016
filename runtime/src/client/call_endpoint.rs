//! Endpoint of a call, with the secrets that the call sends there.
//!
//! Input: the settings of a client, and an operation or the index of an endpoint. Output: the
//! endpoint and the values of its secrets. `endpoints` selects the endpoint of an attempt.

use super::{CallPlace, Credential, EndpointState, Settings, Slot, endpoints};
use crate::{
    Error,
    error::Failure,
    schema::{Operation, Service},
};
use std::sync::Arc;

/// An endpoint and the secrets that a call carries there.
pub(crate) struct CallEndpoint<'c> {
    /// Index among the endpoints of the client.
    pub(crate) index: usize,
    pub(crate) state: &'c EndpointState,
    pub(crate) secrets: Vec<Arc<Credential>>,
}

impl<'c> CallEndpoint<'c> {
    /// Returns the first endpoint of an operation at a place, with the secrets that are known now.
    pub(crate) fn with_known_secrets(
        settings: &'c Settings,
        operation: &'static Operation,
        place: CallPlace,
    ) -> Result<Self, Error> {
        Self::with(settings, operation, place, Slot::known_credential)
    }

    /// Returns the first endpoint of an operation for display, where no secret is shown: placeholders
    /// replace those that are not known.
    pub(crate) fn for_display(
        settings: &'c Settings,
        operation: &'static Operation,
        place: CallPlace,
    ) -> Result<Self, Error> {
        Self::with(settings, operation, place, |slot| slot.known_credential().or_else(|| slot.stand_in()))
    }

    /// Returns the first endpoint of a place, with the secrets of which `value` returns a value.
    fn with(
        settings: &'c Settings,
        operation: &'static Operation,
        place: CallPlace,
        value: impl Fn(&Slot) -> Option<Arc<Credential>>,
    ) -> Result<Self, Error> {
        let failed = |failure| Error::new(Some(operation.id), failure);
        let (index, state) = settings.first(place).map_err(failed)?;
        let slots = endpoints::choose_secrets(state, operation.ways()).map_err(failed)?;
        Ok(Self { index, state, secrets: slots.into_iter().filter_map(value).collect() })
    }

    /// Returns the endpoint of a websocket, which belongs to no operation. Providers of secrets are
    /// asked.
    pub(crate) async fn of_websocket(
        settings: &'c Settings,
        service: &Service,
        (index, state): (usize, &'c EndpointState),
    ) -> Result<Self, Failure> {
        let slots = endpoints::choose_secrets(state, settings.description.ways_at(service.server))?;
        Ok(Self { index, state, secrets: secret_values(slots).await? })
    }

    /// Drops secrets that the service has refused: providers are asked for new ones.
    pub(crate) fn refuse(&self) {
        for (slot, value) in
            self.state.secrets.iter().flat_map(|slot| self.secrets.iter().map(move |value| (slot, value)))
        {
            slot.refuse(value);
        }
    }
}

/// Returns the values of secrets. Providers are asked for those that are not known.
pub(crate) async fn secret_values(slots: Vec<&Slot>) -> Result<Vec<Arc<Credential>>, Failure> {
    let mut secrets = Vec::with_capacity(slots.len());
    for slot in slots {
        secrets.push(slot.value().await?);
    }
    Ok(secrets)
}
