//! What lowering makes: the items of a crate as plain data.
//!
//! Names, types and attributes are decided here; no token is made, and nothing about text layout is known.

use super::Bounds;
use crate::ident::RustIdent;
use crate::model::{
    Also, Effect, Form, Integer, Limit, MemberPath, PageBy, Paginate, Place, RateLimitHeaders, Rpc, RuleKind,
    SecretPlace, Style, Wire,
};

/// A crate as Rust items.
#[derive(Clone, Debug)]
pub(crate) struct Crate {
    /// The path of the runtime crate.
    pub(crate) runtime: String,
    /// The command that writes the files.
    pub(crate) command: String,
    /// Sorted by path; the root is first.
    pub(crate) files: Vec<File>,
    /// Whether types implement serde's traits.
    pub(crate) serde: Serde,
    /// The cargo feature under which the crate brings the macros along.
    pub(crate) macros: Option<String>,
    /// Whether the documentation of the root includes the `README.md` beside the manifest.
    pub(crate) readme: bool,
    /// What the root brings along from the runtime.
    pub(crate) reexports: Vec<RustIdent>,
    pub(crate) catalog: Catalog,
}

/// Whether types implement serde's traits.
#[derive(Clone, Debug)]
pub(crate) enum Serde {
    /// They do not.
    Never,
    /// Under this cargo feature.
    Feature(String),
    /// They do.
    Always,
}

/// The static that lists all operations.
#[derive(Clone, Debug)]
pub(crate) struct Catalog {
    pub(crate) name: RustIdent,
    pub(crate) entries: Vec<CatalogEntry>,
}

#[derive(Clone, Debug)]
pub(crate) struct CatalogEntry {
    /// The cargo features that the module needs.
    pub(crate) features: Vec<String>,
    pub(crate) call: ItemPath,
}

/// One source file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The module's path; empty for the root of the crate.
    pub(crate) path: Vec<RustIdent>,
    /// The spec file that it comes from; none where only a folder stands behind it.
    pub(crate) spec: Option<String>,
    pub(crate) doc: Vec<String>,
    pub(crate) children: Vec<Child>,
    pub(crate) items: Vec<Item>,
    /// What stands in the module of calls.
    pub(crate) calls: Vec<Item>,
}

impl File {
    /// Whether the module of calls holds anything that users name: subscriptions are data alone, until clients carry them out.
    pub(crate) fn shows_calls(&self) -> bool {
        self.calls.iter().any(|item| !matches!(item, Item::Subscription(_)))
    }
}

/// A module that a file declares.
#[derive(Clone, Debug)]
pub(crate) struct Child {
    pub(crate) name: RustIdent,
    pub(crate) feature: Option<String>,
    /// Whether it holds only what documentation leaves out.
    pub(crate) is_hidden: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Alias(Alias),
    Scalar(Scalar),
    Enum(Enum),
    Record(Record),
    FormUnion(FormUnion),
    Call(Box<Call>),
    Client(Box<Client>),
    Service(Box<Service>),
    Subscription(Box<Subscription>),
    Deployment(Deployment),
}

/// How a thing of another module is named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ItemPath {
    pub(crate) start: Start,
    pub(crate) modules: Vec<RustIdent>,
    pub(crate) name: RustIdent,
}

/// Where a path begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Start {
    /// So many modules above the one that the path stands in. Relative paths work in files and inside of macros.
    Up(usize),
    /// At the crate of this path.
    Crate(String),
}

/// A type in Rust and in `runtime::schema`.
#[derive(Clone, Debug)]
pub(crate) struct TypeRef {
    pub(crate) rust: RustType,
    pub(crate) schema: SchemaType,
    pub(crate) arg: Arg,
    /// What a value that is sent keeps to.
    pub(crate) bounds: Option<Bounds>,
}

/// A type of Rust.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RustType {
    Bool,
    F64,
    Integer(Integer),
    /// A type of the runtime, by its name.
    Runtime(&'static str),
    /// A type of the runtime that holds so many bytes.
    OfBytes(&'static str, usize),
    /// What may be left out and may be null.
    Maybe(Box<RustType>),
    Tuple(Vec<RustType>),
    /// A type of the user's own.
    Foreign(String),
    Item(ItemPath),
    Vec(Box<RustType>),
    Map(Box<RustType>, Box<RustType>),
    Option(Box<RustType>),
    Box(Box<RustType>),
}

/// A type as `runtime::schema` describes it.
#[derive(Clone, Debug)]
pub(crate) enum SchemaType {
    Boolean,
    Text,
    Number,
    Integer(Integer),
    Json,
    Bytes,
    File,
    Scalar(ItemPath),
    Enum(ItemPath),
    IntegerEnum(ItemPath),
    Record(ItemPath),
    Union(ItemPath),
    List(Box<SchemaType>, Option<Also>),
    Map(Box<SchemaType>, Box<SchemaType>),
    Tuple(Vec<SchemaType>),
    Nullable(Box<SchemaType>),
    /// With bounds; never behind `Nullable`, and never what a member is.
    Bounded(Box<SchemaType>, Box<Bounds>),
}

/// How a value of a type is best taken as an argument.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    /// As it is.
    Plain,
    /// As anything that becomes it.
    Into,
    /// The same, and among the arguments of a call also as its text.
    Parsed,
    /// As anything that gives its items.
    Items(Box<Part>),
    /// As anything that gives pairs of its keys and values.
    Pairs(Box<[Part; 2]>),
}

/// What a list or a map is made of: its items, keys or values.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// As it is: a number without a type and `None` would become too many things.
    Plain(RustType),
    /// As anything that becomes it.
    Into(RustType),
    /// The same, and among the arguments of a call also as its text.
    Parsed(RustType),
}

#[derive(Clone, Debug)]
pub(crate) struct Alias {
    pub(crate) name: RustIdent,
    pub(crate) doc: Vec<String>,
    pub(crate) target: RustType,
}

/// A scalar: always a static, and a newtype where Rust has no type for it.
#[derive(Clone, Debug)]
pub(crate) struct Scalar {
    pub(crate) name: RustIdent,
    pub(crate) table: RustIdent,
    pub(crate) doc: Vec<String>,
    pub(crate) wire_name: String,
    pub(crate) form: Form,
    /// The Rust type that the name stands for; none for a newtype.
    pub(crate) alias: Option<RustType>,
}

#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub(crate) name: RustIdent,
    pub(crate) table: RustIdent,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) values: Vec<EnumValue>,
    /// The values are whole numbers.
    pub(crate) integers: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct EnumValue {
    pub(crate) name: RustIdent,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
}

/// A struct: a record, the input of a call, or a union told by a tag or by members.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) name: RustIdent,
    /// The static that describes the members in the struct itself.
    pub(crate) table: RustIdent,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) fields: Vec<Field>,
    /// The member that keeps what the spec does not know, where that is kept.
    pub(crate) extra: Option<RustIdent>,
    /// Whether users build it, so that it has a constructor and setters.
    pub(crate) is_input: bool,
    pub(crate) arms: Option<Arms>,
}

impl Record {
    /// The fields of the struct, each with its place in the table: a constant stands in the table only.
    pub(crate) fn members(&self) -> impl Iterator<Item = (usize, &Field)> {
        self.fields.iter().enumerate().filter(|(_, field)| field.constant.is_none())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: RustIdent,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    /// The type without `Option`.
    pub(crate) ty: TypeRef,
    pub(crate) required: bool,
    /// It is required, and a setter of its call all the same, so that it is not taken for its neighbour.
    pub(crate) named: bool,
    /// It may be left out and may be null; then `required` is false.
    pub(crate) maybe: bool,
    /// The JSON that it always is; then it stands in the table only.
    pub(crate) constant: Option<String>,
    pub(crate) boxed: bool,
    pub(crate) aliases: Vec<String>,
    pub(crate) empty_is_absent: bool,
    /// It is a text that is never shown.
    pub(crate) secret: bool,
    /// It holds all members that the record does not have otherwise.
    pub(crate) rest: bool,
    pub(crate) bounds: Option<Bounds>,
    /// Whether what it holds has bounds, and it is sent.
    pub(crate) deep: bool,
    pub(crate) deprecated: Option<Deprecated>,
}

impl Field {
    /// Whether constructors and methods take it as an argument; all else has a setter.
    pub(crate) fn is_argument(&self) -> bool {
        self.required && !self.named
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Deprecated {
    pub(crate) since: Option<String>,
    pub(crate) note: String,
}

/// The arms of a union whose members all stand in one object.
#[derive(Clone, Debug)]
pub(crate) struct Arms {
    /// The field of the struct that holds the arm.
    pub(crate) field: RustIdent,
    /// The enum that is its type.
    pub(crate) name: RustIdent,
    /// The static that describes the union.
    pub(crate) table: RustIdent,
    /// The member whose value tells the arm; none where its members do.
    pub(crate) tag: Option<String>,
    /// The tag is a whole number.
    pub(crate) integer_tag: bool,
    pub(crate) arms: Vec<RecordArm>,
}

#[derive(Clone, Debug)]
pub(crate) struct RecordArm {
    pub(crate) name: RustIdent,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    /// The record's type.
    pub(crate) record: ItemPath,
    /// No other arm has this record.
    pub(crate) from: bool,
    /// The static of the arm's members.
    pub(crate) table: ItemPath,
    pub(crate) has: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct FormUnion {
    pub(crate) name: RustIdent,
    pub(crate) table: RustIdent,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) arms: Vec<FormArm>,
    /// What names the arm, where a name around the value tells it.
    pub(crate) named: Option<NamedBy>,
}

/// What the name around a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedBy {
    Status,
    Event,
}

/// What comes back beyond a JSON body.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) kind: AnswerKind,
    pub(crate) headers: Option<AnswerHeaders>,
    pub(crate) leaves_origin: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum AnswerKind {
    Json,
    Text(Vec<String>),
    Bytes(Vec<String>),
    /// The table of the union.
    ByStatus(ItemPath),
    Events {
        table: ItemPath,
        event: ItemPath,
    },
}

/// The struct of the headers, and its table.
#[derive(Clone, Debug)]
pub(crate) struct AnswerHeaders {
    pub(crate) name: ItemPath,
    pub(crate) table: ItemPath,
}

#[derive(Clone, Debug)]
pub(crate) struct FormArm {
    pub(crate) name: RustIdent,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) body: FormArmBody,
}

#[derive(Clone, Debug)]
pub(crate) enum FormArmBody {
    /// A value; `boxed` says that it leads back to the union.
    Value { ty: Box<TypeRef>, from: Conversion, boxed: bool },
    /// Exactly this JSON.
    Const(String),
}

/// What becomes an arm of a union told by form.
#[derive(Clone, Debug)]
pub(crate) enum Conversion {
    /// Nothing: another arm has the same Rust type.
    Nothing,
    /// The value.
    Value,
    /// The text, and what is borrowed as one.
    Text,
    /// The list, an array, and what gives its items.
    Items(Part),
}

/// A typed call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) input: Record,
    pub(crate) table: RustIdent,
    pub(crate) id: String,
    pub(crate) method: RustIdent,
    /// What is said of the method.
    pub(crate) doc: Vec<String>,
    /// Other names by which the method is searched.
    pub(crate) aliases: Vec<String>,
    /// The static of the service.
    pub(crate) service: ItemPath,
    /// The type of a call that is ready to be sent.
    pub(crate) call: ItemPath,
    /// The type whose method makes the call: the client or the handle of the service.
    pub(crate) handle: ItemPath,
    /// The traits that add the method to the handle, when another crate has the handle.
    pub(crate) joins: Option<Joins>,
    pub(crate) wire: Wire,
    pub(crate) bindings: Vec<Binding>,
    /// The ways to show who calls, where they are its own.
    pub(crate) security: Option<Vec<Vec<String>>>,
    /// The media type of the body, where it is not the usual one of its places.
    pub(crate) content: Option<String>,
    pub(crate) output: Option<TypeRef>,
    pub(crate) answer: Answer,
    pub(crate) rules: Vec<Rule>,
    pub(crate) effect: Effect,
    pub(crate) paginate: Option<Pages>,
    pub(crate) cost: Option<u64>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) errors: Vec<RpcError>,
    pub(crate) available: Vec<Condition>,
    pub(crate) deprecated: Option<Deprecated>,
}

/// The names of the traits by which a call joins another crate's types.
#[derive(Clone, Debug)]
pub(crate) struct Joins {
    /// The trait of the handle.
    pub(crate) handle: RustIdent,
    /// The trait of the call.
    pub(crate) call: RustIdent,
}

/// Where a value goes in a request.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) place: Place,
    pub(crate) name: String,
    pub(crate) value: Bound,
    pub(crate) join: Option<String>,
    pub(crate) style: Option<Style>,
    pub(crate) keeps_slashes: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Bound {
    /// Always this JSON.
    Fixed(String),
    /// The member of the input at this place.
    Member(usize),
}

/// A rule; parameters are places in the input.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) kind: RuleKind<usize>,
    pub(crate) doc: String,
}

/// How a list goes on; parameters are places in the input.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    pub(crate) spec: Paginate,
    pub(crate) by: PageBy<usize>,
    pub(crate) size: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) wire_name: String,
    pub(crate) table: RustIdent,
    pub(crate) doc: Vec<String>,
    pub(crate) base_url: String,
    pub(crate) vars: Vec<Var>,
    pub(crate) secrets: Vec<Secret>,
    pub(crate) security: Option<Vec<Vec<String>>>,
    pub(crate) send: Vec<(String, String)>,
    pub(crate) errors: Option<(SchemaType, Option<MemberPath>)>,
    pub(crate) rate_limit: RateLimitHeaders,
    pub(crate) limits: Vec<Limit>,
    /// The schema of the client's own service, when it has one.
    pub(crate) service: Option<ServiceSchema>,
}

#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) setter: RustIdent,
    pub(crate) doc: Vec<String>,
    pub(crate) default: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Secret {
    pub(crate) name: String,
    pub(crate) setter: RustIdent,
    pub(crate) doc: Vec<String>,
    pub(crate) place: SecretPlace,
    pub(crate) key: String,
    pub(crate) prefix: String,
    pub(crate) optional: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ServiceSchema {
    pub(crate) table: RustIdent,
    pub(crate) wire_name: String,
    /// The static of the client.
    pub(crate) client: ItemPath,
    pub(crate) vars: Vec<Var>,
    /// Name and path.
    pub(crate) endpoints: Vec<(String, String)>,
    pub(crate) websocket: Option<String>,
    pub(crate) rpc: Option<Rpc>,
    pub(crate) subscribe: Option<[String; 3]>,
    pub(crate) available: Vec<Condition>,
    pub(crate) limits: Vec<Limit>,
    /// Those of its own.
    pub(crate) errors: Vec<RpcError>,
    /// The enumeration of all errors that have a name; none where there are none.
    pub(crate) codes: Option<ErrorCodes>,
}

/// The enumeration of the codes of a service's errors.
#[derive(Clone, Debug)]
pub(crate) struct ErrorCodes {
    pub(crate) name: RustIdent,
    pub(crate) doc: Vec<String>,
    pub(crate) codes: Vec<ErrorCode>,
}

#[derive(Clone, Debug)]
pub(crate) struct ErrorCode {
    pub(crate) name: RustIdent,
    pub(crate) wire_name: String,
    pub(crate) code: i64,
    pub(crate) doc: Vec<String>,
}

/// A code of errors, as the tables hold it.
#[derive(Clone, Debug)]
pub(crate) struct RpcError {
    pub(crate) code: i64,
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) retry: Option<bool>,
    pub(crate) data: Option<SchemaType>,
}

/// A service that is reached through its client: a handle and the method that gives it.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    pub(crate) schema: ServiceSchema,
    pub(crate) handle: RustIdent,
    pub(crate) accessor: RustIdent,
    pub(crate) doc: Vec<String>,
    /// What is said of the accessor.
    pub(crate) accessor_doc: Vec<String>,
    pub(crate) client_type: ItemPath,
    pub(crate) call: ItemPath,
    /// The variable that the accessor takes, by its name in the spec and as a parameter.
    pub(crate) instance: Option<(String, RustIdent)>,
    /// None for a service with one endpoint.
    pub(crate) endpoints: Option<Endpoints>,
}

/// The endpoints of a service that has several.
#[derive(Clone, Debug)]
pub(crate) struct Endpoints {
    pub(crate) name: RustIdent,
    pub(crate) list: Vec<Endpoint>,
}

#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    pub(crate) method: RustIdent,
    pub(crate) doc: Vec<String>,
    pub(crate) deprecated: Option<Deprecated>,
}

/// A subscription: its tables alone, without a type that users name.
#[derive(Clone, Debug)]
pub(crate) struct Subscription {
    pub(crate) table: RustIdent,
    pub(crate) id: String,
    pub(crate) kind: Option<String>,
    pub(crate) subscribe: Option<[String; 3]>,
    /// The static of the service.
    pub(crate) service: ItemPath,
    pub(crate) input: Record,
    pub(crate) item: SchemaType,
}

#[derive(Clone, Debug)]
pub(crate) struct Deployment {
    pub(crate) wire_name: String,
    pub(crate) name: RustIdent,
    pub(crate) doc: Vec<String>,
    pub(crate) vars: Vec<(String, String)>,
    pub(crate) missing: Vec<String>,
}

/// A condition for an operation to be served.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) text: String,
    /// Which data there is depends on it, not whether the operation is there.
    pub(crate) of_data: bool,
}
