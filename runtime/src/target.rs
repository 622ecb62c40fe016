//! Where a call goes.
//!
//! Input: a client and what a service handle knows: which endpoint, and the values of its own variables.
//! Output: the place that calls are sent to. Nothing is checked here; a call does that.

use crate::Client;

/// A client, with the endpoint of a service and the values of the service's variables.
#[derive(Clone, Debug)]
pub struct Target {
    client: Client,
    endpoint: usize,
    vars: Vec<(&'static str, Box<str>)>,
}

impl Target {
    /// The first endpoint of a service, with the defaults of its variables.
    pub const fn new(client: Client) -> Self {
        Self { client, endpoint: 0, vars: Vec::new() }
    }

    /// The same, at the endpoint with this index in [`Service::endpoints`](crate::schema::Service::endpoints).
    #[must_use]
    pub const fn endpoint(mut self, index: usize) -> Self {
        self.endpoint = index;
        self
    }

    /// The same, with a value for a variable of the service.
    #[must_use]
    pub fn var(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.vars.retain(|(known, _)| *known != name);
        self.vars.push((name, value.into().into_boxed_str()));
        self
    }

    /// The client.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// The index of the endpoint.
    pub const fn endpoint_index(&self) -> usize {
        self.endpoint
    }

    /// The value of a variable that was set here.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.vars.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value)
    }
}
