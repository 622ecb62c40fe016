//! Setters of the builder for limits, additional endpoints, secret providers, request signatures,
//! layers, and observers.
//!
//! Input: values of the user. Output: the builder with them; `build` checks them. All of these
//! features are off by default.

use crate::{
    Body, Rate, SecretString, Transport,
    client::{
        builder::Builder,
        endpoints::{Endpoint, SecretSource},
        observer::Observer,
        request_signer::signer,
    },
};
use std::sync::Arc;

impl Builder {
    crate::setters! {
        /// Limits the number of requests, or units of cost, in a period. Several limits hold together. Clones of the
        /// client share them, and each endpoint has its own count.
        ///
        /// Requests beyond a limit wait in the order of arrival, each attempt of a call anew. The wait is a part of the
        /// call's deadline: a call that would wait longer fails at once with [`ErrorKind::Limited`](crate::ErrorKind).
        /// Dropping a call frees its place.
        pub fn limit(self, rate: Rate) { self.limiter.rates.push(rate); }

        /// Limits how many requests of the client wait for a response at the same time, over all
        /// endpoints. Others wait for a free slot in the order of arrival, as with [`Builder::limit`].
        /// A streamed response frees its slot when its head has come.
        pub const fn max_concurrent(self, most: usize) { self.limiter.max_concurrent = Some(most); }

        /// Keeps to the limits that the spec states for all callers: rates of requests and of costs,
        /// and the number of open requests; of the client, its services and operations. They work as
        /// with [`Builder::limit`].
        ///
        /// A spec whose limits differ between callers needs [`Builder::limits_of_tier`].
        pub const fn limits_of_spec(self) { self.limiter.of_spec = true; }

        /// Keeps to the limits that the spec states for all callers and for a tier, such as a plan; see
        /// [`Limit::tier`](crate::schema::Limit::tier). An unknown tier is an error of `build`.
        pub fn limits_of_tier(self, tier: impl Into<String>) {
            (self.limiter.of_spec, self.limiter.tier) = (true, Some(tier.into()));
        }

        /// Follows the rate-limit headers of responses: when the service states that nothing is left, or refuses a call
        /// with the status 429, calls wait until the time that it states. It needs the names of the headers in the
        /// spec; see [`RateLimitHeaders`](crate::schema::RateLimitHeaders).
        ///
        /// The rest counts units of cost if the spec limits costs, and requests otherwise. Requests that are on their
        /// way together may exceed the rest.
        pub const fn follow_rate_limit(self) { self.limiter.follows_headers = true; }
    }

    /// Adds a further endpoint with this base URL, and without secrets; see [`Builder::endpoint`].
    pub fn fallback(self, url: impl Into<String>) -> Self {
        self.endpoint(Endpoint::new(url))
    }

    crate::setters! {
        /// Adds a further endpoint that serves the same API. An attempt goes to the first endpoint that is
        /// healthy, in the order in which they were added, the base URL first.
        ///
        /// An endpoint that fails in a way that may pass (see
        /// [`Error::is_retryable`](crate::Error::is_retryable)) rests for 1 second, doubled with each
        /// failure in a row up to 60 seconds, or as long as it asks for. The call goes on with the next
        /// one at once. The rules for retries hold all the same: the number of attempts, the budget,
        /// the deadline, and that a call that changes something is repeated only if nothing was done.
        /// After its rest, one call that only reads tries the endpoint.
        ///
        /// A websocket is opened in the same way, and goes to the next endpoint when it is opened
        /// again. What fails over an open websocket does not let an endpoint rest.
        ///
        /// Each endpoint has its own secrets and headers, or none: secrets and headers of the builder and of a call go
        /// to the base URL only. [`Reply::origin`](crate::Reply::origin) and [`Error::origin`](crate::Error::origin)
        /// return which endpoint it was.
        pub fn endpoint(self, endpoint: Endpoint) { self.others.push(endpoint); }

        /// Sets the endpoint of a server that the spec declares in addition to the base URL, by its name. Like other
        /// endpoints, it has its own secrets and headers, or none.
        ///
        /// By default, the endpoint has the URL that the spec states. It receives the secrets of the builder that the
        /// spec assigns to it. Headers and the signer of the builder are for the base URL only. Where
        /// [`Builder::base_url`] is set, there is no default: who sends calls elsewhere, such as to a server of tests,
        /// must say where the others go. A call to a server without an endpoint is an error.
        ///
        /// ```
        /// # use chainloom_runtime::{Builder, Endpoint};
        /// # fn sample(builder: Builder) -> Builder {
        /// builder.server("upload", Endpoint::new("http://127.0.0.1:8080"))
        /// # }
        /// ```
        pub fn server(self, name: impl Into<String>, endpoint: Endpoint) { self.servers.push((name.into(), endpoint)); }

        /// Sets the whole URL of a service, by the name of the service in the spec: the URL of a provider of nodes,
        /// often with a key in the path. It comes before the base URL.
        ///
        /// JSON-RPC calls go to exactly this URL. The path of the service is not appended, and its variables are not
        /// asked for. The paths of a REST service are appended. A URL that begins with `wss://` or `ws://` is the URL
        /// of the websocket; a service may have one of each kind. Further URLs of a kind are tried as with
        /// [`Builder::endpoint`]. Other services keep the base URL. It may be left out if none of them is called.
        ///
        /// Path and query of the URL are secret: they are never printed. Secrets and headers are set on the
        /// [`Endpoint`], or there are none; the headers of one call go there, too. A service with several endpoints
        /// cannot have a whole URL.
        ///
        /// ```
        /// # use chainloom_runtime::{Builder, Endpoint};
        /// # fn sample(builder: Builder) -> Builder {
        /// let own = Endpoint::new("https://second.example/rpc").header("x-key", "its own key");
        /// builder.service_endpoint("books", "https://provider.example/v3/KEY").service_endpoint("books", own)
        /// # }
        /// ```
        pub fn service_endpoint(self, service: impl Into<String>, endpoint: impl Into<Endpoint>) {
            self.services.push((service.into(), endpoint.into()));
        }
    }

    /// Adds a header to each request to the whole URLs of a service, also to the URLs of a deployment. Its value is
    /// never printed. A service without a whole URL has the headers of the base URL.
    pub fn service_header(
        mut self,
        service: impl Into<String>,
        name: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        self.service_headers.push((service.into(), name.into(), value.into()));
        self
    }

    /// Sets a function that gives the value of a secret, such as one that rotates. It is called
    /// before the first call, and again when the service has refused the value with the status 401
    /// or 403. The call is then tried once more, within the number of attempts. Calls that need a
    /// value at the same time ask once; what they wait counts for their deadline.
    ///
    /// An error of the function is an error of the call, of the kind
    /// [`ErrorKind::Secret`](crate::ErrorKind). The latest 64 values are remembered and never
    /// printed.
    ///
    /// ```
    /// # use chainloom_runtime::{Builder, SecretString};
    /// # fn sample(builder: Builder) -> Builder {
    /// builder.secret_provider("apiKey", || async {
    ///     std::fs::read_to_string("/run/secrets/api-key").map(|key| SecretString::from(key.trim()))
    /// })
    /// # }
    /// ```
    pub fn secret_provider<P, F, E>(mut self, name: impl Into<String>, provider: P) -> Self
    where
        P: Fn() -> F + Send + Sync + 'static,
        F: Future<Output = Result<SecretString, E>> + Send + 'static,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.secrets.push((name.into(), SecretSource::provider(provider)));
        self
    }

    /// Sets a secret from an environment variable, which is read when a call first needs it. A
    /// variable that is not set is an error of the call.
    pub fn secret_from_env(self, name: impl Into<String>, variable: impl Into<String>) -> Self {
        let variable = variable.into();
        self.secret_provider(name, move || {
            let value = std::env::var(&variable).map(SecretString::from);
            std::future::ready(value.map_err(|_| format!("the environment variable `{variable}` is not set")))
        })
    }

    /// Sets a function that signs requests, for services that want a signature over the method, the
    /// path, the query and the body. It gets each request to the base URL as it would go out, with
    /// all headers and secrets, and returns it with the signature in the headers or the query.
    ///
    /// The function is called once for each attempt, after the wait for limits, so that a time in the signature is
    /// recent. The function signs single calls, batches, handshakes of websockets, and redirects within the origin of the
    /// base URL. [`Builder::layer`] sees the signed request. Further endpoints have separate signers:
    /// [`Endpoint::request_signer`]. Requests that are only shown, such as those of
    /// [`Call::to_curl`](crate::Call::to_curl), are not signed.
    ///
    /// An error of the function is an error of the call, of the kind
    /// [`ErrorKind::Secret`](crate::ErrorKind); nothing was sent. So is a URL with another scheme,
    /// host or port.
    ///
    /// ```
    /// use base64::prelude::{BASE64_STANDARD, Engine as _};
    /// use chainloom_runtime::{Body, Builder, http};
    /// use hmac::{Hmac, KeyInit, Mac};
    /// use std::time::{SystemTime, UNIX_EPOCH};
    ///
    /// type Failure = Box<dyn std::error::Error + Send + Sync>;
    ///
    /// /// Signs the time in seconds, the method, the path with the query, and the body.
    /// async fn sign(mut request: http::Request<Body>) -> Result<http::Request<Body>, Failure> {
    ///     let time = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs().to_string();
    ///     let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    ///     let mut hmac = Hmac::<sha2::Sha256>::new_from_slice(b"the key of the account")?;
    ///     for part in [time.as_bytes(), request.method().as_str().as_bytes(), path.as_bytes(), request.body()] {
    ///         hmac.update(part);
    ///     }
    ///     let signature = BASE64_STANDARD.encode(hmac.finalize().into_bytes());
    ///     request.headers_mut().insert("x-timestamp", time.parse()?);
    ///     request.headers_mut().insert("x-signature", signature.parse()?);
    ///     Ok(request)
    /// }
    ///
    /// # fn sample(builder: Builder) -> Builder {
    /// builder.request_signer(sign)
    /// # }
    /// ```
    pub fn request_signer<S, F, E>(mut self, sign: S) -> Self
    where
        S: Fn(http::Request<Body>) -> F + Send + Sync + 'static,
        F: Future<Output = Result<http::Request<Body>, E>> + Send + 'static,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.signer = Some(signer(sign));
        self
    }

    /// Puts a transport of yours around the one that sends requests: middleware, such as a cache or
    /// a signature. It sees each request of each attempt, with a [`CallInfo`](crate::CallInfo)
    /// among its extensions, which names the operation. Each layer is around those before it.
    /// Limits of the client hold outside of all layers.
    ///
    /// A layer may add headers, so redirects of downloads to another origin are not followed, as
    /// with [`Builder::http_client`].
    ///
    /// ```
    /// use chainloom_runtime::{Body, BoxFuture, CallInfo, Limits, StreamResult, Transport, TransportResult, http};
    /// use std::sync::Arc;
    ///
    /// /// Prints the operation of each request.
    /// struct Printing(Arc<dyn Transport>);
    ///
    /// impl Printing {
    ///     fn print(&self, request: &http::Request<Body>) {
    ///         if let Some(call) = request.extensions().get::<CallInfo>() {
    ///             println!("{} (attempt {})", call.operation.id, call.attempt);
    ///         }
    ///     }
    /// }
    ///
    /// impl Transport for Printing {
    ///     fn send(&self, request: http::Request<Body>, limits: Limits) -> BoxFuture<'_, TransportResult> {
    ///         self.print(&request);
    ///         self.0.send(request, limits)
    ///     }
    ///
    ///     fn stream(&self, request: http::Request<Body>) -> BoxFuture<'_, StreamResult> {
    ///         self.print(&request);
    ///         self.0.stream(request)
    ///     }
    /// }
    ///
    /// # fn sample(builder: chainloom_runtime::Builder) -> chainloom_runtime::Builder {
    /// builder.layer(Printing)
    /// # }
    /// ```
    pub fn layer<T: Transport>(mut self, wrap: impl Fn(Arc<dyn Transport>) -> T + Send + Sync + 'static) -> Self {
        self.connection.layer(move |inner| Arc::new(wrap(inner)));
        self
    }

    /// Puts a layer of `tower` around the transport, like [`Builder::layer`]; with the feature
    /// `tower`.
    ///
    /// The service takes a request with its whole body, and answers with a body in parts. Its
    /// clones must share their state, as those of `tower` do: each request goes to a clone.
    #[cfg(feature = "tower")]
    pub fn tower_layer<L, S>(self, layer: L) -> Self
    where
        L: tower_layer::Layer<crate::TransportService, Service = S> + Send + Sync + 'static,
        S: tower_service::Service<http::Request<crate::Body>, Response = http::Response<crate::BodyStream>>
            + Clone
            + Send
            + Sync
            + 'static,
        S::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
        S::Future: Send,
    {
        self.layer(move |inner| {
            crate::transport::TowerTransport(layer.layer(crate::transport::TransportService::new(inner)))
        })
    }

    /// Tells an observer of each call, for counters and logs of your own. It works without the
    /// feature `tracing`.
    pub fn observer(mut self, observer: impl Observer) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }
}
