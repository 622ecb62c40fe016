//! Where a call goes.
//!
//! Input: a client and what a service handle knows: which endpoint, and the values of its own variables.
//! Output: the place that calls are sent to. Nothing is checked here; a call does that.

use crate::{
    Client, Error,
    client::Settings,
    schema::Service,
    template,
    ws::{Socket, Via},
};
use std::{fmt, ops::Deref, sync::Arc};

/// The target of a call: a client, an endpoint of a service, and values for the variables of the service.
#[derive(Clone, Debug)]
pub struct Target {
    client: Client,
    endpoint: usize,
    vars: Vars,
    /// A websocket in place of HTTP.
    via: Option<Box<Via>>,
}

/// A variable and its value.
type Var = (&'static str, Box<str>);

/// The variables of a target. They are shared, because each call of a handle takes a copy.
#[derive(Clone)]
struct Vars(Option<Arc<[Var]>>);

impl Deref for Vars {
    type Target = [Var];

    fn deref(&self) -> &[Var] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl fmt::Debug for Vars {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl Target {
    /// Creates a target: the first endpoint of a service, with the defaults of its variables.
    pub const fn new(client: Client) -> Self {
        Self { client, endpoint: 0, vars: Vars(None), via: None }
    }

    /// Sets the endpoint, by its index in [`Service::endpoints`](crate::schema::Service::endpoints).
    #[must_use]
    pub const fn endpoint(mut self, index: usize) -> Self {
        self.endpoint = index;
        self
    }

    /// Sets the value of a variable of the service.
    #[must_use]
    pub fn var(mut self, name: &'static str, value: impl Into<String>) -> Self {
        let others = self.vars.iter().filter(|(known, _)| *known != name).cloned();
        self.vars = Vars(Some(others.chain([(name, value.into().into_boxed_str())]).collect()));
        self
    }

    /// Opens a websocket of a service; calls to the target that is returned go over it.
    ///
    /// # Errors
    ///
    /// The service has no websocket, the feature `ws` is off, or the connection cannot be opened.
    pub async fn connect(&self, service: &'static Service) -> Result<Self, Error> {
        let socket = Box::pin(Socket::open(service, self)).await?;
        Ok(self.clone().over(Via { socket, subscriber: None }))
    }

    /// The same over a websocket.
    pub(crate) fn over(mut self, via: Via) -> Self {
        self.via = Some(Box::new(via));
        self
    }

    /// The same over HTTP.
    pub(crate) fn without_socket(&self) -> Self {
        Self { via: None, ..self.clone() }
    }

    /// The websocket that calls go over.
    pub(crate) fn via(&self) -> Option<&Via> {
        self.via.as_deref()
    }

    /// Returns the client.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the index of the endpoint.
    pub const fn endpoint_index(&self) -> usize {
        self.endpoint
    }

    /// Returns the value of a variable, if it was set on this target.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.vars.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value)
    }

    /// Whether calls to both go to the same place, through the same client.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.client.is_same(&other.client) && self.endpoint == other.endpoint && self.has_vars_of(other)
    }

    fn has_vars_of(&self, other: &Self) -> bool {
        let is_known = |(name, value): &Var| other.value(name) == Some(&**value);
        // Targets of one handle share them.
        std::ptr::eq::<[Var]>(&*self.vars, &*other.vars)
            || self.vars.len() == other.vars.len() && self.vars.iter().all(is_known)
    }

    /// The variables that were set here.
    pub(crate) fn vars(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.vars.iter().map(|(name, value)| (*name, &**value))
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

    /// The value of a variable: the narrower the place that sets it, the earlier it counts. The error says what to do.
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
