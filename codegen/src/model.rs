//! The checked description of a set of APIs: what every output starts from.
//!
//! Input: documents that have passed every check. Output: data for `lower`. Nothing here knows YAML
//! or Rust syntax. Every name is resolved to an index, so a model with a dangling name cannot be built.
//! The vectors are in a fixed order (modules by path, the rest in the order of their source), and
//! that order reaches the output.

/// A module: what one spec file becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleId(pub usize);
/// An index into [`Model::clients`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId(pub usize);
/// An index into [`Model::services`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServiceId(pub usize);
/// An index into [`Model::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub usize);

/// Everything that a set of spec files says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The text of `lib.yaml`, the root of the crate.
    pub doc: String,
    /// The name of the crate, as its users write it.
    pub crate_name: Option<String>,
    /// The cargo feature under which types implement serde's traits; without it they do not.
    pub serde: Option<String>,
    /// One for each spec file but `lib.yaml`, sorted by path.
    pub modules: Vec<Module>,
    /// All clients.
    pub clients: Vec<Client>,
    /// All services.
    pub services: Vec<Service>,
    /// All named types.
    pub types: Vec<TypeDef>,
    /// All typed calls.
    pub operations: Vec<Operation>,
    /// All kinds of events that are pushed.
    pub subscriptions: Vec<Subscription>,
    /// All places where the APIs run.
    pub deployments: Vec<Deployment>,
}

/// Where a thing stands in the documents that the spec was written from: `data 4.9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source(pub String);

/// One spec file.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// The path without folder `spec/` and ending: `["data", "balances"]`.
    pub path: Vec<String>,
    /// The file's path as it was given: `spec/data/balances.yaml`.
    pub file: String,
    /// What it is, for people.
    pub doc: String,
    /// The cargo feature that turns the module on.
    pub feature: Option<String>,
}

/// A base URL with what all requests to it share.
#[derive(Clone, Debug, PartialEq)]
pub struct Client {
    /// The file's stem: `data`.
    pub name: String,
    /// The module that declares it.
    pub module: ModuleId,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// A template over `vars`: `{dataUrl}`.
    pub base_url: String,
    /// Its variables.
    pub vars: Vec<Var>,
    /// Secrets that travel in headers.
    pub auth: Vec<Secret>,
    /// The headers that tell of a rate limit.
    pub rate_limit: Option<RateLimitHeaders>,
    /// What a request that failed is answered with.
    pub errors: Option<Errors>,
    /// How its lists are paged.
    pub paging: Option<Paging>,
    /// Limits that the service sets.
    pub limits: Vec<Limit>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
}

/// A named text that a deployment or a user sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// Its name in the spec.
    pub name: String,
    /// What it is, for people.
    pub doc: String,
    /// What it is when nobody sets it.
    pub default: Option<String>,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// A secret that travels in a header.
#[derive(Clone, Debug, PartialEq)]
pub struct Secret {
    /// Its name in the spec.
    pub name: String,
    /// What it is, for people.
    pub doc: String,
    /// A template: `{apiKeyHeader}`.
    pub header: String,
    /// Whether calls work without it.
    pub optional: bool,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// The names of the response headers that tell of a rate limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RateLimitHeaders {
    /// The policy of the limit.
    pub policy: Option<String>,
    /// The limit.
    pub limit: Option<String>,
    /// What is left of the limit.
    pub remaining: Option<String>,
    /// In how many seconds the limit starts again.
    pub reset: Option<String>,
    /// After how many seconds to try again.
    pub retry_after: Option<String>,
    /// Known from real services only.
    pub seen: bool,
}

/// What a request that failed is answered with.
#[derive(Clone, Debug, PartialEq)]
pub struct Errors {
    /// What it holds.
    pub body: TypeId,
    /// The member of the body that holds the text for people.
    pub message: Option<String>,
    /// The statuses with their names.
    pub statuses: Vec<(u16, String)>,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// How the lists of a client are paged; operations start from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Paging {
    /// The parameters that every paged operation gets.
    pub query: Vec<Field>,
    /// The member that says where to go on.
    pub next: Option<String>,
    /// The parameter that takes the next token.
    pub into: Option<String>,
    /// The parameter that sets the size of a page.
    pub size: Option<String>,
    /// The signs that there are no more pages.
    pub end: Vec<PageEnd>,
    /// How long a token holds.
    pub life: Option<TokenLife>,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// How long a page token holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenLife {
    /// The time in seconds.
    pub seconds: u64,
    /// Known from real services only.
    pub seen: bool,
}

/// A limit that the service sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// What is limited.
    pub what: String,
    /// The figure, or `not specified`.
    pub value: String,
    /// The status that tells of it.
    pub status: Option<u16>,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// A statement of the documents that nothing acts on.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The statement.
    pub text: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// Operations that share an endpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// Its name in the spec.
    pub name: String,
    /// What it is, for people.
    pub doc: String,
    /// The client that it is reached through.
    pub client: ClientId,
    /// The file that defines it.
    pub module: ModuleId,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Its variables.
    pub vars: Vec<Var>,
    /// The variable that picks an instance: `node.evm("C")`.
    pub instance: Option<String>,
    /// Empty for a service of REST operations. A single one has an empty name.
    pub endpoints: Vec<Endpoint>,
    /// Its websocket.
    pub websocket: Option<Websocket>,
    /// How it takes JSON-RPC calls; none for REST.
    pub rpc: Option<Rpc>,
    /// The method names of subscriptions.
    pub subscribe: Option<Subscribe>,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
}

/// A path at which a JSON-RPC service answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Endpoint {
    /// Empty when the service has only this one.
    pub name: String,
    /// The path, a template.
    pub path: String,
    /// What it is, for people.
    pub doc: String,
    /// Since when it should not be used.
    pub deprecated: Option<Deprecation>,
}

/// The path of a service's websocket.
#[derive(Clone, Debug, PartialEq)]
pub struct Websocket {
    /// The path, a template.
    pub path: String,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
}

/// How a JSON-RPC service takes its calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Rpc {
    /// Its parameters.
    pub params: ParamStyle,
    /// Whether several calls may travel in one request.
    pub batch: bool,
    /// A template that gives the largest batch.
    pub batch_max: Option<String>,
}

/// The shape of `params`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamStyle {
    /// One object.
    Named,
    /// An array in the order of the spec.
    Positional,
    /// An array that holds one object.
    ObjectInArray,
}

/// The method names of subscriptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscribe {
    /// The method that begins one.
    pub call: String,
    /// The method that ends one.
    pub cancel: String,
    /// The method that names the messages of one.
    pub notify: String,
}

/// A condition for a thing to be served.
#[derive(Clone, Debug, PartialEq)]
pub struct Availability {
    /// `flag`, `config`, `public`, `chains`, `archive`, `service`.
    pub kind: AvailabilityKind,
    /// The value.
    pub value: String,
    /// What it is, for people.
    pub doc: String,
    /// Known from real services only.
    pub seen: bool,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// What an [`Availability`] depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AvailabilityKind {
    /// A command-line flag of the server.
    Flag,
    /// A setting in the server's configuration.
    Config,
    /// How the public server differs.
    Public,
    /// The chains that have it.
    Chains,
    /// An archive node.
    Archive,
    /// Not served, or only by some software.
    Served,
}

/// Since when a thing should not be used, and what to use.
#[derive(Clone, Debug, PartialEq)]
pub struct Deprecation {
    /// The version that brought it.
    pub since: Option<String>,
    /// What to use instead.
    pub use_instead: Option<String>,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// A named type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// Its name in the spec.
    pub name: String,
    /// The module that declares it.
    pub module: ModuleId,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// What it is.
    pub kind: TypeKind,
    /// Known from real services only.
    pub seen: bool,
    /// True for the body of an operation's inline result and for the payload of a union's arm.
    pub inline: bool,
}

/// What a named type is.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A value with a form of its own.
    Scalar(Scalar),
    /// One of a set of texts.
    Enum(Enum),
    /// An object with known members.
    Record(Record),
    /// One of several types.
    Union(Union),
    /// Another name for a type.
    Alias(Type),
}

/// A reference to a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// True or false.
    Boolean,
    /// Text.
    Text,
    /// A 64-bit float.
    Number,
    /// A whole number as a JSON number.
    Integer(Integer),
    /// Any JSON.
    Json,
    /// A named type.
    Named(TypeId),
    /// An array.
    List(Box<List>),
    /// An object with any members.
    Map(Box<Map>),
    /// A value or null.
    Nullable(Box<Type>),
}

/// The Rust integer that a wire integer becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    /// 8 bits.
    U8,
    /// 16 bits.
    U16,
    /// 32 bits.
    U32,
    /// 64 bits.
    U64,
    /// 128 bits.
    U128,
    /// 256 bits.
    U256,
    /// 64 bits with a sign.
    I64,
}

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// What each one is.
    pub item: Type,
    /// Another form in which it comes.
    pub also: Option<Also>,
}

/// Another form of a list that services were seen to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Also {
    /// An object that holds the list in this member.
    At(String),
    /// The only item, without a list around it.
    Single,
}

/// An object with any members.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// What the keys are.
    pub key: Type,
    /// The value.
    pub value: Type,
}

/// A value with a form of its own on the wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Scalar {
    /// What it looks like on the wire.
    pub form: Form,
}

/// What a scalar looks like on the wire, and with it what it is in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Base58 with a 4-byte checksum after an optional prefix; a newtype over `[u8; bytes]`.
    Base58Check {
        /// How many bytes it holds.
        bytes: usize,
        /// What stands before it.
        prefix: String,
    },
    /// Bech32, perhaps with a chain prefix `X-`; a newtype that keeps its text.
    Bech32 {
        /// How many bytes it holds.
        bytes: usize,
        /// Whether a chain's prefix stands before it.
        chain: ChainPrefix,
        /// Whether the base58 form is taken too.
        base58check: bool,
    },
    /// Hex bytes of a fixed (`FixedBytes`, `Address` for 20) or any (`Bytes`) length.
    Hex {
        /// How many bytes it holds.
        bytes: Option<usize>,
        /// What stands before it.
        prefix: HexPrefix,
    },
    /// A whole number as decimal text.
    DecimalInteger(Integer),
    /// A decimal fraction that keeps its text.
    Decimal,
    /// A whole number as hex text without leading zeros.
    Quantity(Integer),
    /// A whole number as a JSON number, where the built-in integers do not do.
    JsonInteger(Integer),
    /// UNIX seconds as a JSON number.
    Seconds,
    /// UNIX milliseconds as a JSON number.
    Milliseconds,
    /// RFC 3339 text.
    DateTime,
}

/// Whether a chain's prefix such as `X-` stands before an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainPrefix {
    /// Never there.
    None,
    /// It may be there.
    Optional,
    /// Always there.
    Required,
}

/// Whether `0x` stands before hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexPrefix {
    /// `0x`.
    Required,
    /// With or without, kept as it came.
    Optional,
    /// Never there.
    None,
}

/// One of a set of texts; others are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The texts, in the order of the spec.
    pub values: Vec<EnumValue>,
}

/// One text of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// Its name in the spec.
    pub name: String,
    /// What it is, for people.
    pub doc: String,
    /// Known from real services only.
    pub seen: bool,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
}

/// An object with known members.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// With those of `extends`, in order.
    pub fields: Vec<Field>,
}

/// A member of a record or a parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name in the spec.
    pub name: String,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
    /// Its type.
    pub ty: Type,
    /// Whether it must be there.
    pub required: bool,
    /// What it is, for people.
    pub doc: String,
    /// The unit of the number.
    pub unit: Option<String>,
    /// Refuses before sending.
    pub range: Option<Bounds>,
    /// Bounds on the number of items or characters; refuses before sending.
    pub size: Option<Bounds>,
    /// What the server makes of a value outside; never refuses.
    pub clamp: Option<Bounds>,
    /// What the server takes when it is left out, as a value of the type.
    pub default: Option<Value>,
    /// The same in words, where there is no value for it.
    pub defaults_to: Option<String>,
    /// The separator of a list in a query.
    pub join: Option<String>,
    /// The values of an enumeration that this field takes by the documents.
    pub only: Vec<String>,
    /// Other spellings of the name that services were seen to send.
    pub aliases: Vec<String>,
    /// An empty text means that the member is absent.
    pub empty_is_absent: bool,
    /// Known from real services only.
    pub seen: bool,
    /// The version that brought it.
    pub since: Option<String>,
    /// The last version that has it.
    pub until: Option<String>,
    /// Since when it should not be used.
    pub deprecated: Option<Deprecation>,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
    /// Where the documents describe it.
    pub source: Option<Source>,
}

/// Inclusive bounds, as they are written: whole numbers or decimal fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least, inclusive.
    pub min: Option<String>,
    /// The largest, inclusive.
    pub max: Option<String>,
}

/// One of several types.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// How the arms are told apart.
    pub told_by: ToldBy,
    /// Members that every arm has; empty for [`ToldBy::Form`].
    pub common: Vec<Field>,
    /// The arms, in the order of the spec.
    pub arms: Vec<Arm>,
}

/// How the arms of a union are told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToldBy {
    /// By the JSON kind of the value and, for text, by its form.
    Form,
    /// By the value of this member.
    Tag(String),
    /// By a member that only one arm has.
    Members,
}

/// One arm of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The name; for [`ToldBy::Tag`] also the value of the tag.
    pub name: String,
    /// What it is, for people.
    pub doc: String,
    /// A Rust name in place of the derived one.
    pub rust: Option<String>,
    /// What it holds.
    pub body: ArmBody,
    /// Known from real services only.
    pub seen: bool,
}

/// What an arm holds.
#[derive(Clone, Debug, PartialEq)]
pub enum ArmBody {
    /// [`ToldBy::Form`]: a value of this type.
    Value(Type),
    /// [`ToldBy::Form`]: exactly this value.
    Const(Value),
    /// [`ToldBy::Tag`] and [`ToldBy::Members`]: the members beside the common ones. The type is a
    /// [`TypeKind::Record`]. `has` names the member that tells the arm; `None` is the arm that is
    /// taken otherwise, and for a tag always `None`.
    Fields {
        /// The type of the members.
        record: TypeId,
        /// The member that tells the arm.
        has: Option<String>,
    },
}

/// One typed call.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// `listErc20Balances`: the key in the spec, or the key of the variant.
    pub name: String,
    /// The key in the spec when it has variants, else the same as `name`.
    pub described_as: String,
    /// The service that it belongs to.
    pub service: ServiceId,
    /// The module that declares it.
    pub module: ModuleId,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// The method that begins one.
    pub call: Call,
    /// Parameters in the order of the spec, path first, then query, then body.
    pub params: Vec<Param>,
    /// `None`: the answer has no body of interest.
    pub result: Option<Type>,
    /// What a repeat does.
    pub effect: Effect,
    /// Rules across the parameters.
    pub rules: Vec<Rule>,
    /// How its list is paged.
    pub paginate: Option<Paginate>,
    /// Success statuses that the documents or real services name.
    pub statuses: Vec<(u16, bool)>,
    /// The version that brought it.
    pub since: Option<String>,
    /// The last version that has it.
    pub until: Option<String>,
    /// Since when it should not be used.
    pub deprecated: Option<Deprecation>,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
    /// Limits that the service sets.
    pub limits: Vec<Limit>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
    /// Examples, checked against the types.
    pub examples: Vec<Example>,
    /// Known from real services only.
    pub seen: bool,
}

/// How an operation is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// An HTTP request.
    Rest {
        /// The HTTP method.
        verb: Verb,
        /// The path, with parameters in braces.
        path: String,
    },
    /// A JSON-RPC call.
    Rpc {
        /// The method name, a template.
        method: String,
    },
}

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// GET.
    Get,
    /// POST.
    Post,
    /// PUT.
    Put,
    /// PATCH.
    Patch,
    /// DELETE.
    Delete,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Where it goes.
    pub place: Place,
    /// Its name, type and attributes.
    pub field: Field,
    /// A value that the call always sends; such a parameter is no member of the Rust type.
    pub fixed: Option<Value>,
}

/// A part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The path.
    Path,
    /// The query.
    Query,
    /// A header.
    Header,
    /// A member of the JSON body.
    Body,
    /// A member of `params`.
    Rpc,
}

/// What a repeat of a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// A repeat does nothing more.
    Idempotent,
    /// A repeat consumes or differs.
    Once,
    /// Changes something, each time.
    Write,
}

/// A rule across parameters, with what it is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What it is.
    pub kind: RuleKind,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Known from real services only.
    pub seen: bool,
}

/// A rule across parameters. Names are those of parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleKind {
    /// At least one is given.
    AtLeastOne(Vec<String>),
    /// At most one is given.
    AtMostOne(Vec<String>),
    /// A parameter that is left out counts with its default.
    SumAtMost {
        /// The parameters.
        of: Vec<String>,
        /// The largest sum.
        max: String,
    },
    /// When each of `when` has its value, each of `need` must have its value, or any when `None`.
    Requires {
        /// The conditions.
        when: Vec<(String, Option<Value>)>,
        /// What they call for.
        need: Vec<(String, Option<Value>)>,
    },
    /// The items of the list rise.
    Ascending(String),
    /// Where both are given, the first is not above the second.
    Ordered {
        /// The lower one.
        low: String,
        /// The higher one.
        high: String,
    },
}

/// How the list of an operation is paged.
#[derive(Clone, Debug, PartialEq)]
pub struct Paginate {
    /// The member of the result that holds the items.
    pub items: String,
    /// The member of the result that says where to go on.
    pub next: String,
    /// The parameter that takes it.
    pub into: String,
    /// The parameter that sets the size of a page.
    pub size: Option<String>,
    /// The signs that there are no more pages.
    pub end: Vec<PageEnd>,
    /// How many items of a page a next page may repeat.
    pub overlap: u32,
    /// How long a token holds.
    pub life: Option<TokenLife>,
}

/// A sign that there are no more pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageEnd {
    /// `next` is absent.
    Absent,
    /// `next` is an empty text.
    Empty,
    /// Fewer items than asked for.
    Short,
    /// `next` is what was sent.
    Unchanged,
}

/// A request and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What it is, for people.
    pub doc: String,
    /// Member and value, in the order of the spec.
    pub request: Vec<(String, Value)>,
    /// What is answered.
    pub response: Option<Value>,
}

/// A kind of event that a service pushes.
#[derive(Clone, Debug, PartialEq)]
pub struct Subscription {
    /// Its name in the spec.
    pub name: String,
    /// The name on the wire, where it is not `name`.
    pub kind: String,
    /// The service that it belongs to.
    pub service: ServiceId,
    /// The module that declares it.
    pub module: ModuleId,
    /// What it is, for people.
    pub doc: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What each one is.
    pub item: Type,
    /// Known from real services only.
    pub seen: bool,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Conditions for it to be served.
    pub available: Vec<Availability>,
    /// Statements that nothing acts on.
    pub notes: Vec<Note>,
}

/// A named set of values for variables: a place where the APIs run.
#[derive(Clone, Debug, PartialEq)]
pub struct Deployment {
    /// Its name in the spec.
    pub name: String,
    /// The module that declares it.
    pub module: ModuleId,
    /// What it is, for people.
    pub doc: String,
    /// Its variables.
    pub vars: Vec<(String, String)>,
    /// Patterns of methods that are not served there; `*` stands for any text.
    pub missing: Vec<String>,
}

/// A value of the wire, as the spec writes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Null.
    Null,
    /// True or false.
    Boolean(bool),
    /// The digits as they were written, in JSON's form.
    Number(String),
    /// Text.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// Members in the order of the spec.
    Object(Vec<(String, Value)>),
}
