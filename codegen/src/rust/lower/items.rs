//! What lowering makes: the items of a crate as plain data.
//!
//! Names, types and attributes are decided here; no token is made, and nothing about text layout is known.

#![allow(missing_docs, reason = "members are named as what they become; what needs a word has one")]

use super::Bounds;
use crate::ident::RustIdent;
use crate::model::{
    Also, Effect, Form, Integer, Limit, MemberPath, PageBy, Paginate, ParamStyle, Place, RateLimitHeaders, Rpc,
    RuleKind, SecretPlace, Style, Wire,
};

/// A crate as Rust items.
#[derive(Clone, Debug)]
pub struct Crate {
    /// The path of the runtime crate.
    pub runtime: String,
    /// The command that writes the files.
    pub command: String,
    /// Sorted by path; the root is first.
    pub files: Vec<File>,
    /// Whether types implement serde's traits.
    pub serde: Serde,
    /// The cargo feature under which the crate brings the macros along.
    pub macros: Option<String>,
    /// The cargo feature under which the crate brings synthetic values along.
    pub fixtures: Option<String>,
    /// Whether the documentation of the root includes the `README.md` beside the manifest.
    pub readme: bool,
    /// What the root brings along from the runtime.
    pub reexports: Vec<RustIdent>,
    pub catalog: Catalog,
}

/// Whether types implement serde's traits.
#[derive(Clone, Debug)]
pub enum Serde {
    /// They do not.
    Never,
    /// Under this cargo feature.
    Feature(String),
    /// They do.
    Always,
}

/// The static that lists all operations.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub name: RustIdent,
    pub entries: Vec<CatalogEntry>,
}

#[derive(Clone, Debug)]
pub struct CatalogEntry {
    /// The cargo features that the module needs.
    pub features: Vec<String>,
    pub call: ItemPath,
}

/// One source file.
#[derive(Clone, Debug)]
pub struct File {
    /// The module's path; empty for the root of the crate.
    pub path: Vec<RustIdent>,
    /// The spec file that it comes from; none where only a folder stands behind it.
    pub spec: Option<String>,
    pub doc: Vec<String>,
    pub children: Vec<Child>,
    pub items: Vec<Item>,
    /// What stands in the module of calls.
    pub calls: Vec<Item>,
}

/// A module that a file declares.
#[derive(Clone, Debug)]
pub struct Child {
    pub name: RustIdent,
    pub feature: Option<String>,
}

#[derive(Clone, Debug)]
pub enum Item {
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
pub struct ItemPath {
    pub start: Start,
    pub modules: Vec<RustIdent>,
    pub name: RustIdent,
}

/// Where a path begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// So many modules above the one that the path stands in. Relative paths work in files and inside of macros.
    Up(usize),
    /// At the crate of this path.
    Crate(String),
}

/// A type in Rust and in `runtime::schema`.
#[derive(Clone, Debug)]
pub struct TypeRef {
    pub rust: RustType,
    pub schema: SchemaType,
    pub arg: Arg,
    /// What a value that is sent keeps to.
    pub bounds: Option<Bounds>,
}

/// A type of Rust.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RustType {
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
pub enum SchemaType {
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
pub enum Arg {
    /// As it is.
    Plain,
    /// As anything that becomes it.
    Into,
    /// The same, and among the arguments of a call also as its text.
    Parsed,
    /// The same for bytes, whose Rust type also becomes of a text, of which it takes the characters: as anything that holds bytes.
    Raw,
    /// As anything that gives its items.
    Items(Box<Part>),
    /// As anything that gives pairs of its keys and values.
    Pairs(Box<[Part; 2]>),
}

/// What a list or a map is made of: its items, keys or values.
#[derive(Clone, Debug)]
pub enum Part {
    /// As it is: a number without a type and `None` would become too many things.
    Plain(RustType),
    /// As anything that becomes it.
    Into(RustType),
    /// The same, and among the arguments of a call also as its text.
    Parsed(RustType),
    /// As anything that holds bytes, and among the arguments of a call also as their hex.
    Raw,
}

#[derive(Clone, Debug)]
pub struct Alias {
    pub name: RustIdent,
    pub doc: Vec<String>,
    pub target: RustType,
}

/// A scalar: always a static, and a newtype where Rust has no type for it.
#[derive(Clone, Debug)]
pub struct Scalar {
    pub name: RustIdent,
    pub table: RustIdent,
    pub doc: Vec<String>,
    pub wire_name: String,
    pub form: Form,
    /// The Rust type that the name stands for; none for a newtype.
    pub alias: Option<RustType>,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub name: RustIdent,
    pub table: RustIdent,
    pub wire_name: String,
    pub doc: Vec<String>,
    pub values: Vec<EnumValue>,
    /// The values are whole numbers.
    pub integers: bool,
}

#[derive(Clone, Debug)]
pub struct EnumValue {
    pub name: RustIdent,
    pub wire_name: String,
    pub doc: Vec<String>,
}

/// A struct: a record, the input of a call, or a union told by a tag or by members.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: RustIdent,
    /// The static that describes the members in the struct itself.
    pub table: RustIdent,
    pub wire_name: String,
    pub doc: Vec<String>,
    pub fields: Vec<Field>,
    /// The member that keeps what the spec does not know, where that is kept.
    pub extra: Option<RustIdent>,
    /// Whether users build it, so that it has a constructor and setters.
    pub is_input: bool,
    pub arms: Option<Arms>,
}

impl Record {
    /// The fields of the struct, each with its place in the table: a constant stands in the table only.
    pub fn members(&self) -> impl Iterator<Item = (usize, &Field)> {
        self.fields.iter().enumerate().filter(|(_, field)| field.constant.is_none())
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: RustIdent,
    pub wire_name: String,
    pub doc: Vec<String>,
    /// The type without `Option`.
    pub ty: TypeRef,
    pub required: bool,
    /// It is required, and a setter of its call all the same, so that it is not taken for its neighbour.
    pub named: bool,
    /// It may be left out and may be null; then `required` is false.
    pub maybe: bool,
    /// The JSON that it always is; then it stands in the table only.
    pub constant: Option<String>,
    pub boxed: bool,
    pub aliases: Vec<String>,
    pub empty_is_absent: bool,
    /// It is a text that is never shown.
    pub secret: bool,
    /// It holds all members that the record does not have otherwise.
    pub rest: bool,
    pub bounds: Option<Bounds>,
    /// Whether what it holds has bounds, and it is sent.
    pub deep: bool,
    pub deprecated: Option<Deprecated>,
}

impl Field {
    /// Whether constructors and methods take it as an argument; all else has a setter.
    pub fn is_argument(&self) -> bool {
        self.required && !self.named
    }
}

#[derive(Clone, Debug)]
pub struct Deprecated {
    pub since: Option<String>,
    pub note: String,
}

/// The arms of a union whose members all stand in one object.
#[derive(Clone, Debug)]
pub struct Arms {
    /// The field of the struct that holds the arm.
    pub field: RustIdent,
    /// The enum that is its type.
    pub name: RustIdent,
    /// The static that describes the union.
    pub table: RustIdent,
    /// The member whose value tells the arm; none where its members do.
    pub tag: Option<String>,
    /// The tag is a whole number.
    pub integer_tag: bool,
    pub arms: Vec<RecordArm>,
}

#[derive(Clone, Debug)]
pub struct RecordArm {
    pub name: RustIdent,
    pub wire_name: String,
    pub doc: Vec<String>,
    /// The record's type.
    pub record: ItemPath,
    /// No other arm has this record.
    pub from: bool,
    /// The static of the arm's members.
    pub table: ItemPath,
    pub has: Option<String>,
}

#[derive(Clone, Debug)]
pub struct FormUnion {
    pub name: RustIdent,
    pub table: RustIdent,
    pub wire_name: String,
    pub doc: Vec<String>,
    pub arms: Vec<FormArm>,
    /// What names the arm, where a name around the value tells it.
    pub named: Option<NamedBy>,
}

/// What the name around a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBy {
    Status,
    Event,
}

/// What comes back beyond a JSON body.
#[derive(Clone, Debug)]
pub struct Answer {
    pub kind: AnswerKind,
    pub headers: Option<AnswerHeaders>,
    pub leaves_origin: bool,
}

#[derive(Clone, Debug)]
pub enum AnswerKind {
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
pub struct AnswerHeaders {
    pub name: ItemPath,
    pub table: ItemPath,
}

#[derive(Clone, Debug)]
pub struct FormArm {
    pub name: RustIdent,
    pub wire_name: String,
    pub doc: Vec<String>,
    pub body: FormArmBody,
}

#[derive(Clone, Debug)]
pub enum FormArmBody {
    /// A value; `boxed` says that it leads back to the union.
    Value { ty: Box<TypeRef>, from: Conversion, boxed: bool },
    /// Exactly this JSON.
    Const(String),
}

/// What becomes an arm of a union told by form.
#[derive(Clone, Debug)]
pub enum Conversion {
    /// Nothing: another arm has the same Rust type.
    Nothing,
    /// The value.
    Value,
    /// The text, and what is borrowed as one.
    Text,
    /// The list, an array, and what gives its items.
    Items(Part),
}

/// A typed call. Its struct stands in the module of calls, all else in the module of the file.
#[derive(Clone, Debug)]
pub struct Call {
    pub input: Record,
    /// The members of the struct, with types as the module of the file names them.
    pub params: Vec<Field>,
    pub table: RustIdent,
    pub id: String,
    pub method: RustIdent,
    /// What is said of the method.
    pub doc: Vec<String>,
    /// Other names by which the method is searched.
    pub aliases: Vec<String>,
    /// The static of the service.
    pub service: ItemPath,
    /// The type of a call that is ready to be sent.
    pub call: ItemPath,
    /// The type whose method makes the call: the client or the handle of the service.
    pub handle: ItemPath,
    /// The traits that add the method to the handle, when another crate has the handle.
    pub joins: Option<Joins>,
    /// Whether a batch of the service may hold it.
    pub batched: bool,
    pub wire: Wire,
    pub bindings: Vec<Binding>,
    /// The ways to show who calls, where they are its own.
    pub security: Option<Vec<Vec<String>>>,
    /// The media type of the body, where it is not the usual one of its places.
    pub content: Option<String>,
    pub output: Option<TypeRef>,
    pub answer: Answer,
    pub rules: Vec<Rule>,
    pub effect: Effect,
    pub paginate: Option<Pages>,
    /// Where the items of a page are.
    pub items: Option<PageItems>,
    pub cost: Option<u64>,
    pub limits: Vec<Limit>,
    pub errors: Vec<RpcError>,
    pub available: Vec<Condition>,
    /// The first and the last version of the server that have it.
    pub since: Option<String>,
    pub until: Option<String>,
    pub deprecated: Option<Deprecated>,
}

/// The names of the traits by which a call joins another crate's types.
#[derive(Clone, Debug)]
pub struct Joins {
    /// The trait of the handle.
    pub handle: RustIdent,
    /// The trait of the call.
    pub call: RustIdent,
}

/// Where a value goes in a request.
#[derive(Clone, Debug)]
pub struct Binding {
    pub place: Place,
    pub name: String,
    pub value: Bound,
    pub join: Option<String>,
    pub style: Option<Style>,
    pub keeps_slashes: bool,
}

#[derive(Clone, Debug)]
pub enum Bound {
    /// Always this JSON.
    Fixed(String),
    /// The member of the input at this place.
    Member(usize),
}

/// A rule; parameters are places in the input.
#[derive(Clone, Debug)]
pub struct Rule {
    pub kind: RuleKind<usize>,
    pub doc: String,
}

/// How a list goes on; parameters are places in the input.
#[derive(Clone, Debug)]
pub struct Pages {
    pub spec: Paginate,
    pub by: PageBy<usize>,
    pub size: Option<usize>,
}

/// The way from the output of a call to the items of its page.
#[derive(Clone, Debug)]
pub struct PageItems {
    /// The output may be null.
    pub may_be_missing: bool,
    /// The fields on the way; the last one holds the items.
    pub steps: Vec<PageStep>,
    /// The type of an item.
    pub item: RustType,
}

#[derive(Clone, Debug)]
pub struct PageStep {
    pub field: RustIdent,
    /// The field is an `Option` or a `Maybe`.
    pub may_be_missing: bool,
    pub is_deprecated: bool,
}

#[derive(Clone, Debug)]
pub struct Client {
    pub wire_name: String,
    pub table: RustIdent,
    pub doc: Vec<String>,
    pub base_url: String,
    pub vars: Vec<Var>,
    pub secrets: Vec<Secret>,
    pub security: Option<Vec<Vec<String>>>,
    pub send: Vec<(String, String)>,
    pub errors: Option<(SchemaType, Option<MemberPath>)>,
    pub rate_limit: RateLimitHeaders,
    pub request_id: Option<String>,
    pub server_version: Option<ServerVersion>,
    pub limits: Vec<Limit>,
    /// Whether one of its services takes batches.
    pub batches: bool,
    /// The schema of the client's own service, when it has one.
    pub service: Option<ServiceSchema>,
    /// Whether one of its services has a websocket.
    pub has_websocket: bool,
}

/// The call that says which version a server runs.
#[derive(Clone, Debug)]
pub struct ServerVersion {
    pub wire: Wire,
    /// The path of a JSON-RPC call.
    pub endpoint: String,
    pub params: ParamStyle,
    pub member: MemberPath,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub setter: RustIdent,
    pub doc: Vec<String>,
    pub default: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Secret {
    pub name: String,
    pub setter: RustIdent,
    pub doc: Vec<String>,
    pub place: SecretPlace,
    pub key: String,
    pub prefix: String,
    pub optional: bool,
}

#[derive(Clone, Debug)]
pub struct ServiceSchema {
    pub table: RustIdent,
    pub wire_name: String,
    /// The static of the client.
    pub client: ItemPath,
    pub vars: Vec<Var>,
    /// Name and path.
    pub endpoints: Vec<(String, String)>,
    pub websocket: Option<String>,
    pub rpc: Option<Rpc>,
    pub subscribe: Option<[String; 3]>,
    pub available: Vec<Condition>,
    pub limits: Vec<Limit>,
    /// Those of its own.
    pub errors: Vec<RpcError>,
    /// The enumeration of all errors that have a name; none where there are none.
    pub codes: Option<ErrorCodes>,
}

impl ServiceSchema {
    /// Whether a request may hold several calls.
    pub fn takes_batches(&self) -> bool {
        self.rpc.as_ref().is_some_and(|rpc| rpc.batch)
    }
}

/// The enumeration of the codes of a service's errors.
#[derive(Clone, Debug)]
pub struct ErrorCodes {
    pub name: RustIdent,
    pub doc: Vec<String>,
    pub codes: Vec<ErrorCode>,
}

#[derive(Clone, Debug)]
pub struct ErrorCode {
    pub name: RustIdent,
    pub wire_name: String,
    pub code: i64,
    pub doc: Vec<String>,
}

/// A code of errors, as the tables hold it.
#[derive(Clone, Debug)]
pub struct RpcError {
    pub code: i64,
    pub name: String,
    pub doc: String,
    pub retry: Option<bool>,
    pub data: Option<SchemaType>,
}

/// A service that is reached through its client: a handle and the method that gives it.
#[derive(Clone, Debug)]
pub struct Service {
    pub schema: ServiceSchema,
    pub handle: RustIdent,
    pub accessor: RustIdent,
    pub doc: Vec<String>,
    /// What is said of the accessor.
    pub accessor_doc: Vec<String>,
    pub client_type: ItemPath,
    pub call: ItemPath,
    /// The type `Subscribe` of the client; none without a websocket.
    pub subscribe: Option<ItemPath>,
    /// The variable that the accessor takes, by its name in the spec and as a parameter.
    pub instance: Option<(String, RustIdent)>,
    /// None for a service with one endpoint.
    pub endpoints: Option<Endpoints>,
}

/// The endpoints of a service that has several.
#[derive(Clone, Debug)]
pub struct Endpoints {
    pub name: RustIdent,
    pub list: Vec<Endpoint>,
}

#[derive(Clone, Debug)]
pub struct Endpoint {
    pub method: RustIdent,
    pub doc: Vec<String>,
    pub deprecated: Option<Deprecated>,
}

/// A subscription: its parameters as a struct, its tables, and the method that prepares it.
#[derive(Clone, Debug)]
pub struct Subscription {
    pub table: RustIdent,
    /// What users call; none where its service has no websocket, or is of another crate.
    pub method: Option<SubscribeMethod>,
    /// The method that begins it on the wire, and what it sends.
    pub begin: String,
    pub bindings: Vec<Binding>,
    pub id: String,
    pub kind: Option<String>,
    pub subscribe: Option<[String; 3]>,
    /// The static of the service.
    pub service: ItemPath,
    pub input: Record,
    pub item: TypeRef,
    pub backfill: Option<Backfill>,
}

/// How missed events of a subscription are fetched.
#[derive(Clone, Debug)]
pub struct Backfill {
    pub height: Vec<String>,
    pub same: Vec<Vec<String>>,
    /// The calls, by their statics and IDs.
    pub latest: (ItemPath, String),
    pub call: (ItemPath, String),
    /// The parameter that takes one height, or those that take the first and the last.
    pub heights: Vec<HeightParam>,
}

/// A parameter by its index in the input, and the member within that takes a height.
#[derive(Clone, Debug)]
pub struct HeightParam {
    pub index: usize,
    pub path: Vec<String>,
}

/// A method that prepares a subscription.
#[derive(Clone, Debug)]
pub struct SubscribeMethod {
    pub name: RustIdent,
    pub doc: Vec<String>,
    /// The members of the struct, with types as the module of the file names them.
    pub params: Vec<Field>,
    /// What it is a method of.
    pub handle: ItemPath,
    /// What it gives: the type `Subscribe` of the client.
    pub subscribe: ItemPath,
}

impl SubscribeMethod {
    /// The fields of the struct, each with its place in the table: a constant stands in the table only.
    pub fn members(&self) -> impl Iterator<Item = (usize, &Field)> {
        self.params.iter().enumerate().filter(|(_, field)| field.constant.is_none())
    }
}

#[derive(Clone, Debug)]
pub struct Deployment {
    pub wire_name: String,
    pub name: RustIdent,
    pub doc: Vec<String>,
    pub vars: Vec<(String, String)>,
    pub missing: Vec<String>,
}

/// A condition for an operation to be served.
#[derive(Clone, Debug)]
pub struct Condition {
    pub text: String,
    /// Which data there is depends on it, not whether the operation is there.
    pub of_data: bool,
}
