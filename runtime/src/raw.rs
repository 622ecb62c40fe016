//! Raw calls: calls that the spec does not describe, through a client that it describes.
//!
//! Input: a path or the name of a method, and the content of the request. Output: the response as JSON or as a type, or
//! the same error as for described calls. Base URL, secrets, limits, retries and masking are the same as for calls of
//! the client. The runtime executes tables only, so each raw call gets one: see `descriptions`.

mod descriptions;

use crate::{
    Body, ByteStream, Client, DryRun, Error, RawJson, Read, Reply, Target,
    call::{call, open},
    client::{Options, masked, option_setters},
    encode::{IntoJson, RawRequest, template},
    raw::descriptions::{RawForm, RawKind, kept_method, raw_operation, version_service},
    response::UnreadResponse,
    schema::{Effect, Operation, Protocol, Service, Verb, VersionCall, is_safe_method},
    transport::BoxFuture,
};
use http::Method;
use std::fmt;

/// A call that the spec lacks, such as a call of a new endpoint.
///
/// [`Client::request`] and the methods `request` and `raw` of generated code create it. It is sent
/// like any call: to the base URL, with the secrets, limits and retries of the client. The path
/// cannot leave the base URL.
///
/// `GET`, `HEAD`, `OPTIONS` and `QUERY` count as read-only. Any other raw call counts as one that makes a change, so it
/// is not repeated once it may have arrived; [`RawCall::effect`] sets another effect.
///
/// ```
/// # use chainloom_runtime::{Client, Error, http::Method, schema::Effect};
/// # async fn sample(client: &Client) -> Result<(), Error> {
/// let found = client.request(Method::GET, "/v1/new/things").query("limit", 5).await?;
/// println!("{found}");
/// let search = client.request(Method::POST, "/v1/new/search").json(r#"{"word":"loom"}"#).effect(Effect::Read);
/// let count: u64 = search.send_as().await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
#[must_use = "a call does nothing until it is sent"]
pub struct RawCall {
    target: Target,
    kind: RawKind,
    effect: Effect,
    options: Options,
}

impl Client {
    /// Creates a call of an endpoint that the spec lacks. The path begins with `/` and is
    /// added to the base URL.
    ///
    /// A path that could leave the base URL, or has a query, is an error when the call is sent. So are
    /// the methods CONNECT, and TRACE, whose response would hold the secrets of the client. Of methods
    /// that no standard has, a program can send 64.
    pub fn request(&self, method: Method, path: impl Into<String>) -> RawCall {
        let verb = verb(&method);
        let effect = if is_safe_method(method.as_str()) { Effect::Read } else { Effect::Write };
        let kind = RawKind::Rest(self.description(), verb.unwrap_or(Verb::Get));
        let mut call = RawCall::new(Target::new(self.clone()), kind, path.into(), effect);
        if verb.is_none() {
            let why = format!("the method {method} cannot be sent: use GET, POST or another method of a standard");
            call.options.refuse(vec![why]);
        }
        call
    }
}

/// Converts an HTTP method; `None` for a non-standard method beyond the number that is kept.
fn verb(method: &Method) -> Option<Verb> {
    Some(match method.as_str() {
        "GET" => Verb::Get,
        "HEAD" => Verb::Head,
        "POST" => Verb::Post,
        "PUT" => Verb::Put,
        "PATCH" => Verb::Patch,
        "DELETE" => Verb::Delete,
        "OPTIONS" => Verb::Other("OPTIONS"),
        "QUERY" => Verb::Other("QUERY"),
        "CONNECT" | "TRACE" => return None,
        other => Verb::Other(kept_method(other)?),
    })
}

impl RawCall {
    fn new(target: Target, kind: RawKind, name: String, effect: Effect) -> Self {
        let options = Options::of_raw(RawRequest::new(name));
        Self { target, kind, effect, options }
    }

    /// Creates a call of a JSON-RPC method that the spec of the service lacks. `params` is
    /// an array or an object, as JSON text or as a value. The name may have variables of the
    /// service in braces.
    pub fn rpc(target: Target, service: &'static Service, method: impl Into<String>, params: impl IntoJson) -> Self {
        Self::new(target, RawKind::Rpc(service), method.into(), Effect::Write).json(params)
    }

    /// Creates the call that returns the version of a server.
    pub(crate) fn version(client: &Client, call: VersionCall) -> Result<Self, Error> {
        let (service, target) = (version_service(client.description(), call), Target::new(client.clone()));
        Ok(match call.protocol {
            Protocol::Rest { path, .. } => client.request(Method::GET, target.fill(service, path.text)?),
            Protocol::Rpc { method } => Self::new(target, RawKind::Rpc(service), method.to_owned(), Effect::Read),
        })
    }

    /// Appends a segment to the path. Characters that have a meaning in a path are encoded.
    pub fn segment(mut self, value: impl fmt::Display) -> Self {
        match template::segment(&value.to_string()) {
            Ok(segment) => self.raw().name = format!("{}/{segment}", self.raw().name.trim_end_matches('/')),
            Err(why) => self.options.refuse(vec![format!("a segment of the path {why}")]),
        }
        self
    }

    /// Adds a parameter to the query. A name that is added several times is sent several times.
    pub fn query(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.raw().query.push((name.into(), value.to_string()));
        self
    }

    /// Sets the JSON of the body, or of `params` in a JSON-RPC call. A text that is not JSON is an error when the call
    /// is sent.
    pub fn json(mut self, json: impl IntoJson) -> Self {
        match json.into_json() {
            Ok(json) => self.raw().json = Some(json),
            Err(why) => self.options.refuse(vec![format!("the JSON of the call: {why}")]),
        }
        self
    }

    crate::setters! {
        /// Sets a body of a media type, such as `text/plain`, in place of JSON. In a JSON-RPC call it
        /// is an error when sent.
        pub fn body(self, media_type: impl Into<String>, bytes: impl Into<Vec<u8>>) {
            self.raw().bytes = Some((media_type.into(), bytes.into()));
        }

        /// Sets what repeating the call does, which decides whether it is tried again.
        pub fn effect(self, effect: Effect) { self.effect = effect; }
    }

    option_setters!(options, "this call", "this call with all of its attempts", "this call is");

    /// Sends the call and returns the body of the response, or the `result` of a JSON-RPC response.
    /// No body is `null`.
    pub async fn send(self) -> Result<RawJson, Error> {
        self.send_as().await
    }

    /// Sends the call and returns the response as a described type, such as a record of the
    /// generated crate, `u64` or `Vec<Text>`. With the feature `serde`, the type `Json<T>` takes
    /// any type of serde.
    pub async fn send_as<T: Read + Send + 'static>(self) -> Result<T, Error> {
        self.reply_as().await.map(Reply::into_body)
    }

    /// Sends the call and returns the response with its status, headers and raw bytes.
    pub async fn reply(self) -> Result<Reply<RawJson>, Error> {
        self.reply_as().await
    }

    /// Sends the call and returns the response as a described type, with its status, headers and
    /// raw bytes.
    pub async fn reply_as<T: Read + Send + 'static>(self) -> Result<Reply<T>, Error> {
        let (operation, mut value) = (self.operation(RawForm::Json), T::blank());
        let reply = call(&self.target, operation, self.members(operation), &self.options, &mut value).await?;
        Ok(Reply::new(value, reply))
    }

    /// Sends the call and returns a response that may be anything but JSON, such as text.
    pub async fn bytes(self) -> Result<Reply<Body>, Error> {
        let operation = self.operation(RawForm::Bytes);
        let members = self.members(operation)?;
        let (client, mut raw) = (self.target.client(), UnreadResponse::into_raw);
        // In a box, so that the machinery of a call is not a part of the caller's future.
        let reply: BoxFuture<'_, _> = Box::pin(client.call(operation, &members, &self.target, &self.options, &mut raw));
        reply.await.map(|reply| Reply::new(reply.raw().clone(), reply))
    }

    /// Sends the call and returns the body of the response as a stream of bytes.
    pub async fn stream(self) -> Result<ByteStream, Error> {
        let operation = self.operation(RawForm::Bytes);
        let members = self.members(operation);
        let (_, opened) = open(self.target, operation, members, self.options).await?;
        Ok(ByteStream::new(operation, (opened.head.status, opened.head.headers), opened.body))
    }

    /// Builds and checks the request without sending it, and returns it with its secrets masked.
    pub fn dry_run(&self) -> Result<DryRun, Error> {
        let operation = self.operation(RawForm::Json);
        self.members(operation)?;
        DryRun::new(&self.target, operation, &[], &self.options, "")
    }

    /// Returns a `curl` command that sends the same request; see [`DryRun::to_curl`].
    pub fn to_curl(&self) -> Result<String, Error> {
        self.dry_run().map(|request| request.to_curl())
    }

    /// Returns the table of the call, with this form of output.
    fn operation(&self, form: RawForm) -> &'static Operation {
        let name = self.options.raw.as_ref().map_or("", |raw| &raw.name);
        raw_operation(self.kind, name, self.effect, form)
    }

    /// Returns no members, or the error of the arguments that were given in their place.
    fn members(&self, operation: &Operation) -> Result<Vec<Option<Vec<u8>>>, Error> {
        let checked = self.options.arguments().map(|()| Vec::new());
        checked.map_err(|texts| Error::invalid_request(operation.id, texts))
    }

    /// Returns the content of the call for changes.
    fn raw(&mut self) -> &mut RawRequest {
        self.options.raw.get_or_insert_with(|| RawRequest::new(String::new()))
    }
}

impl IntoFuture for RawCall {
    type Output = Result<RawJson, Error>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

/// Omits the query, the headers and the body, which may hold secrets.
impl fmt::Debug for RawCall {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.options.raw.as_ref().map(|raw| raw.name.clone()).unwrap_or_default();
        let name = masked(self.target.client().settings(), name);
        out.debug_struct("RawCall")
            .field("operation", &self.operation(RawForm::Json).id)
            .field("name", &name)
            .field("effect", &self.effect)
            .finish_non_exhaustive()
    }
}
