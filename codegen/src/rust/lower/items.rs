//! Output of lowering: the items of a crate as plain data.
//!
//! An item holds the runtime table that describes it, and its Rust names, types, attributes and
//! documentation. It holds no tokens and no layout.

#![allow(missing_docs, reason = "a field is named after the Rust item that it becomes; other fields are documented")]

use std::collections::HashMap;

use chainloom_schema as schema;

use crate::ident::RustIdent;
use crate::model::Integer;

/// Crate as Rust items.
#[derive(Clone, Debug)]
pub struct Crate {
    /// Path of the runtime crate.
    pub runtime: String,
    /// Command that writes the files.
    pub command: String,
    /// Files, sorted by path; the root is first.
    pub files: Vec<File>,
    /// Whether types implement serde's traits.
    pub serde: Serde,
    /// Cargo feature under which the crate re-exports the macros.
    pub macros: Option<String>,
    /// Cargo feature under which the crate re-exports synthetic values.
    pub fixtures: Option<String>,
    /// Whether the `README.md` next to the manifest is the documentation of the root.
    pub readme: bool,
    /// Items that the root re-exports from the runtime.
    pub reexports: Vec<RustIdent>,
    pub catalog: Catalog,
    /// Statics that hold the tables.
    pub statics: Statics,
}

/// Whether types implement serde's traits.
#[derive(Clone, Debug)]
pub enum Serde {
    /// No type implements the traits.
    Never,
    /// Types implement the traits under this cargo feature.
    Feature(String),
    /// All types implement the traits.
    Always,
}

/// Function that returns all operations.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub name: RustIdent,
    pub groups: Vec<CatalogGroup>,
}

/// Operations of the catalog that follow each other, in modules of the same cargo features.
#[derive(Clone, Debug)]
pub struct CatalogGroup {
    pub features: Vec<String>,
    pub calls: Vec<ItemPath>,
}

/// Source file.
#[derive(Clone, Debug)]
pub struct File {
    /// Path of the module; empty for the root of the crate.
    pub path: Vec<RustIdent>,
    /// Spec file of the module; `None` for a folder without one.
    pub spec: Option<String>,
    pub doc: Vec<String>,
    pub children: Vec<Child>,
    /// Types of other files that the file re-exports.
    pub reexports: Vec<ItemPath>,
    /// Types of other files that the file imports privately.
    pub imports: Vec<ItemPath>,
    pub items: Vec<Item>,
    /// Items of the module of calls.
    pub calls: Vec<Item>,
}

/// Module that a file declares.
#[derive(Clone, Debug)]
pub struct Child {
    pub name: RustIdent,
    pub feature: Option<String>,
}

/// Item of a generated file, or several that are generated together.
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

/// Path by which an item is named in another module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemPath {
    pub start: Start,
    pub modules: Vec<RustIdent>,
    pub name: RustIdent,
}

impl ItemPath {
    /// Returns whether the item is in the same module as the code that has this path.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.start == Start::Up(0) && self.modules.is_empty()
    }

    /// Returns whether both items are in the same module.
    #[must_use]
    pub fn is_beside(&self, other: &Self) -> bool {
        (&self.start, &self.modules) == (&other.start, &other.modules)
    }
}

/// Start of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    /// Relative path: the number of `super` steps from the module that contains the path. Such paths work in files and
    /// inside macros.
    Up(usize),
    /// Crate with this path.
    Crate(String),
}

/// Statics of a crate and of the packages that it uses, by the tables that they hold.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    /// Number of each table, which is the index in `places`.
    pub numbers: schema::literal::Statics,
    /// Static of each table by number, and whether the table is only the member list of its record.
    places: Vec<(StaticPlace, bool)>,
    /// Module of each name of a static; `None` if several modules have a static of the name.
    by_name: HashMap<RustIdent, Option<StaticPlace>>,
}

impl Statics {
    /// Records the static that holds a table.
    pub(super) fn insert<T: 'static>(&mut self, table: &'static T, place: StaticPlace) {
        self.numbers.insert(table, self.places.len());
        let known = self.by_name.entry(place.name.clone()).or_insert_with(|| Some(place.clone()));
        if known.as_ref() != Some(&place) {
            *known = None;
        }
        self.places.push((place, false));
    }

    /// Returns whether only one module has a static of this name; only then other modules may
    /// import it.
    pub fn is_unique(&self, name: &RustIdent) -> bool {
        self.by_name.get(name).is_some_and(Option::is_some)
    }

    /// Records the static of a record whose list of members other tables refer to.
    pub(super) fn insert_fields(&mut self, record: &'static schema::Record, place: StaticPlace) {
        self.numbers.insert_list(record, record.fields, self.places.len());
        self.places.push((place, true));
    }

    /// Returns the path of the static with this number for code in the module `from`, and whether
    /// the table is the list `fields` of that static.
    pub fn path(&self, number: usize, from: &[RustIdent]) -> Option<(ItemPath, bool)> {
        self.places.get(number).map(|(place, is_fields)| (place.path_from(from), *is_fields))
    }
}

/// Module and name of a static.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticPlace {
    /// Path of the other crate; `None` for this crate.
    pub package: Option<String>,
    pub module: Vec<RustIdent>,
    pub name: RustIdent,
}

impl StaticPlace {
    /// Returns the path of the static for code in the module `from` of this crate:
    /// `super::shelves::Shelf`.
    pub fn path_from(&self, from: &[RustIdent]) -> ItemPath {
        let name = self.name.clone();
        if let Some(package) = &self.package {
            return ItemPath { start: Start::Crate(package.clone()), modules: self.module.clone(), name };
        }
        let shared = from.iter().zip(&self.module).take_while(|(a, b)| a == b).count();
        ItemPath { start: Start::Up(from.len() - shared), modules: self.module[shared..].to_vec(), name }
    }
}

/// Rust type, and the argument from which a value of the type is built.
#[derive(Clone, Debug)]
pub struct TypeRef {
    pub rust: RustType,
    pub arg: ArgumentKind,
}

impl TypeRef {
    /// Returns whether a method that starts a call takes the value also as text, or the items of a
    /// list also as texts.
    pub fn takes_text(&self) -> bool {
        match (&self.arg, &self.rust) {
            (_, RustType::Option(_) | RustType::Maybe(_)) => false,
            (ArgumentKind::IntoOrText | ArgumentKind::Bytes, _) => true,
            (ArgumentKind::Items(part), _) => matches!(**part, ElementKind::IntoOrText(_) | ElementKind::Bytes),
            _ => false,
        }
    }
}

/// Rust type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RustType {
    Bool,
    F64,
    Integer(Integer),
    /// Type of the runtime, by its name.
    Runtime(&'static str),
    /// Type of the runtime with a number of bytes as its parameter.
    OfBytes(&'static str, usize),
    /// Member that may be absent or null, with different meanings.
    Maybe(Box<RustType>),
    Tuple(Vec<RustType>),
    /// Type of the user, by its path.
    Foreign(String),
    Item(ItemPath),
    Vec(Box<RustType>),
    Map(Box<RustType>, Box<RustType>),
    Option(Box<RustType>),
    Box(Box<RustType>),
}

/// Kind of argument from which a value is built.
#[derive(Clone, Debug)]
pub enum ArgumentKind {
    /// The type itself.
    Plain,
    /// `impl Into` of the type.
    Into,
    /// `impl Into` of the type; a method that starts a call also accepts the text form of the
    /// value.
    IntoOrText,
    /// `impl rt::IntoBytes`; a method that starts a call also accepts the hex form. `impl Into` of
    /// the type would take the characters of a text as bytes.
    Bytes,
    /// `impl IntoIterator` over the items of a list.
    Items(Box<ElementKind>),
    /// `impl IntoIterator` over pairs of the keys and values of a map.
    Pairs(Box<[ElementKind; 2]>),
}

/// Kind of argument from which an item of a list, or a key or value of a map, is built.
#[derive(Clone, Debug)]
pub enum ElementKind {
    /// The type itself, since the compiler could not infer the type of a literal or of `None`.
    Plain(RustType),
    /// `impl Into` of the type.
    Into(RustType),
    /// `impl Into` of the type; a method that starts a call also accepts the text form of the
    /// value.
    IntoOrText(RustType),
    /// `impl rt::IntoBytes`; a method that starts a call also accepts the hex form.
    Bytes,
}

/// Alias of another Rust type.
#[derive(Clone, Debug)]
pub struct Alias {
    pub name: RustIdent,
    pub doc: Vec<String>,
    pub target: RustType,
}

/// Scalar: a static, and a newtype if no Rust type has the form.
#[derive(Clone, Debug)]
pub struct Scalar {
    pub name: RustIdent,
    pub table: RustIdent,
    pub doc: Vec<String>,
    pub schema: &'static schema::Scalar,
    /// Rust type of which the name is an alias; `None` for a newtype.
    pub alias: Option<RustType>,
}

/// Enumeration of texts or whole numbers.
#[derive(Clone, Debug)]
pub struct Enum {
    pub name: RustIdent,
    pub table: RustIdent,
    pub doc: Vec<String>,
    /// Table of an enumeration of texts or of whole numbers.
    pub schema: schema::Type,
    /// Values, one for each value of the table.
    pub values: Vec<EnumValue>,
}

/// Value of an enumeration, as an enum variant.
#[derive(Clone, Debug)]
pub struct EnumValue {
    pub name: RustIdent,
    pub doc: Vec<String>,
}

/// Struct: a record, the input of a call, or a union of records, whose arms are distinguished by a
/// tag or by members.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: RustIdent,
    /// Static that describes the members of the struct itself.
    pub table: RustIdent,
    pub schema: &'static schema::Record,
    pub doc: Vec<String>,
    /// Fields, one for each member of the table.
    pub fields: Vec<Field>,
    /// Field that keeps unknown members; `None` if unknown members are not kept.
    pub extra: Option<RustIdent>,
    /// Whether users build the struct, so that it has a constructor and setters.
    pub is_input: bool,
    pub arms: Option<Arms>,
}

impl Record {
    /// Iterates over the fields of the struct, each with its index in the table: a constant is in
    /// the table only.
    pub fn members(&self) -> impl Iterator<Item = (usize, &Field)> {
        without_constants(&self.fields, self.schema)
    }
}

/// Iterates over the fields that are not constants, each with its index in the table.
pub fn without_constants<'f>(
    fields: &'f [Field],
    table: &'static schema::Record,
) -> impl Iterator<Item = (usize, &'f Field)> {
    let all = fields.iter().enumerate().zip(table.fields);
    all.filter(|(_, described)| described.constant.is_none()).map(|(field, _)| field)
}

/// Field of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: RustIdent,
    pub doc: Vec<String>,
    /// Type without `Option`.
    pub ty: TypeRef,
    /// Whether the field is always present; otherwise its type is an `Option`.
    pub required: bool,
    /// Way in which users supply the field.
    pub given: Given,
    /// Whether the field may be absent or null, with different meanings; then `required` is false.
    pub maybe: bool,
    pub boxed: bool,
    pub deprecated: Option<Deprecated>,
}

/// Way in which users supply a member or a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// As an argument of constructors and methods.
    Argument,
    /// With a setter.
    Setter,
    /// Never: only the service sets it.
    Never,
}

/// Content of `#[deprecated]`.
#[derive(Clone, Debug)]
pub struct Deprecated {
    pub since: Option<String>,
    pub note: String,
}

/// Arms of a union whose members are all in one object.
#[derive(Clone, Debug)]
pub struct Arms {
    /// Field of the struct that holds the arm.
    pub field: RustIdent,
    /// Enum that is the type of the field.
    pub name: RustIdent,
    /// Static that describes the union.
    pub table: RustIdent,
    pub schema: &'static schema::Union,
    /// Arms, one for each arm of the table.
    pub arms: Vec<RecordArm>,
}

/// Arm that is a record, as an enum variant.
#[derive(Clone, Debug)]
pub struct RecordArm {
    pub name: RustIdent,
    pub doc: Vec<String>,
    /// Type of the record.
    pub record: ItemPath,
    /// Whether `From` is implemented for the record, because no other arm has it.
    pub from: bool,
}

/// Union whose arms are values.
#[derive(Clone, Debug)]
pub struct FormUnion {
    pub name: RustIdent,
    pub table: RustIdent,
    pub schema: &'static schema::Union,
    pub doc: Vec<String>,
    /// Whether users build the union, and a text can be parsed into the value of an arm.
    pub takes_texts: bool,
    /// Arms, one for each arm of the table.
    pub arms: Vec<FormArm>,
}

/// Arm that is a value or a constant, as an enum variant.
#[derive(Clone, Debug)]
pub struct FormArm {
    pub name: RustIdent,
    pub doc: Vec<String>,
    /// Value of the arm; `None` for an arm that is a constant.
    pub value: Option<ArmValue>,
}

/// Value of an arm; `boxed` states whether it needs a box, because its type leads back to the union.
#[derive(Clone, Debug)]
pub struct ArmValue {
    pub ty: RustType,
    pub from: FromImpls,
    pub boxed: bool,
}

/// Implementations of `From` and `FromIterator` that build an arm of a union by form.
#[derive(Clone, Debug)]
pub enum FromImpls {
    /// No implementation, because another arm has the same Rust type.
    Nothing,
    /// `From` the type of the arm.
    Value,
    /// `From` the text type and from `&str`.
    Text,
    /// `From` the list and from an array, and `FromIterator` over the items.
    Items(ElementKind),
}

/// Typed call. Its struct is in the module of calls, everything else in the module of the file.
#[derive(Clone, Debug)]
pub struct Call {
    pub input: Record,
    /// Members of the struct, with types as seen from the module of the file.
    pub params: Vec<Field>,
    pub table: RustIdent,
    pub operation: &'static schema::Operation,
    pub method: RustIdent,
    /// Documentation of the method.
    pub doc: Vec<String>,
    /// Further names by which rustdoc finds the method.
    pub aliases: Vec<String>,
    /// Type of a call that is ready to be sent.
    pub call: ItemPath,
    /// Type whose method creates the call: the client or the handle of the service.
    pub handle: ItemPath,
    /// Traits that add the method to the handle, if another crate has the handle.
    pub joins: Option<Joins>,
    /// Whether a batch of the service may contain the call.
    pub batched: bool,
    /// Type of the result; `None` if the body is ignored.
    pub output: Option<RustType>,
    /// Type of an event, if the response is a stream of events.
    pub event: Option<ItemPath>,
    /// Type of a line, if the response is a stream of lines.
    pub line: Option<RustType>,
    /// Struct of the headers of the response.
    pub headers: Option<ItemPath>,
    /// Path to the items of a page.
    pub items: Option<PageItems>,
    /// Method that waits for the result.
    pub wait: Option<WaitMethod>,
    pub deprecated: Option<Deprecated>,
}

/// Names of the traits by which a call joins the types of another crate.
#[derive(Clone, Debug)]
pub struct Joins {
    /// Trait of the handle.
    pub handle: RustIdent,
    /// Trait of the call.
    pub call: RustIdent,
}

/// Method that waits for the result of a call.
#[derive(Clone, Debug)]
pub struct WaitMethod {
    pub method: RustIdent,
    /// Documentation of the method.
    pub doc: Vec<String>,
    /// Type of the result that the method waits for.
    pub ready: RustType,
    /// Whether the output is an `Option` of `ready`.
    pub may_be_missing: bool,
    /// Whether the method can also wait until heights above the height of the result exist.
    pub has_confirmations: bool,
    /// Type of the owner of the awaited item, if another item of the same owner can take its
    /// number.
    pub owner: Option<TypeRef>,
}

/// Path from the output of a call to the items of its page.
#[derive(Clone, Debug)]
pub struct PageItems {
    /// Whether the output may be null.
    pub may_be_missing: bool,
    /// Fields along the path; the last one holds the items.
    pub steps: Vec<PageStep>,
    /// Type of an item.
    pub item: RustType,
}

/// Step of the path to the items of a page.
#[derive(Clone, Debug)]
pub struct PageStep {
    pub field: RustIdent,
    /// Whether the field is an `Option` or a `Maybe`.
    pub may_be_missing: bool,
}

/// Client, with its builder and the type of its calls.
#[derive(Clone, Debug)]
pub struct Client {
    pub table: RustIdent,
    pub schema: &'static schema::Client,
    pub doc: Vec<String>,
    /// Setters, one for each variable of the table.
    pub vars: Vec<VarSetter>,
    /// Setters, one for each secret of the table.
    pub secrets: Vec<VarSetter>,
    /// Setters, one for each server of the table.
    pub servers: Vec<VarSetter>,
    /// Whether one of the services accepts batches.
    pub batches: bool,
    /// The client's own service, if any.
    pub service: Option<ServiceTable>,
    /// Whether one of the services has a websocket.
    pub has_websocket: bool,
}

/// Setter of a variable, a secret or a server.
#[derive(Clone, Debug)]
pub struct VarSetter {
    pub name: RustIdent,
    pub doc: Vec<String>,
}

/// Parts of a service, with or without a handle.
#[derive(Clone, Debug)]
pub struct ServiceTable {
    pub table: RustIdent,
    pub schema: &'static schema::Service,
    /// Setters, one for each variable of the table.
    pub vars: Vec<VarSetter>,
    /// Enumeration of the named errors; `None` if no error has a name.
    pub codes: Option<ErrorCodes>,
}

impl ServiceTable {
    /// Returns whether a request may contain several calls.
    pub fn takes_batches(&self) -> bool {
        self.schema.rpc.is_some_and(|rpc| rpc.batch)
    }
}

/// Enumeration of the error codes of a service.
#[derive(Clone, Debug)]
pub struct ErrorCodes {
    pub name: RustIdent,
    pub doc: Vec<String>,
    pub codes: Vec<ErrorCode>,
}

/// Error code of a service, as an enum variant.
#[derive(Clone, Debug)]
pub struct ErrorCode {
    pub name: RustIdent,
    pub wire_name: String,
    pub code: i64,
    pub doc: Vec<String>,
}

/// Service that is reached through its client: a handle and the method that returns it.
#[derive(Clone, Debug)]
pub struct Service {
    pub service: ServiceTable,
    pub handle: RustIdent,
    pub accessor: RustIdent,
    pub doc: Vec<String>,
    /// Documentation of the accessor.
    pub accessor_doc: Vec<String>,
    pub client_type: ItemPath,
    pub call: ItemPath,
    /// Type `Subscribe` of the client; `None` without a websocket.
    pub subscribe: Option<ItemPath>,
    /// Variable that the accessor takes: its name in the spec, and the parameter.
    pub instance: Option<(String, RustIdent)>,
    /// Endpoints; `None` for a service with one endpoint.
    pub endpoints: Option<Endpoints>,
}

/// Endpoints of a service that has several.
#[derive(Clone, Debug)]
pub struct Endpoints {
    pub name: RustIdent,
    pub list: Vec<Endpoint>,
}

/// Endpoint, with the method that selects it.
#[derive(Clone, Debug)]
pub struct Endpoint {
    pub method: RustIdent,
    pub doc: Vec<String>,
    pub deprecated: Option<Deprecated>,
}

/// Subscription: its parameters as a struct, its tables, and the method that prepares it.
#[derive(Clone, Debug)]
pub struct Subscription {
    pub table: RustIdent,
    /// Method that users call; `None` if the service has no websocket or belongs to another crate.
    pub method: Option<SubscribeMethod>,
    pub schema: &'static schema::Subscription,
    pub input: Record,
    /// Type of an event.
    pub item: RustType,
}

/// Method that prepares a subscription.
#[derive(Clone, Debug)]
pub struct SubscribeMethod {
    pub name: RustIdent,
    pub doc: Vec<String>,
    /// Members of the struct, with types as seen from the module of the file.
    pub params: Vec<Field>,
    /// Type that has the method.
    pub handle: ItemPath,
    /// Return type: `Subscribe` of the client.
    pub subscribe: ItemPath,
}

/// Webhooks: the static from which a receiver is created.
#[derive(Clone, Debug)]
pub struct Webhooks {
    pub name: RustIdent,
    pub table: RustIdent,
    pub schema: &'static schema::Webhooks,
    pub doc: Vec<String>,
    /// Type of an event.
    pub event: RustType,
}

/// Static of a deployment.
#[derive(Clone, Debug)]
pub struct Deployment {
    pub name: RustIdent,
    pub doc: Vec<String>,
    pub schema: &'static schema::Deployment,
}
