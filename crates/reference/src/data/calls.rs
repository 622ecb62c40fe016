//! Data of operations and subscriptions.

use chainloom_codegen::sentences::Topic;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Member, TypeText};

/// An operation of a service.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Operation {
    /// ID, such as `books.findBook`.
    pub id: String,
    /// Name of the service.
    pub service: String,
    /// Name of the client of the service.
    pub client: String,
    /// File of the spec, such as `library/books`.
    pub file: String,
    /// Encoding on the wire.
    pub protocol: Protocol,
    /// Name on the wire, such as `GET /v1/books`, with the values of variables that documents show.
    pub wire_name: String,
    /// Names in Rust.
    pub rust: RustNames,
    /// First sentence of the description, without its full stop.
    pub summary: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Effect of repeating a call: `read`, `idempotent`, `once` or `write`.
    pub effect: &'static str,
    /// Statements by topic, in the order in which people read them.
    pub statements: Vec<Statements>,
    /// Parameters that a caller sets.
    pub parameters: Vec<Member>,
    /// Parameters with a fixed value, which are always sent.
    pub fixed: Vec<Fixed>,
    /// Media type of the request body; `None` without a body.
    pub media_type: Option<String>,
    /// Type of the result; empty for no result.
    pub result: TypeText,
    /// Description of a response other than a plain JSON body, as Markdown; else empty.
    pub response: String,
    /// HTTP statuses of success that the spec states.
    pub statuses: Vec<u16>,
    /// Typed headers of the response.
    pub headers: Vec<Member>,
    /// Alternative sets of secrets; `None` for the alternatives of the client.
    pub security: Option<Vec<Vec<String>>>,
    /// Base URL of its server, a template; `None` for the server of the client.
    pub server: Option<String>,
    /// JSON-RPC error codes, in addition to the codes of the service.
    pub errors: Vec<ErrorCode>,
    /// Whether the operation is undocumented, and known from real services only.
    pub seen: bool,
    /// Examples of calls.
    pub examples: Vec<Example>,
    /// Section of the documents.
    pub source: Option<String>,
}

impl Operation {
    /// Returns whether there is a statement on a topic.
    #[must_use]
    pub fn states(&self, topic: Topic) -> bool {
        self.statements.iter().any(|one| one.topic == topic)
    }

    /// Returns whether the operation uses or reveals secret keys, or spends funds. Tools that choose calls themselves
    /// call such an operation only if it is named.
    #[must_use]
    pub fn is_sensitive(&self) -> bool {
        self.states(Topic::Sensitivity)
    }
}

/// Statements on one topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Statements {
    /// Topic, such as `rules`.
    #[serde(serialize_with = "name_of")]
    pub topic: Topic,
    /// The statements.
    pub facts: Vec<Fact>,
}

fn name_of<S: Serializer>(topic: &Topic, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(topic.name())
}

/// Encoding of a call on the wire.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Protocol {
    /// An HTTP request.
    #[serde(rename_all = "camelCase")]
    Rest {
        /// HTTP method, in capitals.
        verb: String,
        /// Path, with parameters and variables in braces.
        path: String,
    },
    /// A JSON-RPC call to one of the endpoints of the service.
    #[serde(rename_all = "camelCase")]
    Rpc {
        /// Method, a template over variables.
        method: String,
    },
}

/// Names of a call in Rust.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RustNames {
    /// Method, such as `find_book`.
    pub method: String,
    /// Expression for the call: `client.books().find_book(isbn)`.
    pub call: String,
    /// Path of the method: `library::books::Client::find_book`.
    pub path: String,
    /// Struct of the call.
    pub request: String,
    /// Type of the result.
    pub result: String,
}

/// A parameter with a fixed value.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fixed {
    /// Name on the wire.
    pub name: String,
    /// Place in the request.
    pub place: &'static str,
    /// Value of the parameter.
    pub value: Value,
}

/// A statement, with its section of the documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// Text of the statement, as Markdown.
    pub text: String,
    /// Section of the documents; `None` if unstated.
    pub source: Option<String>,
    /// Whether the fact is undocumented, and known from real services only.
    pub seen: bool,
}

/// A JSON-RPC error code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorCode {
    /// Number of the code.
    pub code: i64,
    /// Name in the spec.
    pub name: String,
    /// Condition for the error, and whether a retry may help, as Markdown.
    pub doc: String,
    /// Type of the member `data` of the error; empty without one.
    pub data: TypeText,
    /// Whether the code is undocumented, and known from real services only.
    pub seen: bool,
    /// Section of the documents.
    pub source: Option<String>,
}

/// A request with its response.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Example {
    /// Description of the example, as Markdown; may be empty.
    pub doc: String,
    /// Parameters by name.
    pub request: Map<String, Value>,
    /// Response; `None` if the spec has none.
    pub response: Option<Value>,
}

/// A subscription to events that a service pushes.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    /// ID, such as `books.returned`.
    pub id: String,
    /// Name of the service.
    pub service: String,
    /// Name of the client of the service.
    pub client: String,
    /// File of the spec, such as `library/books`.
    pub file: String,
    /// Name on the wire, or the method that begins the subscription.
    pub wire_name: String,
    /// Method of JSON-RPC that begins the subscription; subscriptions of a service may share it.
    pub begin: Option<String>,
    /// Method in Rust.
    pub method: String,
    /// Expression in Rust that begins the subscription.
    pub call: String,
    /// First sentence of the description, without its full stop.
    pub summary: String,
    /// Description, as Markdown.
    pub doc: String,
    /// Parameters that a caller sets.
    pub parameters: Vec<Member>,
    /// Type of an event.
    pub item: TypeText,
    /// Whether missed events can be fetched.
    pub backfill: bool,
    /// Statements by topic, in the order in which people read them.
    pub statements: Vec<Statements>,
    /// Whether the subscription is undocumented, and known from real services only.
    pub seen: bool,
    /// Section of the documents.
    pub source: Option<String>,
}
