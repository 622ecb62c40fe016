//! Typed documents: the content of spec files, with the span of every word. Shapes and keys are
//! valid; names are not resolved yet. Parts without names are types of the model already.
//!
//! Input: nothing; `parse` fills these. Output: data for `check`. Declares the keys of a file, a
//! client, an operation and a type for the reader, each key once.

mod clients;
mod forms;
mod operations;
mod types;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::{ByName, Mapping, mapping};
use crate::language::node::{At, Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::{KeyPart, Shape, TableKey, key};
use crate::language::word::{Form, ListOf, Named, OneOrSeveral, ShortOrWhole, Word};
use crate::language::words::amounts::UnitDecl;
use crate::language::words::clients::{ByMark, DeploymentDecl};
use crate::language::words::common::{Availability, Mark, Note, sentence};
use crate::language::words::limits::{Limit, Limits};
use crate::language::words::services::{EndpointDecl, WebsocketDecl};
use crate::language::words::subscriptions::SubscribeDecl;
use crate::model::{Effect, SourceDocument, Var};

pub(crate) use clients::{
    AllOrParts, ClientDecl, ErrorsByCode, ErrorsDecl, LimitedKeys, PagingDecl, RpcDecl, RpcErrorDecl,
};
pub(crate) use forms::is_media_type;
use forms::{Vars, Warnings};
pub(crate) use operations::{
    CallDecl, LinesKeys, OperationDecl, ParamDecl, RequestDecl, ResponseBodyDecl, ResponseDecl, ResponseHeaders,
    ResponseKeys, ResponseType, StatusKeys, StreamDecl, SubscriptionDecl, Successes, VariantDecl, WebhooksDecl,
};
pub(crate) use types::{
    ANY, AlsoDecl, AlsoKey, ArmBodyDecl, ArmDecl, ArmDiscriminator, ArmKeys, Attributes, DiscriminatorDecl, ENUM,
    EnumValueDecl, EnumValueKeys, FieldDecl, Fields, GenericRecord, GenericUse, HEADS, Head, RecordDecl, ScalarDecl,
    Scalars, Seen, SeenFields, TYPE, TagValues, TypeExpr, TypeItem, Types, UnionDecl, UnionTag, integer,
};

/// Typed documents of a spec, sorted by module path.
#[derive(Clone, Debug)]
pub(crate) struct Documents {
    pub(crate) files: Vec<FileDecl>,
    /// Path and node tree of each YAML file of the spec, without packages.
    pub(crate) trees: Vec<(String, Node)>,
    /// Display path of each source file, by [`Span::file`].
    pub(crate) paths: Vec<String>,
}

mapping! {
    /// File of a spec.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct FileDecl = "file", "a file" {
        later path: String; "The path as diagnostics show it.";
        later module: Vec<String>; "The path in the folder of the spec: `[\"data\", \"balances\"]`.";
        later package: Option<String>;
            "The package of the file; `None` for the spec itself. `module` begins with its name.";
        later top: Span; "The span of the first line.";
        later head: Option<Span>;
            "The span of the last key before the first declaration; `None` for a tree without text.";
        later end: Option<Span>; "The span of the last character that is not blank; `None` for a tree without text.";
        some doc: Text; "The description of the module.";
        later lib: LibDecl; "The keys of `lib.yaml`; empty for other files.";
        some feature: Text; "The cargo feature that enables the module.";
        list uses as "use": UseDecl, by Uses; "The imported types of other files.";
        list scalars: ScalarDecl, by Scalars; "Types with their own form on the wire.";
        list types: TypeItem, by Types; "The types that this file declares.";
        some client: ClientDecl;
            "Makes the file a client: a base URL with the settings of all requests to it.";
        some service: Text; "The service that the operations of this file join or define.";
        list vars: Var, by Vars, of Service; sentence!(vars);
        some instance: Text, of Service; "The variable that selects an instance of the service.";
        some endpoint: EndpointDecl, by ShortOrWhole, of Service;
            "The path of the JSON-RPC service, a template over variables.";
        list named_endpoints as "endpoints": (Text, EndpointDecl), by Named<ShortOrWhole>, of Service;
            "The paths of a JSON-RPC service that has several, by name.";
        some websocket: WebsocketDecl, by ShortOrWhole, of Service;
            "The path of the WebSocket of the service, a template over variables.";
        some server: Text, of Service; sentence!(server);
        some rpc: RpcDecl, of Service;
            "Makes the service a JSON-RPC service, and states the form of its calls.";
        some subscribe: SubscribeDecl, of Service; "The method names of subscriptions.";
        some source: Text, by Mark, of Shared; sentence!(source);
        list available: Availability, by OneOrSeveral, of Shared; sentence!(available);
        some effect: At<Effect>, of Shared; sentence!(effect);
        list notes: Note, of Shared; sentence!(notes);
        list limits: Limit, by Limits, of Shared; sentence!(limits);
        list operations: OperationDecl, by ByName; "The operations.";
        list subscriptions: SubscriptionDecl, by ByName; "The subscriptions over a WebSocket.";
        some webhooks: WebhooksDecl; "The events that the service sends to a server of its user.";
        some deployment: DeploymentDecl; "Makes the file a deployment: a named set of settings.";
        list allow: Text, by Warnings; sentence!(allow);
        later marks: Vec<Text>; "Values of `source` in the file.";
        later applied: Vec<GenericUse>; "The uses of generic records, until they are replaced by concrete records.";
        later templates: Vec<GenericRecord>; "The generic records, which no later stage needs.";
        later needless_uses: Vec<Text>; "The names of generic records under `use` that the file does not need.";
        later endpoints: Vec<(Option<Text>, EndpointDecl)>;
            "All endpoints, each with its name; `None` for the only one of a service.";
        later service_keys: Vec<(&'static str, Span)>; "The present keys that describe the service, with their spans.";
        later shared_keys: Vec<(&'static str, Span)>; "The present keys that describe all operations, with their spans.";
    }
    first VERSION;
    apart &[&["endpoint", "endpoints"]];
    then record_key_spans;
}

/// Records the spans of keys, and joins both notations of endpoints.
fn record_key_spans(reader: &mut Reader, members: &Members<'_>, mut file: FileDecl) -> Option<FileDecl> {
    if let (Some(_), Some(span)) = (members.get("endpoint"), members.key_span("endpoints")) {
        let message = "a file cannot have both `endpoint` and `endpoints`";
        let problem = Diagnostic::error(Code::BadShape, span, message);
        reader.report(problem.hint("put all of them under `endpoints`"));
    }
    let single = file.endpoint.take().map(|endpoint| (None, endpoint));
    let several = std::mem::take(&mut file.named_endpoints).into_iter().map(|(name, endpoint)| (Some(name), endpoint));
    file.endpoints = single.into_iter().chain(several).collect();
    file.service_keys = members.places(FileDecl::TABLE.names_of(KeyPart::Service));
    file.shared_keys = members.places(FileDecl::TABLE.names_of(KeyPart::Shared));
    if let (Some(webhooks), Some(span)) = (&mut file.webhooks, members.key_span("webhooks")) {
        webhooks.span = span;
    }
    Some(file)
}

mapping! {
    /// Keys of `lib.yaml`.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct LibDecl = "lib", "`lib.yaml`" {
        some doc: Text; "The description of the crate.";
        some crate_name as "crate": Text;
            "The name of the crate, in the inventory and in the programs of its documentation.";
        some serde: Text; "The cargo feature that enables serde's traits.";
        some macros: Text; "The cargo feature that enables the macros.";
        some fixtures: Text; "The cargo feature that enables synthetic values for tests.";
        flag readme: bool;
            "True if the `README.md` beside `Cargo.toml` is the documentation of the crate, in place of `doc`.";
        list sources: SourceDocument, by ByMark;
            "The documents that the spec is based on, by the mark with which each `source` begins.";
        list synonyms: Vec<String>, by ListOf<Synonyms>;
            "Groups of words that mean the same in a search, such as `[transaction, tx]`.";
        list units: (Text, UnitDecl); "The units of numbers that people read in a larger unit, by name.";
    }
    first VERSION;
}

/// Notation of a group of synonyms.
#[derive(Debug)]
pub(crate) enum Synonyms {}

impl Form<Vec<String>> for Synonyms {
    const SHAPE: Shape = Shape::Several;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<String>> {
        let words: Vec<String> = Word::read(reader, node, what)?;
        if words.len() < 2 && matches!(node.kind, NodeKind::List(_)) {
            let problem = Diagnostic::error(Code::BadShape, node.span, "a group of synonyms needs two words or more");
            reader.report(problem.hint("write `synonyms: [[transaction, tx]]`"));
        }
        Some(words.iter().map(|word| word.to_lowercase()).collect())
    }
}

/// Key with the version of the spec language.
const VERSION: TableKey =
    key("chainloom", Shape::Version, "The version of the spec language; the first key of every file.").must_later();

/// Imported types of another file.
#[derive(Clone, Debug)]
pub(crate) struct UseDecl {
    pub(crate) module: Text,
    pub(crate) names: Vec<Text>,
}

/// Notation of imported types, by module.
#[derive(Debug)]
pub(crate) enum Uses {}

impl Form<Vec<UseDecl>> for Uses {
    const SHAPE: Shape = Shape::Map(&Shape::List(&Shape::Text));

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<UseDecl>> {
        let mut uses = Vec::new();
        for entry in reader.entries(node, what) {
            let module = reader.name(&entry.key);
            let names = reader.texts(&entry.value, "the types that are used");
            uses.push(UseDecl { module, names });
        }
        Some(uses)
    }
}
