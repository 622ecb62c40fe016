//! Clients, their services, and the deployments of both.

use crate::diagnostic::Span;

use super::{
    Availability, ClientId, Deprecation, Dialect, ErrorSign, Form, InBody, Limit, MemberPath, ModuleId, Note, Paging,
    ParamStyle, RateLimitHeaders, Refusals, RpcError, RpcIds, SecretPlace, ServiceId, Source, Template, Type, Value,
};

/// Client: a base URL with the settings of all requests to it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Client {
    /// Stem of the file name.
    pub name: String,
    /// Span of the declaration.
    pub span: Span,
    /// Module that declares the client.
    pub module: ModuleId,
    /// Section of the documents that describes the client.
    pub source: Option<Source>,
    /// Version of the API, as its documents name it.
    pub version: Option<String>,
    /// Template over `vars`: `{libraryUrl}`.
    pub base_url: Template,
    /// Variables.
    pub vars: Vec<Var>,
    /// Secrets of requests.
    pub auth: Vec<Secret>,
    /// Security alternatives, each a list of secrets that are sent together.
    pub security: Option<Vec<Vec<String>>>,
    /// Additional servers, without the server of the base URL.
    pub servers: Vec<Server>,
    /// Headers of every request.
    pub send: Vec<(String, Template)>,
    /// Response headers with the rate limit.
    pub rate_limit: Option<RateLimitHeaders>,
    /// Response header with the ID of the request.
    pub request_id: Option<String>,
    /// Error responses.
    pub errors: Option<Errors>,
    /// Errors of a server that is not ready yet, such as while it starts.
    pub unavailable: Vec<ErrorSign>,
    /// Paging of lists.
    pub paging: Option<Paging>,
    /// Responses of all services to requests that get no result.
    pub refusals: Refusals,
    /// Response formats of families of JSON-RPC servers.
    pub dialects: Vec<Dialect>,
    /// Limits of the service.
    pub limits: Vec<Limit>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<Note>,
}

/// Server of a client, in addition to the server at the base URL.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Server {
    /// Name in the spec.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Template over the variables of the client.
    pub base_url: Template,
    /// Security alternatives for the server; empty if no secret is sent there.
    pub security: Vec<Vec<String>>,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes the server.
    pub source: Option<Source>,
}

/// Variable: a text that a deployment or a user sets.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Var {
    /// Name in the spec.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Description.
    pub doc: String,
    /// Default.
    pub default: Option<String>,
    /// Values that a service has; empty for any. The client does not act on them.
    pub values: Vec<String>,
    /// Scalar whose texts are values too, with the span of its name.
    pub ty: Option<(String, Span)>,
    /// Form of the scalar.
    pub form: Option<Form>,
    /// Section of the documents that describes the variable.
    pub source: Option<Source>,
}

impl Var {
    /// Returns whether the variable accepts this value.
    #[must_use]
    pub fn takes(&self, value: &str) -> bool {
        let is_listed = self.values.iter().any(|known| known == value);
        let is_any = self.values.is_empty() && self.form.is_none();
        is_any || is_listed || self.form.as_ref().is_some_and(|form| form.is_sent(value))
    }
}

/// Secret of requests.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Secret {
    /// Name in the spec.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Description.
    pub doc: String,
    /// Place in the request.
    pub place: SecretPlace,
    /// Name of the header, a template (`{cardHeader}`), or of the parameter or the cookie.
    pub key: Template,
    /// Text before the secret in its header.
    pub prefix: String,
    /// Whether calls work without the secret.
    pub optional: bool,
    /// Section of the documents that describes the secret.
    pub source: Option<Source>,
}

/// Error responses.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Errors {
    /// Type of the body, a declared record.
    pub body: Type,
    /// Member of the body, possibly nested, that holds the message.
    pub message: Option<MemberPath>,
    /// Statuses, in the order of the spec.
    pub statuses: Vec<ErrorStatus>,
    /// Rule by which the body of a success status reports a failure.
    pub in_body: Option<InBody>,
    /// Section of the documents that describes the error responses.
    pub source: Option<Source>,
}

/// Status of an error response.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct ErrorStatus {
    /// Number.
    pub code: u16,
    /// Name.
    pub name: String,
    /// Description of the condition.
    pub doc: String,
}

/// Service: operations that share an endpoint.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Service {
    /// Name in the spec.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Description.
    pub doc: String,
    /// Client of the service.
    pub client: ClientId,
    /// File that defines the service.
    pub module: ModuleId,
    /// Section of the documents that describes the service.
    pub source: Option<Source>,
    /// Variables.
    pub vars: Vec<Var>,
    /// Variable that selects an instance: `station.sky("north")`.
    pub instance: Option<String>,
    /// Endpoints; empty for a REST service. A single endpoint has an empty name.
    pub endpoints: Vec<Endpoint>,
    /// WebSocket of the service.
    pub websocket: Option<Websocket>,
    /// Index of the service's server among the servers of the client; `None` for the base URL.
    pub server: Option<usize>,
    /// JSON-RPC settings; `None` for REST.
    pub rpc: Option<Rpc>,
    /// Method names of subscriptions.
    pub subscribe: Option<Subscribe>,
    /// Conditions under which the service is served.
    pub available: Vec<Availability>,
    /// Limits of the service.
    pub limits: Vec<Limit>,
    /// Notes: statements without effect on the client.
    pub notes: Vec<Note>,
}

impl Service {
    /// Returns whether a request may contain several calls.
    pub fn takes_batches(&self) -> bool {
        self.rpc.as_ref().is_some_and(|rpc| rpc.batch)
    }

    /// Iterates over the templates of the service, without the templates of its operations.
    pub fn templates(&self) -> impl Iterator<Item = &Template> {
        let endpoints = self.endpoints.iter().map(|endpoint| &endpoint.path);
        let socket = self.websocket.iter().map(|websocket| &websocket.path);
        let batch = self.rpc.iter().filter_map(|rpc| rpc.batch_max.as_ref());
        let names = self.subscribe.iter().flat_map(|names| [&names.call, &names.cancel, &names.notify]);
        endpoints.chain(socket).chain(batch).chain(names)
    }
}

/// Endpoint of a JSON-RPC service.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Endpoint {
    /// Name; empty if the service has one endpoint.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Path, as a template.
    pub path: Template,
    /// Description.
    pub doc: String,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
}

/// Path of the WebSocket of a service.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Websocket {
    /// Path, as a template.
    pub path: Template,
    /// Conditions under which the WebSocket is served.
    pub available: Vec<Availability>,
}

/// Settings of a JSON-RPC service.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Rpc {
    /// Parameters.
    pub params: ParamStyle,
    /// Whether a request may contain several calls.
    pub batch: bool,
    /// Template of the maximum size of a batch.
    pub batch_max: Option<Template>,
    /// Form of the IDs of calls.
    pub ids: RpcIds,
    /// Name of a dialect that the client declares; `None` for JSON-RPC 2.0.
    pub dialect: Option<String>,
    /// Statuses after which the same call may succeed later, in addition to the usual ones.
    pub retry: Vec<u16>,
    /// Error codes of all calls of the service.
    pub errors: Vec<RpcError>,
}

/// Method names of subscriptions, as templates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Subscribe {
    /// Method that begins a subscription.
    pub call: Template,
    /// Method that ends a subscription.
    pub cancel: Template,
    /// Method of the notifications of a subscription.
    pub notify: Template,
}

/// Deployment: named values of the variables.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Deployment {
    /// Name in the spec.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Module that declares the deployment.
    pub module: ModuleId,
    /// Description.
    pub doc: String,
    /// Variables with their values.
    pub vars: Vec<(String, String)>,
    /// Services with their whole URLs, which are templates over variables of the client.
    pub endpoints: Vec<(ServiceId, Template)>,
    /// Patterns of methods that are not served; `*` matches any text.
    pub missing: Vec<String>,
    /// Results of operations in this deployment, by the IDs of the operations. The client does not
    /// act on them.
    pub results: Vec<(String, Value)>,
}

impl Deployment {
    /// Returns the services with whole URLs: each name with all of its URLs, in the order of the
    /// spec.
    pub fn whole_urls<'m>(&'m self, services: &'m [Service]) -> Vec<(&'m str, Vec<&'m str>)> {
        let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
        for (service, url) in &self.endpoints {
            let name = services[service.0].name.as_str();
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, urls)) => urls.push(url.as_str()),
                None => all.push((name, vec![url.as_str()])),
            }
        }
        all
    }
}
