//! References to types: from a type of the model to its Rust type and the kind of argument that
//! constructs it. Also resolves the paths by which modules refer to items.

use std::collections::HashSet;

use super::bounds::BoundedTypes;
use super::cycle::Cycles;
use super::default_docs::FirstUses;
use super::tables::Tables;
use super::{ArgumentKind, ElementKind, ItemPath, RustType, StaticPlace, TypeRef};
use crate::analysis::names::{CALLS, Names, TABLES};
use crate::ident::RustIdent;
use crate::model::{
    CallView, ClientId, Field, Form, Integer, Model, ModuleId, Presence, TimeUnit, Type, TypeId, TypeKind,
};
use crate::options::{Layout, Options};

/// Model with its names, and facts about types and modules that lowering needs more than once.
pub(super) struct Lowering<'m> {
    pub(super) model: &'m Model,
    pub(super) names: &'m Names,
    options: &'m Options,
    /// Cycles of types.
    pub(super) cycles: Cycles<'m>,
    /// Types whose values the client checks.
    pub(super) bounded: BoundedTypes<'m>,
    /// Whether users build a type because requests contain it, by type index.
    pub(super) is_input: Vec<bool>,
    /// Whether a type is the record of an arm and nothing else, by type index.
    pub(super) is_arm: Vec<bool>,
    /// Types that are the headers of a response.
    pub(super) is_headers: HashSet<TypeId>,
    /// First uses of types without a description.
    pub(super) uses: FirstUses,
    /// Contents of each module.
    modules: Vec<ModuleContents<'m>>,
    /// Tables built so far.
    pub(super) tables: Tables,
}

/// Types and calls of one module, and the features that enable it.
#[derive(Clone, Default)]
struct ModuleContents<'m> {
    types: Vec<TypeId>,
    calls: Vec<CallView<'m>>,
    /// Cargo features that enable the module, including the features of its folders.
    features: Vec<String>,
}

/// Module that contains a path or an item: the module of a file, or the module of calls or tables
/// in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    /// Module of the file; `None` for the root of the crate.
    module: Option<ModuleId>,
    inner: Option<&'static str>,
}

impl Here {
    pub(super) const ROOT: Self = Self { module: None, inner: None };

    /// Returns the module of a file.
    pub(super) fn items(module: ModuleId) -> Self {
        Self { module: Some(module), inner: None }
    }

    /// Returns the module of calls in the module of a file.
    pub(super) fn calls(module: ModuleId) -> Self {
        Self { module: Some(module), inner: Some(CALLS) }
    }

    /// Returns the module of tables in the module of a file.
    pub(super) fn tables(module: ModuleId) -> Self {
        Self { module: Some(module), inner: Some(TABLES) }
    }
}

impl<'m> Lowering<'m> {
    pub(super) fn new(model: &'m Model, names: &'m Names, options: &'m Options) -> Self {
        let mut modules = vec![ModuleContents::default(); model.modules.len()];
        for (index, def) in model.types.iter().enumerate() {
            modules[def.module.0].types.push(TypeId(index));
        }
        model.typed_calls().for_each(|call| modules[call.operation.module.0].calls.push(call));
        for (module, features) in modules.iter_mut().zip(model.features()) {
            module.features = features;
        }
        Self {
            model,
            names,
            options,
            is_input: model.input_types(),
            is_arm: model.arm_types(),
            is_headers: model.typed_calls().filter_map(|call| call.own.response.headers).collect(),
            uses: FirstUses::new(model),
            modules,
            cycles: Cycles::new(model),
            bounded: BoundedTypes::new(model),
            tables: Tables::new(),
        }
    }

    /// Returns the name of the crate, as programs write it; `None` if the output is not a crate with a name.
    pub(super) fn crate_name(&self) -> Option<RustIdent> {
        let name = self.model.crate_name.as_ref().filter(|_| self.options.layout == Layout::Crate)?;
        RustIdent::new(&name.replace('-', "_"))
    }

    /// Returns the types that a module declares.
    pub(super) fn types_of(&self, module: ModuleId) -> &[TypeId] {
        &self.modules[module.0].types
    }

    /// Returns the typed calls that a module describes.
    pub(super) fn calls_of(&self, module: ModuleId) -> &[CallView<'m>] {
        &self.modules[module.0].calls
    }

    /// Returns the cargo features that enable a module, with the features of its folders.
    pub(super) fn features_of(&self, module: ModuleId) -> &[String] {
        &self.modules[module.0].features
    }

    fn path_of(&self, here: Here) -> Vec<RustIdent> {
        let mut path = here.module.map(|module| self.names.module(module).path.clone()).unwrap_or_default();
        path.extend(here.inner.and_then(RustIdent::new));
        path
    }

    /// Returns the module and the name of a static or another item, as its own crate has them.
    pub(super) fn place(&self, at: Here, name: &RustIdent) -> StaticPlace {
        let package = at.module.and_then(|module| self.model.modules[module.0].package.as_ref());
        let package = package.and_then(|name| self.options.packages.iter().find(|one| one.name == *name));
        StaticPlace {
            package: package.map(|package| package.crate_path.clone()),
            module: self.path_of(at),
            name: name.clone(),
        }
    }

    /// Returns the path of the item `name` in the module `to`, as code in the module `from` writes
    /// it: `super::shelves::Shelf`.
    fn path(&self, from: Here, to: Here, name: &RustIdent) -> ItemPath {
        self.place(to, name).path_from(&self.path_of(from))
    }

    /// Returns the path of an item of a spec module, as code at `here` writes it.
    pub(super) fn item(&self, here: Here, module: ModuleId, name: &RustIdent) -> ItemPath {
        self.path(here, Here::items(module), name)
    }

    /// Returns the path of a type to its own module, even where the module `here` imports it.
    pub(super) fn full_path(&self, here: ModuleId, id: TypeId) -> ItemPath {
        self.item(Here::items(here), self.model.types[id.0].module, &self.names.ty(id).name)
    }

    /// Returns the path of a type, as code at `here` writes it: the name alone, if the file imports
    /// the type.
    pub(super) fn type_path(&self, here: Here, id: TypeId) -> ItemPath {
        let is_imported = |module: ModuleId| self.names.imports(module).has(id);
        let module = here.module.filter(|module| is_imported(*module));
        self.item(here, module.unwrap_or(self.model.types[id.0].module), &self.names.ty(id).name)
    }

    /// Returns the path of the struct of a call, as the root of the crate writes it.
    pub(super) fn call_from_root(&self, module: ModuleId, name: &RustIdent) -> ItemPath {
        self.path(Here::ROOT, Here::calls(module), name)
    }

    /// Returns the path of the item `name` in the module that declares a client, such as `Builder`.
    pub(super) fn of_client(&self, here: Here, client: ClientId, name: &str) -> ItemPath {
        self.item(here, self.model.clients[client.0].module, &RustIdent::new(name).unwrap_or_default())
    }

    /// Returns the Rust type for a type of the model, and the argument from which it is built.
    pub(super) fn type_ref(&self, here: Here, ty: &Type) -> TypeRef {
        match ty {
            Type::Boolean => plain_ref(RustType::Bool),
            Type::Text => into_ref(RustType::Runtime("Text")),
            Type::Number => plain_ref(RustType::F64),
            Type::Integer(integer) => plain_ref(RustType::Integer(*integer)),
            Type::Json => into_ref(RustType::Runtime("RawJson")),
            Type::Bytes => into_ref(RustType::Runtime("Bytes")),
            Type::File => into_ref(RustType::Runtime("File")),
            Type::Foreign(path) => into_ref(RustType::Foreign(path.clone())),
            Type::Named(id) => self.named_ref(here, *id),
            Type::List(list) => {
                let item = self.type_ref(here, &list.item);
                let arg = ArgumentKind::Items(Box::new(item_kind(&item)));
                TypeRef { rust: RustType::Vec(Box::new(item.rust)), arg }
            }
            Type::Map(map) => {
                let (key, value) = (self.type_ref(here, &map.key), self.type_ref(here, &map.value));
                let arg = ArgumentKind::Pairs(Box::new([element_kind(&key), element_kind(&value)]));
                TypeRef { rust: RustType::Map(Box::new(key.rust), Box::new(value.rust)), arg }
            }
            Type::Tuple(items) => {
                into_ref(RustType::Tuple(items.iter().map(|item| self.type_ref(here, item).rust).collect()))
            }
            Type::Nullable(inner) => into_ref(RustType::Option(Box::new(self.type_ref(here, inner).rust))),
            Type::Bounded(bounded) => self.type_ref(here, &bounded.ty),
        }
    }

    /// Returns the Rust type of a value in a `Box`. For a nullable type, the `Box` is inside the
    /// `Option`.
    pub(super) fn boxed(&self, here: Here, ty: &Type) -> TypeRef {
        into_ref(match ty {
            Type::Nullable(inner) => RustType::Option(Box::new(self.boxed(here, inner).rust)),
            other => RustType::Box(Box::new(self.type_ref(here, other).rust)),
        })
    }

    fn named_ref(&self, here: Here, id: TypeId) -> TypeRef {
        let def = &self.model.types[id.0];
        let rust = RustType::Item(self.type_path(here, id));
        let arg = match &def.kind {
            TypeKind::Alias(target) => self.type_ref(here, target).arg,
            TypeKind::Scalar(scalar) => scalar_argument(&scalar.form),
            TypeKind::Enum(_) | TypeKind::Record(_) | TypeKind::Union(_) => ArgumentKind::Into,
        };
        TypeRef { rust, arg }
    }

    /// Returns the type that the Rust field holds. For an optional member, aliases of nullable
    /// types are resolved, and nullability is stripped if null means the same as absence.
    pub(super) fn held_type<'f>(&self, field: &'f Field) -> &'f Type
    where
        'm: 'f,
    {
        match self.model.nullable_target(&field.ty) {
            Some(Type::Nullable(inner)) if !field.required && field.hides_null() => inner,
            Some(nullable) if !field.required => nullable,
            _ => &field.ty,
        }
    }
}

/// Returns the kind of argument for an item of a list of the type `ty`. For a nullable item, its
/// inner value is also accepted.
fn item_kind(ty: &TypeRef) -> ElementKind {
    match ty.arg {
        ArgumentKind::Plain => ElementKind::Plain(ty.rust.clone()),
        ArgumentKind::IntoOrText => ElementKind::IntoOrText(ty.rust.clone()),
        ArgumentKind::Bytes => ElementKind::Bytes,
        _ => ElementKind::Into(ty.rust.clone()),
    }
}

/// Returns the kind of argument for a key or a value of a map of the type `ty`.
fn element_kind(ty: &TypeRef) -> ElementKind {
    match (&ty.arg, &ty.rust) {
        (ArgumentKind::Plain, _) | (_, RustType::Option(_)) => ElementKind::Plain(ty.rust.clone()),
        (ArgumentKind::Bytes, _) => ElementKind::Bytes,
        _ => ElementKind::Into(ty.rust.clone()),
    }
}

fn plain_ref(rust: RustType) -> TypeRef {
    TypeRef { rust, arg: ArgumentKind::Plain }
}

fn into_ref(rust: RustType) -> TypeRef {
    TypeRef { rust, arg: ArgumentKind::Into }
}

/// Returns the Rust type of a scalar; `None` for a scalar that becomes a newtype.
pub(super) fn scalar_type(form: &Form) -> Option<RustType> {
    Some(match form {
        Form::Hex { prefix: Presence::Optional, .. } => RustType::Runtime("LooseHex"),
        Form::Base58 { bytes: Some(bytes) } => RustType::OfBytes("FixedBase58", *bytes),
        Form::Base58 { bytes: None } => RustType::Runtime("Base58"),
        Form::Base64 { bytes: Some(bytes), .. } => RustType::OfBytes("FixedBase64", *bytes),
        Form::Base64 { bytes: None, .. } => RustType::Runtime("Base64"),
        Form::Hex { bytes: Some(20), .. } => RustType::Runtime("Address"),
        Form::Hex { bytes: Some(bytes), .. } => RustType::OfBytes("FixedBytes", *bytes),
        Form::Hex { bytes: None, .. } => RustType::Runtime("Bytes"),
        Form::DecimalInteger(integer) | Form::Quantity(integer) | Form::JsonInteger(integer) => {
            RustType::Integer(*integer)
        }
        Form::Decimal | Form::JsonDecimal => RustType::Runtime("Decimal"),
        Form::Seconds => time_type(TimeUnit::Seconds),
        Form::Milliseconds => time_type(TimeUnit::Milliseconds),
        Form::Microseconds => time_type(TimeUnit::Microseconds),
        Form::Nanoseconds => time_type(TimeUnit::Nanoseconds),
        Form::TimeText(unit) | Form::TimeQuantity(unit) => time_type(*unit),
        Form::DateTime | Form::LocalDateTime { .. } => RustType::Runtime("DateTime"),
        Form::Date => RustType::Runtime("Date"),
        Form::Duration => RustType::Runtime("IsoDuration"),
        Form::DurationNumber(unit) | Form::DurationText(unit) => duration_type(*unit),
        Form::Uuid => RustType::Runtime("Uuid"),
        Form::Base58Check { .. } | Form::Bech32 { .. } => return None,
    })
}

/// Returns the Rust type of a UNIX time, in any wire form.
const fn time_type(unit: TimeUnit) -> RustType {
    RustType::Runtime(match unit {
        TimeUnit::Seconds => "Timestamp",
        TimeUnit::Milliseconds => "TimestampMillis",
        TimeUnit::Microseconds => "TimestampMicros",
        TimeUnit::Nanoseconds => "TimestampNanos",
    })
}

/// Returns the Rust type of a duration in whole units.
const fn duration_type(unit: TimeUnit) -> RustType {
    RustType::Runtime(match unit {
        TimeUnit::Seconds => "DurationSeconds",
        TimeUnit::Milliseconds => "DurationMillis",
        TimeUnit::Microseconds => "DurationMicros",
        TimeUnit::Nanoseconds => "DurationNanos",
    })
}

/// Returns the kind of argument for a scalar. For JSON numbers, UNIX times and durations in whole
/// units, no text is accepted.
fn scalar_argument(form: &Form) -> ArgumentKind {
    match form {
        form if is_primitive(form) => ArgumentKind::Plain,
        form if form.is_json_number() || form.time_unit().or(form.duration_unit()).is_some() => ArgumentKind::Into,
        Form::Hex { bytes: None, prefix: Presence::Required | Presence::Never } => ArgumentKind::Bytes,
        _ => ArgumentKind::IntoOrText,
    }
}

/// Returns whether the scalar becomes a primitive integer type of Rust.
fn is_primitive(form: &Form) -> bool {
    match form {
        Form::DecimalInteger(integer) | Form::Quantity(integer) | Form::JsonInteger(integer) => {
            !matches!(integer, Integer::U256 | Integer::I256)
        }
        _ => false,
    }
}
