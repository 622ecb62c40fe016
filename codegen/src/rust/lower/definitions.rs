//! Definitions: from a type that a spec declares to a struct, an enum or an alias, with its static table.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::types::{Context, integer_schema, integer_type, option, static_name};
use super::{
    Alias, Arms, Bounds, Enum, EnumValue, FormArm, FormArmBody, FormUnion, Item, Newtype, Record, RecordArm, Scalar,
    TypeRef, docs,
};
use crate::casing;
use crate::model::{self, ArmBody, Form, Integer, ModuleId, ToldBy, Type, TypeDef, TypeId, TypeKind};

/// Adds the types that a module declares.
pub(super) fn lower_types(context: &Context<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for id in &context.of_module[module.0].types {
        items.extend(lower_type(context, *id, &context.model.types[id.0]));
    }
}

/// Nothing for a foreign type that stands in the module under its own name.
fn lower_type(context: &Context<'_>, id: TypeId, def: &TypeDef) -> Option<Item> {
    let text = if def.doc.is_empty() { format!("`{}` of the spec.", def.name) } else { def.doc.clone() };
    let doc = docs::type_doc(&text, def.source.as_ref(), def.seen);
    let name = casing::pascal(&def.name);
    Some(match &def.kind {
        TypeKind::Alias(Type::Foreign(path)) if *path == name => return None,
        TypeKind::Alias(Type::Foreign(path)) => Item::Alias(Alias { name, doc, target: checked(path) }),
        // A box around all of it would be no record to those who use the name, so they set it.
        TypeKind::Alias(target @ Type::Nullable(_)) if context.cycles.needs_box(id, target) => {
            Item::Alias(Alias { name, doc, target: context.boxed(def.module, target).rust })
        }
        TypeKind::Alias(target) => Item::Alias(Alias { name, doc, target: context.type_ref(def.module, target).rust }),
        TypeKind::Scalar(scalar) => Item::Scalar(lower_scalar(def, doc, &scalar.form)),
        TypeKind::Enum(values) => Item::Enum(lower_enum(def, doc, values)),
        TypeKind::Record(record) => Item::Record(lower_record(context, id, def, doc, &record.fields)),
        TypeKind::Union(union) if union.told_by == ToldBy::Form => {
            Item::FormUnion(lower_form_union(context, id, doc, union))
        }
        TypeKind::Union(union) => {
            let mut record = lower_record(context, id, def, doc, &union.common);
            record.arms = Some(lower_arms(context, def, union));
            Item::Record(record)
        }
    })
}

/// A foreign type through the runtime's check, which gives one error where the type cannot travel, and not one for each use.
fn checked(path: &str) -> TokenStream {
    let path: TokenStream = path.parse().unwrap_or_default();
    quote!(<[(); rt::foreign::check::<#path>()] as rt::foreign::Checked<#path>>::Type)
}

fn lower_scalar(def: &TypeDef, doc: Vec<String>, form: &Form) -> Scalar {
    let (newtype, alias) = match form {
        Form::Base58Check { bytes, prefix } => {
            (Some(Newtype::Base58Check { bytes: *bytes, prefix: prefix.clone() }), None)
        }
        Form::Bech32 { bytes, chain, base58check } => {
            (Some(Newtype::Bech32 { bytes: *bytes, chain: chain_presence(*chain), short: *base58check }), None)
        }
        other => (None, Some(scalar_type(other))),
    };
    Scalar {
        name: casing::pascal(&def.name),
        static_name: static_name(&def.name),
        doc,
        wire_name: def.name.clone(),
        form: scalar_form(form),
        newtype,
        alias,
    }
}

/// The Rust type of a scalar that is not a newtype.
fn scalar_type(form: &Form) -> TokenStream {
    match form {
        Form::Hex { prefix: model::HexPrefix::Optional, .. } => quote!(rt::LooseHex),
        Form::Hex { bytes: Some(20), .. } => quote!(rt::Address),
        Form::Hex { bytes: Some(bytes), .. } => quote!(rt::FixedBytes<#bytes>),
        Form::Hex { bytes: None, .. } => quote!(rt::Bytes),
        Form::DecimalInteger(integer) | Form::Quantity(integer) | Form::JsonInteger(integer) => integer_type(*integer),
        Form::Decimal => quote!(rt::Decimal),
        Form::Seconds => quote!(rt::Timestamp),
        Form::Milliseconds => quote!(rt::TimestampMillis),
        Form::DateTime => quote!(rt::DateTime),
        Form::Base58Check { .. } | Form::Bech32 { .. } => quote!(rt::Text),
    }
}

fn scalar_form(form: &Form) -> TokenStream {
    let integer = |name: TokenStream, integer: &Integer| {
        let integer = integer_schema(*integer);
        quote!(#name(rt::schema::Integer::#integer))
    };
    let form = match form {
        Form::Base58Check { bytes, prefix } => quote!(Base58Check { bytes: #bytes, prefix: #prefix }),
        Form::Bech32 { bytes, chain, base58check } => {
            let chain = chain_presence(*chain);
            quote!(Bech32 { bytes: #bytes, chain: #chain, base58check: #base58check })
        }
        Form::Hex { bytes, prefix } => {
            let bytes = option(bytes.as_ref());
            let prefix = presence(match prefix {
                model::HexPrefix::None => "Never",
                model::HexPrefix::Optional => "Optional",
                model::HexPrefix::Required => "Required",
            });
            quote!(Hex { bytes: #bytes, prefix: #prefix })
        }
        Form::DecimalInteger(value) => integer(quote!(DecimalInteger), value),
        Form::Quantity(value) => integer(quote!(Quantity), value),
        Form::JsonInteger(value) => integer(quote!(JsonInteger), value),
        Form::Decimal => quote!(Decimal),
        Form::Seconds => quote!(Seconds),
        Form::Milliseconds => quote!(Milliseconds),
        Form::DateTime => quote!(DateTime),
    };
    quote!(rt::schema::Form::#form)
}

fn chain_presence(chain: model::ChainPrefix) -> TokenStream {
    presence(match chain {
        model::ChainPrefix::None => "Never",
        model::ChainPrefix::Optional => "Optional",
        model::ChainPrefix::Required => "Required",
    })
}

fn presence(name: &str) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(rt::schema::Presence::#name)
}

fn lower_enum(def: &TypeDef, doc: Vec<String>, values: &model::Enum) -> Enum {
    let values = values.values.iter().map(|value| {
        let text = if value.doc.is_empty() { format!("`{}`.", value.name) } else { value.doc.clone() };
        let mut doc = docs::Doc::new(&text);
        if value.seen {
            doc.add("Seen from real services; the documents do not have it.");
        }
        EnumValue {
            name: value.rust.clone().unwrap_or_else(|| casing::pascal(&value.name)),
            wire_name: value.name.clone(),
            doc: doc.done(),
        }
    });
    Enum {
        name: casing::pascal(&def.name),
        static_name: static_name(&def.name),
        wire_name: def.name.clone(),
        doc,
        values: values.collect(),
    }
}

fn lower_record(context: &Context<'_>, id: TypeId, def: &TypeDef, doc: Vec<String>, fields: &[model::Field]) -> Record {
    Record {
        name: casing::pascal(&def.name),
        static_name: static_name(&def.name),
        wire_name: def.name.clone(),
        doc,
        fields: fields.iter().map(|field| lower_field(context, def.module, Some(id), field, "member")).collect(),
        // The members of an arm stand in the object of the union, which keeps the unknown ones.
        keeps_extra: !context.is_arm[id.0],
        is_table: context.is_arm[id.0] && fields.is_empty(),
        is_input: context.is_input[id.0],
        arms: None,
    }
}

/// Lowers a member of a record or a parameter; `owner` is the record that holds it.
pub(super) fn lower_field(
    context: &Context<'_>,
    module: ModuleId,
    owner: Option<TypeId>,
    field: &model::Field,
    what: &str,
) -> super::Field {
    let name = field.rust.clone().unwrap_or_else(|| casing::snake(&field.name));
    // An optional member is an `Option` anyway, and null reads as absent.
    let ty = match &field.ty {
        Type::Nullable(inner) if !field.required => inner,
        other => other,
    };
    let needs_box = owner.is_some_and(|owner| context.cycles.needs_box(owner, ty));
    // Behind `null`, the box is inside of the `Option`.
    let is_inside = matches!(ty, Type::Nullable(_));
    super::Field {
        doc: docs::field_doc(field, &name, what),
        name,
        wire_name: field.name.clone(),
        ty: if needs_box && is_inside { context.boxed(module, ty) } else { context.type_ref(module, ty) },
        required: field.required,
        boxed: needs_box && !is_inside,
        aliases: field.aliases.clone(),
        empty_is_absent: field.empty_is_absent,
        bounds: lower_bounds(field),
        deprecated: field.deprecated.as_ref().map(docs::deprecated),
    }
}

fn lower_bounds(field: &model::Field) -> Option<Bounds> {
    let side = |bounds: &Option<model::Bounds>, low: bool| {
        let bounds = bounds.as_ref()?;
        if low { bounds.min.clone() } else { bounds.max.clone() }
    };
    let size = |low: bool| side(&field.size, low).and_then(|digits| digits.parse().ok());
    let bounds = Bounds {
        min: side(&field.range, true),
        max: side(&field.range, false),
        min_size: size(true),
        max_size: size(false),
        default: field.default.as_ref().map(docs::json),
    };
    let is_bound = field.range.is_some() || field.size.is_some() || field.default.is_some();
    is_bound.then_some(bounds)
}

fn lower_arms(context: &Context<'_>, def: &TypeDef, union: &model::Union) -> Arms {
    let (field, suffix, told_by) = match &union.told_by {
        ToldBy::Tag(tag) => (casing::snake(tag), casing::pascal(tag), quote!(rt::schema::ToldBy::Tag(#tag))),
        _ => ("kind".to_owned(), "Kind".to_owned(), quote!(rt::schema::ToldBy::Members)),
    };
    let arms = union.arms.iter().filter_map(|arm| {
        let ArmBody::Fields { record, has } = &arm.body else { return None };
        let target = &context.model.types[record.0];
        let TypeKind::Record(members) = &target.kind else { return None };
        let rust = context.item(def.module, target.module, &casing::pascal(&target.name));
        Some(RecordArm {
            name: arm.rust.clone().unwrap_or_else(|| casing::pascal(&arm.name)),
            wire_name: arm.name.clone(),
            doc: docs::type_doc(&arm_doc(arm), None, arm.seen),
            record: (!members.fields.is_empty()).then_some(rust),
            schema: context.item(def.module, target.module, &static_name(&target.name)),
            has: has.clone(),
        })
    });
    Arms { field, name: format!("{}{suffix}", casing::pascal(&def.name)), told_by, arms: arms.collect() }
}

fn arm_doc(arm: &model::Arm) -> String {
    if arm.doc.is_empty() { format!("The arm `{}`.", arm.name) } else { arm.doc.clone() }
}

fn lower_form_union(context: &Context<'_>, id: TypeId, doc: Vec<String>, union: &model::Union) -> FormUnion {
    let def = &context.model.types[id.0];
    let types: Vec<Option<TypeRef>> = union
        .arms
        .iter()
        .map(|arm| match &arm.body {
            ArmBody::Value(ty @ Type::Nullable(_)) if context.cycles.needs_box(id, ty) => {
                Some(context.boxed(def.module, ty))
            }
            ArmBody::Value(ty) => Some(context.type_ref(def.module, ty)),
            _ => None,
        })
        .collect();
    let rust_texts: Vec<Option<String>> = union
        .arms
        .iter()
        .map(|arm| match &arm.body {
            ArmBody::Value(ty) => Some(rust_identity(context, ty)),
            _ => None,
        })
        .collect();
    let arms = union.arms.iter().zip(types).zip(&rust_texts).map(|((arm, ty), text)| {
        let body = match (&arm.body, ty) {
            (_, Some(ty)) => {
                let from = rust_texts.iter().filter(|other| *other == text).count() == 1;
                let needs_box = |ty: &Type| context.cycles.needs_box(id, ty) && !matches!(ty, Type::Nullable(_));
                let boxed = matches!(&arm.body, ArmBody::Value(ty) if needs_box(ty));
                FormArmBody::Value { ty, from, boxed }
            }
            (ArmBody::Const(value), None) => FormArmBody::Const(docs::json(value)),
            (_, None) => FormArmBody::Const("null".to_owned()),
        };
        FormArm {
            name: arm.rust.clone().unwrap_or_else(|| casing::pascal(&arm.name)),
            wire_name: arm.name.clone(),
            doc: docs::type_doc(&arm_doc(arm), None, arm.seen),
            body,
        }
    });
    FormUnion {
        name: casing::pascal(&def.name),
        static_name: static_name(&def.name),
        wire_name: def.name.clone(),
        doc,
        arms: arms.collect(),
        blank: context.cycles.blank_arm(id, union),
    }
}

/// The Rust type behind aliases, as text, to tell whether two arms hold the same one.
fn rust_identity(context: &Context<'_>, ty: &Type) -> String {
    match ty {
        Type::Named(id) => match &context.model.types[id.0].kind {
            TypeKind::Alias(target) => rust_identity(context, target),
            TypeKind::Scalar(scalar) if !matches!(scalar.form, Form::Base58Check { .. } | Form::Bech32 { .. }) => {
                scalar_type(&scalar.form).to_string()
            }
            _ => format!("#{}", id.0),
        },
        Type::List(list) => format!("[{}]", rust_identity(context, &list.item)),
        Type::Nullable(inner) => format!("?{}", rust_identity(context, inner)),
        Type::Map(map) => format!("{{{}}}", rust_identity(context, &map.value)),
        Type::Boolean | Type::Text | Type::Number | Type::Integer(_) | Type::Json | Type::Foreign(_) => {
            context.type_ref(ModuleId(0), ty).rust.to_string()
        }
    }
}
