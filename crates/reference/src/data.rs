//! Data of a reference: the facts of a spec in words, ready to display.
//!
//! All structs can be serialized. Fields that are documented as Markdown hold the text of the spec,
//! which a reader must escape. All other texts are plain.

mod calls;
mod types;

use serde::Serialize;

pub use calls::*;
pub use types::*;

/// All that a spec says to people.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// The name of the crate that is generated from the spec; empty without one.
    pub name: String,
    /// What the spec is about, as Markdown.
    pub doc: String,
    /// The clients, in the order of the spec.
    pub clients: Vec<Client>,
    /// The services, in the order of the spec.
    pub services: Vec<Service>,
    /// The files of the spec, in its order.
    pub files: Vec<SpecFile>,
    /// The operations, in the order of the spec, those with variants once for each.
    pub operations: Vec<Operation>,
    /// The subscriptions, in the order of the spec.
    pub subscriptions: Vec<Subscription>,
    /// The webhooks of all files, in the order of the spec.
    pub webhooks: Vec<Webhooks>,
    /// The named types, in the order of the spec.
    pub types: Vec<TypeEntry>,
    /// The deployments, in the order of the spec.
    pub deployments: Vec<Deployment>,
    /// The documents that the spec is based on, in the order of the spec.
    pub sources: Vec<SourceDocument>,
    /// Groups of words that mean the same in a search, in lower case.
    pub synonyms: Vec<Vec<String>>,
}

/// A file of the spec, which groups operations.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpecFile {
    /// The path without folder and ending, such as `library/books`.
    pub name: String,
    /// The description, as Markdown.
    pub doc: String,
}

/// A document that the spec is based on. Each `source` of the reference begins with its mark.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceDocument {
    /// The mark.
    pub mark: String,
    /// The title.
    pub title: String,
    /// The URL at which anybody can read it.
    pub url: Option<String>,
}

/// Events that a service sends to a server of its user.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Webhooks {
    /// The file of the spec, such as `library/events`.
    pub name: String,
    /// The name of the client.
    pub client: String,
    /// The first sentence of the description, without its full stop.
    pub summary: String,
    /// The description, as Markdown.
    pub doc: String,
    /// The static in Rust from which a receiver is made.
    pub rust: String,
    /// The expression in Rust that verifies a request and reads its event; only reads it where no
    /// signature is described.
    pub receive: String,
    /// The command that verifies a stored request; `None` where no signature is described.
    pub verify: Option<String>,
    /// The type of an event.
    pub event: TypeText,
    /// The name of the header with the signature, a template over variables.
    pub header: Option<String>,
    /// How a request is signed, and what repeated deliveries share, as Markdown.
    pub facts: Vec<String>,
    /// Notes, as Markdown.
    pub notes: Vec<String>,
    /// Examples of deliveries, without their secrets.
    pub examples: Vec<WebhookExample>,
    /// The section of the documents.
    pub source: Option<String>,
}

/// An example of a delivery.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookExample {
    /// The description, as Markdown.
    pub doc: String,
    /// The headers of the request.
    pub headers: Vec<(String, String)>,
    /// The body of the request.
    pub body: String,
}

impl SourceDocument {
    /// Whether a source, a mark and a section, is in this document.
    pub(crate) fn has(&self, source: &str) -> bool {
        source.split(' ').next() == Some(&self.mark)
    }
}

/// A base URL with the settings that its services share.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Client {
    /// The name in the spec.
    pub name: String,
    /// The description, as Markdown.
    pub doc: String,
    /// The base URL, a template over variables.
    pub base_url: String,
    /// The base URL with the values that documents show.
    pub shown_url: String,
    /// The version of the API, as its documents name it.
    pub version: Option<String>,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The secrets of requests.
    pub secrets: Vec<Secret>,
    /// The HTTP statuses of errors.
    pub statuses: Vec<Status>,
    /// Further statements on errors, as Markdown.
    pub errors: Vec<String>,
    /// Limits over all services, as Markdown.
    pub limits: Vec<String>,
    /// Notes, as Markdown.
    pub notes: Vec<String>,
    /// The section of the documents.
    pub source: Option<String>,
}

/// A variable: a text that a deployment or a user sets.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    /// The name in the spec.
    pub name: String,
    /// The description, as Markdown.
    pub doc: String,
    /// The default.
    pub default: Option<String>,
    /// The values that a service has; empty for any.
    pub values: Vec<String>,
    /// The value that documents show: the default, or that of the first deployment.
    pub shown: String,
}

/// A secret of requests, such as an API key.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Secret {
    /// The name in the spec.
    pub name: String,
    /// The description, as Markdown.
    pub doc: String,
    /// The place: `header`, `bearer`, `basic`, `query` or `cookie`.
    pub place: &'static str,
    /// The name of the header, parameter or cookie, with the values that documents show.
    pub key: String,
    /// Whether calls work without it.
    pub optional: bool,
}

/// An HTTP status of errors.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The number.
    pub code: u16,
    /// The name.
    pub name: String,
    /// The condition, as Markdown; may be empty.
    pub doc: String,
}

/// Operations that share an endpoint.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Service {
    /// The name in the spec.
    pub name: String,
    /// The name of its client.
    pub client: String,
    /// The description, as Markdown.
    pub doc: String,
    /// The type in Rust whose methods are its calls.
    pub rust: String,
    /// The endpoints of JSON-RPC; empty for REST.
    pub endpoints: Vec<Endpoint>,
    /// The path of the websocket, a template over variables.
    pub websocket: Option<String>,
    /// The base URL of its own server, a template, where it is not at that of the client.
    pub server: Option<String>,
    /// The base URL of its server with the values that documents show.
    pub shown_url: String,
    /// The variables of its paths.
    pub variables: Vec<Variable>,
    /// The codes of JSON-RPC errors of all of its calls.
    pub errors: Vec<ErrorCode>,
    /// Conditions under which it is served, as Markdown.
    pub available: Vec<String>,
    /// Limits, as Markdown.
    pub limits: Vec<String>,
    /// Notes, as Markdown.
    pub notes: Vec<String>,
    /// The section of the documents.
    pub source: Option<String>,
}

/// An endpoint of a JSON-RPC service.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Endpoint {
    /// The name; empty if the service has one endpoint.
    pub name: String,
    /// The path, a template over variables.
    pub path: String,
    /// The description, as Markdown.
    pub doc: String,
    /// Why it should not be used, as Markdown.
    pub deprecated: Option<String>,
}

/// Named values of the variables.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deployment {
    /// The name in the spec.
    pub name: String,
    /// The description, as Markdown.
    pub doc: String,
    /// The variables that it sets.
    pub variables: Vec<(String, String)>,
    /// Services with their whole URLs, which are templates over variables.
    pub endpoints: Vec<(String, Vec<String>)>,
    /// Patterns of methods that are not served; `*` matches any text.
    pub missing: Vec<String>,
}
