//! Builder of a client.
//!
//! Input: the settings of the user and of a deployment. Output: a client, or an error that names
//! the wrong setting and how to correct it. Nothing is sent here, and `Debug` shows no values.

mod checks;
mod limits;
mod service_urls;

use crate::{
    Error, Transport, Websocket,
    client::{
        Client,
        connection::Connection,
        endpoints::{Endpoint, EndpointState, SecretSource},
        limiter::{LimiterSettings, Limiters},
        masking::Redactor,
        observer::Observer,
        request_signer::Signer,
        retry::{Budget, Retry},
        settings::Settings,
    },
    json::DEPTH,
    schema::{self, Deployment},
};
use secrecy::{ExposeSecret, SecretString};
use std::{
    fmt,
    sync::{Arc, OnceLock, atomic::AtomicU64},
    time::Duration,
};

/// Default timeout of an attempt.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Default of the largest response.
const MAX_RESPONSE_BYTES: usize = 64 * 1024 * 1024;
/// Default of how long a response in parts may be silent.
const READ_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// Configures a [`Client`].
#[derive(Clone)]
#[must_use]
pub struct Builder {
    description: &'static schema::Client,
    deployment: Option<&'static Deployment>,
    base_url: Option<String>,
    vars: Vec<(String, String)>,
    secrets: Vec<(String, SecretSource)>,
    signer: Option<Signer>,
    /// Name of a secret whose user contains `:`, which separates the user from the password.
    bad_login: Option<String>,
    headers: Vec<(String, String)>,
    user_agent: Option<String>,
    timeout: Duration,
    deadline: Option<Duration>,
    retry: Retry,
    read_timeout: Duration,
    max_response_bytes: usize,
    max_response_depth: usize,
    connection: Connection,
    limiter: LimiterSettings,
    others: Vec<Endpoint>,
    servers: Vec<(String, Endpoint)>,
    services: Vec<(String, Endpoint)>,
    /// Headers for whole URLs: service, name and value.
    service_headers: Vec<(String, String, String)>,
    observer: Option<Arc<dyn Observer>>,
    websocket: Websocket,
}

impl Builder {
    pub(crate) fn new(description: &'static schema::Client) -> Self {
        Self {
            description,
            deployment: None,
            base_url: None,
            vars: Vec::new(),
            secrets: Vec::new(),
            signer: None,
            bad_login: None,
            headers: Vec::new(),
            user_agent: None,
            timeout: TIMEOUT,
            deadline: None,
            retry: Retry::default(),
            read_timeout: READ_TIMEOUT,
            max_response_bytes: MAX_RESPONSE_BYTES,
            max_response_depth: DEPTH,
            connection: Connection::default(),
            limiter: LimiterSettings::default(),
            others: Vec::new(),
            servers: Vec::new(),
            services: Vec::new(),
            service_headers: Vec::new(),
            observer: None,
            websocket: Websocket::default(),
        }
    }

    crate::setters! {
        /// Sets the base URL, in place of the base URL of variables and the deployment.
        ///
        /// Other settings, such as names of headers and prefixes, keep their values of the deployment. Without a
        /// deployment they are the defaults of the spec. Other servers of the spec must be set, too, before calls can
        /// go there; see [`Builder::server`].
        pub fn base_url(self, url: impl Into<String>) { self.base_url = Some(url.into()); }

        /// Sets a variable of the client, in place of the value of the deployment.
        pub fn var(self, name: impl Into<String>, value: impl Into<String>) {
            self.vars.push((name.into(), value.into()));
        }

        /// Sets a secret. It is sent to the origin of the base URL only, and never printed.
        pub fn secret(self, name: impl Into<String>, value: impl Into<SecretString>) {
            self.secrets.push((name.into(), SecretSource::Value(value.into())));
        }
    }

    /// Sets a secret that is a user and a password, like [`Builder::secret`].
    pub fn login(mut self, name: impl Into<String>, user: impl AsRef<str>, password: impl Into<SecretString>) -> Self {
        let (name, user, password) = (name.into(), user.as_ref(), password.into());
        if user.contains(':') {
            self.bad_login = Some(name.clone());
        }
        self.secret(name, format!("{user}:{}", password.expose_secret()))
    }

    crate::setters! {
        /// Applies the settings of a deployment.
        pub const fn deployment(self, deployment: &'static Deployment) { self.deployment = Some(deployment); }

        /// Sets the timeout of one attempt of a call; the default is 30 seconds. The clock is tokio's,
        /// so calls must run in a tokio runtime with time and I/O enabled. In another runtime, a call is an error,
        /// and tokio prints the message of a panic.
        ///
        /// A server can exceed the timeout by fractions of a second: the HTTP library reads all interim
        /// responses (1xx) that have arrived at once, before the clock is checked.
        pub const fn timeout(self, timeout: Duration) { self.timeout = timeout; }

        /// Sets how long a call may take with all of its attempts and the waits between them; the
        /// default is 2 minutes, or more for [`Retry::until_ready`]. A call that would have to wait
        /// longer for its next attempt fails at once, with the error of the last one.
        pub const fn deadline(self, deadline: Duration) { self.deadline = Some(deadline); }

        /// Sets when and how often calls are tried again; see [`Retry`] for the default.
        pub fn retry(self, retry: Retry) { self.retry = retry; }

        /// Sets the maximum time between two parts of a streamed response; the default is 15 minutes. After it, the
        /// response counts as lost. The timeout of an attempt covers such a response up to its body only.
        pub const fn read_timeout(self, read_timeout: Duration) { self.read_timeout = read_timeout; }

        /// Sets the maximum size of a response; the default is 64 MiB. For events it is the maximum
        /// size of an event: a larger one is left out and reported as a [`Gap`](crate::Gap). Streams of
        /// bytes have no limit. The values of a response may take four times as much memory.
        pub const fn max_response_bytes(self, bytes: usize) { self.max_response_bytes = bytes; }

        /// Sets how deep arrays and objects may be nested in a response; the default is 2,112, which
        /// fits a tree of 1,024 nested calls. Responses nested deeper than 128 are read on a separate
        /// thread, whose stack fits this limit. Undescribed members may be nested to any depth.
        ///
        /// Operations of a program on such a deep value recurse on its own stack. A clone takes the
        /// most: without optimization about 3 kB per nested call. `{:#?}` takes much longer than
        /// `{:?}`, since each level indents all below it.
        pub const fn max_response_depth(self, levels: usize) { self.max_response_depth = levels; }

        /// Sets how websockets are kept: pings, reconnection.
        pub fn websocket(self, settings: Websocket) { self.websocket = settings; }

        /// Sets the header `User-Agent`.
        pub fn user_agent(self, name: impl Into<String>) { self.user_agent = Some(name.into()); }

        /// Adds a header to each request to the base URL. Its value is never printed, and further
        /// endpoints do not get it.
        pub fn header(self, name: impl Into<String>, value: impl Into<String>) {
            self.headers.push((name.into(), value.into()));
        }

        /// Sets the timeout of a connection; the default is 10 seconds. The timeout of the attempt
        /// applies too.
        pub const fn connect_timeout(self, timeout: Duration) { self.connection.connect_timeout = Some(timeout); }

        /// Sends all requests through the proxy at a URL, such as `http://user:password@host:port`. By
        /// default the environment variables `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`
        /// apply.
        pub fn proxy(self, url: impl Into<String>) { self.connection.proxy = Some(url.into()); }

        /// Trusts the certificates of a PEM text, in addition to the certificates of the platform. Use it for a server
        /// with a self-signed certificate, or with a certificate of your own authority. Each call adds to the previous
        /// ones.
        pub fn root_certificate(self, pem: impl AsRef<[u8]>) { self.connection.tls.roots.push(pem.as_ref().to_vec()); }

        /// Sets the certificate by which the client identifies itself (mutual TLS). The PEM text holds
        /// the certificate of the client, the certificates of its authorities, and the private key,
        /// which must not be encrypted. It is never printed.
        ///
        /// With the feature `native-tls`, the key is in PKCS #8: its block begins with `-----BEGIN
        /// PRIVATE KEY-----`.
        pub fn identity(self, pem: impl Into<SecretString>) { self.connection.tls.identity = Some(pem.into()); }

        /// Replaces the transport that sends requests.
        pub fn transport(self, transport: Arc<dyn Transport>) { self.connection.transport(transport); }

        /// Sends requests with an HTTP client of these settings, such as pools and name resolution.
        ///
        /// The client follows redirects and repeats requests itself, so the redirect and retry policies
        /// of the settings are ignored; they would send secrets to other origins, and changes more than
        /// once. With these settings, redirects of downloads to another
        /// origin are not followed either, because `default_headers` may hold a secret.
        pub fn http_client(self, settings: reqwest::ClientBuilder) { self.connection.http(settings); }

        /// Sends requests over the connection pool of hyper-util, in place of reqwest. It needs the
        /// feature `hyper`.
        ///
        /// A call takes more than a third fewer instructions. In return, there are no proxies, also none of the
        /// environment, no compressed responses, and no certificates in addition to the certificates that the platform
        /// trusts. Requests travel over HTTP/1.1. Retries, redirects, limits and websockets stay as they are.
        #[cfg(feature = "hyper")]
        pub fn hyper(self) { self.connection.hyper(); }
    }

    /// Builds the client. The error names a wrong or missing setting.
    pub fn build(self) -> Result<Client, Error> {
        let vars = self.checked_vars()?;
        self.limiter.check(self.description)?;
        let slots = self.limiter.slots();
        let limiters = || Limiters::new(self.limiter.clone(), slots.clone());
        let places = self.checked_places(&vars, limiters)?;
        let mut connected = self.connection.connect()?;
        let mut keys = Redactor::default();
        keys.add_headers(places.all().flat_map(|endpoint| endpoint.headers.values()));
        connected.keys.extend(places.all().flat_map(EndpointState::url_keys));
        Ok(Client(Arc::new(Settings {
            description: self.description,
            deployment: self.deployment,
            places,
            url_keys: connected.keys.into_iter().map(Arc::new).collect(),
            keys,
            vars,
            timeout: self.timeout,
            deadline: self.deadline,
            retry: self.retry,
            budget: Budget::default(),
            read_timeout: self.read_timeout,
            max_response_bytes: self.max_response_bytes,
            max_response_depth: self.max_response_depth,
            transport: connected.transport,
            route: connected.route,
            next_id: AtomicU64::new(1),
            observer: self.observer,
            next_call: AtomicU64::new(1),
            limiter: self.limiter,
            server_version: OnceLock::new(),
            websocket: self.websocket,
            sockets: Default::default(),
        })))
    }
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
        (!self.services.is_empty()).then(|| out.field("services", &self.services));
        self.limiter.add_debug_fields(&mut out);
        self.observer.is_some().then(|| out.field("observer", &true));
        out.finish_non_exhaustive()
    }
}
