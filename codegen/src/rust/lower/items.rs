//! Output of lowering: the items of a crate as plain data.
//!
//! An item holds the runtime table that describes it, and its Rust names, types, attributes and
//! documentation. It holds no tokens and no layout.

#![allow(missing_docs, reason = "members are named as what they become; what needs a word has one")]

use std::collections::HashMap;

use chainloom_schema as schema;

use crate::ident::RustIdent;
use crate::model::Integer;

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
    /// Whether the `README.md` beside the manifest is the documentation of the root.
    pub readme: bool,
    /// What the root brings along from the runtime.
    pub reexports: Vec<RustIdent>,
    pub catalog: Catalog,
    /// The statics that hold the tables.
    pub statics: Statics,
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
    /// Types of other files that it brings along.
    pub reexports: Vec<ItemPath>,
    /// Types of other files that it names without a path.
    pub imports: Vec<ItemPath>,
    pub items: Vec<Item>,
    /// The items of the module of calls.
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
    Webhooks(Webhooks),
    Deployment(Deployment),
}

/// The path by which an item is named in another module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemPath {
    pub start: Start,
    pub modules: Vec<RustIdent>,
    pub name: RustIdent,
}

impl ItemPath {
    /// Whether the module that contains the path has the item.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.start == Start::Up(0) && self.modules.is_empty()
    }

    /// Whether both items are in one module.
    #[must_use]
    pub fn is_beside(&self, other: &Self) -> bool {
        (&self.start, &self.modules) == (&other.start, &other.modules)
    }
}

/// Where a path begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    /// This many modules above the one that contains the path. Relative paths work in files and
    /// inside of macros.
    Up(usize),
    /// At the crate of this path.
    Crate(String),
}

/// The statics of a crate and of the packages that it uses, by the tables that they hold.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    /// The number of each table.
    pub numbers: schema::literal::Statics,
    /// Its static, by number, and whether it is the list of the members of the record there.
    places: Vec<(StaticPlace, bool)>,
    /// The only place of each name; none where several modules have a static of that name.
    by_name: HashMap<RustIdent, Option<StaticPlace>>,
}

impl Statics {
    pub(super) fn insert<T: 'static>(&mut self, table: &'static T, place: StaticPlace) {
        self.numbers.insert(table, self.places.len());
        let known = self.by_name.entry(place.name.clone()).or_insert_with(|| Some(place.clone()));
        if known.as_ref() != Some(&place) {
            *known = None;
        }
        self.places.push((place, false));
    }

    /// Whether only one module has a static of this name, so that others can import it.
    pub fn is_unique(&self, name: &RustIdent) -> bool {
        self.by_name.get(name).is_some_and(Option::is_some)
    }

    pub(super) fn insert_fields(&mut self, record: &'static schema::Record, place: StaticPlace) {
        self.numbers.insert_list(record, record.fields, self.places.len());
        self.places.push((place, true));
    }

    /// The static with this number, as it is named in a module, and whether its member `fields` is
    /// meant.
    pub fn path(&self, number: usize, from: &[RustIdent]) -> Option<(ItemPath, bool)> {
        self.places.get(number).map(|(place, is_fields)| (place.seen_from(from), *is_fields))
    }
}

/// The module and the name of a static.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticPlace {
    /// The path of the crate; none for this one.
    pub package: Option<String>,
    pub module: Vec<RustIdent>,
    pub name: RustIdent,
}

impl StaticPlace {
    /// The path of the static in a module of this crate: `super::shelves::Shelf`.
    pub fn seen_from(&self, from: &[RustIdent]) -> ItemPath {
        let name = self.name.clone();
        if let Some(package) = &self.package {
            return ItemPath { start: Start::Crate(package.clone()), modules: self.module.clone(), name };
        }
        let shared = from.iter().zip(&self.module).take_while(|(a, b)| a == b).count();
        ItemPath { start: Start::Up(from.len() - shared), modules: self.module[shared..].to_vec(), name }
    }
}

/// A type in Rust, and the argument from which a value of it is made.
#[derive(Clone, Debug)]
pub struct TypeRef {
    pub rust: RustType,
    pub arg: ArgumentKind,
}

impl TypeRef {
    /// Whether a method that starts a call also takes the text form of the value, or of the items of
    /// a list.
    pub fn takes_text(&self) -> bool {
        match (&self.arg, &self.rust) {
            (_, RustType::Option(_) | RustType::Maybe(_)) => false,
            (ArgumentKind::IntoOrText | ArgumentKind::Bytes, _) => true,
            (ArgumentKind::Items(part), _) => matches!(**part, ElementKind::IntoOrText(_) | ElementKind::Bytes),
            _ => false,
        }
    }
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
    /// A member that may be absent or null, with different meanings.
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

/// The type of the argument from which a value is made.
#[derive(Clone, Debug)]
pub enum ArgumentKind {
    /// The type itself.
    Plain,
    /// `impl Into` of the type.
    Into,
    /// `impl Into` of the type; a method that starts a call also takes the text form of the value.
    IntoOrText,
    /// `impl rt::IntoBytes`; a method that starts a call also takes the hex form. `impl Into` of
    /// the type would take the characters of a text for the bytes.
    Bytes,
    /// `impl IntoIterator` over the items of a list.
    Items(Box<ElementKind>),
    /// `impl IntoIterator` over pairs of the keys and values of a map.
    Pairs(Box<[ElementKind; 2]>),
}

/// The type of an argument from which an item of a list, or a key or value of a map, is made.
#[derive(Clone, Debug)]
pub enum ElementKind {
    /// The type itself, where the compiler could not infer the type of a literal or of `None`.
    Plain(RustType),
    /// `impl Into` of the type.
    Into(RustType),
    /// `impl Into` of the type; a method that starts a call also takes the text form of the value.
    IntoOrText(RustType),
    /// `impl rt::IntoBytes`; a method that starts a call also takes the hex form.
    Bytes,
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
    pub schema: &'static schema::Scalar,
    /// The Rust type that the name stands for; none for a newtype.
    pub alias: Option<RustType>,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub name: RustIdent,
    pub table: RustIdent,
    pub doc: Vec<String>,
    /// An enumeration of texts or of whole numbers.
    pub schema: schema::Type,
    /// One for each value of the table.
    pub values: Vec<EnumValue>,
}

#[derive(Clone, Debug)]
pub struct EnumValue {
    pub name: RustIdent,
    pub doc: Vec<String>,
}

/// A struct: a record, the input of a call, or a union whose arms are distinguished by a tag or by
/// members.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: RustIdent,
    /// The static that describes the members in the struct itself.
    pub table: RustIdent,
    pub schema: &'static schema::Record,
    pub doc: Vec<String>,
    /// One for each member of the table.
    pub fields: Vec<Field>,
    /// The member that keeps what the spec does not know, where that is kept.
    pub extra: Option<RustIdent>,
    /// Whether users build it, so that it has a constructor and setters.
    pub is_input: bool,
    pub arms: Option<Arms>,
}

impl Record {
    /// The fields of the struct, each with its index in the table: a constant is in the table only.
    pub fn members(&self) -> impl Iterator<Item = (usize, &Field)> {
        without_constants(&self.fields, self.schema)
    }
}

/// Returns the fields that are no constants, each with its index in the table.
pub fn without_constants<'f>(
    fields: &'f [Field],
    table: &'static schema::Record,
) -> impl Iterator<Item = (usize, &'f Field)> {
    let all = fields.iter().enumerate().zip(table.fields);
    all.filter(|(_, described)| described.constant.is_none()).map(|(field, _)| field)
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: RustIdent,
    pub doc: Vec<String>,
    /// The type without `Option`.
    pub ty: TypeRef,
    /// Whether it is always there; all else is an `Option`.
    pub required: bool,
    /// How users give it.
    pub given: Given,
    /// Whether it may be absent or null, with different meanings; then `required` is false.
    pub maybe: bool,
    pub boxed: bool,
    pub deprecated: Option<Deprecated>,
}

/// How users give a member or a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Constructors and methods take it as an argument.
    Argument,
    /// It has a setter.
    Setter,
    /// Not at all: only the service sets it.
    Never,
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
    pub schema: &'static schema::Union,
    /// One for each arm of the table.
    pub arms: Vec<RecordArm>,
}

#[derive(Clone, Debug)]
pub struct RecordArm {
    pub name: RustIdent,
    pub doc: Vec<String>,
    /// The record's type.
    pub record: ItemPath,
    /// Whether `From` is implemented for the record, because no other arm has it.
    pub from: bool,
}

/// A union whose arms are values.
#[derive(Clone, Debug)]
pub struct FormUnion {
    pub name: RustIdent,
    pub table: RustIdent,
    pub schema: &'static schema::Union,
    pub doc: Vec<String>,
    /// One for each arm of the table.
    /// Whether users build it, and a text is the value of an arm by its form.
    pub takes_texts: bool,
    pub arms: Vec<FormArm>,
}

#[derive(Clone, Debug)]
pub struct FormArm {
    pub name: RustIdent,
    pub doc: Vec<String>,
    /// None for an arm that is a constant.
    pub value: Option<ArmValue>,
}

/// The value of an arm; `boxed` says that it leads back to the union.
#[derive(Clone, Debug)]
pub struct ArmValue {
    pub ty: RustType,
    pub from: FromImpls,
    pub boxed: bool,
}

/// The implementations of `From` and `FromIterator` that make an arm of a union of forms.
#[derive(Clone, Debug)]
pub enum FromImpls {
    /// None, because another arm has the same Rust type.
    Nothing,
    /// `From` the type of the arm.
    Value,
    /// `From` the text type and from `&str`.
    Text,
    /// `From` the list and from an array, and `FromIterator` over the items.
    Items(ElementKind),
}

/// A typed call. Its struct stands in the module of calls, all else in the module of the file.
#[derive(Clone, Debug)]
pub struct Call {
    pub input: Record,
    /// The members of the struct, with types as the module of the file names them.
    pub params: Vec<Field>,
    pub table: RustIdent,
    pub operation: &'static schema::Operation,
    pub method: RustIdent,
    /// What is said of the method.
    pub doc: Vec<String>,
    /// Other names by which the method is searched.
    pub aliases: Vec<String>,
    /// The type of a call that is ready to be sent.
    pub call: ItemPath,
    /// The type whose method makes the call: the client or the handle of the service.
    pub handle: ItemPath,
    /// The traits that add the method to the handle, when another crate has the handle.
    pub joins: Option<Joins>,
    /// Whether a batch of the service may hold it.
    pub batched: bool,
    /// The type of what it gives; none where the body is ignored.
    pub output: Option<RustType>,
    /// The type of an event, where the response is a stream of them.
    pub event: Option<ItemPath>,
    /// The type of a line, where the response is a stream of them.
    pub line: Option<RustType>,
    /// The struct of the headers of the response.
    pub headers: Option<ItemPath>,
    /// Where the items of a page are.
    pub items: Option<PageItems>,
    /// The method that waits for the result.
    pub wait: Option<WaitMethod>,
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

/// The method that waits for the result of a call.
#[derive(Clone, Debug)]
pub struct WaitMethod {
    pub method: RustIdent,
    /// What is said of the method.
    pub doc: Vec<String>,
    /// The type of the result once it is reached.
    pub ready: RustType,
    /// The output is an `Option` of that type.
    pub may_be_missing: bool,
    /// Whether heights behind the result are counted.
    pub has_confirmations: bool,
    /// The type of what a number belongs to, where something else can take the number.
    pub owner: Option<RustType>,
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
    pub table: RustIdent,
    pub schema: &'static schema::Client,
    pub doc: Vec<String>,
    /// One for each variable of the table.
    pub vars: Vec<VarSetter>,
    /// One for each secret of the table.
    pub secrets: Vec<VarSetter>,
    /// One for each server of the table.
    pub servers: Vec<VarSetter>,
    /// Whether one of its services takes batches.
    pub batches: bool,
    /// The client's own service, when it has one.
    pub service: Option<ServiceTable>,
    /// Whether one of its services has a websocket.
    pub has_websocket: bool,
}

/// The setter of a variable, a secret or a server.
#[derive(Clone, Debug)]
pub struct VarSetter {
    pub name: RustIdent,
    pub doc: Vec<String>,
}

/// What a service has with a handle or without one.
#[derive(Clone, Debug)]
pub struct ServiceTable {
    pub table: RustIdent,
    pub schema: &'static schema::Service,
    /// One for each variable of the table.
    pub vars: Vec<VarSetter>,
    /// The enumeration of all errors that have a name; none where there are none.
    pub codes: Option<ErrorCodes>,
}

impl ServiceTable {
    /// Whether a request may hold several calls.
    pub fn takes_batches(&self) -> bool {
        self.schema.rpc.is_some_and(|rpc| rpc.batch)
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

/// A service that is reached through its client: a handle and the method that gives it.
#[derive(Clone, Debug)]
pub struct Service {
    pub service: ServiceTable,
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
    pub schema: &'static schema::Subscription,
    pub input: Record,
    /// The type of an event.
    pub item: RustType,
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

/// Events that a service sends: the static from which a receiver is made.
#[derive(Clone, Debug)]
pub struct Webhooks {
    pub name: RustIdent,
    pub table: RustIdent,
    pub schema: &'static schema::Webhooks,
    pub doc: Vec<String>,
    /// The type of an event.
    pub event: RustType,
}

#[derive(Clone, Debug)]
pub struct Deployment {
    pub name: RustIdent,
    pub doc: Vec<String>,
    pub schema: &'static schema::Deployment,
}
