//! Data of a reference: the facts of a spec in words, ready to display.
//!
//! All structs can be serialized. Fields documented as Markdown contain the text of the spec, which
//! a reader must escape. All other texts are plain.

mod calls;
mod types;

use serde::Serialize;

pub use calls::*;
pub use types::*;

/// Reference of a spec: its facts for display.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Name of the crate that is generated from the spec; empty without one.
    pub name: String,
    /// Description of the spec, as Markdown.
    pub doc: String,
    /// Clients, in the order of the spec.
    pub clients: Vec<Client>,
    /// Services, in the order of the spec.
    pub services: Vec<Service>,
    /// Files of the spec, in its order.
    pub files: Vec<SpecFile>,
    /// Operations, in the order of the spec; an operation with variants is listed once per variant.
    pub operations: Vec<Operation>,
    /// Subscriptions, in the order of the spec.
    pub subscriptions: Vec<Subscription>,
    /// Webhooks of all files, in the order of the spec.
    pub webhooks: Vec<Webhooks>,
    /// Named types, in the order of the spec.
    pub types: Vec<TypeEntry>,
    /// Deployments, in the order of the spec.
    pub deployments: Vec<Deployment>,
    /// Documents on which the spec is based, in the order of the spec.
    pub sources: Vec<SourceDocument>,
    /// Groups of words with the same meaning in a search, in lower case.
    pub synonyms: Vec<Vec<String>>,
}

/// A file of the spec, which groups operations.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpecFile {
    /// Path without folder and extension, such as `library/books`.
    pub name: String,
    /// Description, as Markdown.
    pub doc: String,
}

/// A document on which the spec is based. Each `source` of the reference begins with its mark.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceDocument {
    /// Mark of the document.
    pub mark: String,
    /// Title of the document.
    pub title: String,
    /// Public URL of the document; `None` if unknown.
    pub url: Option<String>,
}

/// Webhooks: events that a service sends to a server of its user.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Webhooks {
    /// File of the spec, such as `library/events`.
    pub name: String,
    /// Name of the client.
    pub client: String,
    /// First sentence of the description, without its full stop.
    pub summary: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Path in Rust of the static from which receivers are created.
    pub rust: String,
    /// Expression in Rust that verifies a request and reads its event; without a described
    /// signature, the expression only reads the event.
    pub receive: String,
    /// Command that verifies a stored request; `None` without a described signature.
    pub verify: Option<String>,
    /// Type of an event.
    pub event: TypeText,
    /// Name of the signature header, a template over variables; `None` without a described
    /// signature.
    pub header: Option<String>,
    /// Statements on the signature and on the ID of repeated deliveries, as Markdown.
    pub facts: Vec<String>,
    /// Notes, as Markdown.
    pub notes: Vec<String>,
    /// Examples of deliveries, without their secrets.
    pub examples: Vec<WebhookExample>,
    /// Section of the documents.
    pub source: Option<String>,
}

/// An example of a delivery.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookExample {
    /// Description, as Markdown.
    pub doc: String,
    /// Headers of the request.
    pub headers: Vec<(String, String)>,
    /// Body of the request.
    pub body: String,
}

impl SourceDocument {
    /// Returns whether a source, which is a mark and a section, refers to this document.
    pub(crate) fn has(&self, source: &str) -> bool {
        source.split(' ').next() == Some(&self.mark)
    }
}

/// A client: a base URL with the settings that its services share.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Client {
    /// Name in the spec.
    pub name: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Base URL, a template over variables.
    pub base_url: String,
    /// Base URL with the values that documents show.
    pub shown_url: String,
    /// Version of the API, as its documents state it; `None` if unknown.
    pub version: Option<String>,
    /// Variables of the client.
    pub variables: Vec<Variable>,
    /// Secrets of requests.
    pub secrets: Vec<Secret>,
    /// HTTP statuses of errors.
    pub statuses: Vec<Status>,
    /// Further statements on errors, as Markdown.
    pub errors: Vec<String>,
    /// Limits over all services, as Markdown.
    pub limits: Vec<String>,
    /// Notes, as Markdown.
    pub notes: Vec<String>,
    /// Section of the documents.
    pub source: Option<String>,
}

/// A variable: a text that a deployment or a user sets.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    /// Name in the spec.
    pub name: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Default value; `None` if a value must be set.
    pub default: Option<String>,
    /// Values that a service accepts; empty for any.
    pub values: Vec<String>,
    /// Value that documents show: the default, or the value of the first deployment.
    pub shown: String,
}

/// A secret of requests, such as an API key.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Secret {
    /// Name in the spec.
    pub name: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Place in a request: `header`, `bearer`, `basic`, `query` or `cookie`.
    pub place: &'static str,
    /// Name of the header, query parameter or cookie, with the values that documents show.
    pub key: String,
    /// Whether calls work without the secret.
    pub optional: bool,
}

/// An HTTP status of errors.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Number of the status.
    pub code: u16,
    /// Name of the status.
    pub name: String,
    /// Condition for the status, as Markdown; may be empty.
    pub doc: String,
}

/// A service: operations that share an endpoint.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Service {
    /// Name in the spec.
    pub name: String,
    /// Name of the client of the service.
    pub client: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Type in Rust whose methods are the calls.
    pub rust: String,
    /// Endpoints of JSON-RPC; empty for REST.
    pub endpoints: Vec<Endpoint>,
    /// Path of the websocket, a template over variables; `None` if the service has none.
    pub websocket: Option<String>,
    /// Base URL of the separate server of the service, a template; `None` for the server of the client.
    pub server: Option<String>,
    /// Base URL of the server, with the values that documents show.
    pub shown_url: String,
    /// Variables of the paths of the service.
    pub variables: Vec<Variable>,
    /// JSON-RPC error codes that any call of the service may return.
    pub errors: Vec<ErrorCode>,
    /// Conditions of availability, as Markdown.
    pub available: Vec<String>,
    /// Limits, as Markdown.
    pub limits: Vec<String>,
    /// Notes, as Markdown.
    pub notes: Vec<String>,
    /// Section of the documents.
    pub source: Option<String>,
}

/// An endpoint of a JSON-RPC service.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Endpoint {
    /// Name of the endpoint; empty for the only one of a service.
    pub name: String,
    /// Path, a template over variables.
    pub path: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Reason for the deprecation, as Markdown; `None` if not deprecated.
    pub deprecated: Option<String>,
}

/// A deployment: named values of the variables.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deployment {
    /// Name in the spec.
    pub name: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Variables with the values that the deployment sets.
    pub variables: Vec<(String, String)>,
    /// Services with their whole URLs, which are templates over variables.
    pub endpoints: Vec<(String, Vec<String>)>,
    /// Patterns of methods that are not served; `*` matches any text.
    pub missing: Vec<String>,
}
