//! Cache of the destinations of JSON-RPC calls.
//!
//! Input: a service and its instance. Output: the destination, which is made once. Paths of REST calls differ
//! from call to call and are not kept.

use crate::{encode::Instance, schema::Service, transport::Destination};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of destinations that are kept. A client needs one for each instance of a service that it
/// calls.
const MAX_DESTINATIONS: usize = 16;

/// Destinations of JSON-RPC calls below the base URL of one endpoint, by service and instance.
#[derive(Default)]
pub(crate) struct Destinations(Mutex<Vec<(&'static Service, Instance, Arc<Destination>)>>);

impl Destinations {
    /// Returns the destination of an instance of a service. `make` creates it at the first call for the
    /// instance.
    pub(crate) fn of<E>(
        &self,
        (service, instance): (&'static Service, &Instance),
        make: impl FnOnce() -> Result<Arc<Destination>, E>,
    ) -> Result<Arc<Destination>, E> {
        // A panic of another thread leaves no half-done change.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |other: &&Service, of: &Instance| std::ptr::eq(*other, service) && of.is_same(instance);
        if let Some((.., destination)) = known.iter().find(|(other, of, _)| is_it(other, of)) {
            return Ok(Arc::clone(destination));
        }
        let destination = make()?;
        if known.len() < MAX_DESTINATIONS {
            known.push((service, instance.clone(), Arc::clone(&destination)));
        }
        Ok(destination)
    }
}
