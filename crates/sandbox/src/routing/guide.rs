//! Guide: the services of a server for display, with URLs and `curl` commands.
//!
//! Input: the operations of a spec, the base URL of a server, and whether it takes any text as a secret. Output: each
//! service with its URL, and a working `curl` line: the call of its first example without side effects.

use std::collections::HashMap;

use chainloom_forms::shell;
use chainloom_interpret::{Api, Operation};
use chainloom_runtime::catalog::{Arguments, Target};
use chainloom_runtime::schema::{self, Effect, Protocol, Secret, SecretPlace, Service};
use chainloom_runtime::{Client, Endpoint, Error};

use super::known_values::KnownValues;

/// Service of a sandbox, as it is displayed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServedService {
    /// Name of the client that the service belongs to.
    pub client: &'static str,
    /// Name of the service.
    pub service: &'static str,
    /// URL of the JSON-RPC calls of the service, or the base URL for REST.
    pub url: String,
    /// URL of the websocket of the service.
    pub websocket: Option<String>,
    /// Number of operations of the service.
    pub operations: usize,
    /// Number of subscriptions of the service.
    pub subscriptions: usize,
    /// A `curl` command that calls one operation of the service, for a POSIX shell. Where the server takes any text as
    /// a secret, the word `key` stands for each. With keys of its own, calls with secrets have no command.
    pub curl: Option<String>,
}

/// Returns the services of a server, in the order of the spec.
pub(crate) fn served(
    api: &Api,
    values: &HashMap<String, String>,
    known: &KnownValues,
    (url, takes_any_secret): (&str, bool),
) -> Vec<ServedService> {
    let paths = ServiceUrls { api, values, known, url, takes_any_secret };
    let mut all: Vec<(&'static Service, Vec<&Operation>)> = Vec::new();
    for operation in &api.operations {
        let service = operation.schema.service;
        match all.iter_mut().find(|(known, _)| std::ptr::eq(*known, service)) {
            Some((_, operations)) => operations.push(operation),
            None => all.push((service, vec![operation])),
        }
    }
    all.into_iter().map(|(service, operations)| paths.service(service, &operations)).collect()
}

/// Facts from which the URLs of services are made: the spec, the values of variables, and the base
/// URL.
struct ServiceUrls<'v> {
    api: &'v Api,
    values: &'v HashMap<String, String>,
    known: &'v KnownValues,
    url: &'v str,
    /// Whether the server takes any text as a secret, so that a command can carry one.
    takes_any_secret: bool,
}

impl ServiceUrls<'_> {
    /// Returns a service with its URLs and the `curl` command of its simplest call.
    fn service(&self, service: &'static Service, operations: &[&Operation]) -> ServedService {
        let Self { api, values, known, url, .. } = *self;
        let fill = |path: &str| {
            let own = service.vars.iter().map(|var| {
                (var.name.to_owned(), var.default.map_or_else(|| known.any(service, var.name), str::to_owned))
            });
            let all: HashMap<String, String> = values.clone().into_iter().chain(own).collect();
            super::template::resolved(path, &all)
        };
        let path = service.endpoints.first().map(|endpoint| fill(endpoint.path)).unwrap_or_default();
        let websocket = url.strip_prefix("http").zip(service.websocket);
        let mut shown: Vec<&&Operation> = operations.iter().collect();
        // Calls with few parameters are easiest to read.
        shown.sort_by_key(|operation| {
            let schema = operation.schema;
            (schema.effect != Effect::Read, operation.examples.is_empty(), schema.input.fields.len())
        });
        ServedService {
            client: service.client.name,
            service: service.name,
            url: format!("{url}{path}"),
            websocket: websocket.map(|(rest, path)| format!("ws{rest}{}", fill(path))),
            operations: operations.len(),
            subscriptions: api.subscriptions.iter().filter(|of| std::ptr::eq(of.service, service)).count(),
            curl: self.simplest_curl(&shown),
        }
    }

    /// Returns the `curl` command of the first operation that has one, without secrets if possible.
    fn simplest_curl(&self, operations: &[&&Operation]) -> Option<String> {
        let first = |with_secrets| operations.iter().find_map(|operation| self.curl(operation, with_secrets).ok());
        first(false).or_else(|| first(true).filter(|_| self.takes_any_secret))
    }

    /// Returns the `curl` command for the call of the first example of an operation. Without an
    /// example, the call has no parameters. The error says why the call cannot be built.
    fn curl(&self, operation: &Operation, with_secrets: bool) -> Result<String, Error> {
        let schema = operation.schema;
        let client = self.client(schema.service.client, with_secrets)?;
        let open = schema.service.vars.iter().filter(|var| var.default.is_none());
        let target = open.fold(Target::new(client.clone()), |target, var| {
            target.var(var.name, self.known.any(schema.service, var.name))
        });
        let example = operation.examples.first().map_or("{}", |example| example.request.as_str());
        let members = Arguments::from_json(schema, example.as_bytes())?.into_members();
        let request = client.prepare(schema, &members, &target)?;
        Ok(self.command(schema, request.http()))
    }

    /// Builds a client of this server, with sample texts for all its secrets if they are wanted.
    fn client(&self, description: &'static schema::Client, with_secrets: bool) -> Result<Client, Error> {
        let secrets = || description.auth.iter().filter(|_| with_secrets);
        let vars = description.vars.iter().filter_map(|var| Some((var.name, self.values.get(var.name)?)));
        let endpoint = || {
            let endpoint = Endpoint::new(self.url);
            secrets().fold(endpoint, |endpoint, secret| endpoint.secret(secret.name, sample(secret)))
        };
        let builder = Client::builder(description).base_url(self.url);
        let builder = description.servers.iter().fold(builder, |builder, one| builder.server(one.name, endpoint()));
        let builder = secrets().fold(builder, |builder, secret| builder.secret(secret.name, sample(secret)));
        vars.fold(builder, |builder, (name, value)| builder.var(name, value)).build()
    }

    /// Returns the `curl` command that sends a request of an operation.
    fn command(&self, schema: &schema::Operation, request: &http::Request<impl AsRef<[u8]>>) -> String {
        let mut words = vec!["curl".to_owned()];
        match (schema.protocol, request.method()) {
            (Protocol::Rest { .. }, &http::Method::HEAD) => words.push("--head".to_owned()),
            (Protocol::Rest { .. }, method) if *method != http::Method::GET => {
                words.push(format!("-X {}", shell::word(method.as_str())))
            }
            _ => {}
        }
        let body = String::from_utf8_lossy(request.body().as_ref());
        let media = Some("content-type".to_owned()).filter(|_| !body.is_empty());
        for name in media.into_iter().chain(self.headers_of_secrets(schema.service.client)) {
            let value = request.headers().get(&name).and_then(|value| value.to_str().ok());
            words.extend(value.map(|value| format!("-H {}", shell::word(&format!("{name}: {value}")))));
        }
        if !body.is_empty() {
            words.push(format!("-d {}", shell::word(&body)));
        }
        words.push(shell::word(&request.uri().to_string()));
        words.join(" ")
    }

    /// Returns the names of the headers that may carry secrets of a client, each once.
    fn headers_of_secrets(&self, client: &schema::Client) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for secret in client.auth {
            let name = match secret.place {
                SecretPlace::Header | SecretPlace::Bearer => super::template::resolved(secret.key, self.values),
                SecretPlace::Basic => http::header::AUTHORIZATION.to_string(),
                SecretPlace::Cookie => http::header::COOKIE.to_string(),
                SecretPlace::Query => continue,
            };
            if !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                names.push(name);
            }
        }
        names
    }
}

/// Returns a text that stands for a secret.
const fn sample(secret: &Secret) -> &'static str {
    if matches!(secret.place, SecretPlace::Basic) { "user:key" } else { "key" }
}
