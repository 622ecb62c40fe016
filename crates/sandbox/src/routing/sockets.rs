//! Websockets of services, by their paths.
//!
//! Input: the services and the values of variables. Output: a look-up by path.

use std::collections::HashMap;

use chainloom_interpret::Api;
use chainloom_runtime::schema::Service;

use super::base_paths::BasePaths;
use super::known_values::KnownValues;
use super::template::{Template, resolved};

/// Websockets of a spec with the templates of their paths.
pub(crate) struct Sockets {
    paths: Vec<(Template, &'static Service)>,
    known: KnownValues,
    base_paths: BasePaths,
}

impl Sockets {
    pub(crate) fn new(api: &Api, values: &HashMap<String, String>, known: KnownValues) -> Self {
        let of_operations = api.operations.iter().map(|operation| operation.schema.service);
        let all = of_operations.chain(api.subscriptions.iter().map(|subscription| subscription.service));
        let mut sockets: Vec<(Template, &'static Service)> = Vec::new();
        for service in all {
            let is_known = sockets.iter().any(|(_, known)| known.name == service.name);
            if let Some(path) = service.websocket.filter(|_| !is_known) {
                sockets.push((Template::new(resolved(path, values), &[]), service));
            }
        }
        sockets.sort_by_key(|(path, _)| path.variables());
        Self { paths: sockets, known, base_paths: BasePaths::new(api, values) }
    }

    /// Returns the services whose websocket has this path, with or without a base path before it.
    pub(crate) fn at(&self, path: &str) -> Vec<&'static Service> {
        let found = self.at_path(path);
        let rest = self.base_paths.strip(path).filter(|_| found.is_empty());
        rest.map_or(found, |rest| self.at_path(rest))
    }

    /// Returns the services whose websocket has this path without a base path.
    fn at_path(&self, path: &str) -> Vec<&'static Service> {
        let is_served = |template: &Template, service: &'static Service| {
            template.find(path).is_some_and(|variables| self.known.is_served(service, &variables))
        };
        let found = self.paths.iter().filter(|(template, service)| is_served(template, service));
        found.map(|(_, service)| *service).collect()
    }
}
