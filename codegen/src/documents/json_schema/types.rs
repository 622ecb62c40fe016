//! References to types, and the definitions of scalars, enumerations, records and aliases.
//!
//! Input: a [`Type`] or the id of a named type. Output: the members of its schema. Unions are in
//! `union`.

use serde_json::{Value as Json, json};

use super::{Members, Schemas, form, nullable};
use crate::documents::members::{external_docs, put};
use crate::model::{Enum, EnumValue, List, Map, Type, TypeDef, TypeId, TypeKind, to_json};
use crate::sentences;

impl Schemas<'_> {
    /// Returns the members of the schema of a reference to a type: `$ref` for a named type.
    pub(super) fn reference_members(&self, ty: &Type) -> Members {
        let schema = match ty {
            Type::Boolean => json!({ "type": "boolean" }),
            Type::Text => json!({ "type": "string" }),
            Type::Number => json!({ "type": "number", "format": "double" }),
            Type::Integer(integer) => form::integer(*integer),
            Type::Json | Type::Foreign(_) => json!({}),
            Type::Bytes | Type::File => json!({ "type": "string", "contentMediaType": "application/octet-stream" }),
            Type::Named(id) => json!({ "$ref": format!("{}{}", self.base, self.name(*id)) }),
            Type::List(list) => return self.list(list),
            Type::Map(map) => return self.map(map),
            Type::Tuple(items) => {
                let places: Vec<Json> = items.iter().map(|item| self.reference(item)).collect();
                json!({ "type": "array", "prefixItems": places, "minItems": items.len() })
            }
            Type::Nullable(inner) => return nullable(self.reference_members(inner)),
            Type::Bounded(bounded) => {
                let mut schema = self.reference_members(&bounded.ty);
                self.put_bounds(&bounded.ty, &bounded.bounds, &mut schema);
                return schema;
            }
        };
        schema.as_object().cloned().unwrap_or_default()
    }

    /// Returns the schema of a list.
    fn list(&self, list: &List) -> Members {
        let mut schema = Members::new();
        schema.insert("type".to_owned(), json!("array"));
        schema.insert("items".to_owned(), self.reference(&list.item));
        schema
    }

    /// Returns the schema of a map.
    fn map(&self, map: &Map) -> Members {
        let mut schema = Members::new();
        schema.insert("type".to_owned(), json!("object"));
        if map.key != Type::Text {
            schema.insert("propertyNames".to_owned(), self.reference(&map.key));
        }
        schema.insert("additionalProperties".to_owned(), self.reference(&map.value));
        schema
    }

    /// Returns the definition to which a `$ref` to a named type leads.
    pub(super) fn definition(&self, id: TypeId) -> Members {
        let def = &self.model.types[id.0];
        let mut said = vec![def.doc.clone()];
        let schema = match &def.kind {
            TypeKind::Scalar(scalar) => {
                said.push(form::describe(&scalar.form));
                form::schema(&scalar.form)
            }
            TypeKind::Enum(values) => {
                said.extend(enum_words(values));
                enumeration(values)
            }
            TypeKind::Record(record) => self.object(&record.fields),
            TypeKind::Union(union) => {
                said.push(sentences::discriminator(union));
                self.union(union, self.received.contains(&id))
            }
            TypeKind::Alias(ty) => {
                said.push(sentences::inner_limits(ty).join(" "));
                said.extend(sentences::other_form_of(ty));
                self.reference_members(ty)
            }
        };
        let mut out = with_description(def, said, schema);
        put(&mut out, "externalDocs", external_docs(self.model, def.source.as_ref()));
        let module = &self.model.modules[def.module.0];
        put(&mut out, "x-file", module.package.is_none().then(|| json!(module.name())));
        out
    }
}

/// Returns the schema with the description of the type before it.
fn with_description(def: &TypeDef, mut said: Vec<String>, schema: Members) -> Members {
    if def.seen {
        said.push(sentences::SEEN.to_owned());
    }
    let text = sentences::paragraphs(said);
    let mut out = Members::new();
    put(&mut out, "description", (!text.is_empty()).then(|| json!(text)));
    out.extend(schema);
    out
}

/// Returns the schema of an enumeration: first the documented values, then those of real services
/// only.
fn enumeration(values: &Enum) -> Members {
    let (seen, documented): (Vec<_>, Vec<_>) = values.values.iter().partition(|value| value.seen);
    let mut schema = Members::new();
    schema.insert("type".to_owned(), json!(if values.integers { "integer" } else { "string" }));
    let all: Vec<&EnumValue> = documented.iter().chain(&seen).copied().collect();
    if !all.is_empty() {
        let written: Vec<Json> = all.iter().map(|value| to_json(&values.wire(&value.name))).collect();
        schema.insert("enum".to_owned(), json!(written));
    }
    if values.integers {
        let names: Vec<&str> = all.iter().filter_map(|value| value.rust.as_deref()).collect();
        schema.insert("x-enum-varnames".to_owned(), json!(names));
    }
    let described: Members = documented
        .iter()
        .chain(&seen)
        .filter(|value| !value.doc.is_empty())
        .map(|value| (value.name.clone(), json!(value.doc)))
        .collect();
    if !described.is_empty() {
        schema.insert("x-enum-descriptions".to_owned(), Json::Object(described));
    }
    schema
}

/// Describes that the enumeration is open, and which of its values are not documented.
fn enum_words(values: &Enum) -> Vec<String> {
    let seen: Vec<String> = values.values.iter().filter(|value| value.seen).map(|value| value.name.clone()).collect();
    let mut said = Vec::new();
    if !seen.is_empty() {
        said.push(format!("Values not guaranteed by the API's documentation: {}.", sentences::code_list(&seen)));
    }
    said.push("Further values are possible.".to_owned());
    said
}
