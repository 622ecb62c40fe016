//! Definitions: from a type that a spec declares to a struct, an enum or an alias, with its static table.

use super::docs::Label;
use super::types::{Here, Lowering, scalar_type};
use super::{
    Alias, Arg, Arms, Bounds, Conversion, Enum, EnumValue, FormArm, FormArmBody, FormUnion, Item, NamedBy, Part,
    Record, RecordArm, RustType, Scalar, TypeRef, docs, usual,
};
use crate::analysis::names::TypeNames;
use crate::ident::RustIdent;
use crate::model::{self, ArmBody, Form, Integer, ModuleId, ToldBy, Type, TypeDef, TypeId, TypeKind};
use crate::sentences;

/// Adds the types that a module declares.
pub(super) fn lower_types(lowering: &Lowering<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for id in lowering.types_of(module) {
        items.extend(lower_type(lowering, *id, &lowering.model.types[id.0]));
    }
}

/// Nothing for a foreign type that stands in the module under its own name.
fn lower_type(lowering: &Lowering<'_>, id: TypeId, def: &TypeDef) -> Option<Item> {
    let text = if def.doc.is_empty() { lowering.uses.of(id, def) } else { def.doc.clone() };
    let facts =
        if let TypeKind::Alias(target) = &def.kind { sentences::inner_limits(target).join(" ") } else { String::new() };
    let text = sentences::paragraphs([text, facts]);
    let doc = docs::lines(&text);
    let names = lowering.names.ty(id);
    let name = names.name.clone();
    Some(match &def.kind {
        TypeKind::Alias(Type::Foreign(path)) if path == name.as_str() => return None,
        // A box around all of it would be no record to those who use the name, so they set it.
        TypeKind::Alias(target @ Type::Nullable(_)) if lowering.cycles.needs_box(id, target) => {
            Item::Alias(Alias { name, doc, target: lowering.boxed(Here::items(def.module), target).rust })
        }
        TypeKind::Alias(target) => {
            Item::Alias(Alias { name, doc, target: lowering.type_ref(Here::items(def.module), target).rust })
        }
        TypeKind::Scalar(scalar) => Item::Scalar(lower_scalar(def, names, doc, &scalar.form)),
        TypeKind::Enum(values) => Item::Enum(lower_enum(def, names, doc, values)),
        TypeKind::Record(record) => {
            Item::Record(lower_record(lowering, (id, def), names.table.clone(), doc, &record.fields))
        }
        TypeKind::Union(union) if union.told_by.holds_values() => {
            Item::FormUnion(lower_form_union(lowering, (id, def), doc, union))
        }
        TypeKind::Union(union) => {
            let mut record = lower_record(lowering, (id, def), names.common_table.clone(), doc, &union.common);
            record.arms = Some(lower_arms(lowering, (id, def), union));
            Item::Record(record)
        }
    })
}

fn lower_scalar(def: &TypeDef, names: &TypeNames, doc: Vec<String>, form: &Form) -> Scalar {
    Scalar {
        name: names.name.clone(),
        table: names.table.clone(),
        doc,
        wire_name: def.name.clone(),
        form: form.clone(),
        alias: scalar_type(form),
    }
}

fn lower_enum(def: &TypeDef, names: &TypeNames, doc: Vec<String>, enumeration: &model::Enum) -> Enum {
    let values = enumeration.values.iter().zip(&names.variants).map(|(value, name)| {
        let text = if value.doc.is_empty() { format!("`{}`.", value.name) } else { value.doc.clone() };
        EnumValue { name: name.clone(), wire_name: value.name.clone(), doc: docs::lines(&text) }
    });
    Enum {
        name: names.name.clone(),
        table: names.table.clone(),
        wire_name: def.name.clone(),
        doc,
        integers: enumeration.integers,
        values: values.collect(),
    }
}

fn lower_record(
    lowering: &Lowering<'_>,
    (id, def): (TypeId, &TypeDef),
    table: RustIdent,
    doc: Vec<String>,
    fields: &[model::Field],
) -> Record {
    let names = lowering.names.ty(id);
    let here = Here::items(def.module);
    let label = if lowering.is_headers.contains(&id) { Label::HEADER } else { Label::JSON };
    let lowered = fields.iter().zip(&names.members).map(|(field, name)| {
        let is_sent = lowering.is_input[id.0];
        let mut lowered = lower_field(lowering, here, field, name, (label, is_sent));
        // What only answers have is never looked through.
        lowered.deep &= lowering.is_input[id.0];
        let ty = told_type(lowering, field);
        if lowering.cycles.needs_box(id, ty) {
            // Behind `null`, the box is inside of the `Option`.
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
        wire_name: def.name.clone(),
        doc,
        fields: lowered.collect(),
        // The members of an arm stand in the object of the union, which keeps the unknown ones.
        extra: (!lowering.is_arm[id.0]).then(|| names.extra.clone()),
        is_input: lowering.is_input[id.0],
        arms: None,
    }
}

/// The type that a member holds. An optional member is an `Option` anyway where null reads as absent, and null is one of its
/// states where it does not, so that a name for what may be null is followed.
fn told_type<'m>(lowering: &Lowering<'m>, field: &'m model::Field) -> &'m Type {
    match lowering.model.told_null(&field.ty) {
        Some(Type::Nullable(inner)) if !field.required && field.null_is_absent => inner,
        Some(nullable) if !field.required => nullable,
        _ => &field.ty,
    }
}

/// Null is a state beside the others, and not one of the value's.
fn three_states(ty: RustType) -> RustType {
    match ty {
        RustType::Option(inner) => maybe(*inner),
        other => maybe(other),
    }
}

fn maybe(inner: RustType) -> RustType {
    RustType::Maybe(Box::new(inner))
}

/// Lowers a member of a record or a parameter.
pub(super) fn lower_field(
    lowering: &Lowering<'_>,
    here: Here,
    field: &model::Field,
    name: &RustIdent,
    (label, is_sent): (Label, bool),
) -> super::Field {
    let maybe = lowering.model.has_three_states(field);
    // The names that are followed may have bounds.
    let bounds = lowering.type_ref(here, &field.ty).bounds;
    let mut ty = TypeRef { bounds, ..lowering.type_ref(here, told_type(lowering, field)) };
    if field.secret {
        ty = TypeRef { rust: RustType::Runtime("SecretText"), ..ty };
    }
    if maybe {
        ty = TypeRef { rust: three_states(ty.rust), arg: Arg::Into, ..ty };
    }
    super::Field {
        doc: docs::field_doc(lowering.model, field, name.as_str(), label, is_sent),
        name: name.clone(),
        wire_name: field.name.clone(),
        required: field.required,
        named: false,
        maybe,
        constant: field.constant.as_ref().map(docs::json),
        boxed: false,
        aliases: field.aliases.clone(),
        empty_is_absent: field.empty_is_absent,
        secret: field.secret,
        rest: field.rest,
        bounds: lower_bounds(field, ty.bounds.clone()),
        deep: lowering.bounded.within(&field.ty),
        ty,
        deprecated: field.deprecated.as_ref().map(docs::deprecated),
    }
}

/// Those of the type, those of the member, and what the service takes: where it is left out, and for what it clamps.
fn lower_bounds(field: &model::Field, of_type: Option<Bounds>) -> Option<Bounds> {
    let default = field.default.as_ref().map(docs::json);
    let default = default.map(|default| Bounds { default: Some(default), ..Bounds::default() });
    let clamp = field.clamp.clone();
    let clamp = clamp.map(|clamp| Bounds { clamp_min: clamp.min, clamp_max: clamp.max, ..Bounds::default() });
    [default, clamp, of_type].into_iter().fold(Bounds::of(&field.limits()), Bounds::and)
}

fn lower_arms(lowering: &Lowering<'_>, (id, def): (TypeId, &TypeDef), union: &model::Union) -> Arms {
    let names = lowering.names.ty(id);
    let here = Here::items(def.module);
    let record_of = |arm: &model::Arm| match &arm.body {
        ArmBody::Fields { record, .. } => Some(*record),
        ArmBody::Value(_) | ArmBody::Const(_) => None,
    };
    let arms = union.arms.iter().zip(&names.variants).filter_map(|(arm, name)| {
        let ArmBody::Fields { record, has } = &arm.body else { return None };
        let target = &lowering.model.types[record.0];
        let of_record = lowering.names.ty(*record);
        Some(RecordArm {
            name: name.clone(),
            wire_name: arm.name.clone(),
            doc: docs::lines(&arm_doc(lowering, union, arm)),
            record: lowering.item(here, target.module, &of_record.name),
            from: union.arms.iter().filter(|other| record_of(other) == Some(*record)).count() == 1,
            table: lowering.table(here, target.module, &of_record.table),
            has: has.clone(),
        })
    });
    Arms {
        field: names.arm_member.clone(),
        name: names.arms.clone(),
        table: names.table.clone(),
        tag: match &union.told_by {
            ToldBy::Tag(tag) => Some(tag.clone()),
            _ => None,
        },
        integer_tag: union.integer_tag,
        arms: arms.collect(),
    }
}

fn arm_doc(lowering: &Lowering<'_>, union: &model::Union, arm: &model::Arm) -> String {
    if arm.doc.is_empty() { usual::arm(lowering.model, union, arm) } else { arm.doc.clone() }
}

fn lower_form_union(
    lowering: &Lowering<'_>,
    (id, def): (TypeId, &TypeDef),
    doc: Vec<String>,
    union: &model::Union,
) -> FormUnion {
    let names = lowering.names.ty(id);
    let here = Here::items(def.module);
    let values = |arm: &model::Arm| match &arm.body {
        ArmBody::Value(ty) => Some(behind_aliases(lowering, here, ty)),
        _ => None,
    };
    let values: Vec<Option<RustType>> = union.arms.iter().map(values).collect();
    let arms = union.arms.iter().zip(&names.variants).enumerate().map(|(index, (arm, name))| {
        let body = match &arm.body {
            ArmBody::Value(ty) => {
                let is_own = values.iter().filter(|other| **other == values[index]).count() == 1;
                let from = values[index].clone().filter(|_| is_own).map_or(Conversion::Nothing, |ty| {
                    match lowering.is_input[id.0] {
                        true => conversion(ty),
                        false => Conversion::Value,
                    }
                });
                lower_value(lowering, here, id, ty, from)
            }
            ArmBody::Const(value) => FormArmBody::Const(docs::json(value)),
            ArmBody::Fields { .. } => FormArmBody::Const("null".to_owned()),
        };
        FormArm {
            name: name.clone(),
            wire_name: arm.name.clone(),
            doc: docs::lines(&arm_doc(lowering, union, arm)),
            body,
        }
    });
    FormUnion {
        name: names.name.clone(),
        table: names.table.clone(),
        wire_name: def.name.clone(),
        doc,
        arms: arms.collect(),
        named: match union.told_by {
            ToldBy::Status => Some(NamedBy::Status),
            ToldBy::Event => Some(NamedBy::Event),
            _ => None,
        },
    }
}

/// What becomes an arm of this type, where users build it.
fn conversion(ty: RustType) -> Conversion {
    match ty {
        RustType::Runtime("Text") => Conversion::Text,
        RustType::Vec(item) => Conversion::Items(part(*item)),
        _ => Conversion::Value,
    }
}

/// How the items of a list are taken, by their Rust type.
fn part(item: RustType) -> Part {
    match item {
        RustType::Bool | RustType::F64 => Part::Plain(item),
        RustType::Integer(integer) if !matches!(integer, Integer::U256 | Integer::I256) => Part::Plain(item),
        RustType::Runtime("Bytes") => Part::Raw,
        _ => Part::Into(item),
    }
}

/// An arm that is a value, in a box where it leads back to the union.
fn lower_value(lowering: &Lowering<'_>, here: Here, union: TypeId, ty: &Type, from: Conversion) -> FormArmBody {
    let needs_box = lowering.cycles.needs_box(union, ty);
    match ty {
        Type::Nullable(_) if needs_box => {
            FormArmBody::Value { ty: Box::new(lowering.boxed(here, ty)), from, boxed: false }
        }
        _ => {
            let value = lowering.type_ref(here, ty);
            let ty = Box::new(TypeRef { schema: value.bounded_schema(), ..value });
            FormArmBody::Value { ty, from, boxed: needs_box }
        }
    }
}

/// The Rust type behind aliases, to tell whether two arms hold the same one.
fn behind_aliases(lowering: &Lowering<'_>, here: Here, ty: &Type) -> RustType {
    let inner = |ty: &Type| Box::new(behind_aliases(lowering, here, ty));
    match ty {
        Type::Named(id) => match &lowering.model.types[id.0].kind {
            TypeKind::Alias(target) => behind_aliases(lowering, here, target),
            TypeKind::Scalar(scalar) => scalar_type(&scalar.form).unwrap_or_else(|| lowering.type_ref(here, ty).rust),
            _ => lowering.type_ref(here, ty).rust,
        },
        Type::List(list) => RustType::Vec(inner(&list.item)),
        Type::Tuple(items) => RustType::Tuple(items.iter().map(|item| behind_aliases(lowering, here, item)).collect()),
        Type::Nullable(nullable) => RustType::Option(inner(nullable)),
        Type::Bounded(bounded) => behind_aliases(lowering, here, &bounded.ty),
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
