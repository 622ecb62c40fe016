//! Conduct: responses of services to requests without a result, for test servers.
//!
//! Input: the model of a spec. Output: dialect, variables and size limit of each service, error
//! responses of each client, and results that identify a deployment. The tables of a generated
//! client lack these facts, because a client does not use them.

use std::collections::HashMap;

use chainloom_codegen::model::{Client, Dialect, Model, Quantity, Refusals, Service, Value, Var};

/// Responses of services to requests without a result.
#[derive(Debug, Default)]
pub struct Conduct {
    /// Dialects by the name of the service.
    dialects: HashMap<String, Dialect>,
    /// Dialect of an unknown service: that of JSON-RPC 2.0.
    usual: Dialect,
    /// Conduct by the name of the client.
    clients: HashMap<String, ClientConduct>,
    /// Conduct by the name of the service.
    services: HashMap<String, ServiceConduct>,
    /// Results by the name of the deployment.
    results: HashMap<String, Vec<(String, Value)>>,
}

/// Requests that a service accepts.
#[derive(Debug, Default)]
pub struct ServiceConduct {
    /// Variables in its paths, with the values that the service accepts.
    pub vars: Vec<Var>,
    /// Maximum size of a request body; `None` if unlimited.
    pub largest_body: Option<BodyLimit>,
}

/// Maximum size of a request body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyLimit {
    /// Maximum number of bytes.
    pub max: u64,
    /// Status of the response to a larger body; `None` if unstated.
    pub status: Option<u16>,
}

/// Responses of all services of a client.
#[derive(Debug, Default)]
pub struct ClientConduct {
    /// Responses to requests without a result.
    pub refusals: Refusals,
    /// Statuses of error responses with their names, in the order of the spec.
    pub statuses: Vec<(u16, String)>,
}

impl Conduct {
    pub(crate) fn of(model: &Model) -> Self {
        let dialects = model.services.iter().filter_map(|service| {
            Some((service.name.clone(), model.clients.get(service.client.0)?.dialect_of(service)))
        });
        let clients = model.clients.iter().map(|client| (client.name.clone(), of_client(client)));
        let services = model.services.iter().map(|service| (service.name.clone(), of_service(model, service)));
        let results = model.deployments.iter().map(|one| (one.name.clone(), one.results.clone()));
        Self {
            dialects: dialects.collect(),
            usual: Dialect::default(),
            clients: clients.collect(),
            services: services.collect(),
            results: results.collect(),
        }
    }

    /// Returns the dialect of a service by name; that of JSON-RPC 2.0 for an unknown service.
    #[must_use]
    pub fn dialect(&self, service: &str) -> &Dialect {
        self.dialects.get(service).unwrap_or(&self.usual)
    }

    /// Returns the conduct of a client by name; `None` if unknown.
    #[must_use]
    pub fn client(&self, client: &str) -> Option<&ClientConduct> {
        self.clients.get(client)
    }

    /// Returns the conduct of a service by name; `None` if unknown.
    #[must_use]
    pub fn service(&self, service: &str) -> Option<&ServiceConduct> {
        self.services.get(service)
    }

    /// Returns the results of operations that identify a deployment, with the IDs of the
    /// operations; empty for an unknown deployment.
    #[must_use]
    pub fn results(&self, deployment: &str) -> &[(String, Value)] {
        self.results.get(deployment).map_or(&[], Vec::as_slice)
    }
}

/// Returns the conduct of a service. Limits of the client apply to all of its services.
fn of_service(model: &Model, service: &Service) -> ServiceConduct {
    let of_client = model.clients.get(service.client.0).into_iter().flat_map(|client| &client.limits);
    let limits = service.limits.iter().chain(of_client).filter_map(|limit| match (limit.number()?, limit.per) {
        ((Quantity::Bytes, max), None) => Some(BodyLimit { max, status: limit.status }),
        _ => None,
    });
    ServiceConduct { vars: service.vars.clone(), largest_body: limits.min_by_key(|limit| limit.max) }
}

fn of_client(client: &Client) -> ClientConduct {
    let statuses = client.errors.iter().flat_map(|errors| &errors.statuses);
    let statuses = statuses.map(|status| (status.code, status.name.clone())).collect();
    ClientConduct { refusals: client.refusals.clone(), statuses }
}
