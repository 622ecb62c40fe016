//! Clients, the services that they reach, and the places where they run.

use super::{Limit, RpcError, RpcIds, Type};

/// A base URL with what all requests to it share.
#[derive(Debug)]
pub struct Client {
    /// Its name in the spec.
    pub name: &'static str,
    /// A template over variables: `{libraryUrl}`.
    pub base_url: &'static str,
    /// The variables, with their defaults.
    pub vars: &'static [Var],
    /// The secrets that requests carry.
    pub auth: &'static [Secret],
    /// The ways of which a call takes the first whose secrets are all set; without them it carries all that are set.
    pub security: Option<&'static [&'static [&'static str]]>,
    /// Headers that every request has, with templates over variables.
    pub send: &'static [(&'static str, &'static str)],
    /// The body of an answer that reports an error.
    pub errors: Option<Errors>,
    /// The names of the headers that tell of a rate limit.
    pub rate_limit: RateLimitHeaders,
    /// What is allowed over all of its services together.
    pub limits: &'static [Limit],
}

impl Client {
    /// A client of which nothing else is said.
    pub const fn new(name: &'static str, base_url: &'static str) -> Self {
        let rate_limit = RateLimitHeaders::NONE;
        Self { name, base_url, vars: &[], auth: &[], security: None, send: &[], errors: None, rate_limit, limits: &[] }
    }

    /// The same, with variables.
    pub const fn vars(self, vars: &'static [Var]) -> Self {
        Self { vars, ..self }
    }

    /// The same, with secrets.
    pub const fn auth(self, auth: &'static [Secret]) -> Self {
        Self { auth, ..self }
    }

    /// The same, with the ways to show who calls.
    pub const fn security(self, ways: &'static [&'static [&'static str]]) -> Self {
        Self { security: Some(ways), ..self }
    }

    /// The same, with headers that every request has.
    pub const fn send(self, headers: &'static [(&'static str, &'static str)]) -> Self {
        Self { send: headers, ..self }
    }

    /// The same, with the body of answers that report an error.
    pub const fn errors(self, errors: Errors) -> Self {
        Self { errors: Some(errors), ..self }
    }

    /// The same, with headers that tell of a rate limit.
    pub const fn rate_limit(self, rate_limit: RateLimitHeaders) -> Self {
        Self { rate_limit, ..self }
    }

    /// The same, with what is allowed over all of its services together.
    pub const fn limits(self, limits: &'static [Limit]) -> Self {
        Self { limits, ..self }
    }
}

/// A named text that a deployment or a user sets.
#[derive(Debug)]
pub struct Var {
    /// Its name in the spec.
    pub name: &'static str,
    /// What it is when nobody sets it.
    pub default: Option<&'static str>,
}

/// A secret that requests carry.
#[derive(Debug)]
pub struct Secret {
    /// Its name in the spec.
    pub name: &'static str,
    /// Where it travels.
    pub place: SecretPlace,
    /// The name there; that of a header is a template over variables.
    pub key: &'static str,
    /// The text before it in the header.
    pub prefix: &'static str,
    /// Whether calls work without it.
    pub optional: bool,
}

/// Where a secret travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretPlace {
    /// In a header.
    Header,
    /// In `Authorization`: user and password, with a colon between them.
    Basic,
    /// In the query.
    Query,
    /// In a cookie.
    Cookie,
}

impl Secret {
    /// A secret in a header, without which no call works.
    pub const fn header(name: &'static str, header: &'static str) -> Self {
        Self { name, place: SecretPlace::Header, key: header, prefix: "", optional: false }
    }

    /// A token in `Authorization`.
    pub const fn bearer(name: &'static str) -> Self {
        Self::header(name, "Authorization").prefix("Bearer ")
    }

    /// User and password in `Authorization`.
    pub const fn basic(name: &'static str) -> Self {
        Self { place: SecretPlace::Basic, ..Self::header(name, "Authorization") }
    }

    /// A secret in the query.
    pub const fn query(name: &'static str, key: &'static str) -> Self {
        Self { place: SecretPlace::Query, ..Self::header(name, key) }
    }

    /// A secret in a cookie.
    pub const fn cookie(name: &'static str, key: &'static str) -> Self {
        Self { place: SecretPlace::Cookie, ..Self::header(name, key) }
    }

    /// The same, with a text before it.
    pub const fn prefix(self, prefix: &'static str) -> Self {
        Self { prefix, ..self }
    }

    /// The same, where calls work without it.
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

/// The body of an answer that reports an error.
#[derive(Debug)]
pub struct Errors {
    /// Its type.
    pub body: Type,
    /// The member that holds the text for people, with the members around it before it.
    pub message: Option<&'static [&'static str]>,
}

impl Errors {
    /// A body of this type.
    pub const fn new(body: Type) -> Self {
        Self { body, message: None }
    }

    /// The same, with the member that holds the text for people.
    pub const fn message(self, message: &'static [&'static str]) -> Self {
        Self { message: Some(message), ..self }
    }
}

/// The names of the headers that tell of a rate limit.
#[derive(Debug, Default)]
pub struct RateLimitHeaders {
    /// The policy.
    pub policy: Option<&'static str>,
    /// The limit.
    pub limit: Option<&'static str>,
    /// What is left of it.
    pub remaining: Option<&'static str>,
    /// In how many seconds it starts again, or when, in seconds since 1970.
    pub reset: Option<&'static str>,
    /// After how many seconds to try again.
    pub retry_after: Option<&'static str>,
}

impl RateLimitHeaders {
    /// No such headers.
    pub const NONE: Self = Self { policy: None, limit: None, remaining: None, reset: None, retry_after: None };
}

/// Operations that share an endpoint.
#[derive(Debug)]
pub struct Service {
    /// Its name in the spec.
    pub name: &'static str,
    /// The client that it is reached through.
    pub client: &'static Client,
    /// Its own variables.
    pub vars: &'static [Var],
    /// The paths at which it answers: none for REST, several where it has several instances.
    pub endpoints: &'static [Endpoint],
    /// The path of its websocket, a template.
    pub websocket: Option<&'static str>,
    /// How it takes JSON-RPC calls.
    pub rpc: Option<Rpc>,
    /// The method names of subscriptions, templates.
    pub subscribe: Option<Subscribe>,
    /// Conditions for it to be served.
    pub available: &'static [Availability],
    /// What is allowed over all of its operations together.
    pub limits: &'static [Limit],
}

impl Service {
    /// A service of REST operations.
    pub const fn new(name: &'static str, client: &'static Client) -> Self {
        let (websocket, rpc, subscribe) = (None, None, None);
        Self { name, client, vars: &[], endpoints: &[], websocket, rpc, subscribe, available: &[], limits: &[] }
    }

    /// The same, with variables of its own.
    pub const fn vars(self, vars: &'static [Var]) -> Self {
        Self { vars, ..self }
    }

    /// The same, with the paths at which it answers.
    pub const fn endpoints(self, endpoints: &'static [Endpoint]) -> Self {
        Self { endpoints, ..self }
    }

    /// The same, with the path of a websocket.
    pub const fn websocket(self, path: &'static str) -> Self {
        Self { websocket: Some(path), ..self }
    }

    /// The same, for JSON-RPC.
    pub const fn rpc(self, rpc: Rpc) -> Self {
        Self { rpc: Some(rpc), ..self }
    }

    /// The same, with the method names of subscriptions.
    pub const fn subscribe(self, subscribe: Subscribe) -> Self {
        Self { subscribe: Some(subscribe), ..self }
    }

    /// The same, under conditions.
    pub const fn available(self, available: &'static [Availability]) -> Self {
        Self { available, ..self }
    }

    /// The same, with what is allowed over all of its operations together.
    pub const fn limits(self, limits: &'static [Limit]) -> Self {
        Self { limits, ..self }
    }
}

/// A path at which a JSON-RPC service answers.
#[derive(Debug)]
pub struct Endpoint {
    /// Its name; empty when the service has only this one.
    pub name: &'static str,
    /// The path, a template over variables.
    pub path: &'static str,
}

/// How a service takes JSON-RPC calls.
#[derive(Clone, Copy, Debug)]
pub struct Rpc {
    /// The shape of `params`.
    pub params: ParamStyle,
    /// Whether several calls may travel in one request.
    pub batch: bool,
    /// How many, a template over variables.
    pub batch_max: Option<&'static str>,
    /// What the ids of calls are.
    pub ids: RpcIds,
    /// The codes of errors that any call may have.
    pub errors: &'static [RpcError],
}

impl Rpc {
    /// Calls one by one.
    pub const fn new(params: ParamStyle) -> Self {
        Self { params, batch: false, batch_max: None, ids: RpcIds::Number, errors: &[] }
    }

    /// The same, where several calls may travel in one request.
    pub const fn batch(self) -> Self {
        Self { batch: true, ..self }
    }

    /// The same, with how many may, a template over variables.
    pub const fn batch_max(self, most: &'static str) -> Self {
        Self { batch_max: Some(most), ..self }
    }

    /// The same, with ids of another kind.
    pub const fn ids(self, ids: RpcIds) -> Self {
        Self { ids, ..self }
    }

    /// The same, with the codes of errors that any call may have.
    pub const fn errors(self, errors: &'static [RpcError]) -> Self {
        Self { errors, ..self }
    }
}

/// The shape of `params` in a JSON-RPC call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamStyle {
    /// One object.
    Named,
    /// An array, in the order of the spec.
    Positional,
    /// An array that holds one object.
    ObjectInArray,
}

/// The method names of subscriptions, templates over variables; [`Target::fill`](crate::Target::fill) fills them.
#[derive(Clone, Copy, Debug)]
pub struct Subscribe {
    /// Begins one.
    pub call: &'static str,
    /// Ends one.
    pub cancel: &'static str,
    /// Names the messages of one.
    pub notify: &'static str,
}

/// A condition for a thing to be served, as text for people: ``needs the flag `--index-enabled` ``.
#[derive(Clone, Copy, Debug)]
pub struct Availability(pub &'static str);

/// A named set of values for variables: a place where the APIs run.
#[derive(Debug)]
pub struct Deployment {
    /// Its name in the spec.
    pub name: &'static str,
    /// The variables that it sets.
    pub vars: &'static [(&'static str, &'static str)],
    /// Patterns of methods that are not served there; `*` stands for any text.
    pub missing: &'static [&'static str],
}
