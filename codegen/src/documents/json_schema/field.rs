//! Schemas of members and parameters: the schema of the type, narrowed by the attributes of the field.
//!
//! Input: a [`Field`]. Output: the keywords that restrict values, and separately the keywords that only
//! describe, because null may be added between the two.

use serde_json::{Value as Json, json};

use super::{Members, Schemas, number};
use crate::documents::members::put;
use crate::model::{Bounds, Direction, Field, Type, TypeKind, to_json};
use crate::sentences;

/// Unit of the bounds on the size of a value.
enum SizeUnit {
    Items,
    Letters,
    Members,
}

impl Schemas<'_> {
    /// Returns the schema of the type with bounds, direction, constant and allowed values.
    pub(super) fn schema_without_description(&self, field: &Field) -> Members {
        let mut schema = self.reference_members(&field.ty);
        put(&mut schema, "readOnly", (field.direction == Direction::Response).then(|| json!(true)));
        put(&mut schema, "writeOnly", (field.direction == Direction::Request).then(|| json!(true)));
        put(&mut schema, "format", field.secret.then(|| json!("password")));
        put(&mut schema, "const", field.constant.as_ref().map(to_json));
        self.put_bounds(&field.ty, &field.bounds, &mut schema);
        schema
    }

    /// Adds the bounds of sent values of a type. Bounds of a number that is a text on the wire are
    /// the texts `x-minimum` and `x-maximum`.
    pub(super) fn put_bounds(&self, ty: &Type, bounds: &Bounds, schema: &mut Members) {
        let (least, largest) = match self.size_unit(ty) {
            SizeUnit::Items => ("minItems", "maxItems"),
            SizeUnit::Letters => ("minLength", "maxLength"),
            SizeUnit::Members => ("minProperties", "maxProperties"),
        };
        let is_text = self.is_text(ty);
        let written = |digits: &str| if is_text { json!(digits) } else { number(digits) };
        put(schema, if is_text { "x-minimum" } else { "minimum" }, bounds.min.map(written));
        put(schema, if is_text { "x-maximum" } else { "maximum" }, bounds.max.map(written));
        put(schema, least, bounds.min_size.map(Json::from));
        put(schema, largest, bounds.max_size.map(Json::from));
        put(schema, "pattern", bounds.patterns.first().map(|pattern| json!(pattern)));
        if !bounds.only.is_empty() {
            self.put_only(ty, bounds.only, schema);
        }
    }

    /// Restricts the schema to the allowed values of an enumeration; for a list, the schema of its
    /// items.
    fn put_only(&self, ty: &Type, only: &[&str], schema: &mut Members) {
        let item = match self.model.bare(ty) {
            Type::List(list) => self.model.bare(&list.item),
            other => other,
        };
        let only: Vec<Json> = only.iter().map(|name| self.value_of(item, name)).collect();
        match (self.model.bare(ty), schema.get_mut("items")) {
            (Type::List(_), Some(Json::Object(items))) => put_enum(items, &only),
            _ => put_enum(schema, &only),
        }
    }

    /// Returns a value of an enumeration as it is on the wire.
    fn value_of(&self, ty: &Type, name: &str) -> Json {
        let Type::Named(id) = ty else { return json!(name) };
        match &self.model.types[id.0].kind {
            TypeKind::Enum(values) => to_json(&values.wire(name)),
            _ => json!(name),
        }
    }

    /// Returns whether a number of this type is a text on the wire.
    fn is_text(&self, ty: &Type) -> bool {
        let Type::Named(id) = self.model.bare(ty) else {
            return false;
        };
        match &self.model.types[id.0].kind {
            TypeKind::Scalar(scalar) => !scalar.form.is_json_number(),
            _ => false,
        }
    }

    fn size_unit(&self, ty: &Type) -> SizeUnit {
        match self.model.bare(ty) {
            Type::List(_) => SizeUnit::Items,
            Type::Map(_) => SizeUnit::Members,
            _ => SizeUnit::Letters,
        }
    }

    /// Adds the description of a field, its default and its deprecation.
    pub(super) fn describe(&self, field: &Field, schema: &mut Members) {
        let text = self.field_text(field);
        if !text.is_empty() {
            schema.insert("description".to_owned(), json!(text));
        }
        put(schema, "default", field.default.as_ref().map(to_json));
        put(schema, "deprecated", field.deprecated.is_some().then_some(Json::Bool(true)));
    }

    /// Returns the whole description of a member or parameter, as text.
    pub(crate) fn field_text(&self, field: &Field) -> String {
        let mut facts = sentences::field_facts(self.model, field);
        facts.extend(field.seen.then(|| sentences::SEEN.to_owned()));
        facts.extend(sentences::other_forms(field));
        sentences::paragraphs([
            field.doc.clone(),
            field.deprecated.as_ref().map(sentences::deprecation).unwrap_or_default(),
            facts.join(" "),
            field.available.iter().map(sentences::availability).collect::<Vec<_>>().join(" "),
            sentences::notes(&field.notes),
        ])
    }
}

fn put_enum(schema: &mut Members, only: &[Json]) {
    schema.insert("enum".to_owned(), json!(only));
}
