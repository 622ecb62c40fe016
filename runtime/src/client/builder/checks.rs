//! Checks of the builder: variables, URLs, secrets and headers.
//!
//! Input: the texts that the user set. Output: the parts of requests, or an error that names the
//! setting and how to set it.

use crate::{
    Error,
    client::{
        builder::Builder,
        credentials::Credential,
        endpoints::{Endpoint, EndpointState, SecretSource},
        header::{bad_value, header_name, own_header},
        limiter::Limiters,
        places::Places,
        provider::Slot,
        settings,
    },
    encode::template,
    schema,
};
use http::{HeaderMap, HeaderValue, header};
use std::sync::Arc;
use url::Url;

/// Name of the base URL in errors.
const BASE_URL: &str = "the base URL";

/// Default value of the `User-Agent` header.
const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

impl Builder {
    /// Returns the variables that the user set, each once. An unknown name is an error.
    pub(crate) fn checked_vars(&self) -> Result<Vec<(&'static str, String)>, Error> {
        let known = self.description.vars;
        let mut vars: Vec<(&'static str, String)> = Vec::new();
        for (name, value) in &self.vars {
            let Some(var) = known.iter().find(|var| var.name == name) else {
                let names = known.iter().map(|var| var.name);
                return Err(unknown_name("variable", name, names));
            };
            vars.retain(|(earlier, _)| *earlier != var.name);
            vars.push((var.name, value.clone()));
        }
        Ok(vars)
    }

    /// Fills a template of the spec with variables of the user, the deployment or the defaults.
    pub(super) fn fill(&self, template: &str, vars: &[(&'static str, String)], how: &str) -> Result<String, Error> {
        template::fill(template, |name| {
            let set = vars.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
            let value = set.or_else(|| settings::default(self.description, self.deployment, name));
            value.map(str::to_owned).ok_or_else(|| {
                let or = "or take a deployment that sets it";
                Error::building(format!(
                    "the variable `{name}` is not set: call {how}`.var(\"{name}\", …)` on the builder, {or}"
                ))
            })
        })
    }

    /// Returns the base URL that the user set, or else the base URL of the spec with its variables
    /// filled in.
    fn check_base_url(&self, vars: &[(&'static str, String)]) -> Result<Url, Error> {
        match &self.base_url {
            Some(url) => checked_url(url, BASE_URL),
            None => checked_url(&self.fill(self.description.base_url, vars, "`.base_url(…)` or ")?, BASE_URL),
        }
    }

    /// Checks all endpoints, and returns them by the places that calls go to.
    pub(crate) fn checked_places(
        &self,
        vars: &[(&'static str, String)],
        limiters: impl Fn() -> Limiters,
    ) -> Result<Places, Error> {
        let services = self.checked_services(vars, &limiters)?;
        let base = self.check_primary_endpoint(vars, !services.is_empty(), limiters())?;
        let other = |endpoint: &Endpoint| self.checked_endpoint(vars, endpoint, false, limiters());
        let others = self.others.iter().map(other).collect::<Result<Vec<EndpointState>, Error>>()?;
        Ok(Places::new(base, others, self.checked_servers(vars, limiters)?, services))
    }

    /// Returns the endpoint of the base URL. Where services have whole URLs, an unknown base URL is an error of the
    /// calls that go there.
    fn check_primary_endpoint(
        &self,
        vars: &[(&'static str, String)],
        has_services: bool,
        limiters: Limiters,
    ) -> Result<Result<EndpointState, String>, Error> {
        let base = match self.check_base_url(vars) {
            Err(error) if has_services && self.base_url.is_none() => Err(error.reason()),
            base => Ok(base?),
        };
        let secrets = self.checked_secrets(vars, &self.secrets, base.is_ok())?;
        let headers = self.checked_headers(vars, &self.headers)?;
        let has_own_url = self.base_url.is_some() || !vars.is_empty();
        let state = |url| EndpointState::new(url, has_own_url, true, headers, secrets, limiters);
        Ok(base.map(|url| state(url).signing(self.signer.clone())))
    }

    /// Returns the secrets of an endpoint; a strict one has all that are required.
    pub(crate) fn checked_secrets(
        &self,
        vars: &[(&'static str, String)],
        given: &[(String, SecretSource)],
        is_strict: bool,
    ) -> Result<Vec<Slot>, Error> {
        let known = self.description.auth;
        for (name, _) in given {
            if !known.iter().any(|secret| secret.name == name) {
                return Err(unknown_name("secret", name, known.iter().map(|secret| secret.name)));
            }
        }
        if let Some(name) = &self.bad_login {
            return Err(Error::building(format!(
                "the user of the secret `{name}` contains `:`, which separates the user from the password"
            )));
        }
        let mut secrets = Vec::new();
        for secret in known {
            let name = secret.name;
            let Some((_, value)) = given.iter().rev().find(|(set, _)| set == name) else {
                // If the spec has security alternatives, the call reports which secret it lacks.
                if secret.optional || !is_strict || self.description.security.is_some() {
                    continue;
                }
                let text = format!("the secret `{name}` is not set: set it on the builder of the client");
                return Err(Error::building(text));
            };
            let key = self.fill(secret.key, vars, "")?;
            secrets.push(match value {
                SecretSource::Value(value) => Slot::fixed(Credential::new(secret, &key, value)?),
                SecretSource::Provider(ask) => Slot::provided(secret, key, Arc::clone(ask)),
            });
        }
        Ok(secrets)
    }

    /// Checks the settings of an endpoint that the user has set, and returns the endpoint.
    pub(crate) fn checked_endpoint(
        &self,
        vars: &[(&'static str, String)],
        endpoint: &Endpoint,
        is_primary: bool,
        limiters: Limiters,
    ) -> Result<EndpointState, Error> {
        let secrets = self.checked_secrets(vars, &endpoint.secrets, false)?;
        let headers = self.checked_headers(vars, &endpoint.headers)?;
        let url = checked_url(&endpoint.url, BASE_URL)?;
        let state = EndpointState::new(url, true, is_primary, headers, secrets, limiters);
        Ok(state.signing(endpoint.signer.clone()).with_own_secrets())
    }

    /// Returns the servers of the spec. A server that has neither a URL of the user nor a default is an
    /// error of calls to this server only.
    pub(crate) fn checked_servers(
        &self,
        vars: &[(&'static str, String)],
        limiters: impl Fn() -> Limiters,
    ) -> Result<Vec<Result<EndpointState, String>>, Error> {
        let known = self.description.servers;
        if let Some((name, _)) = self.servers.iter().find(|(name, _)| known.iter().all(|one| one.name != name)) {
            return Err(unknown_name("server", name, known.iter().map(|server| server.name)));
        }
        let server = |server: &schema::Server| match self.servers.iter().rev().find(|(name, _)| name == server.name) {
            Some((_, endpoint)) => self.checked_endpoint(vars, endpoint, true, limiters()).map(Ok),
            None => Ok(self.described_server(vars, server, limiters()).map_err(|error| error.reason())),
        };
        known.iter().map(server).collect()
    }

    /// Returns a server at the URL of the spec.
    fn described_server(
        &self,
        vars: &[(&'static str, String)],
        server: &schema::Server,
        limiters: Limiters,
    ) -> Result<EndpointState, Error> {
        let how = format!("`.server(\"{}\", …)`", server.name);
        if self.base_url.is_some() {
            return Err(Error::building(format!(
                "the base URL is set, but the URL of the server `{}` is not: call {how} on the builder",
                server.name
            )));
        }
        let url = checked_url(&self.fill(server.base_url, vars, &format!("{how} or "))?, BASE_URL)?;
        let secrets = self.checked_secrets(vars, &self.secrets, false)?;
        let headers = self.checked_headers(vars, &[])?;
        Ok(EndpointState::new(url, !vars.is_empty(), true, headers, secrets, limiters))
    }

    /// Returns the headers of an endpoint, including the headers of the user.
    pub(crate) fn checked_headers(
        &self,
        vars: &[(&'static str, String)],
        own: &[(String, String)],
    ) -> Result<HeaderMap, Error> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static(schema::JSON));
        for (name, value) in self.description.send {
            let value = self.fill(value, vars, "")?;
            let what = format!("the header `{name}`");
            let value = HeaderValue::from_str(&value).map_err(|_| bad_value(&what))?;
            headers.insert(header_name(name, "a header of the client")?, value);
        }
        let agent = self.user_agent.as_deref().unwrap_or(USER_AGENT);
        let agent = HeaderValue::from_str(agent).map_err(|_| bad_value("the user agent"))?;
        headers.insert(header::USER_AGENT, agent);
        for (name, value) in own {
            let (name, value) = own_header(name, value).map_err(Error::building)?;
            headers.insert(name, value);
        }
        Ok(headers)
    }
}

/// Parses a URL that requests can go to. Errors do not show the text, since URLs may contain keys.
pub(crate) fn checked_url(text: &str, what: &str) -> Result<Url, Error> {
    let wrong = |why: &str| Error::building(format!("{what} {why}; it looks like `https://host/path`"));
    let url = Url::parse(text.trim()).map_err(|error| wrong(&format!("is no URL ({error})")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("must begin with `http://` or `https://`"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(wrong("has no host"));
    }
    if url.fragment().is_some() {
        return Err(wrong("must not have a fragment (`#…`)"));
    }
    if url.as_str().parse::<http::Uri>().is_err() {
        return Err(wrong("cannot be put into a request"));
    }
    Ok(url)
}

/// Returns the error of a name that the spec lacks, with the known names.
pub(super) fn unknown_name(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Error {
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let name = crate::error::shorten(name, 40);
    Error::building(format!("there is no {what} `{name}`; there are: {known}"))
}
