//! How services respond to requests that get no result: for servers of tests.
//!
//! Input: the model of a spec. Output: the dialect of each JSON-RPC service, and what each client
//! says of its responses. The tables of a generated client do not hold this, because a client does
//! not act on it.

use std::collections::HashMap;

use chainloom_codegen::model::{Client, Dialect, Model, Refusals};

/// How services respond to requests that get no result.
#[derive(Debug, Default)]
pub struct Conduct {
    /// By the name of the service.
    dialects: HashMap<String, Dialect>,
    /// Of a service that is not known: that of JSON-RPC 2.0.
    usual: Dialect,
    /// By the name of the client.
    clients: HashMap<String, ClientConduct>,
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
        Self { dialects: dialects.collect(), usual: Dialect::default(), clients: clients.collect() }
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
}

fn of_client(client: &Client) -> ClientConduct {
    let statuses = client.errors.iter().flat_map(|errors| &errors.statuses);
    let statuses = statuses.map(|status| (status.code, status.name.clone())).collect();
    ClientConduct { refusals: client.refusals.clone(), statuses }
}
