//! Converts JSON Schema to types of the spec language.
//!
//! Input: schemas as types of the crate `oas3`, with their places. Output: [`Type`]s. Each referenced
//! schema becomes a declared type. Keywords that the spec language cannot express are reported.

mod alternative;
mod arms;
mod bounds;
mod enums;
mod further;
mod nesting;
mod objects;
mod parts;
mod positions;
mod scalars;
mod tags;
mod unions;
mod values;
mod walk;

use oas3::spec::{BooleanSchema, ObjectOrReference, ObjectSchema, Schema, SchemaType, SchemaTypeSet as TypeSet};
use serde_json::Value as Json;

pub(crate) use self::alternative::Form;
pub(crate) use self::enums::single;
pub(crate) use self::scalars::{BINARY, encoding};
pub(crate) use self::unions::is_null;
pub(crate) use self::walk::SchemaWalk;
use crate::importer::{Declaration, Importer};
use crate::lift::{IGNORED_PREFIX, KEYWORD_PREFIX, NULLABLE};
use crate::parents::PARENT_SCHEMA;
use crate::spec::{Head, Type};
use crate::tree::{Kind, Node};

/// Maximum depth of nested schemas that become types.
const MAX_DEPTH: usize = 60;

/// Maximum number of references followed from a schema to the parts of its `allOf`.
const MAX_PART_REFERENCES: usize = 24;

/// Name of a loss in the report: a schema nested deeper than [`MAX_DEPTH`].
pub(crate) const TOO_DEEP: &str = "a schema that is nested too deeply";

/// Keywords that only refuse values, so that no call needs them.
const REFUSING_KEYWORDS: [&str; 12] = [
    "not", "if", "then", "else", "contains", "minContains", "maxContains", "dependentRequired", "dependentSchemas",
    "dependencies", "unevaluatedProperties", "unevaluatedItems",
];

/// Keyword for the media type of a text.
pub(crate) const CONTENT_MEDIA_TYPE: &str = "contentMediaType";

/// Detail that a text has a media type.
pub(crate) const CONTENT_MEDIA_TYPE_DETAIL: &str = "`contentMediaType` of a schema";

/// Number of bytes of an example, as JSON, above which it is left out.
const MAX_EXAMPLE_LENGTH: usize = 60;

impl Importer<'_> {
    /// Declares the types of all schemas in the queue, and of the schemas to which these refer.
    pub(crate) fn declare_types(&mut self) {
        while let Some((pointer, name)) = self.next_open() {
            let ty = match self.doc.piece::<Schema>(&pointer) {
                Ok(schema) => self.schema(&schema, &pointer, &name),
                Err(why) => {
                    self.report.lost(why, &pointer);
                    Type::json(&pointer)
                }
            };
            let ty = self.declarable(ty, &name);
            self.declared.push(Declaration { name, ty });
        }
        for declared in &mut self.declared {
            if self.defaulted.contains(&declared.name) {
                declared.ty.attributes.retain(|(key, _)| *key != "default");
            }
        }
        self.fix_tags();
    }

    /// Gives the use of a declared type in a member or parameter the default of the type, which a declaration
    /// cannot state.
    pub(crate) fn put_default_of_name(&mut self, ty: &mut Type) {
        let Head::Name(name) = &ty.head else { return };
        let Some(pointer) = self.pointer_of_type(name).map(str::to_owned) else { return };
        let Some(default) = self.doc.at(&format!("{pointer}/default")).filter(|default| !default.is_null()) else {
            return;
        };
        let default = Node::json(default).from(&format!("{pointer}/default"));
        self.defaulted.insert(name.clone());
        if !ty.attributes.iter().any(|(key, _)| *key == "default") {
            ty.put("default", default);
        }
    }

    /// Prepares a type for its declaration as `name`. A nullable type cannot be declared, so it is
    /// declared under another name, and `name` becomes a nullable use of that one.
    fn declarable(&mut self, mut ty: Type, name: &str) -> Type {
        if ty.nullable && !ty.is_name() {
            ty = self.declare_inline_type(ty, &format!("{name}Value"));
        }
        ty
    }

    /// Returns the type of a schema. `hint` is its preferred name if it must be declared. A schema
    /// within itself becomes a declared type.
    pub(crate) fn schema(&mut self, schema: &Schema, at: &str, hint: &str) -> Type {
        if self.reading.iter().any(|place| place == at) {
            return self.named_at(at);
        }
        if self.reading.len() > MAX_DEPTH {
            self.report.lost(TOO_DEEP, at);
            return Type::json(at);
        }
        self.reading.push(at.to_owned());
        let ty = self.any_schema(schema, at, hint);
        self.reading.pop();
        ty
    }

    /// Returns the name of an inline schema, which is declared as a type. This ends schemas that
    /// contain themselves.
    pub(crate) fn named_at(&mut self, at: &str) -> Type {
        if self.doc.at(at).is_some() {
            return Type::name(&self.type_at(at), at);
        }
        self.report.lost("a schema that contains itself", at);
        Type::json(at)
    }

    /// Returns the type of a schema, which may be a reference or accept any value.
    fn any_schema(&mut self, schema: &Schema, at: &str, hint: &str) -> Type {
        match schema {
            Schema::Boolean(BooleanSchema(true)) => Type::json(at),
            Schema::Boolean(BooleanSchema(false)) => {
                self.report.lost("a schema that accepts no value", at);
                Type::json(at)
            }
            Schema::Object(object) => match object.as_ref() {
                ObjectOrReference::Object(object) => self.object_schema(object, at, hint),
                ObjectOrReference::Ref { ref_path, description, .. } => {
                    let mut ty = self.reference(ref_path, at);
                    ty.doc = self.prose(description.as_deref(), at);
                    ty
                }
            },
        }
    }

    /// Returns the type of a schema for a place where only a name can be nullable.
    pub(crate) fn schema_declaring_nullable(&mut self, schema: &Schema, at: &str, hint: &str) -> Type {
        let ty = self.schema(schema, at, hint);
        self.declare_nullable(ty, hint)
    }

    /// Returns a type as it is, or declares it if it is nullable and no name. `hint` is then its
    /// preferred name.
    pub(crate) fn declare_nullable(&mut self, ty: Type, hint: &str) -> Type {
        if ty.nullable && !ty.is_name() { self.declare_inline_type(ty, hint) } else { ty }
    }

    /// Returns a use of the type to which a reference leads, and queues the type. Reports a
    /// reference that leads nowhere.
    fn reference(&mut self, reference: &str, at: &str) -> Type {
        match self.doc.follow(reference) {
            Ok(pointer) if self.doc.at(&pointer).is_some() => {
                let ty = Type::name(&self.type_at(&pointer), at);
                self.used_alone.insert(pointer);
                ty
            }
            Ok(_) => {
                self.report.lost("a dangling reference", at);
                Type::json(at)
            }
            Err(why) => {
                self.report.lost(why, at);
                Type::json(at)
            }
        }
    }

    /// Returns the type of an inline schema, with nullability, attributes and description.
    fn object_schema(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        self.report_inexpressible(schema, at);
        let mut ty = self.type_without_attributes(schema, at, hint);
        if takes_null(schema) {
            self.make_nullable(&mut ty);
        }
        match schema.all_of.is_empty() {
            true => self.attributes(schema, &mut ty, at),
            false => self.attributes_beside_parts(schema, &mut ty, at),
        }
        let description = self.prose(schema.description.as_deref(), at);
        let title = || schema.title.clone().filter(|title| title.contains(' '));
        ty.doc = description.or(ty.doc).or_else(title);
        ty
    }

    /// Makes a type nullable, unless it accepts null anyway.
    fn make_nullable(&self, ty: &mut Type) {
        let accepts_null = match &ty.head {
            Head::Const(value) => matches!(value.kind, Kind::Null),
            Head::Name(name) => self.pointer_of_type(name).is_some_and(|pointer| {
                let target = self.doc.piece::<Schema>(pointer).ok();
                target.and_then(|target| self.plain(&target)).is_some_and(|target| takes_null(&target))
            }),
            _ => false,
        };
        ty.nullable |= !accepts_null;
    }

    /// Returns the type of a schema without nullability, attributes and description.
    fn type_without_attributes(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        if is_null(schema) && !schema.extensions.contains_key(NULLABLE) {
            return self.constant(&Json::Null, schema, at);
        }
        let values = self.values_of_type(schema, at);
        if let (Some(_), [value]) = (&schema.const_value, values.as_slice()) {
            return self.constant(value, schema, at);
        }
        if !values.is_empty() {
            return self.enumeration(&values, schema, at);
        }
        if !schema.one_of.is_empty() || !schema.any_of.is_empty() {
            return self.union(schema, at, hint);
        }
        if !schema.all_of.is_empty() {
            return self.all_of(schema, at, hint);
        }
        let kinds = kinds(schema);
        match kinds.as_slice() {
            [] if is_object(schema) => self.object(schema, at, hint),
            [] if schema.items.is_some() || !schema.prefix_items.is_empty() => self.array(schema, at, hint),
            [] if scalars::encoding(schema).is_some_and(scalars::is_known_encoding) => self.text(schema, at),
            [] if schema.pattern.is_some() || schema.format.as_deref().is_some_and(scalars::is_text_format) => {
                self.text(schema, at)
            }
            [] => Type::json(at),
            [kind] if is_number_or_its_text(schema) => {
                self.report.guessed("a number in place of a number or its text", at);
                Type {
                    guess: Some("a number, which may be a text".to_owned()),
                    ..self.type_of_kind(*kind, schema, at, hint)
                }
            }
            [kind] => self.type_of_kind(*kind, schema, at, hint),
            kinds => self.several_kinds(kinds, schema, at, hint),
        }
    }

    /// Returns the values that a schema lists, except null. Reports and leaves out values that the
    /// `type` of the schema excludes. If the type is text, a number or flag counts as a text without quotation marks.
    fn values_of_type<'s>(&mut self, schema: &'s ObjectSchema, at: &str) -> Vec<&'s Json> {
        let listed =
            schema.const_value.iter().chain(schema.enum_values.iter().filter(|_| schema.const_value.is_none()));
        let forms: Vec<Form> = kinds(schema).into_iter().filter_map(unions::form).collect();
        let fits = |value: &&Json| {
            let is_one = unions::form_of_value(value).is_none_or(|form| forms.contains(&form));
            forms.is_empty() || forms == [Form::Text] || is_one
        };
        let (fitting, odd): (Vec<&Json>, Vec<&Json>) = listed.filter(|value| !value.is_null()).partition(fits);
        if !odd.is_empty() {
            self.report.lost("listed values that the type of their schema excludes", at);
        }
        fitting
    }

    /// Returns the type of a schema for one value of its keyword `type`.
    fn type_of_kind(&mut self, kind: SchemaType, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        match kind {
            SchemaType::Boolean => Type::name("boolean", at),
            SchemaType::Integer => self.integer(schema, at),
            SchemaType::Number => self.number(schema, at),
            SchemaType::String => self.text(schema, at),
            SchemaType::Array => self.array(schema, at, hint),
            SchemaType::Object => self.object(schema, at, hint),
            SchemaType::Null => Type::json(at),
        }
    }

    /// Returns the list or the tuple for a schema of arrays.
    fn array(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        if !schema.prefix_items.is_empty() {
            return self.positional_list(schema, at, hint);
        }
        let place = format!("{at}/items");
        let item = match &schema.items {
            Some(item) => self.schema_declaring_nullable(item, &place, &format!("{hint}Item")),
            None => Type::json(&place),
        };
        Self::list(item, at)
    }

    /// Returns a list with items of a type. The description and the allowed values of that type move to the list.
    fn list(mut item: Type, at: &str) -> Type {
        let doc = item.doc.take();
        let only = item.attributes.pop_if(|(key, _)| *key == "only");
        let mut list = Type::new(Head::List(Box::new(item)), at);
        list.attributes.extend(only);
        // Lists have no key for the description of their items, so it describes the list.
        list.doc = doc;
        list
    }

    /// Reports keywords and extensions of a schema that the spec language cannot express.
    fn report_inexpressible(&mut self, schema: &ObjectSchema, at: &str) {
        for name in schema.extensions.keys() {
            if let Some(word) = name.strip_prefix(IGNORED_PREFIX) {
                self.report.lost(format!("`{word}` beside a reference, which version 3.0 ignores"), at);
            } else if let Some(word) = name.strip_prefix(KEYWORD_PREFIX) {
                match word {
                    "propertyNames" => {}
                    "contentEncoding" if scalars::encoding(schema).is_some_and(scalars::is_known_encoding) => {}
                    CONTENT_MEDIA_TYPE => self.report.detail(CONTENT_MEDIA_TYPE_DETAIL, at),
                    "patternProperties" if objects::keeps_patterns(schema) => {
                        self.report.detail("patterns of the names of members", at);
                    }
                    "externalDocs" => self.report.detail("a link from a schema to documents elsewhere", at),
                    // Clients send and read values that these keywords would refuse.
                    word if REFUSING_KEYWORDS.contains(&word) => {
                        self.report.detail(format!("`{word}` of a schema"), at)
                    }
                    word => self.report.lost(format!("`{word}` of a schema"), at),
                }
            } else if name != NULLABLE
                && !PARENT_SCHEMA.ends_with(name.as_str())
                && !enums::ENUM_EXTENSIONS.contains(&name.as_str())
            {
                self.report.detail(format!("the extension `{name}`"), at);
            }
        }
        let mapping = schema.discriminator.as_ref().and_then(|told| told.mapping.as_ref());
        if mapping.is_some() && schema.one_of.is_empty() && schema.any_of.is_empty() {
            self.report.lost("a discriminator without alternatives", &format!("{at}/discriminator"));
        }
        // The spec language has keys for these two, but only for members.
        let is_member = is_member(at);
        let refusing =
            [(schema.unique_items == Some(true), "`uniqueItems`"), (schema.multiple_of.is_some(), "`multipleOf`")];
        for (_, what) in refusing.into_iter().filter(|(is_there, _)| *is_there) {
            self.report.detail(what, at);
        }
        let told = [
            (schema.read_only == Some(true) && !is_member, "`readOnly` outside of a member"),
            (schema.write_only == Some(true) && !is_member, "`writeOnly` outside of a member"),
        ];
        for (_, what) in told.into_iter().filter(|(is_there, _)| *is_there) {
            self.report.lost(what, at);
        }
    }

    /// Adds the attributes beside an `allOf` to the type of its parts. Bounds are intersected, and other attributes
    /// replace those of the parts.
    fn attributes_beside_parts(&mut self, schema: &ObjectSchema, ty: &mut Type, at: &str) {
        let mut own = Type { attributes: Vec::new(), ..ty.clone() };
        self.attributes(schema, &mut own, at);
        for (key, value) in own.attributes {
            if !["range", "size", "pattern"].contains(&key) {
                ty.attributes.retain(|(known, _)| *known != key);
            }
            self.narrow(ty, key, value, at);
        }
    }

    /// Adds the bounds of a schema, its default, deprecation and example to a type.
    fn attributes(&mut self, schema: &ObjectSchema, ty: &mut Type, at: &str) {
        self.bounds(schema, ty, at);
        if let Some(default) = schema.default.as_ref().filter(|value| !value.is_null()) {
            ty.put("default", Node::json(default).from(&format!("{at}/default")));
        } else if let Some(default) = self.guess_default(schema, at) {
            ty.put("default", Node::json(&default).from(at).guessed("by the sentence"));
        }
        if schema.deprecated == Some(true) {
            ty.put("deprecated", Node::empty());
        }
        let example = schema.example.as_ref().or(schema.examples.first()).filter(|value| !value.is_null());
        if let Some(example) = example {
            let is_short =
                !example.is_object() && !example.is_array() && example.to_string().len() <= MAX_EXAMPLE_LENGTH;
            let is_said = !matches!(ty.head, Head::Enum { .. } | Head::Const(_));
            match is_short && is_said {
                true => ty.put("example", Node::json(example).from(&format!("{at}/example"))),
                false if is_said => self.report.detail("the example of a schema", at),
                false => {}
            }
        }
    }

    /// Returns the type of a constant: an enumeration of one text, or a constant of another kind.
    /// Only members can be constants, so null elsewhere becomes any JSON.
    fn constant(&mut self, value: &Json, schema: &ObjectSchema, at: &str) -> Type {
        match value {
            Json::String(_) => self.enumeration(&[value], schema, at),
            Json::Null if !is_member(at) => {
                if self.sent.covers(at) {
                    self.report.lost("a value that can only be null", at);
                }
                Type::json(at)
            }
            value if !value.is_null() && kinds(schema) == [SchemaType::String] => {
                self.enumeration(&[value], schema, at)
            }
            _ => {
                let fallback = match value {
                    Json::Bool(_) => "boolean",
                    Json::Number(number) if !number.is_f64() => "integer",
                    Json::Number(_) => "number",
                    _ => "json",
                };
                Type::new(Head::Const(Node::json(value)), at).or(fallback)
            }
        }
    }
}

/// Returns whether a pointer leads to the schema of a member.
fn is_member(at: &str) -> bool {
    at.rsplit('/').nth(1) == Some("properties")
}

/// Returns the types of a schema, without null: those that it names, or else that of its format. A number or its text
/// is a number. Empty if the schema has no type.
pub(crate) fn kinds(schema: &ObjectSchema) -> Vec<SchemaType> {
    let mut kinds = named_kinds(schema);
    if kinds.is_empty() && !parts::has_values(schema) {
        kinds.extend(schema.format.as_deref().and_then(scalars::kind_of_format));
    }
    if is_number_or_its_text(schema) {
        kinds.retain(|kind| *kind != SchemaType::String);
    }
    kinds
}

/// Returns whether a schema accepts numbers, and texts whose pattern is that of numbers.
fn is_number_or_its_text(schema: &ObjectSchema) -> bool {
    let is_number = |kind: &SchemaType| matches!(kind, SchemaType::Integer | SchemaType::Number);
    let kinds = named_kinds(schema);
    let is_both = kinds.iter().any(is_number) && kinds.contains(&SchemaType::String);
    is_both && !parts::has_values(schema) && schema.pattern.as_deref().is_some_and(scalars::is_pattern_of_numbers)
}

/// Returns the types that a schema names, without null. Empty if it names none.
fn named_kinds(schema: &ObjectSchema) -> Vec<SchemaType> {
    let mut kinds = match &schema.schema_type {
        None => Vec::new(),
        Some(TypeSet::Single(kind)) => vec![*kind],
        Some(TypeSet::Multiple(kinds)) => kinds.clone(),
    };
    kinds.retain(|kind| *kind != SchemaType::Null);
    kinds.dedup();
    kinds
}

/// Returns whether a schema accepts null, by its type, its values or [`NULLABLE`].
pub(crate) fn takes_null(schema: &ObjectSchema) -> bool {
    let by_type = match &schema.schema_type {
        None => schema.enum_values.iter().any(Json::is_null),
        Some(TypeSet::Single(kind)) => *kind == SchemaType::Null,
        Some(TypeSet::Multiple(kinds)) => kinds.contains(&SchemaType::Null),
    };
    by_type || schema.extensions.contains_key(NULLABLE)
}

/// Returns the target of a schema that is a reference.
pub(crate) fn target_of(schema: &Schema) -> Option<&str> {
    let Schema::Object(object) = schema else { return None };
    match object.as_ref() {
        ObjectOrReference::Ref { ref_path, .. } => Some(ref_path),
        ObjectOrReference::Object(_) => None,
    }
}

/// Returns whether a schema has a keyword for members, so that it describes objects even without a
/// `type`.
fn is_object(schema: &ObjectSchema) -> bool {
    !schema.properties.is_empty() || schema.additional_properties.is_some() || !schema.required.is_empty()
}
