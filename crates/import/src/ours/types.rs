//! Scalars, enumerations, and attributes of the use of a type.
//!
//! Input: schemas that the generator wrote. Output: types.

use oas3::spec::{ObjectSchema, Parameter, Schema};
use serde_json::Value as Json;

use super::words::{doc_of_schema, source};
use crate::importer::Importer;
use crate::names::Scope;
use crate::pointer::escaped;
use crate::spec::{Field, Head, Type, Value, range};
use crate::tree::Node;

/// Type of a schema that stands in an extension.
pub(super) fn ty(importer: &mut Importer<'_>, schema: &Json, at: &str, hint: &str) -> Option<Type> {
    let mut schema = schema.clone();
    crate::lift::schema(&mut schema);
    let schema: Schema = serde_json::from_value(schema).ok()?;
    Some(importer.settled(&schema, at, hint))
}

/// The scalar that a schema describes, if it describes one.
pub(crate) fn scalar(importer: &Importer<'_>, pointer: &str) -> Option<Node> {
    let schema = importer.doc.at(pointer).filter(|_| importer.is_ours)?;
    let form = schema.get("x-form")?.as_object()?;
    let typed: ObjectSchema = serde_json::from_value(schema.clone()).ok()?;
    let mut node = Node::map([] as [(&str, Node); 0]);
    let doc = schema.get("description").and_then(Json::as_str).and_then(|text| doc_of_schema(text, Some(&typed)));
    node.put_opt("doc", doc.map(Node::text));
    node.put_opt("source", source(schema.get("x-source")));
    for (key, value) in form {
        match (key.as_str(), value.as_u64()) {
            ("bits", Some(bits)) => node.put_opt("rust", rust_type(bits, schema).map(Node::text)),
            ("prefix", _) if value == "0x" => {}
            _ => node.put(key, Node::json(value)),
        }
    }
    Some(node.from(pointer).or_remove())
}

fn rust_type(bits: u64, schema: &Json) -> Option<String> {
    let least = schema.get("minimum").or(schema.get("x-minimum"));
    let is_signed = match least {
        None => true,
        Some(least) => least.as_str().map_or_else(|| least.to_string(), str::to_owned).starts_with('-'),
    };
    let kind = match (is_signed, bits >= 256) {
        (false, true) => "U",
        (true, true) => "I",
        (false, false) => "u",
        (true, false) => "i",
    };
    Some(format!("{kind}{bits}"))
}

/// Attributes of the use of a type.
pub(crate) fn attributes(schema: &ObjectSchema, ty: &mut Type) {
    let said = |name: &str| schema.extensions.get(name);
    if !schema.extensions.contains_key("form") {
        let end = |name: &str| said(name).and_then(Json::as_str).map(str::to_owned);
        if let Some(range) = range(end("minimum"), end("maximum")) {
            ty.put("range", Node::text(range));
        }
    }
    for (name, key) in
        [("default", "defaultsTo"), ("unit", "unit"), ("since", "since"), ("until", "until"), ("source", "source")]
    {
        if let Some(text) = said(name).and_then(Json::as_str) {
            ty.put(key, Node::text(text));
        }
    }
    if schema.format.as_deref() == Some("password") {
        ty.put("secret", Node::json(&Json::Bool(true)));
    }
    if let Some(clamp) = said("clamp") {
        let end = |name: &str| clamp.get(name).map(Json::to_string);
        ty.attributes.extend(range(end("min"), end("max")).map(|range| ("clamp", Node::text(range))));
    }
    if let Some(also) = said("also") {
        let value = if also.get("single").is_some() { Node::text("single") } else { Node::json(also) };
        ty.put("also", value);
    }
    for (name, key) in [
        ("echoes", "echoes"),
        ("deprecated", "deprecated"),
        ("available", "available"),
        ("notes", "notes"),
        ("seen", "seen"),
    ] {
        if let Some(value) = said(name) {
            ty.put(key, Node::json(value));
        }
    }
}

/// Attributes of a parameter beside its schema.
pub(crate) fn parameter_words(parameter: &Parameter, ty: &mut Type) {
    let mut plain = ObjectSchema { extensions: parameter.extensions.clone(), ..ObjectSchema::default() };
    plain.extensions.remove("join");
    ty.doc = parameter.description.as_deref().and_then(|text| doc_of_schema(text, Some(&plain)));
    attributes(&plain, ty);
}

/// The map of a record that holds all members which the record does not have otherwise.
pub(crate) fn rest(importer: &mut Importer<'_>, schema: &ObjectSchema, at: &str, hint: &str) -> Option<Field> {
    let rest = schema.extensions.get("rest").filter(|_| importer.is_ours)?.as_object()?;
    let (name, member) = rest.iter().next()?;
    let place = format!("{at}/x-rest/{}", escaped(name));
    let mut ty = ty(importer, member, &place, &format!("{hint} {name}"))?;
    ty.put("rest", Node::json(&Json::Bool(true)));
    Some(Field { name: name.clone(), optional: false, ty })
}

/// The values of an enumeration that are sent, beside a reference to it.
pub(crate) fn only(schema: &ObjectSchema) -> Option<Node> {
    let is_narrowed = !schema.all_of.is_empty() && !schema.enum_values.is_empty();
    is_narrowed.then(|| Node::list(schema.enum_values.iter().map(Node::json)))
}

/// An enumeration of ours is open, and some of its values are only seen.
pub(crate) fn enumeration(schema: &ObjectSchema, at: &str) -> Option<Type> {
    schema.extensions.get("enum-open")?;
    let docs = schema.extensions.get("enum-descriptions").and_then(Json::as_object);
    let only_seen: Vec<&str> = schema
        .extensions
        .get("enum-seen")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    let mut scope = Scope::default();
    let value = |value: &Json| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let doc = docs.and_then(|docs| docs.get(&text)?.as_str()).map(str::to_owned);
        Value { is_number: !value.is_string(), doc, rust: scope.of_value(&text), text }
    };
    let (seen, values) =
        schema.enum_values.iter().map(value).partition(|value: &Value| only_seen.contains(&value.text.as_str()));
    Some(Type::new(Head::Enum { values, seen }, at).or("string"))
}
