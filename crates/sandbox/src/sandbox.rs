//! Sandbox and its builder: the server on a port of loopback.
//!
//! Input: the settings of a test or a command. Output: a running [`Sandbox`]. How requests are
//! handled is decided in [`crate::server`].

mod listener;
mod live;
mod spec_cache;
mod webhooks;

use std::collections::HashMap;
use std::error::Error as _;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::response::Response;
use bytes::Bytes;
use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::model::to_json;
use chainloom_codegen::{NamedModel, Package, SourceFile, read_sources};
use chainloom_interpret::Api;
use chainloom_runtime::catalog::Redactor;
use chainloom_runtime::schema::Deployment;
use http::header::HOST;
use http::{StatusCode, Version};
use http_body_util::LengthLimitError;
use serde_json::{Map, Value};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::faults::Rule;
use crate::responses::computed::Computed;
use crate::responses::event_streams;
use crate::responses::prepared::{self, PreparedResponse};
use crate::routing::guide::ServedService;
use crate::server::compression::compress;
use crate::server::conditions::Conditions;
use crate::server::cross_origin;
use crate::server::log::{SeenRequest, Watch};
use crate::server::reference::{DryRuns, ReferencePage};
use crate::server::sending::send_response;
use crate::server::upstream::{MAX_BODY_BYTES, Upstream};
use crate::server::wire::{Cuttable, Wire};
use crate::server::{Server, Settings, Source};
use crate::session::{Recorder, Replay, SessionSecrets};
use crate::synthesis::Style;
use crate::webhooks::{Sender, Watch as WebhookWatch, WebhookTarget};
use crate::websocket;

pub use listener::WebhookListener;

/// Default number of items of each list.
const DEFAULT_ITEMS: usize = 25;

/// Configures a [`Sandbox`].
pub struct Builder {
    spec: Spec,
    deployment: Option<String>,
    port: u16,
    settings: Settings,
    session: SessionSettings,
    events_every: Option<Duration>,
    webhooks: Vec<WebhookTarget>,
    webhook_watch: Option<WebhookWatch>,
    dry_runs: Option<DryRuns>,
}

/// Spec that a sandbox serves.
enum Spec {
    /// Spec of the crate `chainloom`.
    Own,
    /// Files, which are checked at the start.
    Files(Vec<SourceFile>),
    /// A spec that was checked before.
    Checked(Box<NamedModel>),
}

impl Spec {
    /// Loads the spec, from a cache if its files were loaded before.
    fn load(self) -> Result<spec_cache::Loaded, Error> {
        let (sources, packages) = match self {
            Self::Checked(named) => return Ok(spec_cache::loaded(*named)),
            Self::Files(sources) => (sources, vec![Package::of_crate(chainloom_spec::NAME, chainloom_spec::files())]),
            Self::Own => (own_spec()?, Vec::new()),
        };
        spec_cache::api(&sources, &packages).map_err(|mistakes| Error::of_spec(&mistakes, &sources))
    }
}

/// Server or folders with which a sandbox forwards, records or replays requests.
#[derive(Debug, Default)]
struct SessionSettings {
    upstream: Option<String>,
    record: Option<PathBuf>,
    replay: Option<PathBuf>,
}

impl SessionSettings {
    /// Builds the source of responses. `keys` are the valid secrets, which are masked in recorded
    /// files.
    fn source(self, keys: &[String]) -> Result<Source, String> {
        let mut secrets = Redactor::default();
        keys.iter().for_each(|key| secrets.add(key));
        self.upstream.iter().for_each(|url| secrets.add_url(url));
        Ok(Source {
            secrets: SessionSecrets::new(secrets),
            upstream: self.upstream.map(|url| Upstream::new(&url)).transpose()?,
            replay: self.replay.map(|folder| Replay::read(&folder)).transpose()?,
            recorder: self.record.map(Recorder::new).transpose()?,
        })
    }
}

/// A server that is running. It stops when this value is dropped.
pub struct Sandbox {
    pub(crate) server: Arc<Server>,
    pub(crate) webhooks: Arc<Sender>,
    address: SocketAddr,
    tasks: Vec<JoinHandle<()>>,
}

/// Error of a sandbox that could not be started or changed.
#[derive(Debug)]
pub struct Error(pub(crate) String);

impl Error {
    fn of_spec(mistakes: &Diagnostics, sources: &[SourceFile]) -> Self {
        Self(format!("the spec has mistakes\n\n{}", mistakes.render(sources, false)))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("deployment", &self.deployment)
            .field("port", &self.port)
            .field("settings", &self.settings)
            .field("session", &self.session)
            .field("events_every", &self.events_every)
            .field("webhooks", &self.webhooks)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox").field("address", &self.address).finish_non_exhaustive()
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

impl Builder {
    /// Sets the spec, as the texts of its files. By default it is the spec of the crate
    /// `chainloom`, whose types and services any other spec can use.
    #[must_use]
    pub fn spec(self, sources: Vec<SourceFile>) -> Self {
        Self { spec: Spec::Files(sources), ..self }
    }

    /// Sets the spec, as a spec that was checked before: nothing is read at the start.
    #[must_use]
    pub fn checked_spec(self, spec: NamedModel) -> Self {
        Self { spec: Spec::Checked(Box::new(spec)), ..self }
    }

    /// Takes the values of variables from a deployment of the spec; by default, all variables have
    /// their defaults.
    #[must_use]
    pub fn deployment(self, name: impl Into<String>) -> Self {
        Self { deployment: Some(name.into()), ..self }
    }

    /// Sets the port; by default, any free one.
    #[must_use]
    pub fn port(self, port: u16) -> Self {
        Self { port, ..self }
    }

    /// Sets the seed of synthetic values; by default 0.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        self.style(|style| Style { seed, ..style })
    }

    /// Sends values that a client must tolerate: unlisted enumeration values, undeclared members,
    /// other forms of numbers, and numbers at the ends of their range.
    #[must_use]
    pub fn surprises(self) -> Self {
        self.style(|style| Style { surprises: true, ..style })
    }

    /// Sends synthetic values only, and no examples.
    #[must_use]
    pub fn synthetic_only(self) -> Self {
        self.style(|style| Style { synthetic_only: true, ..style })
    }

    /// Sends all optional members in synthetic values; by default, some are absent.
    #[must_use]
    pub fn all_members(self) -> Self {
        self.style(|style| Style { all_members: true, ..style })
    }

    /// Sets the number of items of each list that comes in pages; by default 25.
    #[must_use]
    pub fn items(mut self, items: usize) -> Self {
        self.settings.items = items;
        self
    }

    /// Adds a fault, or a rule that selects the requests with the fault. A request can ask for a
    /// fault in its own response by the header [`FAULT_HEADER`](crate::FAULT_HEADER).
    #[must_use]
    pub fn fault(mut self, rule: impl Into<Rule>) -> Self {
        self.settings.faults.push(rule.into());
        self
    }

    /// Adds a prepared response, in place of examples and synthetic values. It is for an operation,
    /// by its ID in the spec, such as `library.findBook`, and is sent once a call has passed all
    /// checks. Or it is for a path: `/books`, `GET /books`, or `*` for all; then it is sent to each
    /// request there, unchecked. The first response that is for a request, and is not used up, is
    /// sent.
    #[must_use]
    pub fn response(mut self, name: impl Into<String>, response: impl Into<PreparedResponse>) -> Self {
        self.settings.prepared.push((name.into(), response.into()));
        self
    }

    /// Sets a function that makes the result of an operation from the parameters of each call, by
    /// their names in the spec. It is called once a call has passed all checks, over HTTP and
    /// websockets. Prepared responses take precedence over it.
    #[must_use]
    pub fn computed(
        mut self,
        operation: impl Into<String>,
        function: impl Fn(&Map<String, Value>) -> Value + Send + Sync + 'static,
    ) -> Self {
        self.settings.computed.add(operation.into(), function);
        self
    }

    /// Forwards each request to a real server, and returns its response. `url` is the base URL of
    /// the service.
    #[must_use]
    pub fn upstream(mut self, url: impl Into<String>) -> Self {
        self.session.upstream = Some(url.into());
        self
    }

    /// Writes each request with its response into a new folder, without the secrets of the request.
    #[must_use]
    pub fn record(mut self, folder: impl Into<PathBuf>) -> Self {
        self.session.record = Some(folder.into());
        self
    }

    /// Responds from a folder that [`Builder::record`] wrote. A request that was not recorded has
    /// status 501.
    #[must_use]
    pub fn replay(mut self, folder: impl Into<PathBuf>) -> Self {
        self.session.replay = Some(folder.into());
        self
    }

    /// Calls a function after each request, such as one that prints it. The response waits for it.
    #[must_use]
    pub fn on_request(mut self, watch: impl Fn(&SeenRequest) + Send + Sync + 'static) -> Self {
        self.settings.watch = Some(Watch(Box::new(watch)));
        self
    }

    /// Answers dry runs of the reference page, so that calls can be tried there. By default, the page
    /// shows calls and sends none. The function gets the spec and a question, which is JSON of at
    /// most 1 MiB, and returns the answer as JSON. The crate `chainloom-caller` has such a function:
    /// `answer_dry_run`. Only pages of this server may ask.
    #[must_use]
    pub fn dry_runs(self, answer: DryRuns) -> Self {
        Self { dry_runs: Some(answer), ..self }
    }

    /// Publishes an event of each subscription at a steady interval; by default, only
    /// [`Sandbox::publish`] publishes events.
    #[must_use]
    pub fn events_every(self, interval: Duration) -> Self {
        Self { events_every: Some(interval).filter(|interval| !interval.is_zero()), ..self }
    }

    /// Keeps streams of server-sent events open after the events of the response; by default, they
    /// end there. [`Sandbox::publish`] sends further events to them.
    #[must_use]
    pub fn open_event_streams(mut self) -> Self {
        self.settings.open_streams = true;
        self
    }

    /// Responds like services that have not started yet, if the spec describes that.
    #[must_use]
    pub fn starting(mut self) -> Self {
        self.settings.conditions.is_starting = true;
        self
    }

    /// Accepts another host than addresses and `localhost`; `*` accepts any host. Requests for
    /// other hosts are refused if the spec describes it.
    #[must_use]
    pub fn host(mut self, name: impl Into<String>) -> Self {
        self.settings.conditions.hosts.push(name.into());
        self
    }

    /// Adds an accepted secret, such as an API key or `user:password`. Once one is added, all
    /// others are refused. By default, any text is accepted, and only the presence of required
    /// secrets is checked.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.settings.conditions.keys.push(key.into());
        self
    }

    /// Sets the values with which a variable in the paths of services is served; `*` accepts any
    /// value. By default these are the values in the spec, or all values if the spec lists none.
    #[must_use]
    pub fn values<V: Into<String>>(mut self, variable: impl Into<String>, values: impl IntoIterator<Item = V>) -> Self {
        self.settings.conditions.known.insert(variable.into(), values.into_iter().map(Into::into).collect());
        self
    }

    /// Starts the server on loopback.
    ///
    /// # Errors
    ///
    /// The spec has mistakes, there is no such deployment, the port is taken, a session cannot be
    /// recorded or replayed, a fault is a status that ends no response, or a fault or response is
    /// for a name that nothing has.
    pub async fn start(self) -> Result<Sandbox, Error> {
        let (port, events_every) = (self.port, self.events_every);
        let (server, webhooks, targets) = self.server()?;
        let (server, webhooks) = (Arc::new(server), Arc::new(webhooks));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
        let listener = listener.map_err(|error| Error(format!("cannot listen on port {port}: {error}")))?;
        let address = listener.local_addr().map_err(|error| Error(error.to_string()))?;
        let router = Router::new().fallback(handle).with_state(Arc::clone(&server));
        let service = router.into_make_service_with_connect_info::<Wire>();
        let task = tokio::spawn(async move {
            // The task runs until it is aborted.
            let _ = axum::serve(Cuttable(listener), service).await;
        });
        let steady = events_every.map(|interval| publish_steadily(Arc::clone(&server), interval));
        let senders = targets.into_iter().map(|target| webhooks::send_to(Arc::clone(&webhooks), target));
        let tasks = std::iter::once(task).chain(steady).chain(senders).collect();
        Ok(Sandbox { server, webhooks, address, tasks })
    }

    fn style(mut self, change: impl FnOnce(Style) -> Style) -> Self {
        self.settings.style = change(self.settings.style);
        self
    }

    /// Builds the server, the sender of webhooks and its targets, and checks all names in the
    /// settings.
    fn server(mut self) -> Result<(Server, Sender, Vec<WebhookTarget>), Error> {
        self.settings.source = self.session.source(&self.settings.conditions.keys).map_err(Error)?;
        let (api, facts, named) = self.spec.load()?;
        self.settings.style.facts = Some(facts);
        let deployment = self.deployment.as_deref().map(|name| deployment(&api, name)).transpose()?;
        let values = values(&api, deployment);
        let results = deployment.map_or(&[][..], |deployment| api.conduct.results(deployment.name)).iter();
        let results = results.map(|(id, result)| (id.clone(), to_json(result))).collect();
        let names = self.settings.prepared.iter().map(|(name, _)| name);
        names.into_iter().try_for_each(|name| prepared::check(name, &api)).map_err(Error)?;
        self.settings.computed.check(&api).map_err(Error)?;
        for rule in &self.settings.faults {
            rule.check(&api).map_err(Error)?;
        }
        let dry_runs = self.dry_runs.map(|answer| (answer, Arc::clone(&api)));
        let reference = ReferencePage::new(named, deployment.map(|one| one.name), dry_runs);
        let style = self.settings.style;
        let sender = Sender::new(Arc::clone(&api), deployment, style, self.webhook_watch).map_err(Error)?;
        self.webhooks.iter().try_for_each(|target| sender.check(target)).map_err(Error)?;
        Ok((Server::new((api, Arc::new(reference)), values, results, self.settings), sender, self.webhooks))
    }
}

/// Returns the files of the spec of the crate `chainloom`.
fn own_spec() -> Result<Vec<SourceFile>, Error> {
    let files = chainloom_spec::files().into_iter();
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    read_sources("spec", files.collect()).map_err(|mistakes| Error::of_spec(&mistakes, &[]))
}

/// Returns the deployment with a name, regardless of case.
fn deployment(api: &Api, name: &str) -> Result<&'static Deployment, Error> {
    let known: Vec<&str> = api.deployments.iter().map(|deployment| deployment.name).collect();
    let found = api.deployments.iter().find(|deployment| deployment.name.eq_ignore_ascii_case(name));
    let unknown = || Error(format!("there is no deployment `{name}`; there are: {}", known.join(", ")));
    found.copied().ok_or_else(unknown)
}

/// Returns the values of variables: from the deployment, or else the defaults of the clients.
fn values(api: &Api, deployment: Option<&Deployment>) -> HashMap<String, String> {
    let owned = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let of_clients = api.clients.iter().flat_map(|client| client.vars);
    let defaults = of_clients.filter_map(|var| Some(owned(var.name, var.default?)));
    let set = deployment.into_iter().flat_map(|deployment| deployment.vars);
    defaults.chain(set.map(|(name, value)| owned(name, value))).collect()
}

/// Handles a request to the server, from the upgrade to a websocket to the sent response.
async fn handle(State(server): State<Arc<Server>>, ConnectInfo(wire): ConnectInfo<Wire>, request: Request) -> Response {
    if request.version() == Version::HTTP_11 && request.headers().get_all(HOST).iter().count() != 1 {
        return refused(StatusCode::BAD_REQUEST, "a request of HTTP/1.1 needs one header `Host`");
    }
    let request = match websocket::upgrade(&server, request, &wire, MAX_BODY_BYTES).await {
        Ok(response) => return response,
        Err(request) => request,
    };
    let (parts, body) = request.into_parts();
    if let Some(response) = cross_origin::preflight(&parts).filter(|_| server.allows_other_origins()) {
        return response.map(Body::from);
    }
    if server.is_cut_unread(&parts) {
        wire.cut();
        return Response::default();
    }
    let body: Bytes = match to_bytes(body, MAX_BODY_BYTES).await {
        Ok(body) => body,
        Err(error) => return refused(status_of_body_error(&error), &error.to_string()),
    };
    let request = http::Request::from_parts(parts, body);
    if let Some(answer) = server.dry_run(&request) {
        return answer.map(Body::from);
    }
    let forwarded_response = server.forwarded_response(&request).await;
    let mut outgoing = server.outgoing(&request, forwarded_response);
    if cross_origin::is_asked(&request) && server.allows_other_origins() {
        cross_origin::allow(&mut outgoing.response);
    }
    event_streams::resume(&outgoing.response, request.headers());
    if outgoing.delivery.is_plain() {
        compress(&request, &mut outgoing.response);
    }
    send_response(outgoing, &wire).await
}

/// Returns the status that refuses a body which cannot be read: too large, or broken.
fn status_of_body_error(error: &axum::Error) -> StatusCode {
    let is_large = error.source().is_some_and(<dyn std::error::Error>::is::<LengthLimitError>);
    if is_large { StatusCode::PAYLOAD_TOO_LARGE } else { StatusCode::BAD_REQUEST }
}

/// Returns the response that refuses a request before its operation is known.
fn refused(status: StatusCode, why: &str) -> Response {
    crate::refusals::errors::text(status, why).map(Body::from)
}

/// Publishes an event of each subscription and each stream at a steady interval.
fn publish_steadily(server: Arc<Server>, interval: Duration) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(interval);
        loop {
            ticks.tick().await;
            server.subscriptions.publish_each();
            server.publish_events(|_| true, 1);
        }
    })
}

impl Sandbox {
    /// Creates a builder, to configure a sandbox.
    #[must_use]
    pub fn builder() -> Builder {
        let settings = Settings {
            style: Style::default(),
            items: DEFAULT_ITEMS,
            faults: Vec::new(),
            prepared: Vec::new(),
            computed: Computed::default(),
            source: Source::default(),
            watch: None,
            open_streams: false,
            conditions: Conditions::default(),
        };
        let (spec, deployment, session) = (Spec::Own, None, SessionSettings::default());
        let (webhooks, webhook_watch, dry_runs) = (Vec::new(), None, None);
        Builder { spec, deployment, port: 0, settings, session, events_every: None, webhooks, webhook_watch, dry_runs }
    }

    /// Returns the base URL of the server, without a slash at its end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the requests that arrived, in their order. At most the last 10,000 are kept, and of
    /// these the latest whose bodies have 256 MiB together.
    #[must_use]
    pub fn seen(&self) -> Vec<SeenRequest> {
        self.server.log.all()
    }

    /// Adds a fault for the requests from now on.
    ///
    /// # Errors
    ///
    /// The fault is a status that ends no response, such as 100, or is on a name that nothing has.
    pub fn add_fault(&self, rule: impl Into<Rule>) -> Result<(), Error> {
        let rule = rule.into();
        self.server.check_rule(&rule).map_err(Error)?;
        self.server.script.add(rule);
        Ok(())
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.server.script.clear();
    }

    /// Adds a prepared response for the requests from now on; see [`Builder::response`].
    ///
    /// # Errors
    ///
    /// The spec has no operation with this ID, and the name is not a path.
    pub fn add_response(&self, name: impl Into<String>, response: impl Into<PreparedResponse>) -> Result<(), Error> {
        let name = name.into();
        self.server.check_prepared(&name).map_err(Error)?;
        self.server.prepared.add(name, response.into());
        Ok(())
    }

    /// Removes all prepared responses.
    pub fn clear_responses(&self) {
        self.server.prepared.clear();
    }

    /// Returns the services of the spec, in its order, with their URLs.
    #[must_use]
    pub fn services(&self) -> Vec<ServedService> {
        self.server.served(&self.url())
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
        self.server.subscriptions.hub.close();
        self.server.streams.end();
    }
}
