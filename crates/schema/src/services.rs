//! Tables of clients, their services, and deployments.

use crate::errors::{RpcError, RpcIds};
use crate::limits::Limit;
use crate::protocol::{ParamStyle, VersionCall};
use crate::table::{choice, table};
use crate::types::Type;

table! {
    /// Description of a client: a base URL with the settings that its requests share.
    #[derive(Debug)]
    struct Client {
        /// Name of the client in the spec.
        name: &'static str,
        /// Base URL, a template over variables such as `{libraryUrl}`.
        base_url: &'static str,
        ..
        /// Variables, with their defaults.
        or vars: &'static [Var] = &[],
        /// Secrets of requests.
        or auth: &'static [Secret] = &[],
        /// Alternative sets of secrets. A call sends the first complete set; without alternatives,
        /// all secrets that are set.
        some security: &'static [&'static [&'static str]],
        /// Further servers, in addition to the server of the base URL.
        or servers: &'static [Server] = &[],
        /// Constant headers of every request; the values are templates over variables.
        or send: &'static [(&'static str, &'static str)] = &[],
        /// Body of an error response; `None` if undescribed.
        some errors: Errors,
        /// Errors of a server that does not serve requests yet, such as during its start.
        or unavailable: &'static [ErrorSign] = &[],
        /// Names of the rate limit headers.
        or rate_limit: RateLimitHeaders = RateLimitHeaders::NONE,
        /// Name of the response header with the request ID; `None` if only common names are tried.
        some request_id: &'static str,
        /// Call that returns the version of a server; `None` if undescribed.
        some version: VersionCall,
        /// Limits over all services of the client together.
        or limits: &'static [Limit] = &[],
        /// Services of the client, in the order of the spec.
        or services: &'static [ServiceRef] = &[],
    }
}

table! {
    /// A service of a client by name, with the facts needed to set its endpoint.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct ServiceRef {
        /// Name of the service in the spec.
        name: &'static str,
        ..
        /// Whether the service has a websocket.
        flag websocket: bool,
        /// Whether the service has several endpoints, so that one URL cannot replace all of them.
        flag several: bool,
    }
}

impl Client {
    /// Returns the alternative sets of secrets for the base URL, or for the server with this index.
    /// `None` if all secrets that are set are sent.
    #[must_use]
    pub const fn ways_at(&self, server: Option<usize>) -> Option<&'static [&'static [&'static str]]> {
        match server {
            None => self.security,
            Some(index) if index < self.servers.len() => Some(self.servers[index].security),
            Some(_) => Some(&[]),
        }
    }
}

table! {
    /// Server of a client, in addition to the server of the base URL.
    #[derive(Debug)]
    struct Server {
        /// Name of the server in the spec.
        name: &'static str,
        /// Base URL, a template over variables.
        base_url: &'static str,
        ..
        /// Alternative sets of secrets for the server. Without alternatives, no secret is sent.
        or security: &'static [&'static [&'static str]] = &[],
    }
}

table! {
    /// A variable: a named string that a deployment or a user sets.
    #[derive(Debug)]
    struct Var {
        /// Name of the variable in the spec.
        name: &'static str,
        ..
        /// Default value; `None` if a value must be set.
        some default: &'static str,
    }
}

table! {
    /// Description of a secret, such as an API key.
    #[derive(Debug)]
    struct Secret {
        /// Name of the secret in the spec.
        name: &'static str,
        /// Place of the secret in a request.
        place: SecretPlace,
        /// Name of the header, query parameter or cookie. The name of a header is a template over
        /// variables.
        key: &'static str,
        ..
        /// Text before the secret in the header.
        or prefix: &'static str = "",
        /// Whether the secret is optional.
        flag optional: bool,
    }
    /// Describes a secret in a header.
    fn header(name: &'static str, key: &'static str) { name, place: SecretPlace::Header, key, }
    /// Describes a token in a header, after the word `Bearer` or another prefix.
    fn bearer(name: &'static str, key: &'static str) { name, place: SecretPlace::Bearer, key, }
    /// Describes a user and a password in a header.
    fn basic(name: &'static str, key: &'static str) { name, place: SecretPlace::Basic, key, }
    /// Describes a secret in the query.
    fn query(name: &'static str, key: &'static str) { name, place: SecretPlace::Query, key, }
    /// Describes a secret in a cookie.
    fn cookie(name: &'static str, key: &'static str) { name, place: SecretPlace::Cookie, key, }
}

impl Secret {
    /// Returns the text sent before the secret: its prefix, or `Bearer ` before a token without a
    /// prefix.
    #[must_use]
    pub const fn sent_prefix(&self) -> &'static str {
        match self.place {
            SecretPlace::Bearer if self.prefix.is_empty() => "Bearer ",
            _ => self.prefix,
        }
    }
}

choice! {
    /// Place of a secret in a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum SecretPlace {
        /// In a header.
        Header,
        /// In a header: a token, after `Bearer` or another prefix.
        Bearer,
        /// In the header `Authorization`: user and password, with a colon between them.
        Basic,
        /// In the query.
        Query,
        /// In a cookie.
        Cookie,
    }
}

table! {
    /// Body of an error response.
    #[derive(Debug)]
    struct Errors {
        /// Type of the body.
        body: Type,
        ..
        /// Path of the member that holds the error message; `None` if unknown.
        some message: &'static [&'static str],
        /// Failures in responses with a success status; `None` if there are none.
        some in_body: InBody,
    }
}

table! {
    /// Pattern by which an error is recognized.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct ErrorSign {
        /// A part of the service's message, or of a body that is not JSON.
        message: &'static str,
        ..
        /// Code of the JSON-RPC error, or HTTP status; `None` for any.
        some code: i64,
    }
}

table! {
    /// Failures reported in the JSON body of a response with a success status.
    #[derive(Clone, Copy, Debug)]
    struct InBody {
        /// Conditions on the body; a failure satisfies all of them.
        conditions: &'static [BodyCondition],
        ..
        /// Path of the member that holds the error message; `None` if unknown.
        some message: &'static [&'static str],
        /// Path of the member that holds the error code; `None` if unknown.
        some code: &'static [&'static str],
        /// Codes after which the same call may succeed later. The failed call may have had an
        /// effect.
        or retry: &'static [&'static str] = &[],
        /// Codes by which the service temporarily refuses a call, like the status 429, without any
        /// effect.
        or limited: &'static [&'static str] = &[],
    }
}

choice! {
    /// A condition on a member of a body.
    #[derive(Clone, Copy, Debug)]
    enum BodyCondition {
        /// The member has this value.
        When {
            /// Path of the member.
            member: &'static [&'static str],
            /// Value, as JSON.
            value: &'static str,
        },
        /// The member is present and has another value.
        Unless {
            /// Path of the member.
            member: &'static [&'static str],
            /// Value, as JSON.
            value: &'static str,
        },
        /// The member at this path is present, and neither null nor an empty list.
        Has(&'static [&'static str]),
    }
}

table! {
    /// Names of the rate limit headers.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct RateLimitHeaders {
        ..
        /// Header of the policy.
        some policy: &'static str,
        /// Header of the limit.
        some limit: &'static str,
        /// Header of the remaining quantity.
        some remaining: &'static str,
        /// Header of the time of the reset.
        some reset: &'static str,
        /// Header of the time to wait before a retry.
        some retry_after: &'static str,
        /// Header of the time to wait before a retry, in milliseconds.
        some retry_after_ms: &'static str,
    }
    /// Describes responses without rate limit headers.
    fn new() {}
}

impl RateLimitHeaders {
    /// No rate limit headers.
    pub const NONE: Self = Self::new();
}

table! {
    /// Description of a service: operations that share an endpoint.
    #[derive(Debug)]
    struct Service {
        /// Name of the service in the spec.
        name: &'static str,
        /// Client of the service.
        client: &'static Client,
        ..
        /// Variables of the service.
        or vars: &'static [Var] = &[],
        /// Paths of a JSON-RPC service; empty for REST.
        or endpoints: &'static [Endpoint] = &[],
        /// Path of the websocket, a template over variables; `None` if the service has none.
        some websocket: &'static str,
        /// Index of the server in [`Client::servers`]; `None` for the server of the base URL.
        some server: usize,
        /// Conventions of JSON-RPC calls; `None` for REST.
        some rpc: Rpc,
        /// Method names of subscriptions, templates over variables.
        some subscribe: Subscribe,
        /// Conditions of availability.
        or available: &'static [Availability] = &[],
        /// Limits over all operations of the service together.
        or limits: &'static [Limit] = &[],
    }
}

table! {
    /// A path of a JSON-RPC service.
    #[derive(Debug)]
    struct Endpoint {
        /// Name of the endpoint; empty for the only one of a service.
        name: &'static str,
        /// Path, a template over variables.
        path: &'static str,
    }
}

table! {
    /// Conventions of JSON-RPC calls of a service.
    #[derive(Clone, Copy, Debug)]
    struct Rpc {
        /// Shape of `params`.
        params: ParamStyle,
        ..
        /// Whether batches are supported: several calls in one request.
        flag batch: bool,
        /// Maximum number of calls in a batch, a template over variables; `None` if unlimited or
        /// unknown.
        some batch_max: &'static str,
        /// JSON type of the IDs of calls.
        or ids: RpcIds = RpcIds::Number,
        /// HTTP statuses after which the same call may succeed later, in addition to the ones with this meaning in
        /// general.
        or retry: &'static [u16] = &[],
        /// Error codes that any call may return.
        or errors: &'static [RpcError] = &[],
    }
}

table! {
    /// Method names of subscriptions, templates over variables.
    #[derive(Clone, Copy, Debug)]
    struct Subscribe {
        /// Method that starts a subscription.
        call: &'static str,
        /// Method that ends a subscription.
        cancel: &'static str,
        /// Method of the notifications of a subscription.
        notify: &'static str,
    }
}

table! {
    /// Condition of availability, as a human-readable sentence: ``Requires the flag `--index-enabled`.``
    #[derive(Clone, Copy, Debug)]
    #[non_exhaustive]
    struct Availability {
        /// Human-readable sentence.
        text: &'static str,
        ..
        /// Whether only the data of an operation depends on the condition, such as old blocks, and
        /// not the operation itself.
        flag of_data: bool,
    }
}

table! {
    /// A named set of values for variables: a network or server where the APIs run.
    #[derive(Debug)]
    struct Deployment {
        /// Name of the deployment in the spec.
        name: &'static str,
        ..
        /// Values of variables, by name.
        or vars: &'static [(&'static str, &'static str)] = &[],
        /// Whole URLs of services, by the name of the service: templates over variables of the client. A URL that
        /// begins with `ws` is the URL of a websocket.
        or endpoints: &'static [(&'static str, &'static str)] = &[],
        /// Patterns of methods that the deployment does not serve; `*` matches any text.
        or missing: &'static [&'static str] = &[],
    }
}
