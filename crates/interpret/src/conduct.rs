//! Conduct: responses of services to requests without a result, for test servers.
//!
//! Input: the model of a spec. Output: dialect, variables and size limit of each service, error
//! responses of each client, and results that identify a deployment. The tables of a generated
//! client lack these facts, because a client does not use them.

use std::collections::HashMap;

use chainloom_codegen::model::{Client, Dialect, Model, Quantity, Refusals, Service, Value, Var};

/// Responses of services to requests that have no result.
#[derive(Debug, Default)]
pub struct Conduct {
    /// Dialects of JSON-RPC, by the names of services.
    dialects: HashMap<String, Dialect>,
    /// Dialect for unknown services, which is plain JSON-RPC 2.0.
    usual: Dialect,
    /// Error responses, by the names of clients.
    clients: HashMap<String, ClientConduct>,
    /// Variables and limits, by the names of services.
    services: HashMap<String, ServiceConduct>,
    /// Results that identify deployments, by the names of deployments.
    results: HashMap<String, Vec<(String, Value)>>,
}

/// Values and sizes of requests that a service accepts.
#[derive(Debug, Default)]
pub struct ServiceConduct {
    /// Variables in the paths of the service, with the values that it accepts.
    pub vars: Vec<Var>,
    /// Maximum size of the body of a request; `None` if the spec states none.
    pub largest_body: Option<BodyLimit>,
}

/// Maximum size of a request body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyLimit {
    /// Maximum number of bytes.
    pub max: u64,
    /// Status of the response to a larger body; `None` if the spec states none.
    pub status: Option<u16>,
}

/// Error responses that all services of a client share.
#[derive(Debug, Default)]
pub struct ClientConduct {
    /// Error responses in the situations that the spec describes.
    pub refusals: Refusals,
    /// Statuses of error responses with their names, in the order of the spec.
    pub statuses: Vec<(u16, String)>,
}

impl Conduct {
    /// Creates the conduct of a model.
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

    /// Returns the dialect of a service. An unknown service has plain JSON-RPC 2.0.
    #[must_use]
    pub fn dialect(&self, service: &str) -> &Dialect {
        self.dialects.get(service).unwrap_or(&self.usual)
    }

    /// Returns the error responses of a client. `None` if no client has this name.
    #[must_use]
    pub fn client(&self, client: &str) -> Option<&ClientConduct> {
        self.clients.get(client)
    }

    /// Returns the variables and limits of a service. `None` if no service has this name.
    #[must_use]
    pub fn service(&self, service: &str) -> Option<&ServiceConduct> {
        self.services.get(service)
    }

    /// Returns the IDs of the operations whose results identify a deployment, with these results.
    /// Empty if no deployment has this name.
    #[must_use]
    pub fn results(&self, deployment: &str) -> &[(String, Value)] {
        self.results.get(deployment).map_or(&[], Vec::as_slice)
    }
}

/// Returns the variables and limits of a service. Limits of its client apply as well, and the
/// smallest one counts.
fn of_service(model: &Model, service: &Service) -> ServiceConduct {
    let of_client = model.clients.get(service.client.0).into_iter().flat_map(|client| &client.limits);
    let limits = service.limits.iter().chain(of_client).filter_map(|limit| match (limit.number()?, limit.per) {
        ((Quantity::Bytes, max), None) => Some(BodyLimit { max, status: limit.status }),
        _ => None,
    });
    ServiceConduct { vars: service.vars.clone(), largest_body: limits.min_by_key(|limit| limit.max) }
}

/// Returns the error responses of a client.
fn of_client(client: &Client) -> ClientConduct {
    let statuses = client.errors.iter().flat_map(|errors| &errors.statuses);
    let statuses = statuses.map(|status| (status.code, status.name.clone())).collect();
    ClientConduct { refusals: client.refusals.clone(), statuses }
}
