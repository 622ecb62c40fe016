//! Builds members of objects and parameters of calls.

use chainloom_codegen::model::{Direction, Field, Place, Type, TypeKind, to_json};
use chainloom_codegen::{JsonKind, VALUE_STYLES, sentences, word};

use super::{Context, facts};
use crate::data::Member;

/// Messages that contain the described members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Only requests.
    Sent,
    /// Requests and responses.
    Either,
}

impl Context<'_> {
    /// Builds a member or parameter; `rust` is its name in Rust.
    pub(super) fn member(&self, field: &Field, rust: &str, place: Option<Place>, side: Side) -> Member {
        let model = self.named.model();
        Member {
            name: field.name.clone(),
            rust: rust.to_owned(),
            place: place.map_or("", sentences::place),
            ty: self.type_text(&field.ty),
            kinds: self.named.json_kinds(&field.ty).into_iter().map(kind_word).collect(),
            required: field.is_demanded(),
            doc: field.doc.clone(),
            facts: self.facts(field, side),
            default: field.default.as_ref().map(to_json),
            unit: field.unit.clone(),
            example: field.example.as_ref().map(to_json),
            constant: field.constant.as_ref().map(to_json),
            values: values(field, model.bare(&field.ty), &model.types),
            secret: field.secret,
            join: field.join.clone(),
            style: field.written_style().and_then(|style| word(&VALUE_STYLES, style)),
            explode: field.explode,
            keeps_slashes: field.keeps_slashes,
            media_type: field.media_type().map(str::to_owned),
            notes: field.available.iter().map(facts::availability).chain(field.notes.iter().map(facts::note)).collect(),
            deprecated: field.deprecated.as_ref().map(sentences::deprecation),
            seen: field.seen,
            source: facts::source(field.source.as_ref()),
        }
    }

    /// Returns the sentences about a member.
    fn facts(&self, field: &Field, side: Side) -> Vec<String> {
        let mut facts = sentences::field_facts(self.named.model(), field);
        facts.extend(field.rest.then(|| sentences::REST.to_owned()));
        match field.direction {
            Direction::Response if side == Side::Either => facts.push(sentences::READ_ONLY.to_owned()),
            Direction::Request if side == Side::Either => facts.push(sentences::WRITE_ONLY.to_owned()),
            _ => {}
        }
        if side == Side::Either {
            facts.extend(sentences::other_forms(field));
        }
        facts
    }
}

/// Returns the values that a request may have, if they are listed; else an empty list.
fn values(field: &Field, bare: &Type, types: &[chainloom_codegen::model::TypeDef]) -> Vec<String> {
    if !field.bounds.only.is_empty() {
        return field.bounds.only.iter().map(|value| (*value).to_owned()).collect();
    }
    match bare {
        Type::Named(id) => match types.get(id.0).map(|def| &def.kind) {
            Some(TypeKind::Enum(listed)) => listed.values.iter().map(|value| value.name.clone()).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn kind_word(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "null",
        JsonKind::Boolean => "boolean",
        JsonKind::Number => "number",
        JsonKind::Text => "string",
        JsonKind::List => "array",
        JsonKind::Object => "object",
    }
}
