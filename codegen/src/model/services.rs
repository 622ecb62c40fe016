//! Clients, the services that they reach, and the places where they run.

use crate::diagnostic::Span;

use super::{
    Availability, ClientId, Deprecation, Limit, MemberPath, ModuleId, Note, Paging, RpcError, RpcIds, Source, Template,
    TypeId,
};

/// A base URL with what all requests to it share.
#[derive(Clone, Debug, PartialEq)]
pub struct Client {
    /// The file's stem: `data`.
    pub name: String,
    /// Where the client is declared.
    pub span: Span,
    /// The module that declares it.
    pub module: ModuleId,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// The version of the API, as its documents name it.
    pub version: Option<String>,
    /// A template over `vars`: `{libraryUrl}`.
    pub base_url: Template,
    /// Its variables.
    pub vars: Vec<Var>,
    /// The secrets that requests carry.
    pub auth: Vec<Secret>,
    /// The ways to show who calls, each a list of secrets that go together.
    pub security: Option<Vec<Vec<String>>>,
    /// Headers that every request has.
    pub send: Vec<(String, Template)>,
    /// The headers that tell of a rate limit.
    pub rate_limit: Option<RateLimitHeaders>,
    /// What a request that failed is answered with.
    pub errors: Option<Errors>,
    /// How its lists are paged.
    pub paging: Option<Paging>,
    /// Limits that the service sets.
    pub limits: Vec<Limit>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
}

/// A named text that a deployment or a user sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// Its name in the spec.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// What it is, for people.
    pub doc: String,
    /// What it is when nobody sets it.
    pub default: Option<String>,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// Where a secret travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretPlace {
    /// In a header.
    Header,
    /// In `Authorization`: a token.
    Bearer,
    /// In `Authorization`: user and password.
    Basic,
    /// In the query.
    Query,
    /// In a cookie.
    Cookie,
}

/// A secret that requests carry.
#[derive(Clone, Debug, PartialEq)]
pub struct Secret {
    /// Its name in the spec.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// What it is, for people.
    pub doc: String,
    /// Where it travels.
    pub place: SecretPlace,
    /// The name of the header, a template (`{cardHeader}`), of the parameter or of the cookie.
    pub key: Template,
    /// The text before it in its header.
    pub prefix: String,
    /// Whether calls work without it.
    pub optional: bool,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// The names of the response headers that tell of a rate limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RateLimitHeaders {
    /// The policy of the limit.
    pub policy: Option<String>,
    /// The limit.
    pub limit: Option<String>,
    /// What is left of the limit.
    pub remaining: Option<String>,
    /// In how many seconds the limit starts again, or when, in seconds since 1970.
    pub reset: Option<String>,
    /// After how many seconds to try again.
    pub retry_after: Option<String>,
    /// Known from real services only.
    pub seen: bool,
}

/// What a request that failed is answered with.
#[derive(Clone, Debug, PartialEq)]
pub struct Errors {
    /// What it holds.
    pub body: TypeId,
    /// The member of the body, or within its members, that holds the text for people.
    pub message: Option<MemberPath>,
    /// The statuses, in the order of the spec.
    pub statuses: Vec<ErrorStatus>,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// A status that tells of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorStatus {
    /// The number.
    pub code: u16,
    /// Its name.
    pub name: String,
    /// When the service answers so, for people.
    pub doc: String,
}

/// Operations that share an endpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// Its name in the spec.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// What it is, for people.
    pub doc: String,
    /// The client that it is reached through.
    pub client: ClientId,
    /// The file that defines it.
    pub module: ModuleId,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Its variables.
    pub vars: Vec<Var>,
    /// The variable that picks an instance: `station.sky("north")`.
    pub instance: Option<String>,
    /// Empty for a service of REST operations. A single one has an empty name.
    pub endpoints: Vec<Endpoint>,
    /// Its websocket.
    pub websocket: Option<Websocket>,
    /// How it takes JSON-RPC calls; none for REST.
    pub rpc: Option<Rpc>,
    /// The method names of subscriptions.
    pub subscribe: Option<Subscribe>,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
    /// Limits that the service sets.
    pub limits: Vec<Limit>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
}

impl Service {
    /// Its templates, but not those of its operations.
    pub fn templates(&self) -> impl Iterator<Item = &Template> {
        let endpoints = self.endpoints.iter().map(|endpoint| &endpoint.path);
        let socket = self.websocket.iter().map(|websocket| &websocket.path);
        let batch = self.rpc.iter().filter_map(|rpc| rpc.batch_max.as_ref());
        let names = self.subscribe.iter().flat_map(|names| [&names.call, &names.cancel, &names.notify]);
        endpoints.chain(socket).chain(batch).chain(names)
    }
}

/// A path at which a JSON-RPC service answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Endpoint {
    /// Empty when the service has only this one.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The path, a template.
    pub path: Template,
    /// What it is, for people.
    pub doc: String,
    /// Since when it should not be used.
    pub deprecated: Option<Deprecation>,
}

/// The path of a service's websocket.
#[derive(Clone, Debug, PartialEq)]
pub struct Websocket {
    /// The path, a template.
    pub path: Template,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
}

/// How a JSON-RPC service takes its calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Rpc {
    /// Its parameters.
    pub params: ParamStyle,
    /// Whether several calls may travel in one request.
    pub batch: bool,
    /// A template that gives the largest batch.
    pub batch_max: Option<Template>,
    /// What the ids of calls are.
    pub ids: RpcIds,
    /// The statuses after which the same call may succeed later, beside those that mean it anywhere.
    pub retry: Vec<u16>,
    /// The codes of errors that any of its calls may have.
    pub errors: Vec<RpcError>,
}

/// The shape of `params`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamStyle {
    /// One object.
    Named,
    /// An array in the order of the spec.
    Positional,
    /// An array that holds one object.
    ObjectInArray,
}

/// The method names of subscriptions, templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscribe {
    /// The method that begins one.
    pub call: Template,
    /// The method that ends one.
    pub cancel: Template,
    /// The method that names the messages of one.
    pub notify: Template,
}

/// A named set of values for variables: a place where the APIs run.
#[derive(Clone, Debug, PartialEq)]
pub struct Deployment {
    /// Its name in the spec.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The module that declares it.
    pub module: ModuleId,
    /// What it is, for people.
    pub doc: String,
    /// Its variables.
    pub vars: Vec<(String, String)>,
    /// Patterns of methods that are not served there; `*` stands for any text.
    pub missing: Vec<String>,
}
