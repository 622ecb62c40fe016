//! References to types: the Rust type, its static description, and how a value is taken as an argument.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::cycle::Cycles;
use super::{Arg, Options, TypeRef, paths};
use crate::casing;
use crate::model::{self, ArmBody, Form, Integer, Model, ModuleId, Type, TypeId, TypeKind};

/// What one module declares, by its place in the model.
#[derive(Clone, Default)]
pub(super) struct OfModule {
    pub(super) types: Vec<TypeId>,
    pub(super) operations: Vec<usize>,
}

/// The model, with what lowering has to look up more than once.
pub(super) struct Context<'m> {
    pub(super) model: &'m Model,
    /// The paths of the crates of packages, by the package's name.
    packages: HashMap<&'m str, TokenStream>,
    /// Which types users build, because they are part of a request.
    pub(super) is_input: Vec<bool>,
    /// Which types are the members of a union's arm and nothing else.
    pub(super) is_arm: Vec<bool>,
    /// What each module declares.
    pub(super) of_module: Vec<OfModule>,
    /// The spec's own modules by their paths.
    pub(super) modules: HashMap<&'m [String], ModuleId>,
    /// Where types hold themselves.
    pub(super) cycles: Cycles<'m>,
}

impl<'m> Context<'m> {
    pub(super) fn new(model: &'m Model, options: &'m Options) -> Self {
        let mut of_module = vec![OfModule::default(); model.modules.len()];
        let types = model.types.iter().map(|def| def.module).enumerate();
        types.for_each(|(index, module)| of_module[module.0].types.push(TypeId(index)));
        let operations = model.operations.iter().map(|operation| operation.module).enumerate();
        operations.for_each(|(index, module)| of_module[module.0].operations.push(index));
        let own = model.modules.iter().enumerate().filter(|(_, module)| module.package.is_none());
        let modules = own.map(|(index, module)| (module.path.as_slice(), ModuleId(index))).collect();
        let packages = options.packages.iter();
        let packages =
            packages.map(|package| (package.name.as_str(), package.crate_path.parse().unwrap_or_default())).collect();
        Self {
            model,
            packages,
            is_input: input_types(model),
            is_arm: arm_types(model),
            of_module,
            modules,
            cycles: Cycles::new(model),
        }
    }

    pub(super) fn path(&self, module: ModuleId) -> &'m [String] {
        &self.model.modules[module.0].path
    }

    /// The path of a thing in another module: `super::staking::Validator`.
    pub(super) fn item(&self, from: ModuleId, to: ModuleId, name: &str) -> TokenStream {
        let prefix = match &self.model.modules[to.0].package {
            None => paths::prefix(self.path(from), self.path(to)),
            Some(package) => {
                let root = self.packages.get(package.as_str());
                let path = self.path(to).iter().map(|segment| casing::ident(segment));
                quote!(#root::#(#path::)*)
            }
        };
        let name = format_ident!("{name}");
        quote!(#prefix #name)
    }

    pub(super) fn type_ref(&self, from: ModuleId, ty: &Type) -> TypeRef {
        match ty {
            Type::Boolean => plain(quote!(bool), quote!(Boolean)),
            Type::Text => into(quote!(rt::Text), quote!(Text)),
            Type::Number => plain(quote!(f64), quote!(Number)),
            Type::Integer(integer) => {
                let name = integer_schema(*integer);
                plain(integer_type(*integer), quote!(Integer(rt::schema::Integer::#name)))
            }
            Type::Json => into(quote!(rt::RawJson), quote!(Json)),
            Type::Foreign(path) => into(path.parse().unwrap_or_default(), quote!(Json)),
            Type::Named(id) => self.named(from, *id),
            Type::List(list) => self.list(from, list),
            Type::Map(map) => {
                let (key, value) = (self.type_ref(from, &map.key), self.type_ref(from, &map.value));
                let (rust_key, rust_value, key, value) = (key.rust, value.rust, key.schema, value.schema);
                into(
                    quote!(std::collections::BTreeMap<#rust_key, #rust_value>),
                    quote!(Map(&rt::schema::Map { key: #key, value: #value })),
                )
            }
            Type::Nullable(inner) => {
                let TypeRef { rust, schema, .. } = self.type_ref(from, inner);
                into(quote!(Option<#rust>), quote!(Nullable(&#schema)))
            }
        }
    }

    /// The type with a box around what `null` may stand for, or around all of it.
    pub(super) fn boxed(&self, from: ModuleId, ty: &Type) -> TypeRef {
        match ty {
            Type::Nullable(inner) => {
                let (schema, rust) = (self.type_ref(from, ty).schema, self.boxed(from, inner).rust);
                TypeRef { rust: quote!(Option<#rust>), schema, arg: Arg::Into }
            }
            other => {
                let TypeRef { rust, schema, .. } = self.type_ref(from, other);
                TypeRef { rust: quote!(Box<#rust>), schema, arg: Arg::Into }
            }
        }
    }

    fn list(&self, from: ModuleId, list: &model::List) -> TypeRef {
        let TypeRef { rust, schema, .. } = self.type_ref(from, &list.item);
        let also = match &list.also {
            None => quote!(rt::schema::Also::Nothing),
            Some(model::Also::At(member)) => quote!(rt::schema::Also::At(#member)),
            Some(model::Also::Single) => quote!(rt::schema::Also::Single),
        };
        TypeRef {
            schema: quote!(rt::schema::Type::List(&rt::schema::List { item: #schema, also: #also })),
            arg: Arg::Items(rust.clone()),
            rust: quote!(Vec<#rust>),
        }
    }

    fn named(&self, from: ModuleId, id: TypeId) -> TypeRef {
        let def = &self.model.types[id.0];
        let rust = self.item(from, def.module, &casing::pascal(&def.name));
        let table = self.item(from, def.module, &static_name(&def.name));
        match &def.kind {
            TypeKind::Alias(target) => TypeRef { rust, ..self.type_ref(from, target) },
            TypeKind::Enum(_) => into(rust, quote!(Enum(&#table))),
            TypeKind::Record(_) => into(rust, quote!(Record(&#table))),
            TypeKind::Union(_) => into(rust, quote!(Union(&#table))),
            TypeKind::Scalar(scalar) => {
                let arg = if is_primitive(&scalar.form) { Arg::Plain } else { Arg::Into };
                TypeRef { rust, schema: quote!(rt::schema::Type::Scalar(&#table)), arg }
            }
        }
    }
}

fn plain(rust: TokenStream, schema: TokenStream) -> TypeRef {
    TypeRef { rust, schema: quote!(rt::schema::Type::#schema), arg: Arg::Plain }
}

fn into(rust: TokenStream, schema: TokenStream) -> TypeRef {
    TypeRef { rust, schema: quote!(rt::schema::Type::#schema), arg: Arg::Into }
}

/// `ListBooks` and `listBooks` both become `LIST_BOOKS`.
pub(super) fn static_name(name: &str) -> String {
    casing::snake(name).to_uppercase()
}

/// The types that are part of a request, directly or within another.
fn input_types(model: &Model) -> Vec<bool> {
    let mut is_input = vec![false; model.types.len()];
    let params = model.operations.iter().flat_map(|operation| &operation.params);
    let params = params.chain(model.subscriptions.iter().flat_map(|subscription| &subscription.params));
    let mut open: Vec<TypeId> = params.flat_map(|param| mentioned(&param.field.ty)).collect();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut is_input[id.0], true) {
            continue;
        }
        let fields = |fields: &[model::Field]| fields.iter().flat_map(|field| mentioned(&field.ty)).collect::<Vec<_>>();
        match &model.types[id.0].kind {
            TypeKind::Alias(target) => open.extend(mentioned(target)),
            TypeKind::Record(record) => open.extend(fields(&record.fields)),
            TypeKind::Union(union) => {
                open.extend(fields(&union.common));
                open.extend(union.arms.iter().flat_map(|arm| match &arm.body {
                    ArmBody::Value(ty) => mentioned(ty),
                    ArmBody::Const(_) => Vec::new(),
                    ArmBody::Fields { record, .. } => vec![*record],
                }));
            }
            TypeKind::Scalar(_) | TypeKind::Enum(_) => {}
        }
    }
    is_input
}

/// The types that are declared inside an arm of a union.
fn arm_types(model: &Model) -> Vec<bool> {
    let mut is_arm = vec![false; model.types.len()];
    for def in &model.types {
        let TypeKind::Union(union) = &def.kind else { continue };
        for arm in &union.arms {
            if let ArmBody::Fields { record, .. } = arm.body {
                is_arm[record.0] = model.types[record.0].inline;
            }
        }
    }
    is_arm
}

/// The named types that a reference mentions.
fn mentioned(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Named(id) => vec![*id],
        Type::List(list) => mentioned(&list.item),
        Type::Map(map) => [mentioned(&map.key), mentioned(&map.value)].concat(),
        Type::Nullable(inner) => mentioned(inner),
        Type::Boolean | Type::Text | Type::Number | Type::Integer(_) | Type::Json | Type::Foreign(_) => Vec::new(),
    }
}

pub(super) fn integer_type(integer: Integer) -> TokenStream {
    match integer {
        Integer::U8 => quote!(u8),
        Integer::U16 => quote!(u16),
        Integer::U32 => quote!(u32),
        Integer::U64 => quote!(u64),
        Integer::U128 => quote!(u128),
        Integer::U256 => quote!(rt::U256),
        Integer::I64 => quote!(i64),
    }
}

pub(super) fn integer_schema(integer: Integer) -> Ident {
    variant(integer)
}

/// The variant of `runtime::schema` that has the name of one here.
pub(super) fn variant(value: impl std::fmt::Debug) -> Ident {
    format_ident!("{}", format!("{value:?}"))
}

/// Whether the Rust type is a number of the language.
fn is_primitive(form: &Form) -> bool {
    match form {
        Form::DecimalInteger(integer) | Form::Quantity(integer) | Form::JsonInteger(integer) => {
            *integer != Integer::U256
        }
        _ => false,
    }
}

/// `Some(…)` or `None`.
pub(crate) fn option<T: quote::ToTokens>(value: Option<&T>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}
