//! What spec files say, typed, with the place of every word. Shapes and keys are right; names are
//! not yet resolved.
//!
//! Input: nothing; `parse` fills these. Output: data for `check`. Nothing here computes.

use crate::diagnostic::Span;
use crate::model::{
    AvailabilityKind, Effect, ErrorStatus, Integer, PageEnd, ParamStyle, Place, RateLimitHeaders, TokenLife, Verb,
};
use crate::node::Node;
use crate::parse::keys::words::INTEGERS;

/// The typed documents of a spec, sorted by module path.
#[derive(Clone, Debug)]
pub struct Documents {
    pub(crate) files: Vec<FileDoc>,
    /// The shown path of each source file, by [`Span::file`].
    pub(crate) paths: Vec<String>,
}

/// A thing and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

pub(crate) type Text = At<String>;

#[derive(Clone, Debug)]
pub(crate) struct FileDoc {
    /// The shown path.
    pub(crate) path: String,
    /// `["data", "balances"]`.
    pub(crate) module: Vec<String>,
    /// The package that it belongs to; none for the spec itself. `module` begins with it.
    pub(crate) package: Option<String>,
    /// The first line.
    pub(crate) top: Span,
    pub(crate) doc: Option<Text>,
    pub(crate) feature: Option<Text>,
    /// `crate` of `lib.yaml`.
    pub(crate) crate_name: Option<Text>,
    /// `serde` of `lib.yaml`.
    pub(crate) serde: Option<Text>,
    /// `macros` of `lib.yaml`.
    pub(crate) macros: Option<Text>,
    pub(crate) uses: Vec<UseDoc>,
    pub(crate) scalars: Vec<ScalarDoc>,
    pub(crate) types: Vec<TypeItem>,
    pub(crate) client: Option<ClientDoc>,
    pub(crate) service: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) vars: Vec<VarDoc>,
    pub(crate) instance: Option<Text>,
    pub(crate) endpoints: Vec<EndpointDoc>,
    pub(crate) websocket: Option<WebsocketDoc>,
    pub(crate) rpc: Option<RpcDoc>,
    pub(crate) subscribe: Option<SubscribeDoc>,
    pub(crate) available: Vec<AvailableDoc>,
    pub(crate) effect: Option<At<Effect>>,
    pub(crate) notes: Vec<NoteDoc>,
    pub(crate) limits: Vec<LimitDoc>,
    pub(crate) operations: Vec<OperationDoc>,
    pub(crate) subscriptions: Vec<SubscriptionDoc>,
    pub(crate) deployment: Option<DeploymentDoc>,
    /// The warnings that are accepted in the whole file.
    pub(crate) allow: Vec<Text>,
    /// The keys that belong to the file that defines a service, and their places.
    pub(crate) service_keys: Vec<(&'static str, Span)>,
    /// The keys that speak of all operations of the file, and their places.
    pub(crate) shared_keys: Vec<(&'static str, Span)>,
}

#[derive(Clone, Debug)]
pub(crate) struct UseDoc {
    pub(crate) module: Text,
    pub(crate) names: Vec<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct VarDoc {
    pub(crate) name: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) default: Option<Text>,
    pub(crate) source: Option<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct ClientDoc {
    pub(crate) span: Span,
    pub(crate) source: Option<Text>,
    pub(crate) version: Option<Text>,
    pub(crate) base_url: Option<Text>,
    pub(crate) vars: Vec<VarDoc>,
    pub(crate) auth: Vec<SecretDoc>,
    pub(crate) rate_limit: Option<RateLimitHeaders>,
    pub(crate) errors: Option<ErrorsDoc>,
    pub(crate) paging: Option<PagingDoc>,
    pub(crate) limits: Vec<LimitDoc>,
    pub(crate) notes: Vec<NoteDoc>,
}

#[derive(Clone, Debug)]
pub(crate) struct SecretDoc {
    pub(crate) name: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) header: Text,
    pub(crate) optional: bool,
    pub(crate) source: Option<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct ErrorsDoc {
    pub(crate) body: Text,
    pub(crate) message: Option<Text>,
    pub(crate) statuses: Vec<ErrorStatus>,
    pub(crate) source: Option<Text>,
}

/// Both a client's `paging` and an operation's `paginate`.
#[derive(Clone, Debug)]
pub(crate) struct PagingDoc {
    pub(crate) span: Span,
    pub(crate) source: Option<Text>,
    pub(crate) query: Vec<FieldDoc>,
    pub(crate) items: Option<Text>,
    pub(crate) next: Option<Text>,
    pub(crate) into: Option<Text>,
    pub(crate) size: Option<Text>,
    pub(crate) end: Option<Vec<PageEnd>>,
    pub(crate) overlap: u32,
    pub(crate) life: Option<TokenLife>,
}

#[derive(Clone, Debug)]
pub(crate) struct LimitDoc {
    pub(crate) what: Text,
    pub(crate) value: Text,
    pub(crate) status: Option<u16>,
    pub(crate) doc: Option<Text>,
    pub(crate) seen: bool,
    pub(crate) source: Option<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct NoteDoc {
    pub(crate) text: Text,
    pub(crate) seen: bool,
    pub(crate) source: Option<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct EndpointDoc {
    /// `None` for the only one of a service.
    pub(crate) name: Option<Text>,
    pub(crate) path: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) deprecated: Option<DeprecatedDoc>,
}

#[derive(Clone, Debug)]
pub(crate) struct WebsocketDoc {
    pub(crate) path: Text,
    pub(crate) available: Vec<AvailableDoc>,
}

#[derive(Clone, Debug)]
pub(crate) struct RpcDoc {
    pub(crate) params: ParamStyle,
    pub(crate) batch: bool,
    pub(crate) batch_max: Option<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct SubscribeDoc {
    pub(crate) call: String,
    pub(crate) cancel: String,
    pub(crate) notify: String,
}

#[derive(Clone, Debug)]
pub(crate) struct AvailableDoc {
    pub(crate) kind: AvailabilityKind,
    pub(crate) value: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) seen: bool,
    pub(crate) source: Option<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct DeprecatedDoc {
    pub(crate) since: Option<Text>,
    pub(crate) use_instead: Option<Text>,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) seen: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ScalarDoc {
    pub(crate) name: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) text: Option<Text>,
    pub(crate) number: Option<Text>,
    pub(crate) bytes: Option<At<usize>>,
    pub(crate) prefix: Option<Text>,
    pub(crate) chain: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) also: Option<Text>,
    pub(crate) allow: Vec<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct TypeItem {
    pub(crate) name: Text,
    pub(crate) expr: TypeExpr,
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
    Record(RecordDoc),
    Enum(Vec<EnumValueDoc>),
    Union(UnionDoc),
    Const(Node),
    /// A Rust type of the user's own, by its path.
    Foreign(Text),
}

#[derive(Clone, Debug)]
pub(crate) struct RecordDoc {
    pub(crate) extends: Option<Text>,
    pub(crate) fields: Vec<FieldDoc>,
}

#[derive(Clone, Debug)]
pub(crate) struct EnumValueDoc {
    pub(crate) name: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) seen: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct UnionDoc {
    pub(crate) told_by: ToldByDoc,
    pub(crate) common: Vec<FieldDoc>,
    pub(crate) arms: Vec<ArmDoc>,
}

#[derive(Clone, Debug)]
pub(crate) enum ToldByDoc {
    Form,
    Tag(Text),
    Members,
}

#[derive(Clone, Debug)]
pub(crate) struct ArmDoc {
    pub(crate) name: Text,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) seen: bool,
    pub(crate) body: ArmBodyDoc,
    /// Of an arm with fields; that of a value is with its type.
    pub(crate) allow: Vec<Text>,
}

#[derive(Clone, Debug)]
pub(crate) enum ArmBodyDoc {
    Value(TypeExpr),
    Fields { fields: Vec<FieldDoc>, has: Option<Text>, otherwise: Option<Span> },
}

#[derive(Clone, Debug)]
pub(crate) struct FieldDoc {
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
    pub(crate) clamp: Option<Text>,
    pub(crate) default: Option<Node>,
    pub(crate) defaults_to: Option<Text>,
    pub(crate) join: Option<Text>,
    pub(crate) only: Option<At<Vec<Text>>>,
    pub(crate) also: Option<At<AlsoDoc>>,
    pub(crate) seen: Option<At<bool>>,
    pub(crate) since: Option<Text>,
    pub(crate) until: Option<Text>,
    pub(crate) deprecated: Option<DeprecatedDoc>,
    pub(crate) available: Vec<AvailableDoc>,
    pub(crate) notes: Vec<NoteDoc>,
    pub(crate) rust: Option<Text>,
    pub(crate) example: Option<Node>,
    /// The warnings that are accepted here and within.
    pub(crate) allow: Vec<Text>,
    /// The keys that are there, and their places.
    pub(crate) keys: Vec<(&'static str, Span)>,
}

#[derive(Clone, Debug)]
pub(crate) enum AlsoDoc {
    Names(Vec<Text>),
    EmptyIsAbsent,
    At(Text),
    Single,
}

#[derive(Clone, Debug)]
pub(crate) enum CallDoc {
    Rest(Verb, Text),
    Rpc(Text),
}

#[derive(Clone, Debug)]
pub(crate) struct ParamDoc {
    pub(crate) place: Place,
    pub(crate) field: FieldDoc,
}

#[derive(Clone, Debug)]
pub(crate) struct OperationDoc {
    pub(crate) name: Text,
    pub(crate) source: Option<Text>,
    pub(crate) doc: Option<Text>,
    pub(crate) call: Option<CallDoc>,
    /// In the order path, query, headers, body, params.
    pub(crate) params: Vec<ParamDoc>,
    /// The places of the keys `path`, `query`, ...
    pub(crate) places: Vec<(Place, Span)>,
    pub(crate) result: Option<TypeExpr>,
    /// The place of `response` or `result`, and whether it is `response`.
    pub(crate) result_key: Option<(Span, bool)>,
    pub(crate) effect: Option<At<Effect>>,
    pub(crate) rules: Vec<RuleDoc>,
    pub(crate) paginate: Option<PagingDoc>,
    pub(crate) variants: Vec<VariantDoc>,
    pub(crate) examples: Vec<ExampleDoc>,
    pub(crate) statuses: Vec<(u16, bool)>,
    pub(crate) available: Vec<AvailableDoc>,
    pub(crate) deprecated: Option<DeprecatedDoc>,
    pub(crate) since: Option<Text>,
    pub(crate) until: Option<Text>,
    pub(crate) limits: Vec<LimitDoc>,
    pub(crate) notes: Vec<NoteDoc>,
    pub(crate) seen: bool,
    pub(crate) allow: Vec<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct RuleDoc {
    pub(crate) kind: RuleKindDoc,
    pub(crate) span: Span,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) seen: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum RuleKindDoc {
    AtLeastOne(Vec<Text>),
    AtMostOne(Vec<Text>),
    SumAtMost { of: Vec<Text>, max: Text },
    Requires { when: Vec<(Text, Option<Node>)>, need: Vec<(Text, Option<Node>)> },
    Ascending(Text),
    Ordered { low: Text, high: Text },
}

#[derive(Clone, Debug)]
pub(crate) struct VariantDoc {
    pub(crate) name: Text,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) fix: Vec<(Text, Node)>,
    pub(crate) result: Option<TypeExpr>,
    pub(crate) result_key: Option<(Span, bool)>,
    pub(crate) since: Option<Text>,
    pub(crate) until: Option<Text>,
    pub(crate) deprecated: Option<DeprecatedDoc>,
    pub(crate) available: Vec<AvailableDoc>,
    pub(crate) notes: Vec<NoteDoc>,
    pub(crate) seen: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ExampleDoc {
    pub(crate) span: Span,
    pub(crate) doc: Option<Text>,
    pub(crate) variant: Option<Text>,
    pub(crate) request: Vec<(Text, Node)>,
    pub(crate) response: Option<Node>,
}

#[derive(Clone, Debug)]
pub(crate) struct SubscriptionDoc {
    pub(crate) name: Text,
    pub(crate) kind: Option<Text>,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) params: Vec<FieldDoc>,
    pub(crate) item: TypeExpr,
    pub(crate) seen: bool,
    pub(crate) available: Vec<AvailableDoc>,
    pub(crate) notes: Vec<NoteDoc>,
    pub(crate) allow: Vec<Text>,
}

#[derive(Clone, Debug)]
pub(crate) struct DeploymentDoc {
    pub(crate) vars: Vec<(Text, Text)>,
    pub(crate) missing: Vec<Text>,
}

/// The integer types by their names in the spec (`rust: u64`).
pub(crate) fn integer(name: &str) -> Option<Integer> {
    INTEGERS.iter().find(|(word, _)| *word == name).map(|(_, integer)| *integer)
}
