//! Default documentation of types and arms without a `doc` in the spec.
//!
//! Input: the model. Output: sentences about where a type is first used, or what it holds. No
//! sentence is empty, because a crate may deny items without documentation. Items with a `doc` are
//! documented in `docs`.

use std::collections::HashMap;

use crate::model::{Arm, ArmBody, Discriminator, Field, Model, Type, TypeDef, TypeId, TypeKind, Union};
use crate::sentences::{first_paragraph, json, tag_values};

/// Sentence about the first use of each type without `doc`.
pub(super) struct FirstUses(HashMap<TypeId, String>);

impl FirstUses {
    /// Finds the first use of each type. Uses in calls come before uses in types.
    pub(super) fn new(model: &Model) -> Self {
        let mut uses = Self(HashMap::new());
        uses.add_calls(model);
        model.types.iter().for_each(|def| uses.add_type(model, def));
        uses
    }

    /// Returns the documentation of a type without `doc`: its first use, or else its kind.
    pub(super) fn doc_of(&self, id: TypeId, def: &TypeDef) -> String {
        match self.0.get(&id) {
            Some(text) => text.clone(),
            None => describe_kind(def).to_owned(),
        }
    }

    fn add_calls(&mut self, model: &Model) {
        for call in model.typed_calls() {
            let wire = call.operation.wire_name();
            let headers = call.own.response.headers.map(Type::Named);
            self.add(model, call.own.result.as_ref(), &|| format!("Response of `{wire}`."));
            self.add(model, headers.as_ref(), &|| format!("Response headers of `{wire}`."));
            for param in &call.operation.params {
                self.add(model, Some(&param.field.ty), &|| format!("Value of `{}` in `{wire}`.", param.field.name));
            }
        }
    }

    fn add_type(&mut self, model: &Model, def: &TypeDef) {
        match &def.kind {
            TypeKind::Record(record) => self.add_fields(model, def, &record.fields),
            TypeKind::Union(union) => {
                self.add_fields(model, def, &union.common);
                for arm in &union.arms {
                    let text = || format!("Variant `{}` of `{}`.", arm.name, def.name);
                    match &arm.body {
                        ArmBody::Value(ty) => self.add(model, Some(ty), &text),
                        ArmBody::Fields { record, .. } => self.add(model, Some(&Type::Named(*record)), &text),
                        ArmBody::Const(_) => {}
                    }
                }
            }
            TypeKind::Alias(_) | TypeKind::Scalar(_) | TypeKind::Enum(_) => {}
        }
    }

    fn add_fields(&mut self, model: &Model, def: &TypeDef, fields: &[Field]) {
        for field in fields {
            self.add(model, Some(&field.ty), &|| format!("Value of `{}` in `{}`.", field.name, def.name));
        }
    }

    /// Records the first use of a type without `doc`, also inside a list, a map or a tuple. `text`
    /// returns the sentence about the use.
    fn add(&mut self, model: &Model, ty: Option<&Type>, text: &dyn Fn() -> String) {
        match ty {
            Some(Type::Named(id)) if model.types[id.0].doc.is_empty() => {
                self.0.entry(*id).or_insert_with(text);
            }
            Some(Type::List(list)) => self.add(model, Some(&list.item), text),
            Some(Type::Map(map)) => self.add(model, Some(&map.value), text),
            Some(Type::Nullable(inner)) => self.add(model, Some(inner), text),
            Some(Type::Bounded(bounded)) => self.add(model, Some(&bounded.ty), text),
            Some(Type::Tuple(items)) => items.iter().for_each(|item| self.add(model, Some(item), text)),
            _ => {}
        }
    }
}

/// Returns the documentation of an arm without `doc`: what selects the arm, or what it holds.
pub(super) fn arm_doc(model: &Model, union: &Union, arm: &Arm) -> String {
    let when = match (&union.discriminator, &arm.body) {
        (Discriminator::Status, _) => Some(format!("HTTP status {}.", arm.name)),
        (Discriminator::Event, _) => Some(format!("The event `{}`.", arm.name)),
        (Discriminator::Tag(tag) | Discriminator::IntegerTag(tag) | Discriminator::BooleanTag(tag), _) => {
            Some(format!("Variant whose `{tag}` is {}.", tag_values(arm)))
        }
        (Discriminator::NestedTag(path), _) => {
            Some(format!("Variant whose `{}` is {}.", path.join("."), tag_values(arm)))
        }
        (Discriminator::Members, ArmBody::Fields { has: Some(member), .. }) => {
            Some(format!("Variant with the member `{member}`."))
        }
        (Discriminator::Members, _) => {
            Some(format!("Variant `{}`, which has none of the members that identify the other variants.", arm.name))
        }
        (Discriminator::Form, _) => None,
    };
    let what = match &arm.body {
        ArmBody::Value(ty) => Some(describe_value(model, ty)),
        ArmBody::Const(value) => Some(format!("The value `{}`.", json(value))),
        ArmBody::Fields { record, .. } => doc_paragraph(model, *record),
    };
    when.into_iter().chain(what).collect::<Vec<_>>().join(" ")
}

/// Returns the first paragraph of the `doc` of a type; `None` without `doc`.
fn doc_paragraph(model: &Model, id: TypeId) -> Option<String> {
    Some(first_paragraph(&model.types[id.0].doc)).filter(|text| !text.is_empty())
}

/// Returns the first paragraph of the `doc` of the type of a member or parameter; `None` for a type
/// without a name or `doc`.
pub(super) fn member_doc(model: &Model, ty: &Type) -> Option<String> {
    match ty {
        Type::Named(id) => doc_paragraph(model, *id),
        Type::Nullable(inner) => member_doc(model, inner),
        Type::Bounded(bounded) => member_doc(model, &bounded.ty),
        _ => None,
    }
}

/// Describes a value of a type, in a sentence.
fn describe_value(model: &Model, ty: &Type) -> String {
    match ty {
        Type::Named(id) => doc_paragraph(model, *id).unwrap_or_else(|| describe_kind(&model.types[id.0]).to_owned()),
        Type::Boolean => "A boolean.".to_owned(),
        Type::Text => "A string.".to_owned(),
        Type::Number => "A number.".to_owned(),
        Type::Integer(_) => "An integer.".to_owned(),
        Type::Json => "Any JSON value.".to_owned(),
        Type::Bytes => "Bytes.".to_owned(),
        Type::File => "A file.".to_owned(),
        Type::List(list) => format!("A list. Each item: {}", describe_value(model, &list.item)),
        Type::Map(map) => format!("A map. Each value: {}", describe_value(model, &map.value)),
        Type::Tuple(_) => "A list of fixed length.".to_owned(),
        Type::Nullable(inner) => format!("{} May be null.", describe_value(model, inner)),
        Type::Bounded(bounded) => describe_value(model, &bounded.ty),
        Type::Foreign(path) => format!("A value of `{path}`."),
    }
}

/// Describes a type by its kind, in a sentence.
fn describe_kind(def: &TypeDef) -> &'static str {
    match &def.kind {
        TypeKind::Alias(_) => "Another name of a type.",
        TypeKind::Scalar(_) => "A value with a text form.",
        TypeKind::Enum(_) => "An enumeration.",
        TypeKind::Record(_) => "An object.",
        TypeKind::Union(union) if union.discriminator == Discriminator::Status => "A response, by its status.",
        TypeKind::Union(union) if union.discriminator == Discriminator::Event => "An event, by its name.",
        TypeKind::Union(_) => "One of several variants.",
    }
}
