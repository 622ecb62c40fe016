//! Connection settings of a client under construction.
//!
//! Input: a transport, an HTTP client, or settings for the client's own. Output: the transport, and the known
//! part of the route to the server, for hints in errors. No transport follows redirects: see `redirect`.

#[cfg(feature = "hyper")]
use crate::transport::Hyper;
use crate::{
    Error, Transport,
    client::{secret_forms::SecretForms, url_keys},
    transport::{ClientTransport, Http, Tls},
};
use std::{sync::Arc, time::Duration};
use url::Url;

/// Settings for sending requests.
#[derive(Clone, Default)]
pub(crate) struct Connection {
    source: TransportSource,
    pub(crate) connect_timeout: Option<Duration>,
    pub(crate) proxy: Option<String>,
    pub(crate) tls: Tls,
    layers: Vec<Layer>,
}

/// Makes a transport around another one.
type Layer = Arc<dyn Fn(Arc<dyn Transport>) -> Arc<dyn Transport> + Send + Sync>;

/// Transport that the user has chosen.
#[derive(Clone, Default)]
enum TransportSource {
    /// The built-in HTTP client.
    #[default]
    Own,
    /// An HTTP client with settings of the user. The error is the reason why it cannot be made.
    Http(Result<Http, String>),
    Transport(Arc<dyn Transport>),
    /// The connection pool of hyper-util.
    #[cfg(feature = "hyper")]
    Hyper,
}

/// Transport that was built from a connection.
pub(crate) struct ConnectedTransport {
    pub(crate) transport: ClientTransport,
    pub(crate) route: Route,
    /// Parts of the URL of the proxy that may be a key.
    pub(crate) keys: Vec<SecretForms>,
}

/// Known network route of requests: direct, proxy, or a transport of the user.
#[derive(Debug)]
pub(crate) enum Route {
    /// Directly, unless the environment names a proxy.
    Own,
    /// By a proxy at this origin.
    Proxy(String),
    /// Through an HTTP client of the user, which may add headers and have a proxy.
    Http,
    /// Through a transport of the user.
    Transport,
    /// Directly, whatever the environment contains.
    #[cfg(feature = "hyper")]
    Direct,
    /// Through layers of the user, which may add headers.
    Layers(Box<Route>),
}

impl Connection {
    pub(crate) fn transport(&mut self, transport: Arc<dyn Transport>) {
        self.source = TransportSource::Transport(transport);
    }

    /// Makes the client at once, since its settings cannot be cloned. [`Connection::connect`]
    /// reports why it cannot be made.
    pub(crate) fn http(&mut self, settings: reqwest::ClientBuilder) {
        self.source = TransportSource::Http(Http::from_settings(settings));
    }

    #[cfg(feature = "hyper")]
    pub(crate) fn hyper(&mut self) {
        self.source = TransportSource::Hyper;
    }

    /// Adds a layer, which is around the layers before it.
    pub(crate) fn layer(&mut self, layer: impl Fn(Arc<dyn Transport>) -> Arc<dyn Transport> + Send + Sync + 'static) {
        self.layers.push(Arc::new(layer));
    }

    /// Builds the transport, with the layers around it.
    pub(crate) fn connect(mut self) -> Result<ConnectedTransport, Error> {
        let layers = std::mem::take(&mut self.layers);
        let mut connected = self.connect_bare()?;
        if !layers.is_empty() {
            let layered = layers.iter().fold(connected.transport.into_shared(), |inner, layer| layer(inner));
            connected.transport = ClientTransport::Any(layered);
            connected.route = Route::Layers(Box::new(connected.route));
        }
        Ok(connected)
    }

    /// Builds the transport without the layers.
    fn connect_bare(&self) -> Result<ConnectedTransport, Error> {
        let failed = |error| Error::building(format!("the HTTP client cannot be made: {error}"));
        let (transport, route) = match &self.source {
            TransportSource::Own => return self.connect_own(),
            TransportSource::Http(http) => (ClientTransport::Http(http.clone().map_err(failed)?), Route::Http),
            TransportSource::Transport(transport) => (ClientTransport::Any(Arc::clone(transport)), Route::Transport),
            #[cfg(feature = "hyper")]
            TransportSource::Hyper => return self.connect_hyper(),
        };
        let has_timeout = self.connect_timeout.is_some().then_some("connect_timeout");
        if let Some(name) = has_timeout.or_else(|| self.own_client_setting()) {
            return Err(Error::building(format!(
                "`.{name}(…)` has no effect on a transport or an HTTP client that is given: set it there"
            )));
        }
        Ok(ConnectedTransport { transport, route, keys: Vec::new() })
    }

    /// Returns the name of a setting that only the built-in HTTP client has.
    fn own_client_setting(&self) -> Option<&'static str> {
        let ours = [
            ("proxy", self.proxy.is_some()),
            ("root_certificate", !self.tls.roots.is_empty()),
            ("identity", self.tls.identity.is_some()),
        ];
        ours.iter().find_map(|(name, is_set)| is_set.then_some(*name))
    }

    /// Builds the connection pool of hyper-util. Settings that it lacks are an error.
    #[cfg(feature = "hyper")]
    fn connect_hyper(&self) -> Result<ConnectedTransport, Error> {
        if let Some(name) = self.own_client_setting() {
            return Err(Error::building(format!("`.{name}(…)` has no effect with `.hyper()`: leave one of them out")));
        }
        let hyper = Hyper::new(self.connect_timeout);
        let hyper = hyper.map_err(|error| Error::building(format!("the connector cannot be made: {error}")))?;
        Ok(ConnectedTransport {
            transport: ClientTransport::Hyper(Box::new(hyper)),
            route: Route::Direct,
            keys: Vec::new(),
        })
    }

    /// Builds an HTTP client of the runtime with the settings of the builder.
    fn connect_own(&self) -> Result<ConnectedTransport, Error> {
        let proxy = self.proxy.as_deref().map(parse_proxy_url).transpose()?;
        let http = Http::new(self.connect_timeout, proxy.as_ref(), &self.tls);
        let http = http.map_err(|error| Error::building(format!("the HTTP client cannot be made: {error}")))?;
        let route = proxy.as_ref().map_or(Route::Own, |url| Route::Proxy(url.origin().ascii_serialization()));
        let keys = proxy.as_ref().map(url_keys::keys_in).unwrap_or_default();
        Ok(ConnectedTransport { transport: ClientTransport::Http(http), route, keys })
    }
}

/// Parses the URL of a proxy. The text is not shown: it may hold a password.
fn parse_proxy_url(text: &str) -> Result<Url, Error> {
    let wrong = |what: &str| Error::building(format!("the URL of the proxy {what}; it looks like `http://host:port`"));
    let url = Url::parse(text.trim()).map_err(|error| wrong(&format!("is no URL ({error})")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("must begin with `http://` or `https://`"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(wrong("has no host"));
    }
    Ok(url)
}

impl Route {
    /// Returns whether requests are sent unchanged. An HTTP client or a layer of the user may add headers,
    /// which may hold secrets.
    pub(crate) const fn is_exact(&self) -> bool {
        !matches!(self, Self::Http | Self::Layers(_))
    }

    /// Returns a hint for a server certificate that is not trusted.
    pub(crate) const fn hint_of_certificate(&self) -> Option<&'static str> {
        match self {
            Self::Own | Self::Proxy(_) => Some(
                "If the certificate is signed by itself or by an authority of your own, trust it with \
                 `.root_certificate(…)`",
            ),
            Self::Http | Self::Transport => None,
            #[cfg(feature = "hyper")]
            Self::Direct => Some(
                "If the certificate is signed by itself or by an authority of your own, leave out `.hyper()` and \
                 trust it with `.root_certificate(…)`",
            ),
            Self::Layers(inner) => inner.hint_of_certificate(),
        }
    }

    /// Returns a hint for a failed connection to the origin.
    pub(crate) fn hint(&self, origin: &str) -> String {
        match self {
            Self::Proxy(proxy) => format!("Is the proxy at {proxy} running? It was set with `.proxy(…)`."),
            Self::Http => {
                format!("Is a server running at {origin}, and does the proxy of the HTTP client, if any, work?")
            }
            Self::Own => match proxy_of_environment(origin) {
                Some(name) => {
                    format!(
                        "Is a server running at {origin}, and does the proxy that the variable `{name}` of the \
                         environment names work?"
                    )
                }
                None => format!("Is a server running at {origin}?"),
            },
            #[cfg(feature = "hyper")]
            Self::Direct => format!("Is a server running at {origin}, and can it be reached without a proxy?"),
            Self::Transport => format!("Is a server running at {origin}?"),
            Self::Layers(inner) => inner.hint(origin),
        }
    }
}

/// Returns the variable of the environment that names the proxy of an origin, as HTTP clients read them.
fn proxy_of_environment(origin: &str) -> Option<&'static str> {
    let of_scheme =
        if origin.starts_with("https:") { ["HTTPS_PROXY", "https_proxy"] } else { ["HTTP_PROXY", "http_proxy"] };
    let mut names = of_scheme.into_iter().chain(["ALL_PROXY", "all_proxy"]);
    names.find(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
