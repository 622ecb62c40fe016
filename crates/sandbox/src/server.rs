//! Server without a network: from a request to its response.
//!
//! Input: an HTTP request. Output: the response of the described service, and a line of the log.
//! Equal requests have equal responses, except for heights, which grow; the server remembers
//! heights and page tokens.

pub(crate) mod compression;
pub(crate) mod conditions;
pub(crate) mod cross_origin;
mod fault_selection;
pub(crate) mod log;
pub(crate) mod reference;
pub(crate) mod rpc;
pub(crate) mod secrets;
pub(crate) mod sending;
pub(crate) mod upstream;
pub(crate) mod wire;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use chainloom_interpret::{Api, BodyLimit, Operation, Situation};
use chainloom_runtime::schema::{Bounds, Client, EVENT_STREAM, ResponseBody, SecretPlace, Service, Type};
use http::{Request, Response, StatusCode, header};
use serde_json::Value;

use crate::faults::{self, Cut, Delivery, FaultSet, Rule, Script};
use crate::refusals::errors::{json_response, refuse, set, text, with_type};
use crate::refusals::{Occurrence, in_body, usual_status};
use crate::requests::preconditions::{self, ErrorFormat};
use crate::requests::rest_parameters::{self, Input, Parts};
use crate::requests::secrets::Keys;
use crate::responses::chains::Chains;
use crate::responses::computed::Computed;
use crate::responses::event_streams::Streams;
use crate::responses::heads::Call;
use crate::responses::links::Links;
use crate::responses::pages::{ItemLinks, Page, Pages, START_PARAMETER};
use crate::responses::prepared::{self, PreparedResponse, PreparedResponses};
use crate::routing::guide::{self, ServedService};
use crate::routing::known_values::KnownValues;
use crate::routing::routes::{OperationId, RouteMatch, Routes};
use crate::routing::sockets::Sockets;
use crate::routing::template::{self, Variables};
use crate::session::{Conversation, Exchange, Playback, Recorder, Replay, SessionSecrets};
use crate::subscriptions::Subscriptions;
use crate::synthesis::Style;
use conditions::Conditions;
use log::{Log, Watch};
use reference::ReferencePage;
use rpc::{CallRecord, RpcServices};
use upstream::Upstream;

/// Server without a network. A clone shares the state.
#[derive(Clone)]
pub(crate) struct Server {
    api: Arc<Api>,
    routes: Arc<Routes>,
    values: Arc<HashMap<String, String>>,
    style: Style,
    pages: Arc<Pages>,
    links: Arc<Links>,
    chains: Arc<Chains>,
    pub(crate) sockets: Arc<Sockets>,
    pub(crate) subscriptions: Arc<Subscriptions>,
    pub(crate) streams: Arc<Streams>,
    pub(crate) script: Arc<Script>,
    pub(crate) prepared: Arc<PreparedResponses>,
    computed: Arc<Computed>,
    source: Arc<Source>,
    conditions: Arc<Conditions>,
    known: KnownValues,
    pub(crate) log: Arc<Log>,
    reference: Arc<ReferencePage>,
}

/// Settings of a server in addition to the spec.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) style: Style,
    /// Number of items of each list.
    pub(crate) items: usize,
    pub(crate) faults: Vec<Rule>,
    /// Prepared responses, each with its operation or path.
    pub(crate) prepared: Vec<(String, PreparedResponse)>,
    pub(crate) computed: Computed,
    pub(crate) source: Source,
    pub(crate) watch: Option<Watch>,
    /// Whether streams of server-sent events stay open after the events of the response.
    pub(crate) open_streams: bool,
    pub(crate) conditions: Conditions,
}

/// Source of responses, if they are not made here, and their recorder.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) upstream: Option<Upstream>,
    pub(crate) replay: Option<Replay>,
    pub(crate) recorder: Option<Recorder>,
    pub(crate) secrets: SessionSecrets,
}

/// Response, with the pauses and cuts by which its bytes are sent.
pub(crate) struct OutgoingResponse {
    pub(crate) response: Response<Bytes>,
    pub(crate) delivery: Delivery,
}

/// Mark of a response whose exchange was recorded without an unreadable body.
#[derive(Clone, Copy)]
struct UnreadableBodies;

impl Server {
    /// Creates a server. `values` holds the values of variables, and `results` the results of
    /// operations in the deployment, by operation ID.
    pub(crate) fn new(
        (api, reference): (Arc<Api>, Arc<ReferencePage>),
        values: HashMap<String, String>,
        results: HashMap<String, Value>,
        settings: Settings,
    ) -> Self {
        let known = KnownValues::new(Arc::clone(&api), settings.conditions.known.clone());
        let links = Arc::new(Links::new(&api, results));
        let chains = Arc::new(Chains::new(&api, &links, settings.style));
        Self {
            routes: Arc::new(Routes::new(&api, &values, known.clone())),
            sockets: Arc::new(Sockets::new(&api, &values, known.clone())),
            known,
            subscriptions: Arc::new(Subscriptions::new(&api, &values, settings.style, Arc::clone(&chains))),
            links,
            chains,
            api,
            values: Arc::new(values),
            style: settings.style,
            pages: Arc::new(Pages::new(settings.items)),
            streams: Arc::new(Streams::new(settings.open_streams)),
            script: Arc::new(Script::new(settings.faults)),
            prepared: Arc::new(PreparedResponses::new(settings.prepared)),
            computed: Arc::new(settings.computed),
            source: Arc::new(settings.source),
            conditions: Arc::new(settings.conditions),
            log: Arc::new(Log::new(settings.watch)),
            reference,
        }
    }

    pub(crate) fn routes(&self) -> &Routes {
        &self.routes
    }

    pub(crate) fn operation(&self, id: OperationId) -> Option<&Operation> {
        self.api.operations.get(id)
    }

    /// Checks that `name`, for which a response was prepared, is an operation or a path.
    pub(crate) fn check_prepared(&self, name: &str) -> Result<(), String> {
        prepared::check(name, &self.api)
    }

    /// Checks that the rule of a fault can match a request.
    pub(crate) fn check_rule(&self, rule: &Rule) -> Result<(), String> {
        rule.check(&self.api)
    }

    /// Sends `count` events to each open stream of the operations for whose IDs `is_meant` is true.
    /// Returns the number of sent events; `None` if no operation with a stream is selected.
    pub(crate) fn publish_events(&self, is_meant: impl Fn(&str) -> bool, count: usize) -> Option<usize> {
        let with_events = self.api.operations.iter().filter_map(|operation| match operation.schema.response.body {
            ResponseBody::Events(_) | ResponseBody::Lines(_) if is_meant(operation.schema.id) => Some(operation.schema),
            _ => None,
        });
        let sent = with_events.map(|operation| self.streams.publish(operation, count, self.style));
        sent.reduce(|all, one| all + one)
    }

    /// Returns the maximum size of a batch of a service; `None` if the service has no numeric
    /// limit.
    pub(crate) fn batch_max(&self, service: &Service) -> Option<usize> {
        let most = service.rpc.and_then(|rpc| rpc.batch_max)?;
        template::resolved(most, &self.values).parse().ok()
    }

    /// Returns the services with their URLs; `url` is the base URL of the server.
    pub(crate) fn served(&self, url: &str) -> Vec<ServedService> {
        guide::served(&self.api, &self.values, &self.known, (url, self.conditions.keys.is_empty()))
    }

    /// Returns the response of the upstream server or the recorded session; `None` if neither is
    /// set.
    pub(crate) async fn forwarded_response(&self, request: &Request<Bytes>) -> Option<Response<Bytes>> {
        match (&self.source.upstream, &self.source.replay) {
            (Some(upstream), _) => Some(upstream.response(request).await),
            (None, Some(replay)) => {
                let secrets = self.secrets_with(request);
                let target = || secrets.text(request.uri().to_string());
                let missing = || format!("no recorded exchange for {} {}", request.method(), target());
                let recorded = replay.response(request, &self.secret_names(), &secrets);
                Some(recorded.unwrap_or_else(|| text(StatusCode::NOT_IMPLEMENTED, &missing())))
            }
            (None, None) => None,
        }
    }

    /// Returns the names of the query parameters that hold secrets.
    pub(crate) fn secret_names(&self) -> Vec<&'static str> {
        let secrets = self.api.clients.iter().flat_map(|client| client.auth);
        secrets.filter(|secret| secret.place == SecretPlace::Query).map(|secret| secret.key).collect()
    }

    /// Handles a request and logs it. `forwarded_response` is the response of an upstream
    /// server or a recorded session, if one is set.
    pub(crate) fn outgoing(
        &self,
        request: &Request<Bytes>,
        forwarded_response: Option<Response<Bytes>>,
    ) -> OutgoingResponse {
        let mut operations = Vec::new();
        let (faults, response) = match self.faults(request) {
            Ok((faults, client)) => {
                let response =
                    self.respond_with_faults(request, forwarded_response, (&faults, client), &mut operations);
                (faults, response)
            }
            Err(wrong) => (FaultSet::default(), text(StatusCode::BAD_REQUEST, &wrong)),
        };
        let delivery = Delivery::new(&faults);
        let status = (delivery.cut != Cut::BeforeHead).then_some(response.status());
        let unreadable = response.extensions().get::<UnreadableBodies>().is_some();
        self.log.add(self.seen_request(request, operations, status, faults).with_unreadable(unreadable));
        OutgoingResponse { response, delivery }
    }

    /// Returns the response after the faults that replace or change it; faults of its delivery come
    /// later.
    fn respond_with_faults(
        &self,
        request: &Request<Bytes>,
        forwarded_response: Option<Response<Bytes>>,
        (faults, client): (&FaultSet, Option<&'static Client>),
        operations: &mut Vec<&'static str>,
    ) -> Response<Bytes> {
        if let Some(response) = faults::replacement_response(faults, client, self.style) {
            return response;
        }
        if let Some(replies) = faults::rate_limit_replies(request.body(), faults) {
            return with_type(StatusCode::OK, "application/json", Bytes::from(replies));
        }
        let server = self.with_pages(faults);
        let mut response = match forwarded_response {
            Some(response) => {
                operations.extend(self.called_operations(request));
                response
            }
            None => server.respond(request, operations),
        };
        match self.record_exchange(request, &response, operations) {
            Some(Err(error)) => {
                return text(StatusCode::INTERNAL_SERVER_ERROR, &format!("the exchange cannot be recorded: {error}"));
            }
            Some(Ok(true)) => drop(response.extensions_mut().insert(UnreadableBodies)),
            Some(Ok(false)) | None => {}
        }
        match faults::apply_reply_faults(response.body(), faults) {
            Some(body) => response.map(|_| Bytes::from(body)),
            None => response,
        }
    }

    /// Returns the server with the faults that concern pages, for one request.
    pub(crate) fn with_pages(&self, faults: &FaultSet) -> Self {
        Self { style: Style { pages: faults.of_pages(), ..self.style }, ..self.clone() }
    }

    /// Returns the settings by which values are drawn.
    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// Returns whether pages of other origins may read responses: no response comes from an
    /// upstream server.
    pub(crate) fn allows_other_origins(&self) -> bool {
        self.source.upstream.is_none()
    }

    /// Returns whether a session is recorded or replayed.
    pub(crate) fn has_session(&self) -> bool {
        self.source.recorder.is_some() || self.source.replay.is_some()
    }

    /// Returns the upstream server, if one is set.
    pub(crate) fn upstream(&self) -> Option<&Upstream> {
        self.source.upstream.as_ref()
    }

    /// Returns the recorded websocket for a handshake; `None` if no session is replayed. The inner
    /// `None` means that its path was not recorded.
    pub(crate) fn recorded_websocket(&self, head: &Request<Bytes>) -> Option<Option<Playback>> {
        let replay = self.source.replay.as_ref()?;
        Some(replay.conversation(head, &self.secret_names(), &self.secrets_with(head)))
    }

    /// Creates the file in which a websocket is recorded; `None` if no session is recorded.
    pub(crate) fn conversation(&self, head: &Request<Bytes>) -> Option<std::io::Result<Conversation>> {
        let recorder = self.source.recorder.as_ref()?;
        Some(recorder.conversation(head, &self.secret_names(), &self.secrets_with(head)))
    }

    /// Returns the IDs of the operations that a request calls.
    fn called_operations(&self, request: &Request<Bytes>) -> Vec<&'static str> {
        let (names, _) = self.names(request.method(), request.uri().path(), Some(request.body()));
        names.into_iter().filter_map(|name| self.api.operation(name)).map(|operation| operation.schema.id).collect()
    }

    /// Records a request with its response; `None` if no session is recorded. Returns whether a body
    /// was left out as unreadable.
    fn record_exchange(
        &self,
        request: &Request<Bytes>,
        response: &Response<Bytes>,
        operations: &[&str],
    ) -> Option<std::io::Result<bool>> {
        let recorder = self.source.recorder.as_ref()?;
        let secrets = self.secrets_with(request);
        let bodies = self.recorded_bodies(request, operations, response);
        let (request, response) = (request.clone().map(|_| bodies.asked), response.clone().map(|_| bodies.response));
        let exchange = Exchange::new(&request, &response, &self.secret_names(), &secrets);
        Some(recorder.add(&exchange, operations).map(|()| bodies.are_unreadable))
    }

    /// Returns the answer to a dry run that the reference page asks for; `None` for other requests.
    /// Faults do not affect it, and it is not logged.
    pub(crate) fn dry_run(&self, request: &Request<Bytes>) -> Option<Response<Bytes>> {
        let has_page = self.source.upstream.is_none() && self.source.replay.is_none();
        let find = || self.routes.find(request.method(), request.uri().path(), |_, _| true);
        let is_asked = has_page && self.reference.is_asked(request) && matches!(find(), RouteMatch::Nothing);
        is_asked.then(|| self.reference.dry_run(request)).flatten()
    }

    /// Returns the response without faults to a request, and records the called operations.
    fn respond(&self, request: &Request<Bytes>, called: &mut Vec<&'static str>) -> Response<Bytes> {
        let (verb, path) = (request.method(), request.uri().path());
        if let Some(prepared) = self.prepared.of_path(verb, path) {
            called.extend(self.called_operations(request));
            return prepared.response(request);
        }
        let found = self.routes.find(verb, path, |id, variables| self.fits(id, variables, request));
        let error_format = self.client(&found, path).and_then(|client| self.error_format(client));
        if let Some(refused) = error_format
            .and_then(|format| preconditions::refuse_unknown_host(format, request.headers(), &self.conditions.hosts))
        {
            return refused;
        }
        let refused = |situation| {
            let occurrence = Occurrence::new(situation).fact("verb", verb).fact("path", path);
            error_format.map_or_else(|| empty(usual_status(situation)), |format| format.response(&occurrence))
        };
        if let Some(refused) = self.refused_for_secrets(&found, request) {
            return refused;
        }
        match found {
            RouteMatch::Rest(id, variables) => match self.operation(id) {
                Some(operation) => {
                    called.push(operation.schema.id);
                    self.respond_to_rest(operation, &variables, request)
                }
                None => refused(Situation::UnknownPath),
            },
            RouteMatch::Rpc(services) => self.respond_to_rpc(&services, request, called),
            RouteMatch::OtherVerbs(_, verbs) => {
                let mut response = refused(Situation::OtherVerb);
                set(&mut response, "allow", &verbs.join(", "));
                response
            }
            RouteMatch::Nothing => {
                let page = self.reference.response(verb, path);
                page.unwrap_or_else(|| refused(Situation::UnknownPath))
            }
        }
    }

    /// Returns whether a request can be a call of this operation: its parameters, the media type of
    /// its body and the accepted media types fit.
    fn fits(&self, id: OperationId, variables: &Variables, request: &Request<Bytes>) -> bool {
        let Some(operation) = self.operation(id) else { return false };
        let (query, _) = split_link(request.uri().query().unwrap_or_default());
        let parts = Parts { variables, query: &query, headers: request.headers(), body: request.body() };
        preconditions::accepts_media_types(operation.schema, request)
            && rest_parameters::rest(operation.schema, &parts).is_ok()
    }

    /// Returns the client of the operation or services that a request asks for; of the nearest
    /// service for an unknown path.
    fn client(&self, found: &RouteMatch, path: &str) -> Option<&'static Client> {
        match found {
            RouteMatch::Rpc(services) => services.first().map(|service| service.client),
            RouteMatch::Rest(id, _) | RouteMatch::OtherVerbs(id, _) => {
                self.operation(*id).map(|known| known.schema.service.client)
            }
            RouteMatch::Nothing => self.routes.nearest(path).map(|service| service.client),
        }
    }

    /// Returns the response that refuses the handshake of a websocket by host, state or secrets;
    /// `None` if it is accepted.
    pub(crate) fn refused_handshake(
        &self,
        head: &Request<Bytes>,
        services: &[&'static Service],
    ) -> Option<Response<Bytes>> {
        let error_format = self.error_format(services.first()?.client)?;
        let dialect = self.at(services).dialect;
        let starting = || {
            let refused = Occurrence::new(Situation::Starting).refused(dialect, None);
            self.conditions.is_starting.then(|| refused.response(dialect))
        };
        let keys = || self.refused_for_secrets(&RouteMatch::Rpc(services.to_vec()), head);
        preconditions::refuse_unknown_host(error_format, head.headers(), &self.conditions.hosts)
            .or_else(starting)
            .or_else(keys)
    }

    /// Returns the response that refuses a request to the path of a websocket which begins no
    /// websocket, if the spec describes such a refusal.
    pub(crate) fn no_websocket(&self, head: &Request<Bytes>, services: &[&'static Service]) -> Option<Response<Bytes>> {
        let dialect = self.at(services).dialect;
        let refused = || {
            dialect.refusals.of(Situation::NoWebsocket)?;
            Some(Occurrence::new(Situation::NoWebsocket).refused(dialect, None).response(dialect))
        };
        self.refused_handshake(head, services).or_else(refused)
    }

    /// Returns the response that refuses a request with missing, wrong or unwanted secrets; `None`
    /// if its secrets are right.
    fn refused_for_secrets(&self, found: &RouteMatch, request: &Request<Bytes>) -> Option<Response<Bytes>> {
        let (client, ways) = match found {
            RouteMatch::Rest(id, _) => {
                self.operation(*id).map(|known| (known.schema.service.client, known.schema.ways()))?
            }
            RouteMatch::Rpc(services) => {
                let service = services.first()?;
                (service.client, service.client.ways_at(service.server))
            }
            RouteMatch::OtherVerbs(..) | RouteMatch::Nothing => return None,
        };
        let (values, known, clients) = (&self.values, &self.conditions.keys, &self.api.clients);
        let keys = Keys { request, values, known, clients };
        let wrong = keys.wrong(client, ways).map(|wrong| (StatusCode::UNAUTHORIZED, wrong));
        let (status, wrong) = wrong.or_else(|| Some((StatusCode::BAD_REQUEST, keys.unwanted(client, ways)?)))?;
        Some(refuse(Some(client), status, &wrong, self.style))
    }

    /// Returns the refusals of a client, for requests whose call is not known yet.
    fn error_format(&self, client: &'static Client) -> Option<ErrorFormat<'_>> {
        let refusals = &self.api.conduct.client(client.name)?.refusals;
        Some(ErrorFormat { client, refusals, style: self.style })
    }

    /// Returns the response to a request to JSON-RPC services, and records the called operations.
    fn respond_to_rpc(
        &self,
        services: &[&'static Service],
        request: &Request<Bytes>,
        called: &mut Vec<&'static str>,
    ) -> Response<Bytes> {
        let at = self.at(services);
        let mut calls = CallRecord::default();
        let reply = preconditions::refuse_rpc_request(
            at.dialect,
            self.largest_body(services),
            request,
            self.conditions.is_starting,
        );
        let reply = reply.unwrap_or_else(|| rpc::reply(self, at, request.body(), &mut calls));
        called.append(&mut calls.operations);
        // The calls of a batch share one response, so none of them decides it alone.
        match calls.whole.filter(|_| called.len() == 1) {
            Some(prepared) => prepared.response(request),
            None => reply.response(at.dialect),
        }
    }

    /// Returns the limit on bodies of the first of the services at a path.
    fn largest_body(&self, services: &[&'static Service]) -> Option<BodyLimit> {
        self.api.conduct.service(services.first()?.name)?.largest_body
    }

    /// Returns the services at a path, with the dialect of the first.
    pub(crate) fn at<'s>(&'s self, services: &'s [&'static Service]) -> RpcServices<'s> {
        let name = services.first().map_or("", |service| service.name);
        RpcServices { services, dialect: self.api.conduct.dialect(name) }
    }

    /// Returns the response to a call of a REST operation.
    fn respond_to_rest(
        &self,
        operation: &Operation,
        variables: &Variables,
        request: &Request<Bytes>,
    ) -> Response<Bytes> {
        let client = operation.schema.service.client;
        let refused = |message: &str| refuse(Some(client), StatusCode::BAD_REQUEST, message, self.style);
        let large = preconditions::refuse_large_body(self.largest_body(&[operation.schema.service]), request);
        if let Some((occurrence, status)) = large {
            let mut response = self
                .error_format(client)
                .map_or_else(|| empty(usual_status(occurrence.situation)), |format| format.response(&occurrence));
            *response.status_mut() = status.unwrap_or(response.status());
            return response;
        }
        if let Some(occurrence) = preconditions::refuse_media_type(operation.schema, request) {
            let described = self.error_format(client).map(|format| format.response(&occurrence));
            return described.unwrap_or_else(|| empty(usual_status(occurrence.situation)));
        }
        let (query, link) = split_link(request.uri().query().unwrap_or_default());
        let parts = Parts { variables, query: &query, headers: request.headers(), body: request.body() };
        let input = match rest_parameters::rest(operation.schema, &parts) {
            Ok(input) => input,
            Err(wrong) => return refused(&wrong.join("; ")),
        };
        if let Some(prepared) = self.prepared.of_operation(operation.schema.id) {
            let value = prepared.value().map(|value| self.response_of_result(operation, value));
            return value.map_or_else(|| prepared.response(request), |response| prepared.with_headers(response));
        }
        let mut page = match self.value(operation, &input, link) {
            Ok(page) => page,
            Err(message) => return refused(&message),
        };
        let link = operation.schema.paginate.and_then(|pages| page.lead_on(pages, request, &query));
        let mut response = self.response_of_result(operation, &page.body);
        if let Some(link) = link {
            set(&mut response, header::LINK.as_str(), &link);
        }
        self.headers(operation, &mut response);
        response
    }

    /// Returns the page or result of a call with these parameters. The error names a token that is
    /// unknown.
    pub(crate) fn value(&self, operation: &Operation, input: &Input, link: Option<usize>) -> Result<Page, String> {
        if let Some(body) = self.computed.result(operation.schema.id, input) {
            return Ok(Page { body, link: None });
        }
        let mut shape = self.links.result(&self.api, operation, input, self.style);
        self.chains.complete_result(Call { operation, input }, &mut shape);
        in_body::remove_failures_of_result(operation.schema, &mut shape);
        let service = operation.schema.service;
        operation.schema.output.iter().for_each(|ty| self.chains.repeat_results(service, *ty, &mut shape));
        let agree = |ty: Type, place: usize, item: &mut Value| {
            match self.chains.ledger_item(Call { operation, input }, ty, place) {
                Some(row) => *item = row,
                None => self.links.agree_listed(&self.api, ty, item, self.style),
            }
            self.chains.repeat_results(service, ty, item);
        };
        let links = ItemLinks { agree: &agree, key: &|ty, item| self.links.key(&self.api, ty, item) };
        match operation.schema.paginate {
            Some(pages) => self
                .pages
                .page(operation.schema, pages, (input, link), shape, (self.style, links))
                .map_err(|token| format!("`{}` is no page token of this server", token.0)),
            None => Ok(Page { body: shape, link: None }),
        }
    }

    /// Returns the response for the result of a REST call, with the status and the media type of
    /// its operation.
    fn response_of_result(&self, operation: &Operation, result: &Value) -> Response<Bytes> {
        let plain = || result.as_str().map_or_else(|| result.to_string(), str::to_owned);
        let media = |types: &[&str]| types.first().copied().unwrap_or("application/octet-stream").to_owned();
        let named = operation.statuses.first().and_then(|code| StatusCode::from_u16(*code).ok());
        let success = named.unwrap_or(StatusCode::OK);
        match operation.schema.response.body {
            ResponseBody::Json if operation.schema.output.is_none() => empty(named.unwrap_or(StatusCode::NO_CONTENT)),
            ResponseBody::Json => json_response(success, result),
            ResponseBody::Text(types) | ResponseBody::Bytes(types) => {
                with_type(success, &media(types), Bytes::from(plain()))
            }
            ResponseBody::ByStatus(_) => by_status(result),
            ResponseBody::Events(_) => self.streams.response(operation.schema, EVENT_STREAM, result),
            ResponseBody::Lines(types) => self.streams.response(operation.schema, &media(types), result),
        }
    }

    /// Adds drawn values of the headers that the spec describes to a response.
    fn headers(&self, operation: &Operation, response: &mut Response<Bytes>) {
        let Some(record) = operation.schema.response.headers else { return };
        let mut draw = self.style.draw(&[operation.schema.id, "headers"]);
        for field in record.fields {
            let value = draw.value(field.ty, &Bounds::NONE);
            set(response, field.name, value.as_str().map_or_else(|| value.to_string(), str::to_owned).as_str());
        }
    }
}

/// Splits a query into the parameters of the client, and the index in a link of this server to a
/// page.
fn split_link(query: &str) -> (String, Option<usize>) {
    let is_link = |pair: &&str| pair.split('=').next() == Some(START_PARAMETER);
    let link = query.split('&').find(is_link).and_then(|pair| pair.split('=').nth(1)?.parse().ok());
    let rest: Vec<&str> = query.split('&').filter(|pair| !is_link(pair)).collect();
    (rest.join("&"), link)
}

/// Turns a result `{"200": …}` into a response with this status.
fn by_status(result: &Value) -> Response<Bytes> {
    let arm = result.as_object().and_then(|members| members.iter().next());
    let Some((name, value)) = arm else { return empty(StatusCode::NO_CONTENT) };
    let code = name.parse().ok().and_then(|code| StatusCode::from_u16(code).ok()).unwrap_or(StatusCode::OK);
    if value.is_null() { empty(code) } else { json_response(code, value) }
}

/// Returns a response without a body.
fn empty(status: StatusCode) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = status;
    response
}
