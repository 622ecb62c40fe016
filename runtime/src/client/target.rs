//! Target of a call.
//!
//! Input: a client, and the endpoint and variables that the handle of a service has chosen. Output:
//! the target to which calls are sent. Nothing is checked here; a call does that.

use crate::{
    Client, Error,
    client::{endpoints::Endpoint, places::CallPlace, settings::Settings, socket::Via},
    encode::{Instance, template},
    schema::{Operation, Service},
};

/// The target of a call: a client, an endpoint of a service, and values for the variables of the
/// service.
#[derive(Clone, Debug)]
pub struct Target {
    client: Client,
    instance: Instance,
    /// A websocket in place of HTTP.
    via: Option<Box<Via>>,
}

impl Target {
    /// Creates a target: the first endpoint of a service, with the defaults of its variables.
    pub const fn new(client: Client) -> Self {
        Self::of(client, Instance::new())
    }

    /// Creates a target at the whole URL of a service, with a client for this service alone; see
    /// [`Builder::service_endpoint`](crate::Builder::service_endpoint).
    ///
    /// # Errors
    ///
    /// The URL is wrong, or the service cannot have one.
    pub fn at(service: &'static Service, endpoint: impl Into<Endpoint>) -> Result<Self, Error> {
        Ok(Self::new(Client::builder(service.client).service_endpoint(service.name, endpoint).build()?))
    }

    crate::setters! {
        /// Sets the endpoint, by its index in
        /// [`Service::endpoints`](crate::schema::Service::endpoints).
        #[must_use]
        pub const fn endpoint(self, index: usize) { self.instance.endpoint = index; }

        /// Sets the value of a variable of the service.
        #[must_use]
        pub fn var(self, name: &'static str, value: impl Into<String>) {
            self.instance = self.instance.with_var(name, value.into());
        }
    }

    /// Creates a target from the instance of a service.
    pub(crate) const fn of(client: Client, instance: Instance) -> Self {
        Self { client, instance, via: None }
    }

    /// Returns the endpoint and the variables of the service.
    pub(crate) const fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Sends calls over a websocket in place of HTTP.
    pub(crate) fn over_websocket(mut self, via: Via) -> Self {
        self.via = Some(Box::new(via));
        self
    }

    /// Returns the target without its websocket.
    pub(crate) fn without_socket(&self) -> Self {
        Self { via: None, ..self.clone() }
    }

    /// Returns the websocket that calls go over.
    pub(crate) fn via(&self) -> Option<&Via> {
        self.via.as_deref()
    }

    /// Returns the place that the calls of an operation go to.
    pub(crate) fn place(&self, operation: &'static Operation) -> CallPlace {
        CallPlace::of_operation(operation, self.via.is_some())
    }

    /// Returns the client.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the index of the endpoint.
    pub const fn endpoint_index(&self) -> usize {
        self.instance.endpoint
    }

    /// Returns the value of a variable, if it was set on this target.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.instance.value(name)
    }

    /// Returns whether calls to both go to the same place, through the same client.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.client.is_same(&other.client) && self.instance.is_same(&other.instance)
    }

    /// Returns the variables that were set here.
    pub(crate) fn vars(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.instance.vars()
    }

    /// Inserts the values of variables into a template of a service, such as the name of a method.
    ///
    /// # Errors
    ///
    /// A variable has no value.
    pub fn fill(&self, service: &Service, template: &str) -> Result<String, Error> {
        let value = |name: &str| self.value_in(self.client.settings(), service, name).map(str::to_owned);
        template::fill(template, value).map_err(Error::building)
    }

    /// Returns the value of a variable: the narrower the place that sets it, the higher its precedence. The error
    /// states what to do.
    pub(crate) fn value_in<'a>(
        &'a self,
        settings: &'a Settings,
        service: &Service,
        name: &str,
    ) -> Result<&'a str, String> {
        let of_service = || service.vars.iter().find(|var| var.name == name)?.default;
        let value = self.value(name).or_else(of_service).or_else(|| settings.var(name));
        value.ok_or_else(|| {
            let how = match settings.description.vars.iter().any(|var| var.name == name) {
                true => format!("call `.var(\"{name}\", …)` on the builder, or take a deployment that sets it"),
                false => format!("choose the instance of the service `{}`", service.name),
            };
            format!("the variable `{name}` is not set: {how}")
        })
    }
}
