//! Profile: destination and settings of calls.
//!
//! Input: flags, the environment and files, each as one layer. Output: one profile. Names are
//! checked against a spec.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use chainloom_interpret::Api;
use chainloom_runtime::SecretString;
use serde::Deserialize;

use crate::error::{Class, Error};
use crate::unknown_names::unknown_name_message;

/// Destination and settings of calls. The spec determines settings that a profile leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// The deployment of the spec, which sets base URLs and other variables.
    pub deployment: Option<String>,
    /// Base URL of every client and server without a separate one, such as the URL of a sandbox.
    pub url: Option<String>,
    /// Complete URLs of services, by the names of services in the spec; see
    /// [`Builder::service_endpoint`](chainloom_runtime::Builder::service_endpoint). A service has one
    /// or several. Each is the URL itself, or the file or environment variable that contains it.
    #[serde(deserialize_with = "endpoints")]
    pub endpoints: BTreeMap<String, Vec<Secret>>,
    /// The values of variables of clients and services.
    pub vars: BTreeMap<String, String>,
    /// Maximum duration of an attempt.
    #[serde(deserialize_with = "duration")]
    pub timeout: Option<Duration>,
    /// Maximum duration of a call with all of its attempts.
    #[serde(deserialize_with = "duration")]
    pub deadline: Option<Duration>,
    /// Number of retries of a call; 0 tries once.
    pub retries: Option<u32>,
    /// Settings for a client alone, by the name of the client.
    pub clients: BTreeMap<String, ClientProfile>,
}

/// Settings for a client alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClientProfile {
    /// The base URL.
    pub url: Option<String>,
    /// The URLs of other servers of the client, by their names in the spec.
    pub servers: BTreeMap<String, String>,
    /// The values of variables of the client and its services.
    pub vars: BTreeMap<String, String>,
    /// The secrets, by their names in the spec.
    pub secrets: BTreeMap<String, Secret>,
    /// Headers of each request to the base URL.
    pub headers: BTreeMap<String, String>,
}

/// A secret, or where it is.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "a text, `{ file = \"…\" }` or `{ env = \"…\" }`")]
pub enum Secret {
    /// The secret itself.
    Text(String),
    /// The file that holds it; white space around it does not count.
    File {
        /// The path; `~/` is the home folder.
        file: PathBuf,
    },
    /// The variable of the environment that holds it.
    Env {
        /// The name of the variable.
        env: String,
    },
}

impl Secret {
    /// Returns the secret, which may have to be read from a file or a variable.
    pub(crate) fn read(&self) -> Result<SecretString, String> {
        self.text().map(SecretString::from)
    }

    /// Returns the secret as a plain text.
    pub(crate) fn text(&self) -> Result<String, String> {
        match self {
            Self::Text(text) => Ok(text.clone()),
            Self::Env { env } => std::env::var(env).map_err(|_| format!("the environment variable `{env}` is not set")),
            Self::File { .. } => {
                let path = self.path().unwrap_or_default();
                std::fs::read_to_string(&path)
                    .map(|text| text.trim().to_owned())
                    .map_err(|error| format!("{}: {error}", path.display()))
            }
        }
    }

    /// Returns the path of the file that holds the secret.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        let Self::File { file } = self else { return None };
        Some(match (file.strip_prefix("~"), etcetera::home_dir()) {
            (Ok(rest), Ok(home)) => home.join(rest),
            _ => file.clone(),
        })
    }
}

/// Does not show the secret.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(_) => f.write_str("Text([secret])"),
            Self::File { file } => f.debug_struct("File").field("file", file).finish(),
            Self::Env { env } => f.debug_struct("Env").field("env", env).finish(),
        }
    }
}

/// Deserializes a duration such as `10s`.
fn duration<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Duration>, D::Error> {
    let text = Option::<String>::deserialize(reader)?;
    let parse = |text: String| {
        humantime::parse_duration(&text)
            .map_err(|error| serde::de::Error::custom(format!("{error}; a duration looks like `10s` or `500ms`")))
    };
    text.map(parse).transpose()
}

/// Deserializes the URLs of services: one or a list for each.
fn endpoints<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<BTreeMap<String, Vec<Secret>>, D::Error> {
    /// The URLs of a service in a file: one or several.
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a URL, `{ file = \"…\" }`, `{ env = \"…\" }`, or a list of these")]
    enum OneOrMore {
        One(Secret),
        More(Vec<Secret>),
    }
    let read = BTreeMap::<String, OneOrMore>::deserialize(reader)?;
    let list = |(service, urls)| match urls {
        OneOrMore::One(url) => (service, vec![url]),
        OneOrMore::More(urls) => (service, urls),
    };
    Ok(read.into_iter().map(list).collect())
}

impl Profile {
    /// Fills what this profile leaves out from another one. A deployment of this profile replaces the
    /// URLs of the other one, which lead elsewhere.
    #[must_use]
    pub fn or(mut self, mut below: Self) -> Self {
        if self.deployment.is_some() || self.url.is_some() {
            below.url = None;
            below.endpoints.clear();
            below.clients.values_mut().for_each(|client| (client.url, client.servers) = (None, BTreeMap::new()));
        }
        self.deployment = self.deployment.or(below.deployment);
        self.url = self.url.or(below.url);
        self.timeout = self.timeout.or(below.timeout);
        self.deadline = self.deadline.or(below.deadline);
        self.retries = self.retries.or(below.retries);
        fill(&mut self.endpoints, below.endpoints);
        fill(&mut self.vars, below.vars);
        for (name, below) in below.clients {
            let own = self.clients.entry(name).or_default();
            own.url = own.url.take().or(below.url);
            fill(&mut own.servers, below.servers);
            fill(&mut own.vars, below.vars);
            fill(&mut own.secrets, below.secrets);
            fill(&mut own.headers, below.headers);
        }
        self
    }

    /// Checks that the spec has all names.
    pub(crate) fn check(&self, api: &Api) -> Result<(), Error> {
        let mut wrong = Vec::new();
        let mut known = |what: &str, name: &str, known: &[&str]| {
            if !known.contains(&name) {
                wrong.push(unknown_name_message(what, name, known));
            }
        };
        let deployments: Vec<&str> = api.deployments.iter().map(|deployment| deployment.name).collect();
        self.deployment.iter().for_each(|name| known("deployment", name, &deployments));
        let clients: Vec<&str> = api.clients.iter().map(|client| client.name).collect();
        let all: Vec<&str> = clients.iter().flat_map(|client| vars(api, client)).collect();
        self.vars.keys().for_each(|name| known("variable", name, &all));
        let services: Vec<&str> = api.clients.iter().flat_map(|client| client.services).map(|one| one.name).collect();
        self.endpoints.keys().for_each(|name| known("service", name, &services));
        for (name, own) in &self.clients {
            known("client", name, &clients);
            let Some(client) = api.clients.iter().find(|client| client.name == name) else { continue };
            let servers: Vec<&str> = client.servers.iter().map(|server| server.name).collect();
            let secrets: Vec<&str> = client.auth.iter().map(|secret| secret.name).collect();
            own.servers.keys().for_each(|name| known("server", name, &servers));
            own.vars.keys().for_each(|name| known("variable", name, &vars(api, client.name)));
            own.secrets.keys().for_each(|name| known("secret", name, &secrets));
        }
        if wrong.is_empty() { Ok(()) } else { Err(Error::all(Class::Setup, wrong)) }
    }

    /// Returns the value of a variable of a client or its services.
    pub(crate) fn var(&self, client: &str, name: &str) -> Option<&String> {
        self.clients.get(client).and_then(|own| own.vars.get(name)).or_else(|| self.vars.get(name))
    }

    /// Returns the base URL of a client.
    pub(crate) fn url(&self, client: &str) -> Option<&String> {
        self.clients.get(client).and_then(|own| own.url.as_ref()).or(self.url.as_ref())
    }
}

/// Adds the entries of `below` whose names are not set.
fn fill<V>(own: &mut BTreeMap<String, V>, below: BTreeMap<String, V>) {
    for (name, value) in below {
        own.entry(name).or_insert(value);
    }
}

/// Returns the variables of a client and its services.
fn vars(api: &Api, client: &str) -> Vec<&'static str> {
    let services = api.operations.iter().map(|operation| operation.schema.service);
    let services = services.chain(api.subscriptions.iter().map(|subscription| subscription.service));
    let of_services = services.filter(|service| service.client.name == client).flat_map(|service| service.vars);
    let own = api.clients.iter().filter(|known| known.name == client).flat_map(|client| client.vars);
    let mut names: Vec<&'static str> = own.chain(of_services).map(|var| var.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}
