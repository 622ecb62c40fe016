//! A checked model with its names, for programs that interpret or describe a spec without
//! generating code.
//!
//! Input: the results of `check` and `name`. Output: Rust names, example programs, and tables, each
//! computed on demand; with the feature `stored` also bytes, and the model that bytes hold.

use crate::analysis::check::values::wire_forms::{Shape, sent_shapes};
use crate::analysis::names::Names;
use crate::ident::RustIdent;
use crate::model::{CallView, Model, ModuleId, ServiceId, Type, TypeId, Value};
use crate::rust::lower;
use crate::rust::paths::Paths;

/// Checked model with the Rust names of its items.
#[derive(Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct NamedModel {
    model: Model,
    names: Names,
}

/// Error about a model that cannot be stored, or about bytes that hold no model.
#[cfg(feature = "stored")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredError(postcard::Error);

#[cfg(feature = "stored")]
impl std::fmt::Display for StoredError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "no stored spec of this version: {}", self.0)
    }
}

#[cfg(feature = "stored")]
impl std::error::Error for StoredError {}

/// A kind of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// A string.
    Text,
    /// An array.
    List,
    /// An object.
    Object,
}

impl JsonKind {
    const ALL: [Self; 6] = [Self::Null, Self::Boolean, Self::Number, Self::Text, Self::List, Self::Object];
}

impl NamedModel {
    pub(crate) const fn new(model: Model, names: Names) -> Self {
        Self { model, names }
    }

    /// Returns the model.
    #[must_use]
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// Writes the model and its names as bytes, which are the same on every machine.
    ///
    /// # Errors
    ///
    /// The model has a value that the format lacks, which is a bug.
    #[cfg(feature = "stored")]
    pub fn to_bytes(&self) -> Result<Vec<u8>, StoredError> {
        postcard::to_allocvec(self).map_err(StoredError)
    }

    /// Reads bytes that [`to_bytes`](Self::to_bytes) of the same version of this crate has written.
    /// The spec is not checked again. Texts of its tables stay in memory until the program ends.
    ///
    /// # Errors
    ///
    /// The bytes hold no model.
    #[cfg(feature = "stored")]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoredError> {
        postcard::from_bytes(bytes).map_err(StoredError)
    }

    /// Returns the tables of the spec, as the runtime executes them. They stay in memory until the program ends.
    #[must_use]
    pub fn tables(&self) -> lower::SpecTables {
        lower::tables(&self.model, &self.names)
    }

    /// Returns a program for the first example of each call, indexed by call ID; `None` if the call has no example
    /// that can be written in Rust. Lines of a program that begin with `# ` define its variables.
    #[must_use]
    pub fn programs(&self) -> Vec<Option<String>> {
        lower::programs(&self.model, &self.names)
    }

    /// Returns the kinds of JSON values that a client may send for a type, each once.
    #[must_use]
    pub fn json_kinds(&self, ty: &Type) -> Vec<JsonKind> {
        let mut kinds: Vec<JsonKind> = sent_shapes(&self.model.types, ty).iter().flat_map(kinds_of).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Returns the Rust name of the method of a call, such as `find_book`.
    #[must_use]
    pub fn method(&self, call: CallView<'_>) -> &str {
        self.names.call(call.own.id).method.as_str()
    }

    /// Returns the Rust names of the parameters of a call, including fixed ones, in the order of
    /// the operation.
    pub fn params(&self, call: CallView<'_>) -> impl Iterator<Item = &str> {
        self.names.call(call.own.id).params.iter().map(RustIdent::as_str)
    }

    /// Returns the path of the struct of a call, such as `library::books::calls::FindBook`.
    #[must_use]
    pub fn request_path(&self, call: CallView<'_>) -> String {
        self.paths().call_path(call)
    }

    /// Returns the Rust type of the result of a call.
    #[must_use]
    pub fn result_path(&self, call: CallView<'_>) -> String {
        self.paths().result_type(call.own)
    }

    /// Returns the path of the type whose methods are the calls of a service, such as
    /// `library::books::Client`.
    #[must_use]
    pub fn handle_path(&self, service: ServiceId) -> String {
        self.paths().handle_path(service)
    }

    /// Returns the name of the client's method that returns the handle of a service; `None` for the client's own
    /// service.
    #[must_use]
    pub fn accessor(&self, service: ServiceId) -> Option<&str> {
        let is_own = self.model.is_clients_own(&self.model.services[service.0]);
        (!is_own).then(|| self.names.service(service).accessor.as_str())
    }

    /// Returns the path of a type that the spec declares, such as `library::books::Book`.
    #[must_use]
    pub fn type_path(&self, id: TypeId) -> String {
        self.paths().type_path(id)
    }

    /// Returns the paths at which modules re-export each type, such as `library::Book`. The order is that
    /// of the types in the model.
    #[must_use]
    pub fn reexports(&self) -> Vec<Vec<String>> {
        let mut paths = vec![Vec::new(); self.model.types.len()];
        for module in (0..self.model.modules.len()).map(ModuleId) {
            for id in &self.names.imports(module).exported {
                paths[id.0].push(self.paths().path_in_module(module, [&self.names.ty(*id).name]));
            }
        }
        paths
    }

    /// Returns the Rust names of the members of a record, or of the members that all arms of a union have.
    pub fn members(&self, id: TypeId) -> impl Iterator<Item = &str> {
        self.names.ty(id).members.iter().map(RustIdent::as_str)
    }

    /// Returns the Rust names of the values of an enumeration, or of the arms of a union.
    pub fn variants(&self, id: TypeId) -> impl Iterator<Item = &str> {
        self.names.ty(id).variants.iter().map(RustIdent::as_str)
    }

    /// Returns the name of the method that prepares a subscription, which is given by its index in the
    /// model.
    #[must_use]
    pub fn subscription_method(&self, index: usize) -> &str {
        self.names.subscription(index).method.as_str()
    }

    /// Returns the Rust names of the parameters of a subscription.
    pub fn subscription_params(&self, index: usize) -> impl Iterator<Item = &str> {
        self.names.subscription(index).params.iter().map(RustIdent::as_str)
    }

    /// Returns the path of the static of webhooks, which are given by their index in the model, such as
    /// `library::events::WEBHOOKS`.
    #[must_use]
    pub fn webhooks_path(&self, index: usize) -> String {
        self.paths().path_in_module(self.model.webhooks[index].module, [&self.names.webhooks(index).name])
    }

    /// Returns the path of the function that returns all operations, such as `library::operations`.
    #[must_use]
    pub fn catalog_path(&self) -> String {
        let name = self.model.crate_name.as_deref().unwrap_or("crate");
        format!("{name}::{}", self.names.root.catalog)
    }

    /// Returns the resolver of the paths of items in the generated crate.
    const fn paths(&self) -> Paths<'_> {
        Paths { model: &self.model, names: &self.names }
    }
}

fn kinds_of(shape: &Shape) -> &'static [JsonKind] {
    match shape {
        Shape::Null => &[JsonKind::Null],
        Shape::Boolean => &[JsonKind::Boolean],
        Shape::Number => &[JsonKind::Number],
        Shape::List => &[JsonKind::List],
        Shape::Object => &[JsonKind::Object],
        Shape::Text(_) | Shape::OpenText => &[JsonKind::Text],
        Shape::Any => &JsonKind::ALL,
        Shape::Exactly(value) => match value {
            Value::Null => &[JsonKind::Null],
            Value::Boolean(_) => &[JsonKind::Boolean],
            Value::Number(_) => &[JsonKind::Number],
            Value::Text(_) => &[JsonKind::Text],
            Value::List(_) => &[JsonKind::List],
            Value::Object(_) => &[JsonKind::Object],
        },
    }
}
