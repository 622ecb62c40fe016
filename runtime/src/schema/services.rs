//! Clients, the services that they reach, and the places where they run.

use super::{Limit, RpcError, RpcIds, Type, VersionCall};

/// Description of a client: a base URL with the settings that its requests share.
#[derive(Debug)]
pub struct Client {
    /// Its name in the spec.
    pub name: &'static str,
    /// The base URL, a template over variables such as `{libraryUrl}`.
    pub base_url: &'static str,
    /// The variables, with their defaults.
    pub vars: &'static [Var],
    /// The secrets that requests carry.
    pub auth: &'static [Secret],
    /// Alternative sets of secrets. A call carries the first set that is complete; without alternatives, all secrets that are set.
    pub security: Option<&'static [&'static [&'static str]]>,
    /// Constant headers of every request; the values are templates over variables.
    pub send: &'static [(&'static str, &'static str)],
    /// The body of an error response.
    pub errors: Option<Errors>,
    /// The names of the headers on the rate limit.
    pub rate_limit: RateLimitHeaders,
    /// The name of the header of a response that holds the ID of the request; `None` where only usual names are looked for.
    pub request_id: Option<&'static str>,
    /// The call that says which version a server runs.
    pub version: Option<VersionCall>,
    /// Limits over all of its services together.
    pub limits: &'static [Limit],
}

impl Client {
    /// Describes a client by its name and base URL.
    pub const fn new(name: &'static str, base_url: &'static str) -> Self {
        Self {
            name,
            base_url,
            vars: &[],
            auth: &[],
            security: None,
            send: &[],
            errors: None,
            rate_limit: RateLimitHeaders::NONE,
            request_id: None,
            version: None,
            limits: &[],
        }
    }

    /// Sets the variables.
    pub const fn vars(self, vars: &'static [Var]) -> Self {
        Self { vars, ..self }
    }

    /// Sets the secrets.
    pub const fn auth(self, auth: &'static [Secret]) -> Self {
        Self { auth, ..self }
    }

    /// Sets alternative sets of secrets.
    pub const fn security(self, ways: &'static [&'static [&'static str]]) -> Self {
        Self { security: Some(ways), ..self }
    }

    /// Sets the constant headers.
    pub const fn send(self, headers: &'static [(&'static str, &'static str)]) -> Self {
        Self { send: headers, ..self }
    }

    /// Sets the body of error responses.
    pub const fn errors(self, errors: Errors) -> Self {
        Self { errors: Some(errors), ..self }
    }

    /// Sets the names of the headers on the rate limit.
    pub const fn rate_limit(self, rate_limit: RateLimitHeaders) -> Self {
        Self { rate_limit, ..self }
    }

    /// Sets the name of the header that holds the ID of the request.
    pub const fn request_id(self, header: &'static str) -> Self {
        Self { request_id: Some(header), ..self }
    }

    /// Sets the call that says which version a server runs.
    pub const fn version(self, call: VersionCall) -> Self {
        Self { version: Some(call), ..self }
    }

    /// Sets the limits.
    pub const fn limits(self, limits: &'static [Limit]) -> Self {
        Self { limits, ..self }
    }
}

/// A variable: a named string that a deployment or a user sets.
#[derive(Debug)]
pub struct Var {
    /// Its name in the spec.
    pub name: &'static str,
    /// The default value.
    pub default: Option<&'static str>,
}

/// Description of a secret, such as an API key.
#[derive(Debug)]
pub struct Secret {
    /// Its name in the spec.
    pub name: &'static str,
    /// The place in a request.
    pub place: SecretPlace,
    /// The name of the header, query parameter or cookie. That of a header is a template over variables.
    pub key: &'static str,
    /// The text before the secret in the header.
    pub prefix: &'static str,
    /// Whether the secret is optional.
    pub optional: bool,
}

/// The place of a secret in a request.
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
    /// Describes a required secret in a header.
    pub const fn header(name: &'static str, header: &'static str) -> Self {
        Self { name, place: SecretPlace::Header, key: header, prefix: "", optional: false }
    }

    /// Describes a bearer token in the header `Authorization`.
    pub const fn bearer(name: &'static str) -> Self {
        Self::header(name, "Authorization").prefix("Bearer ")
    }

    /// Describes a user and a password in the header `Authorization`.
    pub const fn basic(name: &'static str) -> Self {
        Self { place: SecretPlace::Basic, ..Self::header(name, "Authorization") }
    }

    /// Describes a secret in the query.
    pub const fn query(name: &'static str, key: &'static str) -> Self {
        Self { place: SecretPlace::Query, ..Self::header(name, key) }
    }

    /// Describes a secret in a cookie.
    pub const fn cookie(name: &'static str, key: &'static str) -> Self {
        Self { place: SecretPlace::Cookie, ..Self::header(name, key) }
    }

    /// Sets the text before the secret in the header.
    pub const fn prefix(self, prefix: &'static str) -> Self {
        Self { prefix, ..self }
    }

    /// Makes the secret optional.
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

/// The body of an error response.
#[derive(Debug)]
pub struct Errors {
    /// Its type.
    pub body: Type,
    /// The path of the member that holds the error message.
    pub message: Option<&'static [&'static str]>,
}

impl Errors {
    /// Describes a body of this type.
    pub const fn new(body: Type) -> Self {
        Self { body, message: None }
    }

    /// Sets the path of the member that holds the error message.
    pub const fn message(self, message: &'static [&'static str]) -> Self {
        Self { message: Some(message), ..self }
    }
}

/// The names of the headers on the rate limit.
#[derive(Debug, Default)]
pub struct RateLimitHeaders {
    /// The policy.
    pub policy: Option<&'static str>,
    /// The limit.
    pub limit: Option<&'static str>,
    /// The remaining quantity.
    pub remaining: Option<&'static str>,
    /// The time of the reset: seconds from now, or a UNIX time in seconds.
    pub reset: Option<&'static str>,
    /// The seconds to wait before a retry.
    pub retry_after: Option<&'static str>,
}

impl RateLimitHeaders {
    /// No headers on a rate limit.
    pub const NONE: Self = Self { policy: None, limit: None, remaining: None, reset: None, retry_after: None };
}

/// Description of a service: operations that share an endpoint.
#[derive(Debug)]
pub struct Service {
    /// Its name in the spec.
    pub name: &'static str,
    /// The client of the service.
    pub client: &'static Client,
    /// The variables of the service.
    pub vars: &'static [Var],
    /// The paths of a JSON-RPC service; empty for REST.
    pub endpoints: &'static [Endpoint],
    /// The path of its websocket, a template over variables.
    pub websocket: Option<&'static str>,
    /// The conventions of JSON-RPC calls; `None` for REST.
    pub rpc: Option<Rpc>,
    /// The method names of subscriptions, templates over variables.
    pub subscribe: Option<Subscribe>,
    /// Conditions of availability.
    pub available: &'static [Availability],
    /// Limits over all of its operations together.
    pub limits: &'static [Limit],
}

impl Service {
    /// Describes a service of REST operations.
    pub const fn new(name: &'static str, client: &'static Client) -> Self {
        let (websocket, rpc, subscribe) = (None, None, None);
        Self { name, client, vars: &[], endpoints: &[], websocket, rpc, subscribe, available: &[], limits: &[] }
    }

    /// Sets the variables.
    pub const fn vars(self, vars: &'static [Var]) -> Self {
        Self { vars, ..self }
    }

    /// Sets the paths of a JSON-RPC service.
    pub const fn endpoints(self, endpoints: &'static [Endpoint]) -> Self {
        Self { endpoints, ..self }
    }

    /// Sets the path of the websocket.
    pub const fn websocket(self, path: &'static str) -> Self {
        Self { websocket: Some(path), ..self }
    }

    /// Makes it a JSON-RPC service.
    pub const fn rpc(self, rpc: Rpc) -> Self {
        Self { rpc: Some(rpc), ..self }
    }

    /// Sets the method names of subscriptions.
    pub const fn subscribe(self, subscribe: Subscribe) -> Self {
        Self { subscribe: Some(subscribe), ..self }
    }

    /// Sets the conditions of availability.
    pub const fn available(self, available: &'static [Availability]) -> Self {
        Self { available, ..self }
    }

    /// Sets the limits.
    pub const fn limits(self, limits: &'static [Limit]) -> Self {
        Self { limits, ..self }
    }
}

/// A path of a JSON-RPC service.
#[derive(Debug)]
pub struct Endpoint {
    /// The name; empty when the service has one endpoint only.
    pub name: &'static str,
    /// The path, a template over variables.
    pub path: &'static str,
}

/// Conventions of JSON-RPC calls of a service.
#[derive(Clone, Copy, Debug)]
pub struct Rpc {
    /// The shape of `params`.
    pub params: ParamStyle,
    /// Whether batches are supported: several calls in one request.
    pub batch: bool,
    /// The maximum number of calls in a batch, a template over variables.
    pub batch_max: Option<&'static str>,
    /// The JSON type of the ids of calls.
    pub ids: RpcIds,
    /// HTTP statuses after which the same call may succeed later, besides those that mean it anywhere.
    pub retry: &'static [u16],
    /// Error codes that any call may return.
    pub errors: &'static [RpcError],
}

impl Rpc {
    /// Describes a service without batches.
    pub const fn new(params: ParamStyle) -> Self {
        Self { params, batch: false, batch_max: None, ids: RpcIds::Number, retry: &[], errors: &[] }
    }

    /// Allows batches.
    pub const fn batch(self) -> Self {
        Self { batch: true, ..self }
    }

    /// Sets the maximum number of calls in a batch, a template over variables.
    pub const fn batch_max(self, most: &'static str) -> Self {
        Self { batch_max: Some(most), ..self }
    }

    /// Sets the JSON type of the ids of calls.
    pub const fn ids(self, ids: RpcIds) -> Self {
        Self { ids, ..self }
    }

    /// Sets the HTTP statuses after which the same call may succeed later.
    pub const fn retry(self, retry: &'static [u16]) -> Self {
        Self { retry, ..self }
    }

    /// Sets the error codes that any call may return.
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

/// The method names of subscriptions, templates over variables. [`Target::fill`](crate::Target::fill) inserts the values.
#[derive(Clone, Copy, Debug)]
pub struct Subscribe {
    /// The method that starts a subscription.
    pub call: &'static str,
    /// The method that ends a subscription.
    pub cancel: &'static str,
    /// The method of the messages of a subscription.
    pub notify: &'static str,
}

/// A condition of availability, as a sentence for people: ``Requires the flag `--index-enabled`.``
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Availability {
    /// The sentence.
    pub text: &'static str,
    /// Whether the data that an operation has depends on it, such as old blocks, and not whether the operation is there.
    pub of_data: bool,
}

impl Availability {
    /// Describes a condition for an operation to be there.
    pub const fn new(text: &'static str) -> Self {
        Self { text, of_data: false }
    }

    /// Describes a condition for the data of an operation.
    pub const fn of_data(text: &'static str) -> Self {
        Self { text, of_data: true }
    }
}

/// A named set of values for variables: a network or server where the APIs run.
#[derive(Debug)]
pub struct Deployment {
    /// Its name in the spec.
    pub name: &'static str,
    /// The variables that it sets.
    pub vars: &'static [(&'static str, &'static str)],
    /// Patterns of methods that are not served there; `*` matches any text.
    pub missing: &'static [&'static str],
}
