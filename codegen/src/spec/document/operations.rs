//! Operations with their requests, responses and variants; subscriptions, and webhooks.

use super::clients::{ErrorsByCode, OfOperation, PagingDecl, RpcErrorDecl};
use super::forms::{True, Warnings};
use super::types::{FieldDecl, Fields, TypeExpr};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::{ByName, mapping};
use crate::language::node::{At, Node, NodeKind, Text};
use crate::language::reader::Reader;
use crate::language::table::Shape;
use crate::language::word::{Filled, Form, OneOrSeveral, ShortOrWhole, TextOrNumber};
use crate::language::words::clients::Ways;
use crate::language::words::common::{Availability, Deprecation, Mark, Note, sentence};
use crate::language::words::examples::ExampleDecl;
use crate::language::words::limits::{Cost, Limit, Limits};
use crate::language::words::refusals::FailureDecl;
use crate::language::words::rules::RuleDecl;
use crate::language::words::subscriptions::{BackfillDecl, SubscribeDecl};
use crate::language::words::waiting::WaitDecl;
use crate::language::words::webhooks::{DeliveryDecl, SignatureDecl, WebhookIdDecl};
use crate::model::{Content, Effect, Place, Style, Verb};
use crate::spec::closed::Redirects;

mapping! {
    /// Operation of a service.
    #[derive(Clone, Debug)]
    pub(crate) struct OperationDecl = "operation", "an operation" {
        name name: Text; "The name.";
        some source: Text, by Mark; sentence!(source);
        some doc: Text; "The description of the operation.";
        with call: Option<CallDecl>; "The HTTP path or JSON-RPC method that the operation calls; `None` after a reported mistake.";
        with request: RequestDecl; "The parameters by their places, and the body.";
        some security: Vec<Vec<Text>>, by Ways; sentence!(security);
        some server: Text; sentence!(server);
        some style: At<Style>; "The encoding of lists and objects in a form.";
        with response: ResponseDecl; "The response.";
        list statuses as "status": (At<u16>, bool), by Successes; "The success statuses.";
        some redirects: At<Redirects>;
            "Whether redirects of a download to another origin are followed, without secrets.";
        some effect: At<Effect>; sentence!(effect);
        flag sensitive: bool;
            "True if it uses or reveals secret keys, or spends funds: tools that choose calls refuse it unless it is named.";
        list rules: RuleDecl; "Conditions across parameters, checked before sending.";
        some paginate: PagingDecl, by OfOperation; "The paging of the list.";
        some wait: WaitDecl; "How to wait for the result; a client gets a method that repeats the call.";
        some cost: Cost, by ShortOrWhole;
            "The cost of a call in the budget of the service; `limits` may state the budget.";
        some server_version as "serverVersion": Text;
            "The member of the result that holds the version that the server runs.";
        some counts: Text; "The list whose items the result counts, in the result of another operation: `operation.member`.";
        list errors: RpcErrorDecl, by ErrorsByCode; sentence!(errors);
        place errors_key as "errors": Span; "The place of the key.";
        list failures: FailureDecl; "The errors of a JSON-RPC method for certain parameters, for test servers.";
        list variants: VariantDecl, by ByName; "Typed calls with fixed parameters.";
        list examples: ExampleDecl; "Requests and responses, checked against the types.";
        list available: Availability, by OneOrSeveral; sentence!(available);
        some deprecated: Deprecation; sentence!(deprecated);
        some since: Text, by Filled<TextOrNumber>; sentence!(since);
        some until: Text, by Filled<TextOrNumber>; sentence!(until);
        list limits: Limit, by Limits; sentence!(limits);
        list notes: Note; sentence!(notes);
        flag seen: bool; sentence!(seen);
        list allow: Text, by Warnings; sentence!(allow);
    }
    apart APART_OF_OPERATION;
}

/// Pairs of keys of an operation that exclude each other.
const APART_OF_OPERATION: &[&[&str]] = &[
    &["response", "result"],
    &["events", "response"],
    &["events", "result"],
    &["lines", "response"],
    &["lines", "events"],
    &["lines", "result"],
    &["body", "body?"],
];

impl OperationDecl {
    /// Iterates over the responses of the operation and of its variants.
    pub(crate) fn responses(&self) -> impl Iterator<Item = &ResponseDecl> {
        std::iter::once(&self.response).chain(self.variants.iter().map(|variant| &variant.response))
    }
}

/// Call of an operation: an HTTP method with a path, or a JSON-RPC method.
#[derive(Clone, Debug)]
pub(crate) enum CallDecl {
    Rest(Verb, Text),
    Rpc(Text),
}

/// Parameters of an operation, and the format of its body.
#[derive(Clone, Debug)]
pub(crate) struct RequestDecl {
    /// Parameters, ordered by place: path, query, headers, cookies, body, params.
    pub(crate) params: Vec<ParamDecl>,
    /// Spans of the keys `path`, `query`, …, by place.
    pub(crate) places: Vec<(Place, Span)>,
    /// Format of the body; `None` if it is not stated.
    pub(crate) content: Option<At<Content>>,
}

/// Parameter with its place in the request.
#[derive(Clone, Debug)]
pub(crate) struct ParamDecl {
    pub(crate) place: Place,
    pub(crate) field: FieldDecl,
}

/// Notation of success statuses, each with whether it is marked `seen`.
#[derive(Debug)]
pub(crate) enum Successes {}

mapping! {
    /// Keys of a success status.
    #[derive(Clone, Debug)]
    pub(crate) struct StatusKeys = "status", "a status" {
        flag seen: bool; sentence!(seen);
    }
}

/// Response of an operation or a variant.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResponseDecl {
    pub(crate) result: Option<TypeExpr>,
    /// Span of the key, and whether the key is one of REST (not `result`).
    pub(crate) key: Option<(Span, bool)>,
    pub(crate) body: ResponseBodyDecl,
    /// Record of the response headers.
    pub(crate) headers: Option<TypeExpr>,
    pub(crate) stream: Option<StreamDecl>,
}

/// Kind of the body of a response.
#[derive(Clone, Debug, Default)]
pub(crate) enum ResponseBodyDecl {
    #[default]
    Json,
    Text(Vec<Text>),
    Bytes(Vec<Text>),
    ByStatus,
    Events,
    /// JSON lines with these media types; none for the default one.
    Lines(Vec<Text>),
}

mapping! {
    /// Keys of a response with more than a type.
    #[derive(Clone, Debug)]
    pub(crate) struct ResponseKeys = "response", "a response" {
        some ty as "type": TypeExpr, by ResponseType; "The type of the body.";
        some bytes: Vec<Text>, by OneOrSeveral; "The media types of a body of bytes.";
        some text: Vec<Text>, by OneOrSeveral; "The media types of a body of text.";
        some headers: TypeExpr, by ResponseHeaders; sentence!(response_headers);
    }
    apart &[&["bytes", "text"], &["bytes", "type"], &["text", "type"]];
}

mapping! {
    /// Keys of a response of JSON lines.
    #[derive(Clone, Debug)]
    pub(crate) struct LinesKeys = "lines", "`lines`" {
        need ty as "type": TypeExpr; "The type of a line.";
        list media_types as "mediaType": Text, by OneOrSeveral;
            "The media types of the response, by default `application/x-ndjson`.";
        some headers: TypeExpr, by ResponseHeaders; sentence!(response_headers);
    }
}

/// Notation of the type of a body, or `none`.
#[derive(Debug)]
pub(crate) enum ResponseType {}

/// Notation of the headers of a response as a record.
#[derive(Debug)]
pub(crate) enum ResponseHeaders {}

mapping! {
    /// Facts of a stream of server-sent events.
    #[derive(Clone, Debug)]
    pub(crate) struct StreamDecl = "stream", "`stream`" {
        some end: Text, by EndOfStream; "The data of the event that ends the stream, such as `[DONE]`.";
        some ids: Span, by True;
            "True if events have IDs, and the service continues behind the `Last-Event-ID`.";
        some retry: At<u32>;
            "The milliseconds before a reconnection, if the service does not say otherwise.";
    }
}

/// Notation of the data of the event that ends a stream.
#[derive(Debug)]
pub(crate) enum EndOfStream {}

impl Form<Text> for EndOfStream {
    const SHAPE: Shape = Shape::Text;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Text> {
        let (code, problem) = match &node.kind {
            // YAML reads `[DONE]` without quotes as a list.
            NodeKind::List(_) => (Code::BadShape, "must be a text, but is a list"),
            NodeKind::Text(text) if text.is_empty() => (Code::BadValue, "is empty"),
            NodeKind::Text(text) if text.contains(['\n', '\r']) => (Code::BadValue, "has several lines"),
            _ => return reader.text(node, what),
        };
        let problem = Diagnostic::error(code, node.span, format!("{what} {problem}"));
        reader.report(problem.hint("write the data of the last event, in quotes: `end: \"[DONE]\"`"));
        None
    }
}

mapping! {
    /// Variant of an operation: a typed call with fixed parameters.
    #[derive(Clone, Debug)]
    pub(crate) struct VariantDecl = "variant", "a variant" {
        name name: Text; "The name.";
        some doc: Text; "The description of the variant.";
        some source: Text, by Mark; sentence!(source);
        list fix: (Text, Node); "The fixed parameters, with their values.";
        with response: ResponseDecl; "The response.";
        some since: Text, by Filled<TextOrNumber>; sentence!(since);
        some until: Text, by Filled<TextOrNumber>; sentence!(until);
        some deprecated: Deprecation; sentence!(deprecated);
        list available: Availability, by OneOrSeveral; sentence!(available);
        list notes: Note; sentence!(notes);
        flag seen: bool; sentence!(seen);
    }
    apart APART_OF_VARIANT;
}

/// Pairs of keys of a variant that exclude each other.
const APART_OF_VARIANT: &[&[&str]] = &[
    &["response", "result"],
    &["events", "response"],
    &["events", "result"],
    &["lines", "response"],
    &["lines", "events"],
    &["lines", "result"],
];

mapping! {
    /// Subscription over a WebSocket.
    #[derive(Clone, Debug)]
    pub(crate) struct SubscriptionDecl = "subscription", "a subscription" {
        name name: Text; "The name.";
        some doc: Text; "The description of the subscription.";
        some source: Text, by Mark; sentence!(source);
        some kind: Text; "The name on the wire, if it differs.";
        some subscribe: SubscribeDecl; "The method names, if they differ from those of the service.";
        list params: FieldDecl, by Fields; "The parameters, in the order on the wire.";
        must item: TypeExpr; "The type of an event.";
        some backfill: BackfillDecl; "How missed events are fetched.";
        flag seen: bool; sentence!(seen);
        list available: Availability, by OneOrSeveral; sentence!(available);
        list notes: Note; sentence!(notes);
        list allow: Text, by Warnings; sentence!(allow);
    }
}

mapping! {
    /// Events that a service sends.
    #[derive(Clone, Debug)]
    pub(crate) struct WebhooksDecl = "webhooks", "`webhooks`" {
        later span: Span; "The place of the key.";
        some doc: Text; "The description of the events, and of what the service expects of a receiver.";
        some source: Text, by Mark; sentence!(source);
        must event: TypeExpr; "The type of an event: the JSON body of a request.";
        some id: WebhookIdDecl;
            "The member of an event, or the header, by which repeated deliveries are recognized.";
        some signature: SignatureDecl; "The signature of a request.";
        list examples: DeliveryDecl; "Deliveries, whose bodies are checked against the type.";
        list notes: Note; sentence!(notes);
        list allow: Text, by Warnings; sentence!(allow);
    }
}
