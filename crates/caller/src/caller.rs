//! A loaded spec with a profile: builds the clients of calls.
//!
//! Input: a spec and a profile. Output: clients, each built once, and prepared calls.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use chainloom_codegen::diagnostic::near_name;
use chainloom_interpret::Api;
use chainloom_runtime::catalog::Redactor;
use chainloom_runtime::{Builder, CallEvent, Client, Endpoint, Observer, Retry, Websocket, WebsocketRetry, schema};

use crate::error::{Class, Error, Missing};
use crate::prepared::Prepared;
use crate::profile::Profile;
use crate::unknown_names::unknown_name_message;

/// Calls the operations of a spec, with the settings of a profile.
pub struct Caller {
    api: Arc<Api>,
    profile: Profile,
    /// Clients that were built, by their names.
    clients: Mutex<BTreeMap<&'static str, Client>>,
    observer: Option<Arc<dyn Observer>>,
    websocket: Websocket,
}

impl Caller {
    /// Creates a caller. Nothing is sent, and no client is built yet.
    ///
    /// # Errors
    ///
    /// The profile has names that the spec lacks: all of them.
    pub fn new(api: impl Into<Arc<Api>>, profile: Profile) -> Result<Self, Error> {
        let api = api.into();
        profile.check(&api)?;
        Ok(Self { api, profile, clients: Mutex::default(), observer: None, websocket: Websocket::default() })
    }

    /// Sets an observer of all calls.
    #[must_use]
    pub fn observed(self, observer: impl Observer) -> Self {
        Self { clients: Mutex::default(), observer: Some(Arc::new(observer)), ..self }
    }

    /// Sets an observer of the retries of websockets.
    #[must_use]
    pub fn on_websocket_retry(self, observer: impl Fn(&WebsocketRetry) + Send + Sync + 'static) -> Self {
        let websocket = self.websocket.on_retry(observer);
        Self { clients: Mutex::default(), websocket, ..self }
    }

    /// Returns the spec.
    #[must_use]
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// Returns the profile.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Prepares a call of an operation, or a subscription, by its ID in the spec, such as
    /// `books.findBook`.
    ///
    /// # Errors
    ///
    /// No operation or subscription has this ID.
    pub fn prepare(&self, id: &str) -> Result<Prepared<'_>, Error> {
        if let Some(operation) = self.api.operation(id) {
            return Ok(Prepared::of_operation(self, operation.schema));
        }
        if let Some(subscription) = self.api.subscriptions.iter().find(|subscription| subscription.id == id) {
            return Ok(Prepared::of_subscription(self, subscription));
        }
        let operations = self.api.operations.iter().map(|operation| operation.schema.id);
        let ids = operations.chain(self.api.subscriptions.iter().map(|subscription| subscription.id));
        let text = match near_name(id, ids) {
            Some(near) => unknown_name_message("operation", id, &[near]),
            None => format!("there is no operation `{id}`"),
        };
        Err(Error::new(Class::Usage, text))
    }

    /// Returns the client of a table; the client is built once.
    ///
    /// # Errors
    ///
    /// A setting is missing or wrong.
    pub fn client(&self, description: &'static schema::Client) -> Result<Client, Error> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = clients.get(description.name) {
            return Ok(client.clone());
        }
        let client = self.build(description, &[])?;
        clients.insert(description.name, client.clone());
        Ok(client)
    }

    /// Returns the secrets of all clients that calls have used: a service may send them back.
    #[must_use]
    pub fn redactor(&self) -> Redactor {
        let clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.values().fold(Redactor::default(), |mut all, client| {
            all.extend(&client.redactor());
            all
        })
    }

    /// Builds a client of a table, with further headers of requests and handshakes.
    pub(crate) fn build(
        &self,
        description: &'static schema::Client,
        headers: &[(String, String)],
    ) -> Result<Client, Error> {
        let (name, profile) = (description.name, &self.profile);
        let own = profile.clients.get(name).cloned().unwrap_or_default();
        let deployment = self.deployment();
        let mut builder = Client::builder(description).user_agent(concat!("chainloom/", env!("CARGO_PKG_VERSION")));
        if let Some(deployment) = deployment {
            builder = builder.deployment(deployment);
        }
        match profile.url(name) {
            Some(url) => {
                builder = builder.base_url(url);
                // The runtime gives no hints at defaults that are set; `Prepared::defaults_in_doubt` returns
                // them instead.
                let defaults = self.defaults(description);
                builder = defaults.into_iter().fold(builder, |builder, (name, value)| builder.var(name, value));
                // A profile with one URL sends the calls of all servers there.
                for server in description.servers.iter().filter(|server| !own.servers.contains_key(server.name)) {
                    builder = builder.server(server.name, Endpoint::new(url));
                }
            }
            // If some services have whole URLs, a call reports itself that it has no base URL.
            None if description.services.iter().any(|service| self.is_whole(description, service.name)) => {}
            None => self.check_base_url(description)?,
        }
        for var in description.vars {
            if let Some(value) = profile.var(name, var.name) {
                builder = builder.var(var.name, value);
            }
        }
        // Without a base URL, calls go to whole URLs of services only, which have their own secrets.
        let has_base = profile.url(name).is_some() || self.check_base_url(description).is_ok();
        let mut wrong = if has_base { self.missing_secrets(description) } else { Vec::new() };
        let lacks_secret = !wrong.is_empty();
        for (secret, place) in &own.secrets {
            match place.read() {
                Ok(value) => builder = builder.secret(secret, value),
                Err(why) => wrong.push(format!("the secret `{secret}` of the client `{name}`: {why}")),
            }
        }
        for (service, urls) in description.services.iter().filter_map(|one| profile.endpoints.get_key_value(one.name)) {
            for url in urls {
                match url.read() {
                    Ok(url) => builder = builder.service_endpoint(service, url),
                    Err(why) => wrong.push(format!("the endpoint of the service `{service}`: {why}")),
                }
            }
        }
        match (lacks_secret, wrong.is_empty()) {
            (true, _) => return Err(Error::missing_settings(Missing::Secret, wrong)),
            (false, false) => return Err(Error::all(Class::Setup, wrong)),
            (false, true) => {}
        }
        for service in description.services {
            let with =
                |builder: Builder, (name, value): &(String, String)| builder.service_header(service.name, name, value);
            builder = headers.iter().fold(builder, with);
        }
        builder = own.servers.iter().fold(builder, |builder, (name, url)| builder.server(name, Endpoint::new(url)));
        let all = own.headers.iter().chain(headers.iter().map(|(name, value)| (name, value)));
        builder = all.fold(builder, |builder, (name, value)| builder.header(name, value));
        builder = profile.timeout.into_iter().fold(builder, chainloom_runtime::Builder::timeout);
        builder = profile.deadline.into_iter().fold(builder, chainloom_runtime::Builder::deadline);
        if let Some(observer) = self.observer.clone() {
            builder = builder.observer(move |event: &CallEvent<'_>| observer.on_event(event));
        }
        builder = builder.websocket(self.websocket.clone());
        if let Some(retries) = profile.retries {
            builder = builder.retry(Retry::default().attempts(retries.saturating_add(1)));
        }
        Ok(builder.build()?)
    }

    pub(crate) fn deployment(&self) -> Option<&'static schema::Deployment> {
        let name = self.profile.deployment.as_deref()?;
        self.api.deployments.iter().copied().find(|deployment| deployment.name == name)
    }

    /// Returns whether the profile or the deployment gives the whole URL of a service.
    pub(crate) fn is_whole(&self, client: &schema::Client, service: &str) -> bool {
        // A base URL replaces the URLs of the deployment.
        let deployment = self.deployment().filter(|_| self.profile.url(client.name).is_none());
        let deployed = deployment.map_or(&[][..], |deployment| deployment.endpoints);
        self.profile.endpoints.contains_key(service) || deployed.iter().any(|(name, _)| *name == service)
    }

    /// Checks that calls of a service have a destination.
    pub(crate) fn check_destination(&self, service: &schema::Service) -> Result<(), Error> {
        let is_known = self.is_whole(service.client, service.name) || self.profile.url(service.client.name).is_some();
        if is_known { Ok(()) } else { self.check_base_url(service.client) }
    }

    /// Checks that the base URL of a client is known.
    fn check_base_url(&self, description: &'static schema::Client) -> Result<(), Error> {
        let set = |name: &str| {
            let in_deployment = self.deployment().is_some_and(|one| one.vars.iter().any(|(var, _)| *var == name));
            in_deployment || self.profile.var(description.name, name).is_some()
        };
        let needed = |var: &&schema::Var| {
            var.default.is_none() && description.base_url.contains(&format!("{{{}}}", var.name)) && !set(var.name)
        };
        let Some(var) = description.vars.iter().find(needed) else { return Ok(()) };
        let deployments = self.api.deployments.iter().filter(|one| one.vars.iter().any(|(name, _)| *name == var.name));
        let names: Vec<String> = deployments.map(|deployment| format!("`{}`", deployment.name)).collect();
        let deployments =
            if names.is_empty() { String::new() } else { format!(", or name a deployment: {}", names.join(", ")) };
        let text = format!("the base URL of the client `{}` is not known: give a URL{deployments}", description.name);
        Err(Error::missing_settings(Missing::BaseUrl, vec![text]))
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").field("profile", &self.profile).finish_non_exhaustive()
    }
}
