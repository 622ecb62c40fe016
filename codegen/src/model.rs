//! The checked description of a set of APIs: what every output starts from.
//!
//! Input: documents that have passed every check. Output: data for `lower`. Nothing here knows YAML
//! or Rust syntax. Every name is resolved to an index, so a model with a dangling name cannot be built.
//! The vectors are in a fixed order (modules by path, the rest in the order of their source), and
//! that order reaches the output.

mod answers;
mod bounds;
mod calls;
mod content;
mod errors;
mod inputs;
pub mod json;
mod limits;
mod operations;
mod paging;
pub(crate) mod recursion;
mod services;
mod template;
mod types;

use crate::diagnostic::Span;

pub use answers::{Answer, AnswerBody};
pub use bounds::*;
pub use calls::*;
pub use content::*;
pub use errors::*;
pub use limits::*;
pub use operations::*;
pub use paging::*;
pub use services::*;
pub use template::*;
pub use types::*;

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
    /// The cargo feature under which the crate brings the macros along; without it it does not.
    pub macros: Option<String>,
    /// Whether the documentation of the crate includes its `README.md`.
    pub readme: bool,
    /// One for each spec file but `lib.yaml`, sorted by path.
    pub modules: Vec<Module>,
    /// All clients.
    pub clients: Vec<Client>,
    /// All services.
    pub services: Vec<Service>,
    /// All named types.
    pub types: Vec<TypeDef>,
    /// All calls on the wire, each with its typed calls.
    pub operations: Vec<Operation>,
    /// All kinds of events that are pushed.
    pub subscriptions: Vec<Subscription>,
    /// All places where the APIs run.
    pub deployments: Vec<Deployment>,
}

impl Module {
    /// The path with the package's name before it, by which modules of several specs differ.
    pub fn full_path(&self) -> Vec<String> {
        self.package.iter().chain(&self.path).cloned().collect()
    }
}

impl Model {
    /// The deployments that set a variable, with the value of each.
    pub fn values_of(&self, var: &Var) -> impl Iterator<Item = (&Deployment, &str)> {
        self.deployments.iter().filter_map(move |deployment| {
            let (_, value) = deployment.vars.iter().find(|(name, _)| *name == var.name)?;
            Some((deployment, value.as_str()))
        })
    }

    /// Whether the operations of a service are methods of the client itself.
    pub fn is_clients_own(&self, service: &Service) -> bool {
        let client = self.clients.get(service.client.0);
        client.is_some_and(|client| service.module == client.module && service.name == client.name)
    }

    /// Whether a member may be left out and may be null, and the two are not the same.
    pub fn has_three_states(&self, field: &Field) -> bool {
        !field.required && !field.null_is_absent && matches!(self.told_null(&field.ty), Some(Type::Nullable(_)))
    }

    /// A type that may be null, where it is one perhaps by way of its names.
    pub fn told_null<'m>(&'m self, ty: &'m Type) -> Option<&'m Type> {
        let mut ty = ty;
        // No name leads to itself, so as many steps as there are names are enough.
        for _ in 0..=2 * self.types.len() {
            ty = match ty {
                Type::Nullable(_) => return Some(ty),
                Type::Bounded(bounded) => &bounded.ty,
                Type::Named(id) => match self.types.get(id.0).map(|def| &def.kind) {
                    Some(TypeKind::Alias(target)) => target,
                    _ => return None,
                },
                _ => return None,
            };
        }
        None
    }

    /// Whether an operation joins the service of a package.
    pub fn joins_package(&self, operation: &Operation) -> bool {
        let service = self.services.get(operation.service.0);
        self.is_own(operation.module) && service.is_some_and(|service| !self.is_own(service.module))
    }

    /// Whether the spec itself describes what this module holds, and not a package that it uses.
    pub fn is_own(&self, module: ModuleId) -> bool {
        self.modules.get(module.0).is_some_and(|module| module.package.is_none())
    }
}

/// Where a thing stands in the documents that the spec was written from: `data 4.9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source(pub String);

/// One spec file.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// The path without folder `spec/` and ending: `["data", "balances"]`.
    pub path: Vec<String>,
    /// The package that describes it, when that is not the spec itself: its things can be used, and nothing is
    /// generated for it.
    pub package: Option<String>,
    /// The file's path as it was given: `spec/data/balances.yaml`.
    pub file: String,
    /// The first line of the file.
    pub top: Span,
    /// What it is, for people.
    pub doc: String,
    /// The cargo feature that turns the module on.
    pub feature: Option<String>,
}

/// A statement of the documents that nothing acts on.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The statement.
    pub text: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Known from real services only.
    pub seen: bool,
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
    /// Known from real services only.
    pub seen: bool,
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
