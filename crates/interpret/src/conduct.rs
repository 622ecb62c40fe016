//! Conduct: how services respond to requests that get no result, for test servers.
//!
//! Input: the model of a spec. Output: dialect, variables and size limit of each service, error
//! responses of each client, and results that identify a deployment. The tables of a generated
//! client lack these facts, because a client does not act on them.

use std::collections::HashMap;

use chainloom_codegen::model::{Client, Dialect, Model, Quantity, Refusals, Service, Value, Var};

/// How services respond to requests that get no result.
#[derive(Debug, Default)]
pub struct Conduct {
    /// By the name of the service.
    dialects: HashMap<String, Dialect>,
    /// Of a service that is not known: that of JSON-RPC 2.0.
    usual: Dialect,
    /// By the name of the client.
    clients: HashMap<String, ClientConduct>,
    /// By the name of the service.
    services: HashMap<String, ServiceConduct>,
    /// By the name of the deployment.
    results: HashMap<String, Vec<(String, Value)>>,
}

/// What a service takes.
#[derive(Debug, Default)]
pub struct ServiceConduct {
    /// The variables in its paths, with the values that the service has.
    pub vars: Vec<Var>,
    /// The largest body of a request, where it is limited.
    pub largest_body: Option<BodyLimit>,
}

/// The largest body of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyLimit {
    /// The number of bytes.
    pub max: u64,
    /// The status of the response to a larger one, if stated.
    pub status: Option<u16>,
}

/// How all services of a client respond.
#[derive(Debug, Default)]
pub struct ClientConduct {
    /// The responses to requests that get no result.
    pub refusals: Refusals,
    /// The statuses of error responses with their names, in the order of the spec.
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

    /// Returns the dialect of a service, by the name of the service.
    #[must_use]
    pub fn dialect(&self, service: &str) -> &Dialect {
        self.dialects.get(service).unwrap_or(&self.usual)
    }

    /// Returns what a client says of its responses, by the name of the client.
    #[must_use]
    pub fn client(&self, client: &str) -> Option<&ClientConduct> {
        self.clients.get(client)
    }

    /// Returns what a service takes, by the name of the service.
    #[must_use]
    pub fn service(&self, service: &str) -> Option<&ServiceConduct> {
        self.services.get(service)
    }

    /// Returns the results that hold in a deployment, by the IDs of operations; empty for an
    /// unknown deployment.
    #[must_use]
    pub fn results(&self, deployment: &str) -> &[(String, Value)] {
        self.results.get(deployment).map_or(&[], Vec::as_slice)
    }
}

/// Limits of the client hold for all of its services.
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
