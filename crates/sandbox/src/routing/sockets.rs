//! Websockets of services, by their paths.
//!
//! Input: the services and the values of variables. Output: a look-up by path.

use std::collections::HashMap;

use chainloom_interpret::Api;
use chainloom_runtime::schema::Service;

use super::known_values::KnownValues;
use super::template::{self, resolved};

/// The websockets of a spec, by their paths.
pub(crate) struct Sockets {
    paths: Vec<(String, &'static Service)>,
    known: KnownValues,
}

impl Sockets {
    pub(crate) fn new(api: &Api, values: &HashMap<String, String>, known: KnownValues) -> Self {
        let of_operations = api.operations.iter().map(|operation| operation.schema.service);
        let all = of_operations.chain(api.subscriptions.iter().map(|subscription| subscription.service));
        let mut sockets: Vec<(String, &'static Service)> = Vec::new();
        for service in all {
            let is_known = sockets.iter().any(|(_, known)| known.name == service.name);
            if let Some(path) = service.websocket.filter(|_| !is_known) {
                sockets.push((resolved(path, values), service));
            }
        }
        sockets.sort_by_key(|(path, _)| path.matches('{').count());
        Self { paths: sockets, known }
    }

    /// The services at a path.
    pub(crate) fn at(&self, path: &str) -> Vec<&'static Service> {
        let is_served = |template: &str, service: &'static Service| {
            template::path(template, path).is_some_and(|variables| self.known.serve(service, &variables))
        };
        let found = self.paths.iter().filter(|(template, service)| is_served(template, service));
        found.map(|(_, service)| *service).collect()
    }
}
