//! Checks of the full URLs of services.
//!
//! Input: URLs keyed by service, from the user and the deployment. Output: the endpoints of
//! services, or an error that names the service. No part of a URL is shown.

use crate::{
    Error,
    client::{
        builder::{
            Builder,
            checks::{checked_url, unknown_name},
        },
        endpoints::{Endpoint, EndpointState},
        limiter::Limiters,
        places::WholeUrl,
    },
    schema::ServiceRef,
};
use url::Url;

impl Builder {
    /// Returns the whole URLs of services: the URLs of the user, and of the deployment for services without. A base URL
    /// of the user replaces the URLs of the deployment.
    pub(super) fn checked_services(
        &self,
        vars: &[(&'static str, String)],
        limiters: &impl Fn() -> Limiters,
    ) -> Result<Vec<WholeUrl>, Error> {
        for (name, ..) in &self.service_headers {
            self.known_service(name)?;
        }
        let mut urls = Vec::new();
        for (name, endpoint) in &self.services {
            let service = self.known_service(name)?;
            let (is_websocket, url) = parse_whole_url(service, &endpoint.url)?;
            let endpoint = Ok(self.whole_url(vars, (service, endpoint), url, true, limiters())?);
            urls.push(WholeUrl { service: service.name, is_websocket, endpoint });
        }
        let is_own = |name: &str| self.services.iter().any(|(own, _)| own == name);
        let deployed = self.deployment.filter(|_| self.base_url.is_none());
        for (name, url) in deployed.map_or(&[][..], |deployment| deployment.endpoints) {
            // A deployment may hold URLs of services of other clients of the spec, too.
            let service = self.description.services.iter().find(|service| service.name == *name);
            if let Some(service) = service.filter(|service| !is_own(service.name)) {
                let (is_websocket, _) = websocket_scheme(url);
                // A variable that is not set is an error of the calls that go there.
                let endpoint = self.deployed_url(vars, service, url, limiters()).map_err(|error| error.reason());
                urls.push(WholeUrl { service: service.name, is_websocket, endpoint });
            }
        }
        Ok(urls)
    }

    /// Returns the service with this name.
    fn known_service(&self, name: &str) -> Result<&'static ServiceRef, Error> {
        let known = self.description.services;
        let found = known.iter().find(|service| service.name == name);
        found.ok_or_else(|| unknown_name("service", name, known.iter().map(|service| service.name)))
    }

    /// Returns the endpoint of a service at a URL of the deployment, a template over variables.
    fn deployed_url(
        &self,
        vars: &[(&'static str, String)],
        service: &'static ServiceRef,
        template: &str,
        limiters: Limiters,
    ) -> Result<EndpointState, Error> {
        let (_, url) = parse_whole_url(service, &self.fill(template, vars, "")?)?;
        self.whole_url(vars, (service, &Endpoint::new("")), url, !vars.is_empty(), limiters)
    }

    /// Returns the endpoint of a service at its whole URL, with its secrets and headers.
    fn whole_url(
        &self,
        vars: &[(&'static str, String)],
        (service, endpoint): (&ServiceRef, &Endpoint),
        url: Url,
        has_own_url: bool,
        limiters: Limiters,
    ) -> Result<EndpointState, Error> {
        let secrets = self.checked_secrets(vars, &endpoint.secrets, false)?;
        let of_service = self.service_headers.iter().filter(|(name, ..)| name == service.name);
        let of_service = of_service.map(|(_, name, value)| (name.clone(), value.clone()));
        let own: Vec<(String, String)> = endpoint.headers.iter().cloned().chain(of_service).collect();
        let headers = self.checked_headers(vars, &own)?;
        let state = EndpointState::new(url, has_own_url, true, headers, secrets, limiters);
        Ok(state.signing(endpoint.signer.clone()).with_own_secrets().whole())
    }
}

/// Parses a whole URL: whether it is the URL of a websocket, and the URL with the scheme of HTTP.
fn parse_whole_url(service: &ServiceRef, text: &str) -> Result<(bool, Url), Error> {
    let name = service.name;
    if service.several {
        let why = "has several endpoints, so that one URL cannot replace all of them: set the base URL";
        return Err(Error::building(format!("the service `{name}` {why}")));
    }
    let (is_websocket, text) = websocket_scheme(text);
    if is_websocket && !service.websocket {
        return Err(Error::building(format!("the service `{name}` has no websocket: give it a URL of `https://`")));
    }
    let what = match service.websocket {
        true => format!("the URL of the service `{name}`, of HTTP or of its websocket (`wss://…`),"),
        false => format!("the URL of the service `{name}`"),
    };
    Ok((is_websocket, checked_url(&text, &what)?))
}

/// Returns whether a URL is the URL of a websocket, and the URL with the scheme of HTTP in place of `ws`.
fn websocket_scheme(url: &str) -> (bool, String) {
    let url = url.trim();
    let begins = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    match [("wss://", "https://"), ("ws://", "http://")].into_iter().find(|(scheme, _)| begins(scheme)) {
        Some((scheme, http)) => (true, [http, url.get(scheme.len()..).unwrap_or_default()].concat()),
        None => (false, url.to_owned()),
    }
}
