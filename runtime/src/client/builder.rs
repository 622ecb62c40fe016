//! The settings of a client, while they are being made.
//!
//! Input: what the user and a deployment say. Output: a client, or an error that names what is wrong and
//! how to set it. Nothing is sent here, and `Debug` shows no values.

mod flow;

use super::{
    Client, Credential, Endpoint, Observer, Retry, Settings, Site, Slot,
    connection::Connection,
    endpoints::Given,
    flow::{Flow, Gates},
    retry::Budget,
    settings, url_keys,
};
use crate::{
    Error, Transport,
    json::DEPTH,
    schema::{self, Deployment},
    template,
};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use secrecy::{ExposeSecret, SecretString};
use std::{
    fmt,
    sync::{Arc, OnceLock, atomic::AtomicU64},
    time::Duration,
};
use url::Url;

/// How long an attempt may take unless the user says otherwise.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long a call may take unless the user says otherwise.
const DEADLINE: Duration = Duration::from_secs(120);
/// The largest answer unless the user says otherwise.
const MAX_RESPONSE_BYTES: usize = 64 * 1024 * 1024;
/// How long an answer that comes in parts may be silent unless the user says otherwise.
const SILENCE: Duration = Duration::from_secs(15 * 60);
/// What a client calls itself unless the user says otherwise.
const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));
/// Headers that describe the body; the client alone knows it.
const OURS: [HeaderName; 3] = [header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::CONTENT_TYPE];

/// Configures a [`Client`].
#[derive(Clone)]
#[must_use]
pub struct Builder {
    description: &'static schema::Client,
    deployment: Option<&'static Deployment>,
    base_url: Option<String>,
    vars: Vec<(String, String)>,
    secrets: Vec<(String, Given)>,
    /// A secret whose user holds what ends a user.
    bad_login: Option<String>,
    headers: Vec<(String, String)>,
    user_agent: Option<String>,
    timeout: Duration,
    deadline: Duration,
    retry: Retry,
    silence: Duration,
    max_response_bytes: usize,
    max_response_depth: usize,
    connection: Connection,
    flow: Flow,
    others: Vec<Endpoint>,
    observer: Option<Arc<dyn Observer>>,
}

impl Builder {
    pub(super) fn new(description: &'static schema::Client) -> Self {
        Self {
            description,
            deployment: None,
            base_url: None,
            vars: Vec::new(),
            secrets: Vec::new(),
            bad_login: None,
            headers: Vec::new(),
            user_agent: None,
            timeout: TIMEOUT,
            deadline: DEADLINE,
            retry: Retry::default(),
            silence: SILENCE,
            max_response_bytes: MAX_RESPONSE_BYTES,
            max_response_depth: DEPTH,
            connection: Connection::default(),
            flow: Flow::default(),
            others: Vec::new(),
            observer: None,
        }
    }

    /// Sets the base URL, in place of the one of variables and the deployment.
    ///
    /// Other settings, such as names of headers and prefixes, stay those of the deployment. Without a deployment they are the
    /// defaults of the description.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = Some(url.into());
        self
    }

    /// Sets a variable of the client, in place of the value of the deployment.
    pub fn var(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.vars.push((name.into(), value.into()));
        self
    }

    /// Sets a secret. It is sent to the origin of the base URL only, and never printed.
    pub fn secret(mut self, name: impl Into<String>, value: impl Into<SecretString>) -> Self {
        self.secrets.push((name.into(), Given::Value(value.into())));
        self
    }

    /// Sets a secret that is a user and a password, like [`Builder::secret`].
    pub fn login(mut self, name: impl Into<String>, user: impl AsRef<str>, password: impl Into<SecretString>) -> Self {
        let (name, user, password) = (name.into(), user.as_ref(), password.into());
        if user.contains(':') {
            self.bad_login = Some(name.clone());
        }
        self.secret(name, format!("{user}:{}", password.expose_secret()))
    }

    /// Applies the settings of a deployment.
    pub const fn deployment(mut self, deployment: &'static Deployment) -> Self {
        self.deployment = Some(deployment);
        self
    }

    /// Sets the timeout of one attempt of a call; the default is 30 seconds. The clock is tokio's, so calls must run in a
    /// tokio runtime with time and I/O enabled. In another one a call is an error; tokio prints the message of a panic then,
    /// too.
    ///
    /// A server can exceed the timeout by fractions of a second: the HTTP library reads all interim responses (1xx) that have
    /// arrived at once, before the clock is checked.
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets how long a call may take with all of its attempts and the waits between them; the default is 2 minutes. A call that
    /// would have to wait longer for its next attempt fails at once, with the error of the last one.
    pub const fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Sets when and how often calls are tried again; see [`Retry`] for the default.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Sets how long a streamed response may be silent; the default is 15 minutes. The timeout of an attempt covers such a
    /// response up to its body only.
    pub const fn silence(mut self, silence: Duration) -> Self {
        self.silence = silence;
        self
    }

    /// Sets the maximum size of a response; the default is 64 MiB. For events it is the maximum size of an event; streams of
    /// bytes have no limit. The values of a response may take four times as much memory.
    pub const fn max_response_bytes(mut self, bytes: usize) -> Self {
        self.max_response_bytes = bytes;
        self
    }

    /// Sets how deep arrays and objects may be nested in a response; the default is 2,112, which fits a tree of 1,024 nested
    /// calls. Responses nested deeper than 128 are read on a separate thread, whose stack fits this limit. Undescribed
    /// members may be nested to any depth.
    ///
    /// Operations of a program on such a deep value recurse on its own stack. A clone takes the most: without optimization
    /// about 3 kB per nested call. `{:#?}` takes much longer than `{:?}`, since each level indents all below it.
    pub const fn max_response_depth(mut self, levels: usize) -> Self {
        self.max_response_depth = levels;
        self
    }

    /// Sets the header `User-Agent`.
    pub fn user_agent(mut self, name: impl Into<String>) -> Self {
        self.user_agent = Some(name.into());
        self
    }

    /// Adds a header to each request to the base URL. Its value is never printed, and further endpoints do not get it.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets the timeout of a connection; the default is 10 seconds. The timeout of the attempt applies too.
    pub const fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connection.connect_timeout = Some(timeout);
        self
    }

    /// Sends all requests through the proxy at a URL, such as `http://user:password@host:port`. By default the environment
    /// variables `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` apply.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.connection.proxy = Some(url.into());
        self
    }

    /// Trusts the certificates of a PEM text, in addition to those of the platform. Use it for a server with a self-signed
    /// certificate, or with one of your own authority. Each call adds to the previous ones.
    pub fn root_certificate(mut self, pem: impl AsRef<[u8]>) -> Self {
        self.connection.tls.roots.push(pem.as_ref().to_vec());
        self
    }

    /// Sets the certificate by which the client identifies itself (mutual TLS). The PEM text holds the certificate of the
    /// client, the certificates of its authorities, and the private key, which must not be encrypted. It is never printed.
    ///
    /// With the feature `native-tls`, the key is in PKCS #8: its block begins with `-----BEGIN PRIVATE KEY-----`.
    pub fn identity(mut self, pem: impl Into<SecretString>) -> Self {
        self.connection.tls.identity = Some(pem.into());
        self
    }

    /// Replaces the transport that sends requests.
    pub fn transport(mut self, transport: Arc<dyn Transport>) -> Self {
        self.connection.transport(transport);
        self
    }

    /// Sends requests with an HTTP client of these settings, such as pools and name resolution.
    ///
    /// The client follows redirects itself, so the redirect policy of the settings is ignored; it would send secrets to other
    /// origins. With these settings, redirects of downloads to another origin are not followed either, because
    /// `default_headers` may hold a secret.
    pub fn http_client(mut self, settings: reqwest::ClientBuilder) -> Self {
        self.connection.http(settings);
        self
    }

    /// Builds the client. The error names a wrong or missing setting.
    pub fn build(self) -> Result<Client, Error> {
        let vars = self.checked_vars()?;
        self.flow.check(self.description)?;
        let slots = self.flow.slots();
        let gates = || Gates::new(self.flow.clone(), slots.clone());
        let has_own_url = self.base_url.is_some() || !vars.is_empty();
        let secrets = self.checked_secrets(&vars, &self.secrets, true)?;
        let headers = self.checked_headers(&vars, &self.headers)?;
        let home = Site::new(self.checked_base(&vars)?, has_own_url, true, headers, secrets, gates());
        let other = |endpoint: &Endpoint| {
            let secrets = self.checked_secrets(&vars, &endpoint.secrets, false)?;
            let headers = self.checked_headers(&vars, &endpoint.headers)?;
            Ok(Site::new(checked_url(&endpoint.url)?, true, false, headers, secrets, gates()))
        };
        let others = self.others.iter().map(other).collect::<Result<Vec<Site>, Error>>()?;
        let mut connected = self.connection.connect()?;
        let own = std::iter::once(&home).chain(&others).filter(|site| site.has_own_url);
        connected.keys.extend(own.flat_map(|site| url_keys::keys_in(&site.base_url)));
        Ok(Client(Arc::new(Settings {
            description: self.description,
            deployment: self.deployment,
            home,
            others,
            url_keys: connected.keys,
            vars,
            timeout: self.timeout,
            deadline: self.deadline,
            retry: self.retry,
            budget: Budget::default(),
            silence: self.silence,
            max_response_bytes: self.max_response_bytes,
            max_response_depth: self.max_response_depth,
            transport: connected.transport,
            route: connected.route,
            next_id: AtomicU64::new(1),
            observer: self.observer,
            next_call: AtomicU64::new(1),
            flow: self.flow,
            server_version: OnceLock::new(),
        })))
    }

    fn checked_vars(&self) -> Result<Vec<(&'static str, String)>, Error> {
        let known = self.description.vars;
        let mut vars: Vec<(&'static str, String)> = Vec::new();
        for (name, value) in &self.vars {
            let Some(var) = known.iter().find(|var| var.name == name) else {
                let names = known.iter().map(|var| var.name);
                return Err(unknown("variable", name, names));
            };
            vars.retain(|(earlier, _)| *earlier != var.name);
            vars.push((var.name, value.clone()));
        }
        Ok(vars)
    }

    fn fill(&self, template: &str, vars: &[(&'static str, String)], how: &str) -> Result<String, Error> {
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

    fn checked_base(&self, vars: &[(&'static str, String)]) -> Result<Url, Error> {
        match &self.base_url {
            Some(url) => checked_url(url),
            None => checked_url(&self.fill(self.description.base_url, vars, "`.base_url(…)` or ")?),
        }
    }

    /// The secrets of an endpoint; a strict one has all that are required.
    fn checked_secrets(
        &self,
        vars: &[(&'static str, String)],
        given: &[(String, Given)],
        is_strict: bool,
    ) -> Result<Vec<Slot>, Error> {
        let known = self.description.auth;
        for (name, _) in given {
            if !known.iter().any(|secret| secret.name == name) {
                return Err(unknown("secret", name, known.iter().map(|secret| secret.name)));
            }
        }
        if let Some(name) = &self.bad_login {
            return Err(Error::building(format!("the user of the secret `{name}` holds a `:`, which ends a user")));
        }
        let mut secrets = Vec::new();
        for secret in known {
            let name = secret.name;
            let Some((_, value)) = given.iter().rev().find(|(set, _)| set == name) else {
                // Where there are several ways, a call says what it lacks.
                if secret.optional || !is_strict || self.description.security.is_some() {
                    continue;
                }
                let text = format!("the secret `{name}` is not set: call `.secret(\"{name}\", …)` on the builder");
                return Err(Error::building(text));
            };
            let key = self.fill(secret.key, vars, "")?;
            secrets.push(match value {
                Given::Value(value) => Slot::fixed(Credential::new(secret, &key, value)?),
                Given::Provider(ask) => Slot::provided(secret, key, Arc::clone(ask)),
            });
        }
        Ok(secrets)
    }

    /// The headers of an endpoint, those of the user among them.
    fn checked_headers(&self, vars: &[(&'static str, String)], own: &[(String, String)]) -> Result<HeaderMap, Error> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
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

/// A URL that requests can go to. Its text is not shown: keys are put into URLs.
fn checked_url(text: &str) -> Result<Url, Error> {
    let wrong = |what: &str| Error::building(format!("the base URL {what}; it looks like `https://host/path`"));
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

/// A header that the user adds, which is not shown; the error is a text.
pub(crate) fn own_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad_name("a header", name))?;
    if OURS.contains(&header) {
        return Err(format!("the header `{header}` is set by the client itself; leave it out"));
    }
    let mut value = HeaderValue::from_str(value).map_err(|_| bad_text(&format!("the header `{header}`")))?;
    value.set_sensitive(true);
    Ok((header, value))
}

pub(super) fn header_name(name: &str, what: &str) -> Result<HeaderName, Error> {
    HeaderName::from_bytes(name.as_bytes()).map_err(|_| Error::building(bad_name(what, name)))
}

fn bad_name(what: &str, name: &str) -> String {
    format!("{what} has the name `{}`, which no header can have", crate::error::shorten(name, 40))
}

pub(super) fn bad_value(what: &str) -> Error {
    Error::building(bad_text(what))
}

fn bad_text(what: &str) -> String {
    format!("{what} holds characters that a header cannot carry, such as a line break")
}

fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Error {
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let name = crate::error::shorten(name, 40);
    Error::building(format!("there is no {what} `{name}`; there are: {known}"))
}

impl fmt::Debug for Builder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vars: Vec<&str> = self.vars.iter().map(|(name, _)| name.as_str()).collect();
        let mut out = out.debug_struct("Builder");
        out.field("name", &self.description.name)
            .field("deployment", &self.deployment.map(|deployment| deployment.name))
            .field("vars", &vars)
            .field("timeout", &self.timeout)
            .field("max_response_bytes", &self.max_response_bytes)
            .field("max_response_depth", &self.max_response_depth);
        (!self.others.is_empty()).then(|| out.field("others", &self.others));
        self.flow.show(&mut out);
        self.observer.is_some().then(|| out.field("observer", &true));
        out.finish_non_exhaustive()
    }
}
