//! Facts of a member or parameter, looked for in a schema and its words.
//!
//! Input: what the model says and what a document has in its place. Output: what is missing,
//! gathered so that one run tells all.

use chainloom_codegen::model::{Field, Type, to_json};
use chainloom_codegen::sentences;
use serde_json::{Value, json};

use super::document::{Document, squeezed};
use super::model;

/// Gathers what is missing, so that one run tells all.
#[derive(Default)]
pub(crate) struct Missing(Vec<String>);

impl Missing {
    pub(crate) fn unless(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.0.push(what());
        }
    }

    pub(crate) fn none(self) {
        assert!(self.0.is_empty(), "{} facts are not in the documents:\n{}", self.0.len(), self.0.join("\n"));
    }
}

/// What is said of a member or parameter: in words, and for machines.
pub(crate) fn check_field(missing: &mut Missing, at: &str, field: &Field, text: &str, schema: &Value) {
    let mut facts = sentences::field_facts(model(), field);
    facts.extend(sentences::other_forms(field));
    facts.push(field.doc.clone());
    facts.extend(field.notes.iter().map(|note| note.text.clone()));
    facts.extend(field.available.iter().map(sentences::availability));
    facts.extend(field.deprecated.as_ref().map(sentences::deprecation));
    for fact in facts {
        missing.unless(squeezed(text).contains(&squeezed(&fact)), || format!("{at}: `{fact}` in words"));
    }
    let default = field.default.as_ref().map(to_json);
    missing.unless(default.as_ref().is_none_or(|value| schema["default"] == *value), || format!("{at}: its default"));
    let bounds = field.bounds;
    let sizes = [bounds.min_size, bounds.max_size].map(|size| size.map(|size| size.to_string()));
    for (ends, names) in [
        (
            [bounds.min, bounds.max].map(|end| end.map(str::to_owned)),
            [["minimum", "maximum"], ["x-minimum", "x-maximum"]],
        ),
        (sizes, [["minItems", "maxItems"], ["minLength", "maxLength"]]),
    ] {
        for (which, bound) in ends.into_iter().enumerate() {
            let Some(bound) = bound else { continue };
            // A number that travels as text has its bounds as text.
            let says = |name: &str| match &beside_null(schema)[name] {
                Value::String(text) => *text == bound,
                Value::Number(number) => number.to_string() == bound,
                _ => false,
            };
            missing.unless(names.iter().any(|pair| says(pair[which])), || format!("{at}: the bound {bound}"));
        }
    }
    missing.unless(schema["deprecated"] == true || field.deprecated.is_none(), || format!("{at}: deprecated"));
}

/// The schema of a value that is not null.
fn beside_null(schema: &Value) -> &Value {
    let alternatives = schema["anyOf"].as_array().into_iter().flatten();
    alternatives.into_iter().find(|one| one["type"] != "null").unwrap_or(schema)
}

/// What a reader finds where a value of this type stands: a reference or the JSON type.
pub(crate) fn type_schema(document: &Document, ty: &Type) -> Value {
    match ty {
        Type::Boolean => json!({ "type": "boolean" }),
        Type::Text => json!({ "type": "string" }),
        Type::Number => json!({ "type": "number" }),
        Type::Integer(_) => json!({ "type": "integer" }),
        Type::Json | Type::Bytes | Type::File | Type::Foreign(_) => json!({}),
        Type::Named(id) => json!({ "$ref": document.reference_to(&model().types[id.0]) }),
        Type::List(list) => json!({ "type": "array", "items": type_schema(document, &list.item) }),
        Type::Tuple(items) => {
            let items: Vec<Value> = items.iter().map(|item| type_schema(document, item)).collect();
            json!({ "type": "array", "prefixItems": items })
        }
        Type::Map(map) => json!({ "additionalProperties": type_schema(document, &map.value) }),
        Type::Nullable(inner) => type_schema(document, inner),
        Type::Bounded(bounded) => type_schema(document, &bounded.ty),
    }
}
