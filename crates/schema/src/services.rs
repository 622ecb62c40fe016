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
        /// Its name in the spec.
        name: &'static str,
        /// The base URL, a template over variables such as `{libraryUrl}`.
        base_url: &'static str,
        ..
        /// The variables, with their defaults.
        or vars: &'static [Var] = &[],
        /// The secrets that requests carry.
        or auth: &'static [Secret] = &[],
        /// Alternative sets of secrets. A call carries the first set that is complete; without
        /// alternatives, all secrets that are set.
        some security: &'static [&'static [&'static str]],
        /// Other servers than that of the base URL, which some operations are on.
        or servers: &'static [Server] = &[],
        /// Constant headers of every request; the values are templates over variables.
        or send: &'static [(&'static str, &'static str)] = &[],
        /// The body of an error response.
        some errors: Errors,
        /// Errors by which a server says that it does not serve yet, such as while it starts.
        or unavailable: &'static [ErrorSign] = &[],
        /// The names of the headers on the rate limit.
        or rate_limit: RateLimitHeaders = RateLimitHeaders::NONE,
        /// The name of the header of a response that holds the ID of the request; `None` where only
        /// usual names are looked for.
        some request_id: &'static str,
        /// The call that says which version a server runs.
        some version: VersionCall,
        /// Limits over all of its services together.
        or limits: &'static [Limit] = &[],
        /// Its services, in the order of the spec.
        or services: &'static [ServiceRef] = &[],
    }
}

table! {
    /// A service of a client, by its name: what must be known of it to give it an endpoint of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct ServiceRef {
        /// Its name in the spec.
        name: &'static str,
        ..
        /// Whether it has a websocket.
        flag websocket: bool,
        /// Whether it has several endpoints, so that one URL cannot stand for all of them.
        flag several: bool,
    }
}

impl Client {
    /// Returns the alternative sets of secrets for the base URL, or for the server with this index.
    /// `None` stands for all secrets that are set.
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
    /// Another server than that of the base URL of a client.
    #[derive(Debug)]
    struct Server {
        /// Its name in the spec.
        name: &'static str,
        /// The base URL, a template over variables.
        base_url: &'static str,
        ..
        /// Alternative sets of secrets that go there. Without alternatives, no secret does.
        or security: &'static [&'static [&'static str]] = &[],
    }
}

table! {
    /// A variable: a named string that a deployment or a user sets.
    #[derive(Debug)]
    struct Var {
        /// Its name in the spec.
        name: &'static str,
        ..
        /// The default value.
        some default: &'static str,
    }
}

table! {
    /// Description of a secret, such as an API key.
    #[derive(Debug)]
    struct Secret {
        /// Its name in the spec.
        name: &'static str,
        /// The place in a request.
        place: SecretPlace,
        /// The name of the header, query parameter or cookie. That of a header is a template over
        /// variables.
        key: &'static str,
        ..
        /// The text before the secret in the header.
        or prefix: &'static str = "",
        /// Whether the secret is optional.
        flag optional: bool,
    }
    /// Describes a secret in a header.
    fn header(name: &'static str, key: &'static str) { name, place: SecretPlace::Header, key, }
    /// Describes a token in a header, behind the word `Bearer` or another prefix.
    fn bearer(name: &'static str, key: &'static str) { name, place: SecretPlace::Bearer, key, }
    /// Describes a user and a password in a header.
    fn basic(name: &'static str, key: &'static str) { name, place: SecretPlace::Basic, key, }
    /// Describes a secret in the query.
    fn query(name: &'static str, key: &'static str) { name, place: SecretPlace::Query, key, }
    /// Describes a secret in a cookie.
    fn cookie(name: &'static str, key: &'static str) { name, place: SecretPlace::Cookie, key, }
}

impl Secret {
    /// Returns what is sent in front of the secret: its prefix, or `Bearer ` in front of a token without one.
    #[must_use]
    pub const fn sent_prefix(&self) -> &'static str {
        match self.place {
            SecretPlace::Bearer if self.prefix.is_empty() => "Bearer ",
            _ => self.prefix,
        }
    }
}

choice! {
    /// The place of a secret in a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum SecretPlace {
        /// In a header.
        Header,
        /// In `Authorization`: a token.
        Bearer,
        /// In `Authorization`: user and password, with a colon between them.
        Basic,
        /// In the query.
        Query,
        /// In a cookie.
        Cookie,
    }
}

table! {
    /// The body of an error response.
    #[derive(Debug)]
    struct Errors {
        /// Its type.
        body: Type,
        ..
        /// The path of the member that holds the error message.
        some message: &'static [&'static str],
        /// Which responses of a success status report a failure.
        some in_body: InBody,
    }
}

table! {
    /// How an error is recognized.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct ErrorSign {
        /// A part of the service's message, or of a body that is no JSON.
        message: &'static str,
        ..
        /// The code of the JSON-RPC error, or the HTTP status; any by default.
        some code: i64,
    }
}

table! {
    /// Failures that the JSON body of a success status reports.
    #[derive(Clone, Copy, Debug)]
    struct InBody {
        /// What holds of such a body, all together.
        conditions: &'static [BodyCondition],
        ..
        /// The path of the member that holds the error message.
        some message: &'static [&'static str],
        /// The path of the member that holds the error code.
        some code: &'static [&'static str],
        /// Codes after which the same call may succeed later. Something may have been done for it.
        or retry: &'static [&'static str] = &[],
        /// Codes by which the service refuses a call for now, as with the status 429: nothing was done.
        or limited: &'static [&'static str] = &[],
    }
}

choice! {
    /// A condition of a body, on the member at a path.
    #[derive(Clone, Copy, Debug)]
    enum BodyCondition {
        /// The member has this value, as JSON.
        When {
            /// The path.
            member: &'static [&'static str],
            /// The value.
            value: &'static str,
        },
        /// The member is there and has another value than this, as JSON.
        Unless {
            /// The path.
            member: &'static [&'static str],
            /// The value.
            value: &'static str,
        },
        /// The member is there, and is neither null nor an empty list.
        Has(&'static [&'static str]),
    }
}

table! {
    /// The names of the headers on the rate limit.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct RateLimitHeaders {
        ..
        /// The policy.
        some policy: &'static str,
        /// The limit.
        some limit: &'static str,
        /// The remaining quantity.
        some remaining: &'static str,
        /// The time of the reset.
        some reset: &'static str,
        /// The time to wait before a retry.
        some retry_after: &'static str,
        /// The time to wait before a retry, in milliseconds.
        some retry_after_ms: &'static str,
    }
    /// Describes responses without headers on the rate limit.
    fn new() {}
}

impl RateLimitHeaders {
    /// No headers on a rate limit.
    pub const NONE: Self = Self::new();
}

table! {
    /// Description of a service: operations that share an endpoint.
    #[derive(Debug)]
    struct Service {
        /// Its name in the spec.
        name: &'static str,
        /// The client of the service.
        client: &'static Client,
        ..
        /// The variables of the service.
        or vars: &'static [Var] = &[],
        /// The paths of a JSON-RPC service; empty for REST.
        or endpoints: &'static [Endpoint] = &[],
        /// The path of its websocket, a template over variables.
        some websocket: &'static str,
        /// The index of its server in [`Client::servers`]; `None` for that of the base URL.
        some server: usize,
        /// The conventions of JSON-RPC calls; `None` for REST.
        some rpc: Rpc,
        /// The method names of subscriptions, templates over variables.
        some subscribe: Subscribe,
        /// Conditions of availability.
        or available: &'static [Availability] = &[],
        /// Limits over all of its operations together.
        or limits: &'static [Limit] = &[],
    }
}

table! {
    /// A path of a JSON-RPC service.
    #[derive(Debug)]
    struct Endpoint {
        /// The name; empty when the service has one endpoint only.
        name: &'static str,
        /// The path, a template over variables.
        path: &'static str,
    }
}

table! {
    /// Conventions of JSON-RPC calls of a service.
    #[derive(Clone, Copy, Debug)]
    struct Rpc {
        /// The shape of `params`.
        params: ParamStyle,
        ..
        /// Whether batches are supported: several calls in one request.
        flag batch: bool,
        /// The maximum number of calls in a batch, a template over variables.
        some batch_max: &'static str,
        /// The JSON type of the ids of calls.
        or ids: RpcIds = RpcIds::Number,
        /// HTTP statuses after which the same call may succeed later, besides those that mean it
        /// anywhere.
        or retry: &'static [u16] = &[],
        /// Error codes that any call may return.
        or errors: &'static [RpcError] = &[],
    }
}

table! {
    /// The method names of subscriptions, templates over variables.
    #[derive(Clone, Copy, Debug)]
    struct Subscribe {
        /// The method that starts a subscription.
        call: &'static str,
        /// The method that ends a subscription.
        cancel: &'static str,
        /// The method of the messages of a subscription.
        notify: &'static str,
    }
}

table! {
    /// A condition of availability, as a sentence for people: ``Requires the flag
    /// `--index-enabled`.``
    #[derive(Clone, Copy, Debug)]
    #[non_exhaustive]
    struct Availability {
        /// The sentence.
        text: &'static str,
        ..
        /// Whether the data that an operation has depends on it, such as old blocks, and not
        /// whether the operation is there.
        flag of_data: bool,
    }
}

table! {
    /// A named set of values for variables: a network or server where the APIs run.
    #[derive(Debug)]
    struct Deployment {
        /// Its name in the spec.
        name: &'static str,
        ..
        /// The variables that it sets.
        or vars: &'static [(&'static str, &'static str)] = &[],
        /// The whole URLs of services, each behind the name of its service: templates over variables
        /// of the client. A URL that begins with `ws` is that of a websocket.
        or endpoints: &'static [(&'static str, &'static str)] = &[],
        /// Patterns of methods that are not served there; `*` matches any text.
        or missing: &'static [&'static str] = &[],
    }
}
