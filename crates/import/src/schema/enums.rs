//! Converts enumerations of texts and of integers.
//!
//! Input: the values of a schema, with the extensions by which documents name or describe them.
//! Output: a type.

use std::collections::HashSet;

use oas3::spec::ObjectSchema;
use serde_json::Value as Json;

use super::unions::form_of_value;
use crate::importer::Importer;
use crate::names::Scope;
use crate::spec::{Arm, Discriminator, Head, Type, Value};
use crate::tree::Node;

/// Extensions that name and describe the values of an enumeration: first the keys of names, then of
/// descriptions. The crate `oas3` returns their names without `x-`.
pub(super) const ENUM_EXTENSIONS: [&str; 6] =
    ["enum-varnames", "enumNames", "enum-names", "enum-descriptions", "enumDescriptions", "enum-desc"];

impl Importer<'_> {
    /// Returns the enumeration of the values of a schema, or a wider type if they are neither all
    /// texts nor all whole numbers.
    pub(super) fn enumeration(&mut self, values: &[&Json], schema: &ObjectSchema, at: &str) -> Type {
        let texts = values.iter().all(|value| value.is_string());
        let is_typed_text = super::kinds(schema) == [oas3::spec::SchemaType::String];
        let whole = !is_typed_text && values.iter().all(|value| value.is_i64());
        if !texts && !whole {
            return self.odd_enumeration(values, schema, at);
        }
        let mut scope = Scope::default();
        let mut known = HashSet::new();
        let mut read = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if !known.insert(text.clone()) {
                continue;
            }
            let named = extension_text(schema, &ENUM_EXTENSIONS[..3], index, &text);
            let doc = extension_text(schema, &ENUM_EXTENSIONS[3..], index, &text);
            let doc = doc.and_then(|doc| self.prose(Some(&doc), at));
            read.push(value_of(&mut scope, text, whole, named, doc));
        }
        let fallback = if whole { "integer" } else { "string" };
        Type::new(Head::Enum { values: read, seen: Vec::new() }, at).or(fallback)
    }

    /// Returns the type for values that are neither all texts nor all whole numbers.
    fn odd_enumeration(&mut self, values: &[&Json], schema: &ObjectSchema, at: &str) -> Type {
        // An author of YAML may have left out the quotes of texts that look like other values.
        if super::kinds(schema) == [oas3::spec::SchemaType::String] {
            self.report.lost("values of a text that are no texts, and are taken for texts", at);
            let text = |value: &&Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned).into();
            let all: Vec<Json> = values.iter().map(text).collect();
            return self.enumeration(&all.iter().collect::<Vec<_>>(), schema, at);
        }
        let is_scalar = values[0].is_boolean() || values[0].is_number();
        if is_scalar && values.iter().all(|value| *value == values[0]) {
            return self.constant(values[0], schema, at);
        }
        if values.iter().all(|value| value.is_boolean()) {
            return Type::name("boolean", at);
        }
        if values.iter().all(|value| value.is_number()) {
            let is_whole = values.iter().all(|value| value.is_i64() || value.is_u64());
            let (what, name) = match is_whole {
                true => ("an enumeration of whole numbers beyond 64 bits", "int128"),
                false => ("an enumeration of numbers with fractions", "number"),
            };
            self.report.detail(what, at);
            return Type::name(name, at);
        }
        if let Some(ty) = self.enumeration_of_kinds(values, at) {
            return ty;
        }
        let is_one = values.iter().all(|value| form_of_value(value) == form_of_value(values[0]));
        let kind = if is_one { "that are lists or objects" } else { "of several kinds" };
        self.report.lost(format!("an enumeration of values {kind}"), at);
        Type::json(at)
    }

    /// Returns the union of the texts, whole numbers and booleans of an enumeration. `None` if it
    /// has other values.
    fn enumeration_of_kinds(&mut self, values: &[&Json], at: &str) -> Option<Type> {
        let texts: Vec<&Json> = values.iter().copied().filter(|value| value.is_string()).collect();
        let numbers: Vec<&Json> = values.iter().copied().filter(|value| value.is_i64()).collect();
        let flags: Vec<&Json> = values.iter().copied().filter(|value| value.is_boolean()).collect();
        if texts.len() + numbers.len() + flags.len() < values.len() {
            return None;
        }
        let plain = ObjectSchema::default();
        let lists = [("text", texts), ("number", numbers)].into_iter().filter(|(_, values)| !values.is_empty());
        let mut arms: Vec<Arm> =
            lists.map(|(name, values)| Arm::of_value(name.to_owned(), self.enumeration(&values, &plain, at))).collect();
        let is_one = flags.iter().all(|flag| Some(flag) == flags.first());
        let flag = flags.first().map(|flag| match is_one {
            true => Type::new(Head::Const(Node::json(flag)), at).or("boolean"),
            false => Type::name("boolean", at),
        });
        arms.extend(flag.map(|ty| Arm::of_value("flag".to_owned(), ty)));
        Some(Type::new(Head::Union { discriminator: Discriminator::Form, common: Vec::new(), arms }, at))
    }

    /// Returns an enumeration of alternatives that each have one value, all texts or all whole
    /// numbers. `None` for other alternatives.
    pub(super) fn enumeration_of_arms(&mut self, arms: &[(ObjectSchema, String)], at: &str) -> Option<Type> {
        let values: Option<Vec<&Json>> = arms.iter().map(|(arm, _)| single(arm)).collect();
        let values = values.filter(|values| values.len() > 1)?;
        let whole = values.iter().all(|value| value.is_i64());
        if !whole && !values.iter().all(|value| value.is_string()) {
            return None;
        }
        let mut scope = Scope::default();
        let mut read = Vec::new();
        for ((arm, place), value) in arms.iter().zip(values) {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let doc = self.prose(arm.description.as_deref(), place);
            let named = arm.title.clone().filter(|_| whole);
            read.push(value_of(&mut scope, text, whole, named, doc));
        }
        let fallback = if whole { "integer" } else { "string" };
        Some(Type::new(Head::Enum { values: read, seen: Vec::new() }, at).or(fallback))
    }
}

/// Returns the only value that a schema accepts, as a constant or in an enumeration.
pub(crate) fn single(schema: &ObjectSchema) -> Option<&Json> {
    match (&schema.const_value, schema.enum_values.as_slice()) {
        (Some(value), _) => Some(value),
        (None, [value]) => Some(value),
        _ => None,
    }
}

/// Returns a value of an enumeration. `named` is the name that the document states for a number.
fn value_of(scope: &mut Scope, text: String, whole: bool, named: Option<String>, doc: Option<String>) -> Value {
    let rust = match (whole, named) {
        (true, named) => {
            let preferred = named.unwrap_or_else(|| format!("Value{}", text.replace('-', "Minus")));
            Some(scope.of_number(&preferred))
        }
        (false, _) => scope.of_value(&text),
    };
    Value { text, is_number: whole, doc, rust }
}

/// Returns the text that an extension states for a value: in a list, at the index of the value; in
/// an object, at the value itself.
fn extension_text(schema: &ObjectSchema, names: &[&str], index: usize, text: &str) -> Option<String> {
    let mut stated = names.iter().filter_map(|name| schema.extensions.get(*name));
    let found = stated.find_map(|stated| match stated {
        Json::Array(items) => items.get(index),
        Json::Object(members) => members.get(text),
        _ => None,
    });
    found.and_then(Json::as_str).map(str::to_owned).filter(|stated| !stated.is_empty())
}
