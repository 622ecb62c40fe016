//! Definitions: from a declared type of the model to a struct, an enum or an alias, with its static
//! table.

use super::docs::Label;
use super::types::{Here, Lowering, scalar_type};
use super::{
    Alias, ArgumentKind, ArmValue, Arms, ElementKind, Enum, EnumValue, FormArm, FormUnion, FromImpls, Given, Item,
    Record, RecordArm, RustType, Scalar, TypeRef, default_docs, docs,
};
use crate::analysis::names::TypeNames;
use crate::ident::RustIdent;
use crate::model::{self, ArmBody, Direction, Integer, ModuleId, Type, TypeDef, TypeId, TypeKind};
use crate::sentences;
use chainloom_schema as schema;

/// Adds the types that a module declares to `items`.
pub(super) fn lower_types(lowering: &Lowering<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for id in lowering.types_of(module) {
        items.extend(lower_type(lowering, *id, &lowering.model.types[id.0]));
    }
}

/// Returns the Rust item of a type; `None` for a foreign type whose path is the name itself.
fn lower_type(lowering: &Lowering<'_>, id: TypeId, def: &TypeDef) -> Option<Item> {
    let text = if def.doc.is_empty() { lowering.uses.doc_of(id, def) } else { def.doc.clone() };
    let facts =
        if let TypeKind::Alias(target) = &def.kind { sentences::inner_limits(target).join(" ") } else { String::new() };
    let text = sentences::paragraphs([text, facts]);
    let mut doc = docs::DocComment::new(&text);
    doc.add_source(lowering.model, def.source.as_ref());
    let doc = doc.into_lines();
    let names = lowering.names.ty(id);
    let name = names.name.clone();
    Some(match &def.kind {
        TypeKind::Alias(Type::Foreign(path)) if path == name.as_str() => return None,
        // The box is inside the `Option`, because a box around the whole alias would hide the
        // record from its users.
        TypeKind::Alias(target @ Type::Nullable(_)) if lowering.cycles.needs_box(id, target) => {
            Item::Alias(Alias { name, doc, target: lowering.boxed(Here::items(def.module), target).rust })
        }
        TypeKind::Alias(target) => {
            Item::Alias(Alias { name, doc, target: lowering.type_ref(Here::items(def.module), target).rust })
        }
        kind => match (kind, lowering.named_table(id).known()) {
            (TypeKind::Scalar(scalar), schema::Type::Scalar(schema)) => {
                let (table, alias) = (names.table.clone(), scalar_type(&scalar.form));
                Item::Scalar(Scalar { name, table, doc, schema, alias })
            }
            (TypeKind::Enum(listed), schema) => {
                let (table, values) = (names.table.clone(), lower_values(names, listed));
                Item::Enum(Enum { name, table, doc, schema, values })
            }
            (TypeKind::Record(record), schema::Type::Record(schema)) => {
                Item::Record(lower_record(lowering, (id, def), (names.table.clone(), schema), doc, &record.fields))
            }
            (TypeKind::Union(union), schema::Type::Union(schema)) if union.discriminator.holds_values() => {
                Item::FormUnion(lower_form_union(lowering, (id, def), doc, union, schema))
            }
            (TypeKind::Union(union), schema::Type::Union(schema)) => {
                let table = (names.common_table.clone(), lowering.common_of(id));
                let mut record = lower_record(lowering, (id, def), table, doc, &union.common);
                record.arms = Some(lower_arms(lowering, (id, def), union, schema));
                Item::Record(record)
            }
            // The table of a type always has the kind of the type.
            _ => return None,
        },
    })
}

fn lower_values(names: &TypeNames, enumeration: &model::Enum) -> Vec<EnumValue> {
    let values = enumeration.values.iter().zip(&names.variants).map(|(value, name)| {
        let text = if value.doc.is_empty() { format!("`{}`.", value.name) } else { value.doc.clone() };
        EnumValue { name: name.clone(), doc: docs::lines(&text) }
    });
    values.collect()
}

fn lower_record(
    lowering: &Lowering<'_>,
    (id, def): (TypeId, &TypeDef),
    (table, schema): (RustIdent, &'static schema::Record),
    doc: Vec<String>,
    fields: &[model::Field],
) -> Record {
    let names = lowering.names.ty(id);
    let here = Here::items(def.module);
    let label = if lowering.is_headers.contains(&id) { Label::HEADER } else { Label::JSON };
    let members = || fields.iter().zip(&names.members);
    let named: Vec<(&str, &RustIdent)> = members().map(|(field, name)| (field.name.as_str(), name)).collect();
    let lowered = members().map(|(field, name)| {
        let is_sent = lowering.is_input[id.0];
        let successor = field.deprecated.as_ref().and_then(|mark| member_successor(mark, &named));
        let mut lowered = lower_field(lowering, here, field, name, (label, is_sent, successor));
        let ty = lowering.held_type(field);
        if lowering.cycles.needs_box(id, ty) {
            // For a nullable member, the box is inside the `Option`.
            match ty {
                Type::Nullable(inner) if lowered.maybe => lowered.ty.rust = maybe(lowering.boxed(here, inner).rust),
                Type::Nullable(_) => lowered.ty = lowering.boxed(here, ty),
                _ => lowered.boxed = true,
            }
        }
        lowered
    });
    Record {
        name: names.name.clone(),
        table,
        schema,
        doc,
        fields: lowered.collect(),
        // The members of an arm are in the object of the union, which keeps unknown members.
        extra: (!lowering.is_arm[id.0]).then(|| names.extra.clone()),
        is_input: lowering.is_input[id.0],
        arms: None,
    }
}

/// Replaces `Option` by `Maybe`, which has null as a state in addition to absence.
fn three_states(ty: RustType) -> RustType {
    match ty {
        RustType::Option(inner) => maybe(*inner),
        other => maybe(other),
    }
}

/// Returns the Rust type `Maybe` of a type.
fn maybe(inner: RustType) -> RustType {
    RustType::Maybe(Box::new(inner))
}

/// Returns the Rust name, as Markdown, of the member or parameter that replaces a deprecated one;
/// `None` if the spec names none of `members`.
pub(super) fn member_successor(mark: &model::Deprecation, members: &[(&str, &RustIdent)]) -> Option<String> {
    let name = mark.use_instead.as_ref()?;
    members.iter().find(|(member, _)| member == name).map(|(_, name)| format!("`{name}`"))
}

/// Returns the Rust field of a member or a parameter. `is_sent` states whether requests have it, and `successor` is the
/// name of the replacement, if the member is deprecated.
pub(super) fn lower_field(
    lowering: &Lowering<'_>,
    here: Here,
    field: &model::Field,
    name: &RustIdent,
    (label, is_sent, successor): (Label, bool, Option<String>),
) -> super::Field {
    let maybe = lowering.model.has_three_states(field);
    let mut ty = lowering.type_ref(here, lowering.held_type(field));
    if field.secret {
        ty = TypeRef { rust: RustType::Runtime("SecretText"), ..ty };
    }
    if maybe {
        ty = TypeRef { rust: three_states(ty.rust), arg: ArgumentKind::Into };
    }
    super::Field {
        doc: docs::field_doc(lowering.model, field, name.as_str(), label, is_sent),
        name: name.clone(),
        required: field.required,
        given: how_given(field),
        maybe,
        boxed: false,
        ty,
        deprecated: field.deprecated.as_ref().map(|mark| docs::deprecated(mark, successor)),
    }
}

/// Returns how users supply a member or a parameter: as an argument if requests require it, with a
/// setter if it is optional, or never.
pub(super) fn how_given(field: &model::Field) -> Given {
    match field.is_needed_in(Direction::Request) {
        true => Given::Argument,
        false if field.has_setter() => Given::Setter,
        false => Given::Never,
    }
}

fn lower_arms(
    lowering: &Lowering<'_>,
    (id, def): (TypeId, &TypeDef),
    union: &model::Union,
    schema: &'static schema::Union,
) -> Arms {
    let names = lowering.names.ty(id);
    let here = Here::items(def.module);
    let record_of = |arm: &model::Arm| match &arm.body {
        ArmBody::Fields { record, .. } => Some(*record),
        ArmBody::Value(_) | ArmBody::Const(_) => None,
    };
    let arms = union.arms.iter().zip(&names.variants).filter_map(|(arm, name)| {
        let record = record_of(arm)?;
        Some(RecordArm {
            name: name.clone(),
            doc: docs::lines(&arm_doc(lowering, union, arm)),
            record: lowering.type_path(here, record),
            from: union.arms.iter().filter(|other| record_of(other) == Some(record)).count() == 1,
        })
    });
    Arms {
        field: names.arm_member.clone(),
        name: names.arms.clone(),
        table: names.table.clone(),
        schema,
        arms: arms.collect(),
    }
}

fn arm_doc(lowering: &Lowering<'_>, union: &model::Union, arm: &model::Arm) -> String {
    if arm.doc.is_empty() { default_docs::arm_doc(lowering.model, union, arm) } else { arm.doc.clone() }
}

fn lower_form_union(
    lowering: &Lowering<'_>,
    (id, def): (TypeId, &TypeDef),
    doc: Vec<String>,
    union: &model::Union,
    schema: &'static schema::Union,
) -> FormUnion {
    let names = lowering.names.ty(id);
    let here = Here::items(def.module);
    let conversions = conversions(lowering, id, union);
    let arms = union.arms.iter().zip(&names.variants).zip(conversions).map(|((arm, name), from)| {
        let value = match &arm.body {
            ArmBody::Value(ty) => Some(lower_value(lowering, here, id, ty, from)),
            ArmBody::Const(_) | ArmBody::Fields { .. } => None,
        };
        FormArm { name: name.clone(), doc: docs::lines(&arm_doc(lowering, union, arm)), value }
    });
    let arms: Vec<FormArm> = arms.collect();
    let takes_texts = lowering.is_input[id.0]
        && schema.discriminator == schema::Discriminator::Form
        && schema.arms.iter().any(|arm| matches!(arm.body, schema::ArmBody::Value(ty) if is_written_as_text(ty)))
        && !arms.iter().any(|arm| arm.value.as_ref().is_some_and(|value| matches!(value.from, FromImpls::Text)));
    FormUnion { name: names.name.clone(), table: names.table.clone(), schema, doc, takes_texts, arms }
}

/// Returns whether people write values of the type as texts, such as an address or a value of an
/// enumeration.
fn is_written_as_text(ty: schema::Type) -> bool {
    match ty {
        schema::Type::Bounded(bounded) => is_written_as_text(bounded.ty),
        schema::Type::Scalar(scalar) => !scalar.form.is_json_number(),
        schema::Type::Enum(_) => true,
        _ => false,
    }
}

/// Returns the conversions into each arm of a union by form, in the order of the arms. Arms that
/// share a Rust type, and constants, have none.
pub(super) fn conversions(lowering: &Lowering<'_>, id: TypeId, union: &model::Union) -> Vec<FromImpls> {
    let here = Here::items(lowering.model.types[id.0].module);
    let values = union.arms.iter().map(|arm| match &arm.body {
        ArmBody::Value(ty) => Some(without_aliases(lowering, here, ty)),
        ArmBody::Const(_) | ArmBody::Fields { .. } => None,
    });
    let values: Vec<Option<RustType>> = values.collect();
    let of_each = values.iter().map(|value| {
        let is_own = values.iter().filter(|other| *other == value).count() == 1;
        value.clone().filter(|_| is_own).map_or(FromImpls::Nothing, |ty| match lowering.is_input[id.0] {
            true => conversion_into(ty),
            false => FromImpls::Value,
        })
    });
    of_each.collect()
}

/// Returns the conversions into an arm of the type `ty`, for a union that users build.
fn conversion_into(ty: RustType) -> FromImpls {
    match ty {
        RustType::Runtime("Text") => FromImpls::Text,
        RustType::Vec(item) => FromImpls::Items(element_kind(*item)),
        _ => FromImpls::Value,
    }
}

/// Returns the kind of argument from which an item of the list in an arm is built.
fn element_kind(item: RustType) -> ElementKind {
    match item {
        RustType::Bool | RustType::F64 => ElementKind::Plain(item),
        RustType::Integer(integer) if !matches!(integer, Integer::U256 | Integer::I256) => ElementKind::Plain(item),
        RustType::Runtime("Bytes") => ElementKind::Bytes,
        _ => ElementKind::Into(item),
    }
}

/// Lowers the payload of an arm. The payload is boxed if its type leads back to the union.
fn lower_value(lowering: &Lowering<'_>, here: Here, union: TypeId, ty: &Type, from: FromImpls) -> ArmValue {
    let needs_box = lowering.cycles.needs_box(union, ty);
    match ty {
        Type::Nullable(_) if needs_box => ArmValue { ty: lowering.boxed(here, ty).rust, from, boxed: false },
        _ => ArmValue { ty: lowering.type_ref(here, ty).rust, from, boxed: needs_box },
    }
}

/// Returns the Rust type of `ty` with all aliases resolved, so that types of arms can be compared.
fn without_aliases(lowering: &Lowering<'_>, here: Here, ty: &Type) -> RustType {
    let inner = |ty: &Type| Box::new(without_aliases(lowering, here, ty));
    match ty {
        Type::Named(id) => match &lowering.model.types[id.0].kind {
            TypeKind::Alias(target) => without_aliases(lowering, here, target),
            TypeKind::Scalar(scalar) => scalar_type(&scalar.form).unwrap_or_else(|| lowering.type_ref(here, ty).rust),
            _ => lowering.type_ref(here, ty).rust,
        },
        Type::List(list) => RustType::Vec(inner(&list.item)),
        Type::Tuple(items) => RustType::Tuple(items.iter().map(|item| without_aliases(lowering, here, item)).collect()),
        Type::Nullable(nullable) => RustType::Option(inner(nullable)),
        Type::Bounded(bounded) => without_aliases(lowering, here, &bounded.ty),
        Type::Map(map) => RustType::Map(inner(&map.key), inner(&map.value)),
        Type::Boolean
        | Type::Text
        | Type::Number
        | Type::Integer(_)
        | Type::Json
        | Type::Bytes
        | Type::File
        | Type::Foreign(_) => lowering.type_ref(here, ty).rust,
    }
}
