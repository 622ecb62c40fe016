//! Settings of a client that a call lacks, and variables that nobody has set.
//!
//! Input: a prepared call, and the error of the call. Output: an error that names a missing setting, before the
//! runtime reports it in terms of its API; variables that still have their default.

use std::collections::BTreeSet;

use chainloom_runtime::Client;
use chainloom_runtime::catalog::Target;
use chainloom_runtime::schema::{self, Protocol, SecretPlace};

use crate::caller::Caller;
use crate::error::{Error, Missing};
use crate::prepared::Prepared;
use crate::profile::{ClientProfile, Secret};

/// The code of JSON-RPC for a method that is not there.
const NO_METHOD: i64 = -32601;

impl Caller {
    /// Returns the variables of a client that neither the profile nor the deployment sets, with their
    /// defaults.
    pub(crate) fn defaults(&self, client: &schema::Client) -> Vec<(&'static str, &'static str)> {
        let deployed = self.deployment().map_or(&[][..], |deployment| deployment.vars);
        let is_set = |name: &str| {
            self.profile().var(client.name, name).is_some() || deployed.iter().any(|(known, _)| *known == name)
        };
        let defaults = client.vars.iter().filter(|var| !is_set(var.name));
        defaults.filter_map(|var| Some((var.name, var.default?))).collect()
    }

    /// Returns a text for each secret that the calls of a client need and the profile lacks.
    pub(crate) fn missing_secrets(&self, client: &'static schema::Client) -> Vec<String> {
        let own = self.profile().clients.get(client.name);
        let is_set = |name: &str| own.is_some_and(|own| own.secrets.contains_key(name));
        let needed = client.auth.iter().filter(|secret| !secret.optional && client.security.is_none());
        let missing = needed.filter(|secret| !is_set(secret.name));
        missing
            .map(|secret| format!("the secret `{}` of the client `{}` is not set", secret.name, client.name))
            .collect()
    }
}

/// Returns a profile of the client in which `stand_in` gives the value of each secret.
pub(crate) fn with_stand_ins<'n>(
    client: &schema::Client,
    names: impl IntoIterator<Item = &'n String>,
    stand_in: impl Fn(&str) -> String,
) -> ClientProfile {
    let is_login = |name: &str| client.auth.iter().any(|one| one.name == name && one.place == SecretPlace::Basic);
    let text = |name: &str| if is_login(name) { format!("{}:", stand_in(name)) } else { stand_in(name) };
    let secrets = names.into_iter().map(|name| (name.clone(), Secret::Text(text(name)))).collect();
    ClientProfile { secrets, ..ClientProfile::default() }
}

/// Adds the secrets that a call requires: the secrets of the first alternative, unless another alternative is complete.
pub(crate) fn with_needed_secrets(operation: &schema::Operation, given: &BTreeSet<String>) -> BTreeSet<String> {
    let auth = operation.service.client.auth;
    let needed: Vec<&str> = match operation.ways() {
        Some(ways) if ways.iter().any(|way| way.iter().all(|name| given.contains(*name))) => Vec::new(),
        Some(ways) => ways.first().map(|way| way.to_vec()).unwrap_or_default(),
        None => auth.iter().filter(|secret| !secret.optional).map(|secret| secret.name).collect(),
    };
    given.iter().cloned().chain(needed.into_iter().map(str::to_owned)).collect()
}

impl Prepared<'_> {
    /// Returns the variables of the client with their defaults that may be the cause of an error, since the service may
    /// have another value: in the name of a header that carries a key, in a path, or in the name of a method. Nobody
    /// has set them; the base URL is set by the profile.
    #[must_use]
    pub fn defaults_in_doubt(&self, error: &Error) -> Vec<(&'static str, &'static str)> {
        let (operation, client) = (self.operation(), self.operation().service.client);
        let has_url = self.caller.profile().url(client.name).is_some();
        let Some(error) = error.runtime().filter(|_| has_url) else { return Vec::new() };
        let paths = || operation.service.endpoints.iter().map(|endpoint| endpoint.path);
        let status = error.status().map(|status| status.as_u16());
        let templates: Vec<&str> = match (operation.protocol, status) {
            (Protocol::Rpc { method }, _) if error.rpc_code() == Some(NO_METHOD) => vec![method],
            _ if error.is_rpc() => Vec::new(),
            (_, Some(401 | 403)) => client.auth.iter().map(|secret| secret.key).collect(),
            (Protocol::Rest { path, .. }, Some(404 | 405 | 501)) => vec![path.text],
            (Protocol::Rpc { .. }, Some(404 | 405 | 501)) => paths().collect(),
            _ => Vec::new(),
        };
        let is_there = |name: &str| templates.iter().any(|template| template.contains(&format!("{{{name}}}")));
        self.caller.defaults(client).into_iter().filter(|(name, _)| is_there(name)).collect()
    }

    /// Checks that the call has the secrets and the kind of URL that it needs.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        let (service, profile) = (self.operation().service, self.caller.profile());
        if self.caller.is_whole(service.client, service.name) {
            return self.check_url_kind();
        }
        let is_at_base = self.operation().server_index().is_none();
        let ways = self.operation().ways().filter(|ways| is_at_base && !ways.is_empty()).unwrap_or_default();
        let own = profile.clients.get(service.client.name);
        let is_set = |name: &&str| own.is_some_and(|own| own.secrets.contains_key(*name));
        if ways.is_empty() || ways.iter().any(|way| way.iter().all(is_set)) {
            return Ok(());
        }
        let together = |way: &[&str]| way.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" with ");
        let ways: Vec<String> = ways.iter().map(|way| together(way)).collect();
        let text = format!("the call needs a secret that is not set: {}", ways.join(", or "));
        Err(Error::missing_settings(Missing::Secret, vec![text]))
    }

    /// Checks that the whole URLs of the service have one of HTTP for a call, or one of a websocket
    /// for a subscription.
    fn check_url_kind(&self) -> Result<(), Error> {
        let service = self.operation().service;
        let is_websocket = |url: &str| url.trim_start().get(..2).is_some_and(|start| start.eq_ignore_ascii_case("ws"));
        let wants_websocket = self.subscription().is_some();
        let kinds: Vec<bool> = match self.caller.profile().endpoints.get(service.name) {
            // A URL that cannot be read is reported when the client is built.
            Some(urls) => urls.iter().filter_map(|url| Some(is_websocket(&url.text().ok()?))).collect(),
            None => {
                let deployed = self.caller.deployment().map_or(&[][..], |deployment| deployment.endpoints);
                let own = deployed.iter().filter(|(name, _)| *name == service.name);
                own.map(|(_, url)| is_websocket(url)).collect()
            }
        };
        if kinds.is_empty() || kinds.contains(&wants_websocket) {
            return Ok(());
        }
        let (text, missing) = match wants_websocket {
            true => ("a whole URL, but none for its websocket", Missing::WebsocketUrl),
            false => ("a whole URL for its websocket only", Missing::HttpUrl),
        };
        Err(Error::missing_settings(missing, vec![format!("the service `{}` has {text}", service.name)]))
    }

    /// Returns the client of the service. A websocket sends headers in its handshake alone, so that a subscription with
    /// headers has a separate client.
    pub(crate) fn client(&self) -> Result<Client, Error> {
        let client = self.operation().service.client;
        match self.subscription() {
            Some(_) if !self.headers.is_empty() => self.caller.build(client, &self.headers),
            _ => self.caller.client(client),
        }
    }

    /// Checks that all variables of the service have a value. Variables of its path are not needed if its URL is whole,
    /// so the runtime reports a missing one.
    pub(crate) fn check_vars(&self, target: &Target) -> Result<(), Error> {
        let service = self.operation().service;
        if self.caller.is_whole(service.client, service.name) {
            return Ok(());
        }
        let missing = service.vars.iter().filter(|var| var.default.is_none() && target.value(var.name).is_none());
        let texts: Vec<String> = missing
            .map(|var| format!("the variable `{}` of the service `{}` is not set", var.name, service.name))
            .collect();
        if texts.is_empty() { Ok(()) } else { Err(Error::missing_settings(Missing::Variable, texts)) }
    }
}
