//! Definitions: from a type that a spec declares to a struct, an enum or an alias, with its static table.

use super::types::{Here, Lowering, scalar_type};
use super::{
    Alias, Arms, Bounds, Enum, EnumValue, FormArm, FormArmBody, FormUnion, Item, Record, RecordArm, RustType, Scalar,
    docs,
};
use crate::ident::RustIdent;
use crate::judge::names::TypeNames;
use crate::model::{self, ArmBody, Form, ModuleId, ToldBy, Type, TypeDef, TypeId, TypeKind};

/// Adds the types that a module declares.
pub(super) fn lower_types(lowering: &Lowering<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for id in lowering.types_of(module) {
        items.extend(lower_type(lowering, *id, &lowering.model.types[id.0]));
    }
}

/// Nothing for a foreign type that stands in the module under its own name.
fn lower_type(lowering: &Lowering<'_>, id: TypeId, def: &TypeDef) -> Option<Item> {
    let text = if def.doc.is_empty() { format!("`{}` of the spec.", def.name) } else { def.doc.clone() };
    let doc = docs::type_doc(&text, def.source.as_ref(), def.seen);
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
        TypeKind::Union(union) if union.told_by == ToldBy::Form => {
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

fn lower_enum(def: &TypeDef, names: &TypeNames, doc: Vec<String>, values: &model::Enum) -> Enum {
    let values = values.values.iter().zip(&names.variants).map(|(value, name)| {
        let text = if value.doc.is_empty() { format!("`{}`.", value.name) } else { value.doc.clone() };
        EnumValue { name: name.clone(), wire_name: value.name.clone(), doc: docs::type_doc(&text, None, value.seen) }
    });
    Enum {
        name: names.name.clone(),
        table: names.table.clone(),
        wire_name: def.name.clone(),
        doc,
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
    let lowered = fields.iter().zip(&names.members).map(|(field, name)| {
        let mut lowered = lower_field(lowering, here, field, name, "member");
        let ty = told_type(field);
        if lowering.cycles.needs_box(id, ty) {
            // Behind `null`, the box is inside of the `Option`.
            match ty {
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
        is_table: lowering.is_arm[id.0] && fields.is_empty(),
        is_input: lowering.is_input[id.0],
        arms: None,
    }
}

/// An optional member is an `Option` anyway, and null reads as absent.
fn told_type(field: &model::Field) -> &Type {
    match &field.ty {
        Type::Nullable(inner) if !field.required => inner,
        other => other,
    }
}

/// Lowers a member of a record or a parameter.
pub(super) fn lower_field(
    lowering: &Lowering<'_>,
    here: Here,
    field: &model::Field,
    name: &RustIdent,
    what: &str,
) -> super::Field {
    super::Field {
        doc: docs::field_doc(field, name.as_str(), what),
        name: name.clone(),
        wire_name: field.name.clone(),
        ty: lowering.type_ref(here, told_type(field)),
        required: field.required,
        boxed: false,
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

fn lower_arms(lowering: &Lowering<'_>, (id, def): (TypeId, &TypeDef), union: &model::Union) -> Arms {
    let names = lowering.names.ty(id);
    let here = Here::items(def.module);
    let arms = union.arms.iter().zip(&names.variants).filter_map(|(arm, name)| {
        let ArmBody::Fields { record, has } = &arm.body else { return None };
        let target = &lowering.model.types[record.0];
        let TypeKind::Record(members) = &target.kind else { return None };
        let of_record = lowering.names.ty(*record);
        let has_members = !members.fields.is_empty();
        Some(RecordArm {
            name: name.clone(),
            wire_name: arm.name.clone(),
            doc: docs::type_doc(&arm_doc(arm), None, arm.seen),
            record: has_members.then(|| lowering.item(here, target.module, &of_record.name)),
            table: lowering.item(here, target.module, &of_record.table),
            has: has.clone(),
        })
    });
    Arms {
        field: names.arm_member.clone(),
        name: names.arms.clone(),
        table: names.table.clone(),
        tag: match &union.told_by {
            ToldBy::Tag(tag) => Some(tag.clone()),
            ToldBy::Form | ToldBy::Members => None,
        },
        arms: arms.collect(),
    }
}

fn arm_doc(arm: &model::Arm) -> String {
    if arm.doc.is_empty() { format!("The arm `{}`.", arm.name) } else { arm.doc.clone() }
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
                let from = values.iter().filter(|other| **other == values[index]).count() == 1;
                lower_value(lowering, here, id, ty, from)
            }
            ArmBody::Const(value) => FormArmBody::Const(docs::json(value)),
            ArmBody::Fields { .. } => FormArmBody::Const("null".to_owned()),
        };
        FormArm {
            name: name.clone(),
            wire_name: arm.name.clone(),
            doc: docs::type_doc(&arm_doc(arm), None, arm.seen),
            body,
        }
    });
    FormUnion {
        name: names.name.clone(),
        table: names.table.clone(),
        wire_name: def.name.clone(),
        doc,
        arms: arms.collect(),
        blank: lowering.cycles.blank_arm(id, union),
    }
}

/// An arm that is a value, in a box where it leads back to the union.
fn lower_value(lowering: &Lowering<'_>, here: Here, union: TypeId, ty: &Type, from: bool) -> FormArmBody {
    let needs_box = lowering.cycles.needs_box(union, ty);
    match ty {
        Type::Nullable(_) if needs_box => {
            FormArmBody::Value { ty: Box::new(lowering.boxed(here, ty)), from, boxed: false }
        }
        _ => FormArmBody::Value { ty: Box::new(lowering.type_ref(here, ty)), from, boxed: needs_box },
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
        Type::Nullable(nullable) => RustType::Option(inner(nullable)),
        Type::Map(map) => RustType::Map(inner(&map.key), inner(&map.value)),
        Type::Boolean | Type::Text | Type::Number | Type::Integer(_) | Type::Json | Type::Foreign(_) => {
            lowering.type_ref(here, ty).rust
        }
    }
}
