//! Lower: from the checked model to Rust items, with names, types and attributes decided.
//!
//! Input: a [`Model`]. Output: a [`Crate`], which `emit` turns into tokens without another decision.
//! Nothing about YAML is left here, and nothing about text layout is known yet.

mod cycle;
mod definitions;
mod docs;
mod inventory;
mod operations;
mod paths;
mod services;
mod types;

use proc_macro2::TokenStream;

use crate::model::Model;
use crate::spec::package::Package;

pub(crate) use inventory::{InventoryRow, inventory_json};
pub(crate) use types::option;

/// What a caller may choose about the output.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the runtime crate, as generated code names it.
    pub runtime: String,
    /// The command that writes the files; it stands in their first line.
    pub command: String,
    /// The packages whose types and services a spec may use.
    pub packages: Vec<Package>,
    /// Whether types implement serde's traits, whatever feature the spec names for that.
    pub serde: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            runtime: "::chainloom_runtime".to_owned(),
            command: "cargo xtask codegen".to_owned(),
            packages: Vec::new(),
            serde: false,
        }
    }
}

/// A crate as Rust items.
#[derive(Clone, Debug)]
pub struct Crate {
    pub(crate) options: Options,
    /// Sorted by path.
    pub(crate) files: Vec<File>,
    pub(crate) inventory: Vec<InventoryRow>,
    /// Whether types implement serde's traits.
    pub(crate) serde: Serde,
    /// The cargo feature under which the crate brings the macros along.
    pub(crate) macros: Option<String>,
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

/// One source file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The module's path; empty for the root of the crate.
    pub(crate) path: Vec<String>,
    /// The spec file that it comes from; none where only a folder stands behind it.
    pub(crate) spec: Option<String>,
    pub(crate) doc: Vec<String>,
    pub(crate) children: Vec<Child>,
    pub(crate) items: Vec<Item>,
}

/// A module that a file declares.
#[derive(Clone, Debug)]
pub(crate) struct Child {
    pub(crate) name: String,
    pub(crate) feature: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Alias(Alias),
    Scalar(Scalar),
    Enum(Enum),
    Record(Record),
    FormUnion(FormUnion),
    Operation(Box<Operation>),
    Client(Box<Client>),
    Service(Box<Service>),
    Subscription(Box<Subscription>),
    Deployment(Deployment),
    Catalog(Vec<TokenStream>),
}

/// A type in Rust and in `runtime::schema`.
#[derive(Clone, Debug)]
pub(crate) struct TypeRef {
    pub(crate) rust: TokenStream,
    pub(crate) schema: TokenStream,
    pub(crate) arg: Arg,
}

/// How a value of a type is best taken as an argument.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    /// As it is.
    Plain,
    /// As anything that becomes it.
    Into,
    /// As anything that gives items that become its items.
    Items(TokenStream),
}

#[derive(Clone, Debug)]
pub(crate) struct Alias {
    pub(crate) name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) target: TokenStream,
}

/// A scalar: always a static, and a newtype where Rust has no type for it.
#[derive(Clone, Debug)]
pub(crate) struct Scalar {
    pub(crate) name: String,
    pub(crate) static_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) wire_name: String,
    pub(crate) form: TokenStream,
    pub(crate) newtype: Option<Newtype>,
    /// The Rust type that the name stands for where there is no newtype.
    pub(crate) alias: Option<TokenStream>,
}

#[derive(Clone, Debug)]
pub(crate) enum Newtype {
    Base58Check {
        bytes: usize,
        prefix: String,
    },
    /// `chain` is a `schema::Presence`; `short` says whether base58 is taken too.
    Bech32 {
        bytes: usize,
        chain: TokenStream,
        short: bool,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub(crate) name: String,
    pub(crate) static_name: String,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) values: Vec<EnumValue>,
}

#[derive(Clone, Debug)]
pub(crate) struct EnumValue {
    pub(crate) name: String,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
}

/// A struct: a record, the input of an operation, or a union told by a tag or by members.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) static_name: String,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) fields: Vec<Field>,
    /// Whether members that the spec does not know are kept.
    pub(crate) keeps_extra: bool,
    /// Whether only its table is needed: the members of an arm that has none.
    pub(crate) is_table: bool,
    /// Whether users build it, so that it has a constructor and setters.
    pub(crate) is_input: bool,
    pub(crate) arms: Option<Arms>,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    /// The type without `Option`.
    pub(crate) ty: TypeRef,
    pub(crate) required: bool,
    pub(crate) boxed: bool,
    pub(crate) aliases: Vec<String>,
    pub(crate) empty_is_absent: bool,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) deprecated: Option<Deprecated>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    pub(crate) min: Option<String>,
    pub(crate) max: Option<String>,
    pub(crate) min_size: Option<usize>,
    pub(crate) max_size: Option<usize>,
    pub(crate) default: Option<String>,
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
    pub(crate) field: String,
    /// The enum that is its type.
    pub(crate) name: String,
    pub(crate) told_by: TokenStream,
    pub(crate) arms: Vec<RecordArm>,
}

#[derive(Clone, Debug)]
pub(crate) struct RecordArm {
    pub(crate) name: String,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    /// The record's type; none for an arm without members.
    pub(crate) record: Option<TokenStream>,
    /// The static of the arm's members.
    pub(crate) schema: TokenStream,
    pub(crate) has: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct FormUnion {
    pub(crate) name: String,
    pub(crate) static_name: String,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) arms: Vec<FormArm>,
    /// The place of the arm of which a blank value is.
    pub(crate) blank: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct FormArm {
    pub(crate) name: String,
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) body: FormArmBody,
}

#[derive(Clone, Debug)]
pub(crate) enum FormArmBody {
    /// A value; `from` says whether no other arm has the same Rust type, `boxed` that it leads back to the union.
    Value { ty: TypeRef, from: bool, boxed: bool },
    /// Exactly this JSON.
    Const(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) input: Record,
    pub(crate) static_name: String,
    pub(crate) id: String,
    pub(crate) method_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) service: TokenStream,
    /// `super::Call` as seen from here.
    pub(crate) call: TokenStream,
    /// The type whose method makes the call: the client or the handle of the service.
    pub(crate) handle: TokenStream,
    /// The name of the trait that adds the method to the handle, when another crate has the handle.
    pub(crate) joins: Option<String>,
    pub(crate) call_schema: TokenStream,
    pub(crate) bindings: Vec<TokenStream>,
    pub(crate) output: Option<TypeRef>,
    pub(crate) rules: Vec<TokenStream>,
    pub(crate) effect: TokenStream,
    pub(crate) paginate: Option<TokenStream>,
    pub(crate) available: Vec<String>,
    pub(crate) deprecated: Option<Deprecated>,
}

#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) wire_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) base_url: String,
    pub(crate) vars: Vec<Var>,
    pub(crate) secrets: Vec<Secret>,
    pub(crate) errors: Option<(TokenStream, Option<String>)>,
    pub(crate) rate_limit: [(&'static str, Option<String>); 5],
    /// The schema of the client's own service, when it has one.
    pub(crate) service: Option<ServiceSchema>,
}

#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) setter: String,
    pub(crate) doc: Vec<String>,
    pub(crate) default: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Secret {
    pub(crate) name: String,
    pub(crate) setter: String,
    pub(crate) doc: Vec<String>,
    pub(crate) header: String,
    pub(crate) optional: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ServiceSchema {
    pub(crate) static_name: String,
    pub(crate) wire_name: String,
    pub(crate) client: TokenStream,
    pub(crate) vars: Vec<Var>,
    pub(crate) endpoints: Vec<(String, String)>,
    pub(crate) websocket: Option<String>,
    pub(crate) rpc: Option<TokenStream>,
    pub(crate) subscribe: Option<[String; 3]>,
    pub(crate) available: Vec<String>,
}

/// A service that is reached through its client: a handle and the method that gives it.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    pub(crate) schema: ServiceSchema,
    pub(crate) handle: String,
    pub(crate) accessor: String,
    pub(crate) doc: Vec<String>,
    pub(crate) client_type: TokenStream,
    pub(crate) call: TokenStream,
    /// The variable that the accessor takes.
    pub(crate) instance: Option<Var>,
    pub(crate) endpoints: Vec<Endpoint>,
}

/// One of several endpoints of a service.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    pub(crate) method: String,
    pub(crate) doc: Vec<String>,
    pub(crate) deprecated: Option<Deprecated>,
}

#[derive(Clone, Debug)]
pub(crate) struct Subscription {
    pub(crate) static_name: String,
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) doc: Vec<String>,
    pub(crate) service: TokenStream,
    pub(crate) input: Record,
    pub(crate) item: TypeRef,
}

#[derive(Clone, Debug)]
pub(crate) struct Deployment {
    pub(crate) wire_name: String,
    pub(crate) static_name: String,
    pub(crate) doc: Vec<String>,
    pub(crate) vars: Vec<(String, String)>,
    pub(crate) missing: Vec<String>,
}

fn lower_serde(model: &Model, options: &Options) -> Serde {
    match &model.serde {
        _ if options.serde => Serde::Always,
        Some(feature) => Serde::Feature(feature.clone()),
        None => Serde::Never,
    }
}

/// Lowers a checked model.
pub fn lower(model: &Model, options: &Options) -> Crate {
    let context = types::Context::new(model, options);
    let mut files = paths::lower_files(&context);
    for file in &mut files {
        let Some(module) = context.modules.get(file.path.as_slice()).copied() else { continue };
        services::lower_services(&context, module, &mut file.items);
        definitions::lower_types(&context, module, &mut file.items);
        operations::lower_operations(&context, module, &mut file.items);
        services::lower_deployments(&context, module, &mut file.items);
    }
    if let Some(root) = files.first_mut() {
        root.items.push(Item::Catalog(operations::lower_catalog(&context)));
    }
    Crate {
        options: options.clone(),
        files,
        inventory: inventory::lower_inventory(&context),
        serde: lower_serde(model, options),
        macros: model.macros.clone(),
    }
}
