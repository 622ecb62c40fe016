//! Builds named types, texts of types, and the index of uses of each type.

use std::collections::HashMap;

use chainloom_codegen::model::{self, ArmBody, Field, Type, TypeId, TypeKind, to_json};
use chainloom_codegen::{form_in_words, sentences};

use super::members::Side;
use super::{Context, below_crate, facts};
use crate::data::{Arm, EnumValue, Reference, Shape, TypeEntry, TypePart, TypeText};

/// Builds all named types, in the order of the spec.
pub(super) fn types(context: &Context<'_>) -> Vec<TypeEntry> {
    let all = context.named.model().types.iter().zip(context.named.reexports()).enumerate();
    all.map(|(index, (def, reexports))| entry(context, TypeId(index), def, &reexports)).collect()
}

fn entry(context: &Context<'_>, id: TypeId, def: &model::TypeDef, reexports: &[String]) -> TypeEntry {
    TypeEntry {
        id: context.ids[id.0].clone(),
        name: def.name.clone(),
        rust: context.named.type_path(id),
        reexports: reexports.iter().map(|path| below_crate(context.named, path)).collect(),
        doc: def.doc.clone(),
        shape: shape(context, id, def),
        used_by: Vec::new(),
        inline: def.is_inline(),
        seen: def.seen,
        source: facts::source(def.source.as_ref()),
    }
}

fn shape(context: &Context<'_>, id: TypeId, def: &model::TypeDef) -> Shape {
    let members = |fields: &[Field]| {
        let named = fields.iter().zip(context.named.members(id));
        named.map(|(field, rust)| context.member(field, rust, None, Side::Either)).collect()
    };
    let variants = context.named.variants(id);
    match &def.kind {
        TypeKind::Scalar(scalar) => Shape::Scalar { form: form_in_words(&scalar.form) },
        TypeKind::Enum(listed) => Shape::Enum {
            values: listed
                .values
                .iter()
                .zip(variants)
                .map(|(value, rust)| EnumValue {
                    value: to_json(&listed.wire(&value.name)),
                    rust: rust.to_owned(),
                    doc: value.doc.clone(),
                    seen: value.seen,
                })
                .collect(),
        },
        TypeKind::Record(record) => Shape::Record { members: members(&record.fields) },
        TypeKind::Union(union) => Shape::Union {
            told: sentences::discriminator(union),
            members: members(&union.common),
            arms: union.arms.iter().zip(variants).map(|(one, rust)| arm(context, one, rust)).collect(),
        },
        TypeKind::Alias(target) => {
            Shape::Alias { target: context.type_text(target), facts: sentences::inner_limits(target) }
        }
    }
}

fn arm(context: &Context<'_>, arm: &model::Arm, rust: &str) -> Arm {
    let (ty, constant, has) = match &arm.body {
        ArmBody::Value(ty) => (context.type_text(ty), None, None),
        ArmBody::Const(value) => (TypeText::default(), Some(to_json(value)), None),
        ArmBody::Fields { record, has } => (context.type_text(&Type::Named(*record)), None, has.clone()),
    };
    Arm { name: arm.name.clone(), rust: rust.to_owned(), doc: arm.doc.clone(), ty, constant, has, seen: arm.seen }
}

impl Context<'_> {
    /// Describes a type in words.
    pub(super) fn type_text(&self, ty: &Type) -> TypeText {
        let mut text = TypeText::default();
        self.push_type(ty, &mut text);
        text
    }

    fn push_type(&self, ty: &Type, out: &mut TypeText) {
        match ty {
            Type::Boolean => out.word("boolean"),
            Type::Text => out.word("string"),
            Type::Number => out.word("number"),
            Type::Integer(integer) => out.word(&integer_word(*integer)),
            Type::Json => out.word("any JSON"),
            Type::Bytes => out.word("bytes"),
            Type::File => out.word("file"),
            Type::Foreign(path) => out.word(path),
            Type::Named(id) => {
                let text = self.named.model().types[id.0].name.clone();
                out.0.push(TypePart { text, id: Some(self.ids[id.0].clone()) });
            }
            Type::List(list) => {
                out.word("list of ");
                self.push_type(&list.item, out);
            }
            Type::Map(map) => {
                out.word("map of ");
                self.push_type(&map.key, out);
                out.word(" to ");
                self.push_type(&map.value, out);
            }
            Type::Tuple(items) => {
                for (index, item) in items.iter().enumerate() {
                    out.word(if index == 0 { "[" } else { ", " });
                    self.push_type(item, out);
                }
                out.word("]");
            }
            Type::Nullable(inner) => {
                self.push_type(inner, out);
                out.word(" or null");
            }
            Type::Bounded(bounded) => self.push_type(&bounded.ty, out),
        }
    }
}

/// Returns the name of an integer type in a spec: `uint64`.
fn integer_word(integer: model::Integer) -> String {
    let name = integer.rust_name().to_lowercase();
    match name.strip_prefix('u') {
        Some(bits) => format!("uint{bits}"),
        None => format!("int{}", name.trim_start_matches('i')),
    }
}

impl TypeText {
    /// Appends words.
    fn word(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(last) if last.id.is_none() => last.text.push_str(text),
            _ => self.0.push(TypePart { text: text.to_owned(), id: None }),
        }
    }

    /// Returns the IDs of the named types in the text.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| part.id.as_deref())
    }
}

/// Adds the operations, subscriptions and webhooks that use a type to its entry.
pub(super) fn add_uses(reference: &mut Reference) {
    let mut uses: HashMap<String, Vec<String>> = HashMap::new();
    let mut add = |user: &str, texts: &mut dyn Iterator<Item = &TypeText>| {
        for id in texts.flat_map(TypeText::ids) {
            let users = uses.entry(id.to_owned()).or_default();
            if users.last().is_none_or(|last| last != user) {
                users.push(user.to_owned());
            }
        }
    };
    for one in &reference.operations {
        let parameters = one.parameters.iter().chain(&one.headers).map(|member| &member.ty);
        add(&one.id, &mut parameters.chain([&one.result]));
    }
    for one in &reference.subscriptions {
        add(&one.id, &mut one.parameters.iter().map(|member| &member.ty).chain([&one.item]));
    }
    for one in &reference.webhooks {
        add(&one.name, &mut std::iter::once(&one.event));
    }
    for entry in &mut reference.types {
        entry.used_by = uses.remove(&entry.id).unwrap_or_default();
    }
}
