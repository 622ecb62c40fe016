//! HTTP request of a call.
//!
//! Input: the settings of a client, an operation, its members and its target. Output: a complete
//! request. Nothing is sent here, and `Debug` shows neither secrets nor the body.

pub(crate) mod page_address;

use crate::{
    Body, Client, Error, Target,
    client::{CallEndpoint, Masking, Options, Settings, add_cookies},
    encode::{self, Instance, Parts, RawRequest, template},
    rpc,
    schema::{JSON, Operation, Protocol, Response, ResponseBody, Rpc, Template, Verb},
    transport::Destination,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, atomic::Ordering},
};

/// A call to be sent: an operation, its members as JSON, its target, and its options.
#[derive(Clone, Copy)]
pub(crate) struct CallRef<'a> {
    pub(crate) operation: &'static Operation,
    pub(crate) members: &'a [Option<Vec<u8>>],
    pub(crate) target: &'a Target,
    pub(crate) options: &'a Options,
}

/// A request of a call, ready to be sent.
#[derive(Clone)]
pub struct Request {
    pub(crate) http: http::Request<Body>,
    /// Destination: the whole URL.
    pub(crate) to: Arc<Destination>,
    /// URL of the websocket over which the request is sent as a message, if it is not sent over HTTP.
    pub(crate) websocket: Option<Arc<str>>,
    /// Destination of the last redirect, if there were any.
    pub(crate) redirected: Option<Arc<Destination>>,
    /// The id and the method of a JSON-RPC call.
    pub(crate) rpc: Option<(rpc::Id, Cow<'static, str>)>,
    /// The endpoint of the service, and the variables that the target sets.
    pub(crate) instance: Instance,
    /// The index of the endpoint of the client that the request goes to.
    pub(crate) client_endpoint: usize,
    /// The texts of parameters that are never shown.
    pub(crate) secrets: Vec<String>,
    /// The number of cookies that are parameters. They follow the cookies of the user.
    pub(crate) cookies: usize,
}

impl Request {
    pub(crate) fn new(settings: &Settings, endpoint: &CallEndpoint<'_>, call: CallRef<'_>) -> Result<Self, Error> {
        let secrets = encode::secret_texts(call.operation, call.members);
        Ok(Self { secrets, ..RequestBuilder::new(settings, endpoint, call, false).build(call.members)? })
    }

    /// Builds the request for display: members hold marks in the place of secrets, and are not
    /// checked.
    pub(crate) fn for_display(
        settings: &Settings,
        endpoint: &CallEndpoint<'_>,
        call: CallRef<'_>,
    ) -> Result<Self, Error> {
        RequestBuilder::new(settings, endpoint, call, true).build(call.members)
    }

    /// Builds the request of a batch, whose calls have the destination of `operation`; `body` holds the calls.
    pub(crate) fn of_batch(
        settings: &Settings,
        endpoint: &CallEndpoint<'_>,
        call: CallRef<'_>,
        body: Vec<u8>,
    ) -> Result<Self, Error> {
        RequestBuilder::new(settings, endpoint, call, false).post(body, None)
    }

    /// Returns the secrets to mask in the request and its response.
    pub(crate) fn masking(&self, client: &Client) -> Masking {
        Masking::new(client.clone(), self.client_endpoint, self.http.headers(), &self.secrets)
    }

    /// Returns the HTTP request to send. Before a redirect it is moved out, except for its method; after one,
    /// it is cloned.
    pub(crate) fn take_http(&mut self) -> http::Request<Body> {
        if self.redirected.is_some() {
            return self.http.clone();
        }
        let mut left = http::Request::default();
        left.method_mut().clone_from(self.http.method());
        std::mem::replace(&mut self.http, left)
    }

    /// Returns the HTTP request. It holds the secrets: headers are marked as sensitive, and the URL
    /// has those sent in the query.
    pub const fn http(&self) -> &http::Request<Body> {
        &self.http
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<&str> = self.http.headers().keys().map(HeaderName::as_str).collect();
        out.debug_struct("Request")
            .field("method", self.http.method())
            .field("origin", &self.to.url().origin().ascii_serialization())
            .field("headers", &headers)
            .field("rpc", &self.rpc)
            .field("body_bytes", &self.http.body().len())
            .finish_non_exhaustive()
    }
}

/// Returns the name of the method of a JSON-RPC call.
pub(crate) fn method_of(
    settings: &Settings,
    operation: &'static Operation,
    target: &Target,
) -> Result<Cow<'static, str>, Error> {
    let Protocol::Rpc { method } = operation.protocol else {
        return Err(Error::building("the operation is no JSON-RPC call").with_operation(operation.id));
    };
    let value = |name: &str| target.value_in(settings, operation.service, name).map(str::to_owned);
    template::fill_variables(method, value).map_err(|text| Error::building(text).with_operation(operation.id))
}

/// Builder of a request, with the settings and the call that it is built for.
struct RequestBuilder<'a> {
    settings: &'a Settings,
    endpoint: &'a CallEndpoint<'a>,
    operation: &'static Operation,
    target: &'a Target,
    options: &'a Options,
    /// Whether the request is only displayed, with marks in the place of secrets.
    is_shown: bool,
}

impl<'a> RequestBuilder<'a> {
    const fn new(settings: &'a Settings, endpoint: &'a CallEndpoint<'a>, call: CallRef<'a>, is_shown: bool) -> Self {
        let CallRef { operation, target, options, .. } = call;
        Self { settings, endpoint, operation, target, options, is_shown }
    }

    /// Builds the request of a described or a raw call.
    fn build(&self, members: &[Option<Vec<u8>>]) -> Result<Request, Error> {
        let service = self.operation.service;
        match (&self.options.raw, self.operation.protocol, service.rpc) {
            (None, Protocol::Rest { verb, path }, _) => self.build_rest(verb, path, members),
            (Some(raw), Protocol::Rest { verb, .. }, _) => self.raw_rest(verb, raw),
            (None, Protocol::Rpc { .. }, Some(rpc)) => self.rpc(rpc, members),
            (Some(raw), Protocol::Rpc { .. }, Some(rpc)) => self.raw_rpc(rpc, raw),
            (_, Protocol::Rpc { .. }, None) => {
                Err(self.setting(format!("the service `{}` does not say how it takes JSON-RPC calls", service.name)))
            }
        }
    }

    /// Builds a raw REST call, for paths that the spec does not describe.
    fn raw_rest(&self, verb: Verb, raw: &RawRequest) -> Result<Request, Error> {
        let (path, parts) = raw.parts().map_err(|texts| self.invalid(texts))?;
        self.rest_of(verb, &path, parts)
    }

    /// Builds a raw JSON-RPC call.
    fn raw_rpc(&self, style: Rpc, raw: &RawRequest) -> Result<Request, Error> {
        let params = raw.params(style.params).map_err(|texts| self.invalid(texts))?;
        let method = template::fill(&raw.name, |name| self.var(name).map(str::to_owned))?;
        self.rpc_of(method.into(), style, &params)
    }

    /// Builds the request of a described REST call.
    fn build_rest(&self, verb: Verb, path: Template, members: &[Option<Vec<u8>>]) -> Result<Request, Error> {
        let parts = match self.is_shown {
            true => encode::place_members(self.operation, members, Vec::new()).map_err(encode::texts),
            false => encode::parts(self.operation, members),
        };
        let parts = parts.map_err(|texts| self.invalid(texts))?;
        let path = template::path(path, |name| {
            let bound = parts.path.iter().find(|(known, _)| *known == name);
            bound.map_or_else(|| self.segment(name), |(_, segment)| Ok(segment.into()))
        })?;
        self.rest_of(verb, &path, parts)
    }

    /// Builds a REST call with this path and these parts.
    fn rest_of(&self, verb: Verb, path: &str, parts: Parts) -> Result<Request, Error> {
        let headers = self.headers(&parts)?;
        let method = Method::from_bytes(verb.as_str().as_bytes());
        let method = method.map_err(|_| self.setting(format!("`{}` is not an HTTP method", verb.as_str())))?;
        let base_url = &self.endpoint.state.base_url;
        let to = match &self.options.page {
            Some(address) => Destination::new(page_address::resolve_stored(base_url, address)),
            None => Destination::below(base_url, path, &parts.query),
        };
        let to = to.map_err(|text| self.invalid_url(text))?;
        let request = self.request(method, to, headers, parts.body, None)?;
        Ok(Request { cookies: parts.cookies.len(), ..request })
    }

    /// Builds the request of a described JSON-RPC call.
    fn rpc(&self, style: Rpc, members: &[Option<Vec<u8>>]) -> Result<Request, Error> {
        let params = match self.is_shown {
            true => Ok(encode::params_json(self.operation, members, style.params)),
            false => encode::params(self.operation, members, style.params),
        };
        let params = params.map_err(|texts| self.invalid(texts))?;
        self.rpc_of(method_of(self.settings, self.operation, self.target)?, style, &params)
    }

    /// Builds a JSON-RPC call with this method and these parameters.
    fn rpc_of(&self, method: Cow<'static, str>, style: Rpc, params: &[u8]) -> Result<Request, Error> {
        let id = rpc::Id::new(self.settings.next_id.fetch_add(1, Ordering::Relaxed), style.ids);
        let body = rpc::envelope(&id, &method, params);
        self.post(body, Some((id, method)))
    }

    /// Builds the request whose body holds JSON-RPC calls.
    fn post(&self, body: Vec<u8>, rpc: Option<(rpc::Id, Cow<'static, str>)>) -> Result<Request, Error> {
        let endpoints = self.operation.service.endpoints;
        let endpoint = endpoints.get(self.target.endpoint_index()).ok_or_else(|| {
            let (index, count) = (self.target.endpoint_index(), endpoints.len());
            self.setting(format!("there is no endpoint with the index {index}; there are {count}"))
        })?;
        let state = self.endpoint.state;
        let to = match state.is_whole {
            true => Destination::whole(&state.base_url).map_err(|text| self.invalid_url(text)),
            false => state.destinations.of((self.operation.service, self.target.instance()), || {
                let path = template::fill(endpoint.path, |name| self.segment(name).map(Cow::into_owned))?;
                Destination::below(&state.base_url, &path, "").map_err(|text| self.invalid_url(text))
            }),
        };
        let headers = self.headers(&Parts::default())?;
        self.request(Method::POST, to?, headers, Some((body, JSON.into())), rpc)
    }

    /// Returns the value of a variable. The error names a variable without a value.
    fn var(&self, name: &str) -> Result<&str, Error> {
        let value = self.target.value_in(self.settings, self.operation.service, name);
        value.map_err(|text| self.setting(text))
    }

    /// Returns the value of a variable, encoded as a segment of a path.
    fn segment(&self, name: &str) -> Result<Cow<'_, str>, Error> {
        let value = self.var(name)?;
        template::segment(value).map_err(|why| self.invalid(vec![format!("`{name}` {why}")]))
    }

    /// Builds the headers of the client, of the operation and of the call; a later header overrides an earlier one.
    fn headers(&self, parts: &Parts) -> Result<HeaderMap, Error> {
        let mut headers = with_spare_capacity(&self.endpoint.state.headers);
        self.add_accept(&mut headers)?;
        for (name, value) in &parts.headers {
            let wrong = || self.invalid(vec![format!("`{name}` holds characters that a header cannot carry")]);
            let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
            headers.insert(header, HeaderValue::from_str(value).map_err(|_| wrong())?);
        }
        let own = self.options.headers().map_err(|texts| self.invalid(texts))?;
        // They may hold secrets, which are bound to the base URL.
        if self.endpoint.state.is_primary && !own.is_empty() {
            headers.extend(own.clone());
        }
        if !parts.cookies.is_empty() {
            let all = HeaderValue::from_bytes(&add_cookies(&headers, &parts.cookies.join("; ")));
            let mut all = all.map_err(|_| self.setting("the cookies cannot be put into a header".to_owned()))?;
            all.set_sensitive(headers.get(header::COOKIE).is_some_and(HeaderValue::is_sensitive));
            headers.insert(header::COOKIE, all);
        }
        if let Some(resume) = &self.options.resume {
            resume.put(&mut headers, self.endpoint.index);
        }
        Ok(headers)
    }

    /// Asks for the media types of the response, unless the user asks for others.
    fn add_accept(&self, headers: &mut HeaderMap) -> Result<(), Error> {
        let Some(types) = accepted_media_types(self.operation.response) else { return Ok(()) };
        if !headers.get(header::ACCEPT).is_some_and(HeaderValue::is_sensitive) {
            let wrong = |_| self.setting("the media types of the response cannot be put into a header".to_owned());
            headers.insert(header::ACCEPT, HeaderValue::from_str(&types).map_err(wrong)?);
        }
        Ok(())
    }

    /// Adds the headers that depend on URL and body, and returns the complete request.
    fn request(
        &self,
        method: Method,
        mut to: Arc<Destination>,
        mut headers: HeaderMap,
        body: Option<(Vec<u8>, Cow<'static, str>)>,
        rpc: Option<(rpc::Id, Cow<'static, str>)>,
    ) -> Result<Request, Error> {
        let body = body.map(|(body, media)| {
            // A media type among the headers of the call takes precedence over the usual one of its body.
            let media = match media {
                Cow::Borrowed(media) => Body::from_static(media.as_bytes()),
                Cow::Owned(media) => media.into(),
            };
            if let (header::Entry::Vacant(free), Ok(media)) =
                (headers.entry(header::CONTENT_TYPE), HeaderValue::from_maybe_shared(media))
            {
                free.insert(media);
            }
            body
        });
        let mut url = None;
        for secret in &self.endpoint.secrets {
            secret.put(&mut headers, || url.get_or_insert_with(|| to.url().clone()))?;
        }
        if let Some(url) = url {
            to = Destination::new(url).map_err(|text| self.invalid_url(text))?;
        }
        let mut http = http::Request::new(Body::from(body.unwrap_or_default()));
        *http.method_mut() = method;
        *http.uri_mut() = to.uri.clone();
        *http.headers_mut() = headers;
        let instance = self.target.instance().clone();
        let (redirected, secrets, cookies) = (None, Vec::new(), 0);
        let websocket = self.target.via().map(|via| Arc::clone(via.socket.url()));
        let client_endpoint = self.endpoint.index;
        Ok(Request { http, to, websocket, redirected, rpc, instance, client_endpoint, secrets, cookies })
    }

    /// Returns the error of a URL that cannot be put into a request.
    fn invalid_url(&self, text: String) -> Error {
        self.invalid(vec![text])
    }

    fn invalid(&self, texts: Vec<String>) -> Error {
        Error::invalid_request(self.operation.id, texts)
    }

    /// Returns the error of a missing or wrong setting of the client.
    fn setting(&self, text: String) -> Error {
        Error::building(text).with_operation(self.operation.id)
    }
}

/// Copies headers, with room for those that the call and the transport add.
fn with_spare_capacity(headers: &HeaderMap) -> HeaderMap {
    /// Number of headers that a request usually has in addition to the headers of its client.
    const ADDED: usize = 4;
    let mut copy = HeaderMap::with_capacity(headers.len() + ADDED);
    copy.extend(headers.iter().map(|(name, value)| (name.clone(), value.clone())));
    copy
}

/// Returns the media types that a request asks for; `None` if the response can only be JSON.
fn accepted_media_types(response: &Response) -> Option<String> {
    let is_json = matches!(response.body, ResponseBody::Json | ResponseBody::ByStatus(_));
    (!is_json || response.asks_for_json).then(|| response.body.media_types().join(", "))
}
