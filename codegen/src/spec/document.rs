//! Typed documents: the content of spec files, with the place of every word. Shapes and keys are
//! valid; names are not resolved yet. Parts without names are types of the model already.
//!
//! Input: nothing; `parse` fills these. Output: data for `check`. Nothing here computes.

use crate::diagnostic::Span;
use crate::language::node::{At, KeyKind, Node, Text};
use crate::language::words::clients::{DeploymentDecl, HeadersDecl, SecretDecl, ServerDecl};
use crate::language::words::examples::ExampleDecl;
use crate::language::words::refusals::{DialectDecl, FailureDecl, RefusalsDecl};
use crate::language::words::rules::RuleDecl;
use crate::language::words::services::{EndpointDecl, InBodyDecl, WebsocketDecl};
use crate::language::words::subscriptions::{BackfillDecl, SubscribeDecl};
use crate::language::words::waiting::WaitDecl;
use crate::language::words::webhooks::{DeliveryDecl, SignatureDecl, WebhookIdDecl};
use crate::model::{
    Availability, Content, Cost, Deprecation, Direction, Effect, ErrorSign, ErrorStatus, Integer, Limit, Limited, Note,
    PageEnd, PageWay, ParamStyle, Place, RpcIds, RpcRetry, SourceDocument, Style, TokenLife, Var, Verb,
};
use crate::spec::closed::INTEGERS;

/// The typed documents of a spec, sorted by module path.
#[derive(Clone, Debug)]
pub(crate) struct Documents {
    pub(crate) files: Vec<FileDecl>,
    /// Path and tree of each file of the spec itself that is YAML.
    pub(crate) trees: Vec<(String, Node)>,
    /// The shown path of each source file, by [`Span::file`].
    pub(crate) paths: Vec<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct FileDecl {
    /// The shown path.
    pub(crate) path: String,
    /// `["data", "balances"]`.
    pub(crate) module: Vec<String>,
    /// The package that it belongs to; none for the spec itself. `module` begins with it.
    pub(crate) package: Option<String>,
    /// The first line.
    pub(crate) top: Span,
    /// The last key of the head of its text, which speaks of the whole file; none for a tree without
    /// text.
    pub(crate) head: Option<Span>,
    /// Where its text ends; none for a tree without text.
    pub(crate) end: Option<FileEnd>,
    pub(crate) doc: Option<Text>,
    pub(crate) feature: Option<Text>,
    /// `crate` of `lib.yaml`.
    pub(crate) crate_name: Option<Text>,
    /// `serde` of `lib.yaml`.
    pub(crate) serde: Option<Text>,
    /// `macros` of `lib.yaml`.
    pub(crate) macros: Option<Text>,
    /// `fixtures` of `lib.yaml`.
    pub(crate) fixtures: Option<Text>,
    /// `readme` of `lib.yaml`.
    pub(crate) readme: bool,
    /// `sources` of `lib.yaml`.
    pub(crate) sources: Vec<SourceDocument>,
    /// Values of `source` in the file.
    pub(crate) marks: Vec<Text>,
    pub(crate) uses: Vec<UseDecl>,
    pub(crate) scalars: Vec<ScalarDecl>,
    pub(crate) types: Vec<TypeItem>,
    /// The uses of records with parameters, until they are written out.
    pub(crate) applied: Vec<TemplateUse>,
    /// The records with parameters, which no later stage needs.
    pub(crate) templates: Vec<Template>,
    /// The names of such records under `use` that the file does not need.
    pub(crate) needless_uses: Vec<Text>,
    pub(crate) client: Option<ClientDecl>,
    pub(crate) service: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) vars: Vec<Var>,
    pub(crate) instance: Option<Text>,
    /// Each with its name; `None` for the only one of a service.
    pub(crate) endpoints: Vec<(Option<Text>, EndpointDecl)>,
    pub(crate) websocket: Option<WebsocketDecl>,
    /// The name of the server of the service.
    pub(crate) server: Option<Text>,
    pub(crate) rpc: Option<RpcDecl>,
    pub(crate) subscribe: Option<SubscribeDecl>,
    pub(crate) available: Vec<Availability>,
    pub(crate) effect: Option<At<Effect>>,
    pub(crate) notes: Vec<Note>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) operations: Vec<OperationDecl>,
    pub(crate) subscriptions: Vec<SubscriptionDecl>,
    pub(crate) webhooks: Option<WebhooksDecl>,
    pub(crate) deployment: Option<DeploymentDecl>,
    /// The warnings that are accepted in the whole file.
    pub(crate) allow: Vec<Text>,
    /// The keys that belong to the file that defines a service, and their places.
    pub(crate) service_keys: Vec<(&'static str, Span)>,
    /// The keys that speak of all operations of the file, and their places.
    pub(crate) shared_keys: Vec<(&'static str, Span)>,
}

/// The end of the text of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileEnd {
    /// The last character that is not blank.
    pub(crate) letter: Span,
    /// The text ends within a line.
    pub(crate) is_cut: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct UseDecl {
    pub(crate) module: Text,
    pub(crate) names: Vec<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct ClientDecl {
    pub(crate) span: Span,
    pub(crate) source: Option<Text>,
    pub(crate) version: Option<Text>,
    pub(crate) base_url: Option<Text>,
    pub(crate) vars: Vec<Var>,
    pub(crate) auth: Vec<(Text, SecretDecl)>,
    pub(crate) security: Option<Vec<Vec<Text>>>,
    pub(crate) servers: Vec<(Text, ServerDecl)>,
    pub(crate) headers: HeadersDecl,
    pub(crate) errors: Option<ErrorsDecl>,
    pub(crate) unavailable: Vec<ErrorSign>,
    pub(crate) paging: Option<PagingDecl>,
    pub(crate) refusals: Option<RefusalsDecl>,
    pub(crate) dialects: Vec<(Text, DialectDecl)>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) notes: Vec<Note>,
}

#[derive(Clone, Debug)]
pub(crate) struct ErrorsDecl {
    pub(crate) body: Text,
    pub(crate) message: Option<Text>,
    pub(crate) statuses: Vec<ErrorStatus>,
    pub(crate) in_body: Option<InBodyDecl>,
    pub(crate) source: Option<Text>,
}

/// Both a client's `paging` and an operation's `paginate`.
#[derive(Clone, Debug)]
pub(crate) struct PagingDecl {
    pub(crate) span: Span,
    pub(crate) source: Option<Text>,
    pub(crate) query: Vec<FieldDecl>,
    pub(crate) items: Option<Text>,
    pub(crate) by: Option<At<PageWay>>,
    pub(crate) next: Option<Text>,
    pub(crate) rel: Option<Text>,
    pub(crate) first: Option<At<u64>>,
    pub(crate) into: Option<Text>,
    pub(crate) size: Option<Text>,
    pub(crate) end: Option<Vec<At<PageEnd<String>>>>,
    pub(crate) overlap: Option<At<u32>>,
    pub(crate) repeats: Option<At<bool>>,
    pub(crate) any_origin: Option<At<bool>>,
    pub(crate) life: Option<TokenLife>,
}

#[derive(Clone, Debug)]
pub(crate) struct RpcDecl {
    pub(crate) params: ParamStyle,
    pub(crate) batch: bool,
    pub(crate) batch_max: Option<Text>,
    pub(crate) ids: RpcIds,
    pub(crate) dialect: Option<Text>,
    pub(crate) retry: Vec<u16>,
    pub(crate) errors: Vec<RpcErrorDecl>,
}

/// A code of JSON-RPC errors.
#[derive(Clone, Debug)]
pub(crate) struct RpcErrorDecl {
    pub(crate) code: At<i64>,
    pub(crate) name: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) retry: Option<RpcRetry>,
    pub(crate) data: Option<TypeExpr>,
    pub(crate) limited: Option<Limited>,
    pub(crate) source: Option<Text>,
    pub(crate) seen: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ScalarDecl {
    pub(crate) name: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) text: Option<Text>,
    pub(crate) number: Option<Text>,
    pub(crate) bytes: Option<At<usize>>,
    pub(crate) prefix: Option<Text>,
    pub(crate) chain: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) zone: Option<Text>,
    pub(crate) also: Option<Text>,
    pub(crate) allow: Vec<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct TypeItem {
    pub(crate) name: Text,
    pub(crate) expr: TypeExpr,
}

/// A record with parameters, and whether any file uses it.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) item: TypeItem,
    pub(crate) is_used: bool,
}

/// A use of a record with parameters: `Page<Block>`.
#[derive(Clone, Debug)]
pub(crate) struct TemplateUse {
    /// `Page`, at the place of the use.
    pub(crate) name: Text,
    pub(crate) arguments: Vec<TypeExpr>,
}

/// A type where one is expected, with the attributes that stand beside it.
#[derive(Clone, Debug)]
pub(crate) struct TypeExpr {
    pub(crate) span: Span,
    pub(crate) head: Head,
    pub(crate) attributes: Box<Attributes>,
}

#[derive(Clone, Debug)]
pub(crate) enum Head {
    Name(String),
    Nullable(Box<TypeExpr>),
    List(Box<TypeExpr>),
    Map {
        key: Option<Box<TypeExpr>>,
        value: Box<TypeExpr>,
    },
    Record(RecordDecl),
    Enum(Vec<EnumValueDecl>),
    Union(UnionDecl),
    /// The types of the places of an array.
    Tuple(Vec<TypeExpr>),
    Const(Node),
    /// A Rust type of the user's own, by its path.
    Foreign(Text),
}

#[derive(Clone, Debug)]
pub(crate) struct RecordDecl {
    pub(crate) extends: Option<Text>,
    /// The names that stand for the types of a use.
    pub(crate) of: Vec<Text>,
    pub(crate) fields: Vec<FieldDecl>,
}

#[derive(Clone, Debug)]
pub(crate) struct EnumValueDecl {
    pub(crate) name: Text,
    /// It is a number, of which the name is the digits.
    pub(crate) number: bool,
    pub(crate) doc: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) seen: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct UnionDecl {
    pub(crate) discriminator: DiscriminatorDecl,
    pub(crate) common: Vec<FieldDecl>,
    pub(crate) arms: Vec<ArmDecl>,
}

impl UnionDecl {
    /// Whether a tag is the path to a nested member: its first part is a common member.
    pub(crate) fn is_nested(&self, tag: &Text) -> bool {
        let outer = tag.value.split_once('.').map(|(outer, _)| outer);
        outer.is_some_and(|outer| self.common.iter().any(|field| field.name.value == outer))
    }
}

#[derive(Clone, Debug)]
pub(crate) enum DiscriminatorDecl {
    Form,
    Tag(Text),
    Members,
    /// By the status of the response.
    Status,
    /// By the name of the event.
    Event,
}

#[derive(Clone, Debug)]
pub(crate) struct ArmDecl {
    pub(crate) name: Text,
    /// What its name is as the value of a tag.
    pub(crate) tag: KeyKind,
    /// Values of the tag in place of its name; empty if its name is the value.
    pub(crate) values: Vec<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) seen: bool,
    pub(crate) body: ArmBodyDecl,
    /// Of an arm with fields; that of a value is with its type.
    pub(crate) allow: Vec<Text>,
}

impl ArmDecl {
    /// Values of the tag that select the arm: those that it lists, or its name.
    pub(crate) fn tags(&self) -> &[Text] {
        if self.values.is_empty() { std::slice::from_ref(&self.name) } else { &self.values }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum ArmBodyDecl {
    Value(TypeExpr),
    Fields {
        fields: Vec<FieldDecl>,
        discriminator: ArmDiscriminator,
    },
    /// A record that is declared elsewhere.
    Record {
        name: Text,
        discriminator: ArmDiscriminator,
    },
}

/// Members that distinguish an arm of a union.
#[derive(Clone, Debug)]
pub(crate) struct ArmDiscriminator {
    pub(crate) has: Option<Text>,
    pub(crate) otherwise: Option<Span>,
}

#[derive(Clone, Debug)]
pub(crate) struct FieldDecl {
    /// Without the `?`.
    pub(crate) name: Text,
    pub(crate) optional: bool,
    pub(crate) seen: bool,
    pub(crate) ty: TypeExpr,
}

/// What may stand beside a type. Whether it may stand there is for `check` to say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) unit: Option<Text>,
    pub(crate) range: Option<Text>,
    pub(crate) size: Option<Text>,
    pub(crate) pattern: Option<Text>,
    pub(crate) clamp: Option<Text>,
    pub(crate) default: Option<Node>,
    pub(crate) defaults_to: Option<Text>,
    pub(crate) join: Option<Text>,
    pub(crate) style: Option<At<Style>>,
    /// The place of `explode: true`.
    pub(crate) explode: Option<Span>,
    /// The place of `slashes: keep`.
    pub(crate) slashes: Option<Span>,
    /// Media types of a part.
    pub(crate) content: Vec<Text>,
    /// Names and values of headers of a part.
    pub(crate) headers: Vec<(Text, Text)>,
    /// Which messages have the member: `readOnly` or `writeOnly`.
    pub(crate) direction: Option<At<Direction>>,
    /// The place of `secret: true`.
    pub(crate) secret: Option<Span>,
    /// The place of `rest: true`.
    pub(crate) rest: Option<Span>,
    /// The parameters whose value the member has.
    pub(crate) echoes: Vec<Text>,
    pub(crate) only: Option<At<Vec<Text>>>,
    pub(crate) also: Option<At<AlsoDecl>>,
    pub(crate) seen: Option<At<bool>>,
    pub(crate) since: Option<Text>,
    pub(crate) until: Option<Text>,
    pub(crate) deprecated: Option<Deprecation>,
    pub(crate) available: Vec<Availability>,
    pub(crate) notes: Vec<Note>,
    pub(crate) rust: Option<Text>,
    pub(crate) example: Option<Node>,
    /// The warnings that are accepted here and within.
    pub(crate) allow: Vec<Text>,
    /// The keys that are there, and their places.
    pub(crate) keys: Vec<(&'static str, Span)>,
}

#[derive(Clone, Debug)]
pub(crate) enum AlsoDecl {
    Names(Vec<Text>),
    EmptyIsAbsent,
    NullIsAbsent,
    At(Text),
    Single,
}

#[derive(Clone, Debug)]
pub(crate) enum CallDecl {
    Rest(Verb, Text),
    Rpc(Text),
}

#[derive(Clone, Debug)]
pub(crate) struct ParamDecl {
    pub(crate) place: Place,
    pub(crate) field: FieldDecl,
}

#[derive(Clone, Debug)]
pub(crate) struct OperationDecl {
    pub(crate) name: Text,
    pub(crate) source: Option<Text>,
    pub(crate) doc: Option<Text>,
    pub(crate) call: Option<CallDecl>,
    /// Parameters, ordered by place: path, query, headers, cookies, body, params.
    pub(crate) params: Vec<ParamDecl>,
    /// The ways to show who calls, in place of those of the client.
    pub(crate) security: Option<Vec<Vec<Text>>>,
    /// The name of the server, in place of that of the service.
    pub(crate) server: Option<Text>,
    /// What the body is.
    pub(crate) content: Option<At<Content>>,
    /// How lists and objects are written in a form.
    pub(crate) style: Option<At<Style>>,
    /// The places of the keys `path`, `query`, ...
    pub(crate) places: Vec<(Place, Span)>,
    pub(crate) result: Option<TypeExpr>,
    /// The place of `response` or `result`, and whether it is `response`.
    pub(crate) result_key: Option<(Span, bool)>,
    pub(crate) response: ResponseDecl,
    /// Place of the key that lets redirects leave the origin.
    pub(crate) redirects: Option<Span>,
    pub(crate) effect: Option<At<Effect>>,
    pub(crate) rules: Vec<RuleDecl>,
    pub(crate) paginate: Option<PagingDecl>,
    pub(crate) wait: Option<WaitDecl>,
    pub(crate) cost: Option<Cost>,
    /// The codes of its own, and the place of the key.
    pub(crate) errors: Vec<RpcErrorDecl>,
    pub(crate) errors_key: Option<Span>,
    pub(crate) failures: Vec<FailureDecl>,
    pub(crate) variants: Vec<VariantDecl>,
    pub(crate) examples: Vec<ExampleDecl>,
    /// Each with whether only real services send it.
    pub(crate) statuses: Vec<(At<u16>, bool)>,
    pub(crate) available: Vec<Availability>,
    pub(crate) deprecated: Option<Deprecation>,
    pub(crate) since: Option<Text>,
    pub(crate) until: Option<Text>,
    /// The member of the result that holds the version that the server runs.
    pub(crate) server_version: Option<Text>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) notes: Vec<Note>,
    pub(crate) seen: bool,
    pub(crate) allow: Vec<Text>,
}

/// Response of an operation, beside its type.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResponseDecl {
    pub(crate) body: ResponseBodyDecl,
    /// A record.
    pub(crate) headers: Option<TypeExpr>,
    pub(crate) stream: Option<StreamDecl>,
}

/// Facts of a stream of server-sent events.
#[derive(Clone, Debug)]
pub(crate) struct StreamDecl {
    pub(crate) end: Option<Text>,
    /// The place of `ids: true`.
    pub(crate) ids: Option<Span>,
    /// Delay before a lost connection is opened again, in milliseconds.
    pub(crate) retry: Option<At<u32>>,
}

#[derive(Clone, Debug, Default)]
pub(crate) enum ResponseBodyDecl {
    #[default]
    Json,
    Text(Vec<Text>),
    Bytes(Vec<Text>),
    ByStatus,
    Events,
    /// The media types; none for the usual one.
    Lines(Vec<Text>),
}

#[derive(Clone, Debug)]
pub(crate) struct VariantDecl {
    pub(crate) name: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) fix: Vec<(Text, Node)>,
    pub(crate) result: Option<TypeExpr>,
    pub(crate) result_key: Option<(Span, bool)>,
    pub(crate) response: ResponseDecl,
    pub(crate) since: Option<Text>,
    pub(crate) until: Option<Text>,
    pub(crate) deprecated: Option<Deprecation>,
    pub(crate) available: Vec<Availability>,
    pub(crate) notes: Vec<Note>,
    pub(crate) seen: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct SubscriptionDecl {
    pub(crate) name: Text,
    pub(crate) kind: Option<Text>,
    pub(crate) subscribe: Option<SubscribeDecl>,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) params: Vec<FieldDecl>,
    pub(crate) item: TypeExpr,
    pub(crate) backfill: Option<BackfillDecl>,
    pub(crate) seen: bool,
    pub(crate) available: Vec<Availability>,
    pub(crate) notes: Vec<Note>,
    pub(crate) allow: Vec<Text>,
}

/// Events that a service sends.
#[derive(Clone, Debug)]
pub(crate) struct WebhooksDecl {
    /// The place of the key.
    pub(crate) span: Span,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) event: TypeExpr,
    pub(crate) id: Option<WebhookIdDecl>,
    pub(crate) signature: Option<SignatureDecl>,
    pub(crate) examples: Vec<DeliveryDecl>,
    pub(crate) notes: Vec<Note>,
    pub(crate) allow: Vec<Text>,
}

/// The integer types by their names in the spec (`rust: u64`).
pub(crate) fn integer(name: &str) -> Option<Integer> {
    INTEGERS.iter().find(|(word, _)| *word == name).map(|(_, integer)| *integer)
}
