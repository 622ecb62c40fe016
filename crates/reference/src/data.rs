//! The data of a reference: what a spec says, in words, without a decision left to its readers.
//!
//! All members can be serialized. Texts that are called Markdown are as the spec writes them; a
//! reader escapes them. All other texts are plain.

use serde::Serialize;
use serde_json::{Map, Value};

/// All that a spec says to people.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// The name of the crate that is generated from the spec; empty without one.
    pub name: String,
    /// The static in Rust that lists all operations.
    pub catalog: String,
    /// What the spec is about, as Markdown.
    pub doc: String,
    /// The clients, in the order of the spec.
    pub clients: Vec<Client>,
    /// The services, in the order of the spec.
    pub services: Vec<Service>,
    /// The operations, in the order of the spec, those with variants once for each.
    pub operations: Vec<Operation>,
    /// The subscriptions, in the order of the spec.
    pub subscriptions: Vec<Subscription>,
    /// The named types, in the order of the spec.
    pub types: Vec<TypeEntry>,
    /// The deployments, in the order of the spec.
    pub deployments: Vec<Deployment>,
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
    /// The version of the API, as its documents name it.
    pub version: Option<String>,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The secrets of requests.
    pub secrets: Vec<Secret>,
    /// Headers that each request has: name, and a template over variables.
    pub headers: Vec<(String, String)>,
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
    /// What is sent in front of it.
    pub prefix: String,
    /// Whether calls work without it.
    pub optional: bool,
    /// The variable of the environment that stands for it in commands, such as `BOOKS_API_KEY`.
    pub variable: String,
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
    /// The shape of `params` of JSON-RPC calls: `named`, `positional` or `object-in-array`; `None` for
    /// REST.
    pub params: Option<&'static str>,
    /// Whether the IDs of JSON-RPC calls are texts.
    pub text_ids: bool,
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
    /// The place among all parameters of the operation, from 0.
    pub position: usize,
    /// The value.
    pub value: Value,
}

/// A parameter of a call, or a member of an object.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The name on the wire.
    pub name: String,
    /// The name in Rust.
    pub rust: String,
    /// The place in the request: `path`, `query`, `header`, `body`, `form`, `part`, `whole`, `lines`,
    /// `whole-form`, `raw`, `rpc` or `kind`. Empty for a member of an object.
    pub place: &'static str,
    /// The type.
    #[serde(rename = "type")]
    pub ty: TypeText,
    /// The kinds of JSON values that it has: `null`, `boolean`, `number`, `string`, `array`, `object`.
    pub kinds: Vec<&'static str>,
    /// Whether it must be given.
    pub required: bool,
    /// The description, as Markdown; may be empty.
    pub doc: String,
    /// Unit, bounds, default, versions and other names, a sentence each, as Markdown.
    pub facts: Vec<String>,
    /// The default of the service.
    pub default: Option<Value>,
    /// The unit of the number.
    pub unit: Option<String>,
    /// A value, as an example.
    pub example: Option<Value>,
    /// The value that is always sent.
    pub constant: Option<Value>,
    /// The allowed values, where the spec lists them.
    pub values: Vec<String>,
    /// Whether it is a secret, which nobody shows.
    pub secret: bool,
    /// The separator of a list outside of JSON.
    pub join: Option<String>,
    /// How a list or an object is written in a query or a form: `repeated`, `brackets`, `indices`,
    /// `dots` or `json`.
    pub style: Option<&'static str>,
    /// Whether slashes of a path parameter are part of the path.
    pub keeps_slashes: bool,
    /// Conditions under which it is served, and notes.
    pub notes: Vec<Fact>,
    /// Why it should not be used, as Markdown.
    pub deprecated: Option<String>,
    /// Whether only real services show it.
    pub seen: bool,
    /// The section of the documents.
    pub source: Option<String>,
}

/// A type in words, with the named types in it: `list of Book`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TypeText(pub Vec<TypePart>);

/// A part of a type in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypePart {
    /// The words, or the name of the type.
    pub text: String,
    /// The ID of the type in [`Reference::types`], for a named type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl std::fmt::Display for TypeText {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|part| out.write_str(&part.text))
    }
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

/// A named type.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypeEntry {
    /// The ID: its path below the crate, such as `books::Book`.
    pub id: String,
    /// The name in the spec.
    pub name: String,
    /// The path in Rust.
    pub rust: String,
    /// The description, as Markdown; may be empty.
    pub doc: String,
    /// What it is.
    pub shape: Shape,
    /// The IDs of the operations and subscriptions that have it as a parameter or a result,
    /// directly.
    pub used_by: Vec<String>,
    /// Whether it is defined inside of another type or an operation.
    pub inline: bool,
    /// Whether only real services show it.
    pub seen: bool,
    /// The section of the documents.
    pub source: Option<String>,
}

/// What a named type is.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Shape {
    /// A value with its own form on the wire.
    Scalar {
        /// The form, as a sentence.
        form: String,
    },
    /// An enumeration. Services may send other values.
    Enum {
        /// The values.
        values: Vec<EnumValue>,
    },
    /// An object with known members.
    Record {
        /// The members.
        members: Vec<Member>,
    },
    /// One of several variants.
    Union {
        /// What determines the variant, as Markdown.
        told: String,
        /// The members that all variants have.
        members: Vec<Member>,
        /// The variants.
        arms: Vec<Arm>,
    },
    /// Another name of a type.
    Alias {
        /// The type.
        target: TypeText,
        /// Its bounds, a sentence each, as Markdown.
        facts: Vec<String>,
    },
}

/// A value of an enumeration.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EnumValue {
    /// The value on the wire.
    pub value: Value,
    /// The variant in Rust.
    pub rust: String,
    /// The description, as Markdown; may be empty.
    pub doc: String,
    /// Whether only real services show it.
    pub seen: bool,
}

/// A variant of a union.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Arm {
    /// The name, which for a union with a tag is the value of the tag.
    pub name: String,
    /// The variant in Rust.
    pub rust: String,
    /// The description, as Markdown; may be empty.
    pub doc: String,
    /// The type; empty for a constant.
    #[serde(rename = "type")]
    pub ty: TypeText,
    /// The value, for a constant.
    pub constant: Option<Value>,
    /// The member that identifies the variant, where one does.
    pub has: Option<String>,
    /// Whether only real services show it.
    pub seen: bool,
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
    /// Patterns of methods that are not served; `*` matches any text.
    pub missing: Vec<String>,
}
