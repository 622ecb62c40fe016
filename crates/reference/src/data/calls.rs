//! Data of operations and subscriptions.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Member, TypeText};

/// A call.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Operation {
    /// The ID, such as `books.findBook`.
    pub id: String,
    /// The name of its service.
    pub service: String,
    /// The name of its client.
    pub client: String,
    /// The file of the spec, such as `library/books`.
    pub file: String,
    /// The encoding on the wire.
    pub protocol: Protocol,
    /// The name on the wire, such as `GET /v1/books`, with the values of variables that documents
    /// show.
    pub wire_name: String,
    /// The names in Rust.
    pub rust: RustNames,
    /// The first sentence of the description, without its full stop.
    pub summary: String,
    /// The description, as Markdown.
    pub doc: String,
    /// What a repeat does: `read`, `idempotent`, `once` or `write`.
    pub effect: &'static str,
    /// The same as a sentence.
    pub effect_text: &'static str,
    /// That it uses keys, gives them away or spends, as a sentence; `None` for others. Tools that choose
    /// calls on their own refuse it unless it is named.
    pub sensitive: Option<&'static str>,
    /// The parameters that a caller sets.
    pub parameters: Vec<Member>,
    /// The parameters with a fixed value, which are always sent.
    pub fixed: Vec<Fixed>,
    /// The media type of the body of the request; `None` without a body.
    pub media_type: Option<String>,
    /// The type of the result; empty for no result.
    pub result: TypeText,
    /// What the response is, as Markdown, unless it is a plain JSON body; empty otherwise.
    pub response: String,
    /// The HTTP statuses of success that the spec names.
    pub statuses: Vec<u16>,
    /// The typed headers of the response.
    pub headers: Vec<Member>,
    /// The alternatives of secrets, where they are not those of the client.
    pub security: Option<Vec<Vec<String>>>,
    /// The base URL of its server, a template, where it is not at that of the client.
    pub server: Option<String>,
    /// Rules across parameters.
    pub rules: Vec<Fact>,
    /// What a call costs.
    pub cost: Option<Fact>,
    /// Limits of the service.
    pub limits: Vec<Fact>,
    /// Conditions under which it is served.
    pub available: Vec<Fact>,
    /// Notes.
    pub notes: Vec<Fact>,
    /// The codes of JSON-RPC errors, beside those of the service.
    pub errors: Vec<ErrorCode>,
    /// How the list comes in pages, as Markdown.
    pub paging: Option<String>,
    /// How the result is waited for, as Markdown.
    pub wait: Option<String>,
    /// The versions that have it, as sentences.
    pub versions: Vec<String>,
    /// Why it should not be used, as Markdown.
    pub deprecated: Option<String>,
    /// Whether only real services show it.
    pub seen: bool,
    /// The examples.
    pub examples: Vec<Example>,
    /// The section of the documents.
    pub source: Option<String>,
}

/// The encoding of a call on the wire.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Protocol {
    /// An HTTP request.
    #[serde(rename_all = "camelCase")]
    Rest {
        /// The HTTP method, in capitals.
        verb: String,
        /// The path, with parameters and variables in braces.
        path: String,
    },
    /// A JSON-RPC call to one of the endpoints of the service.
    #[serde(rename_all = "camelCase")]
    Rpc {
        /// The method, a template over variables.
        method: String,
    },
}

/// The names of a call in Rust.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RustNames {
    /// The method, such as `find_book`.
    pub method: String,
    /// The call by which a program makes it: `client.books().find_book(isbn)`.
    pub call: String,
    /// The path of the method: `library::books::Client::find_book`.
    pub path: String,
    /// The struct of the call.
    pub request: String,
    /// The type of its result.
    pub result: String,
}

/// A parameter with a fixed value.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fixed {
    /// The name on the wire.
    pub name: String,
    /// The place in the request.
    pub place: &'static str,
    /// The value.
    pub value: Value,
}

/// A statement, with the section of the documents that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// The statement, as Markdown.
    pub text: String,
    /// The section of the documents.
    pub source: Option<String>,
    /// Whether only real services show it.
    pub seen: bool,
}

/// The code of a JSON-RPC error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorCode {
    /// The number.
    pub code: i64,
    /// The name in the spec.
    pub name: String,
    /// The condition, and whether a retry may help, as Markdown.
    pub doc: String,
    /// The type of the member `data` of the error; empty for none.
    pub data: TypeText,
    /// Whether only real services show it.
    pub seen: bool,
    /// The section of the documents.
    pub source: Option<String>,
}

/// A request with its response.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Example {
    /// What it shows, as Markdown; may be empty.
    pub doc: String,
    /// The parameters by name.
    pub request: Map<String, Value>,
    /// The response; `None` where the spec shows none.
    pub response: Option<Value>,
}

/// A kind of event that a service pushes.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    /// The ID, such as `books.returned`.
    pub id: String,
    /// The name of its service.
    pub service: String,
    /// The name of its client.
    pub client: String,
    /// The file of the spec, such as `library/books`.
    pub file: String,
    /// The name on the wire, where it has one, or the method that begins it.
    pub wire_name: String,
    /// The method in Rust.
    pub method: String,
    /// The call by which a program begins it.
    pub call: String,
    /// The first sentence of the description, without its full stop.
    pub summary: String,
    /// The description, as Markdown.
    pub doc: String,
    /// The parameters.
    pub parameters: Vec<Member>,
    /// The type of an event.
    pub item: TypeText,
    /// Whether missed events can be fetched.
    pub backfill: bool,
    /// Conditions under which it is served.
    pub available: Vec<Fact>,
    /// Limits of the service.
    pub limits: Vec<Fact>,
    /// Notes.
    pub notes: Vec<Fact>,
    /// Whether only real services show it.
    pub seen: bool,
    /// The section of the documents.
    pub source: Option<String>,
}
