//! Converts an OpenAPI 3.1 document to 3.0, which other generators read.
//!
//! Input: the document as JSON. Output: the document in 3.0. Features that 3.0 lacks are dropped,
//! since only types and operations count for measurements.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

/// Keywords that 3.0 lacks, or has in another form.
const OMITTED: [&str; 5] = ["not", "exclusiveMinimum", "exclusiveMaximum", "contentEncoding", "propertyNames"];

pub(super) fn to_openapi30(mut document: Value) -> Value {
    lower(&mut document);
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    let unions = schemas.filter(|(_, schema)| schema.get("anyOf").is_some() || schema.get("oneOf").is_some());
    let unions = unions.map(|(name, _)| format!("#/components/schemas/{name}")).collect();
    simplify_paths(&mut document["paths"], &unions);
    document["openapi"] = json!("3.0.3");
    if let Some(members) = document.as_object_mut() {
        members.retain(|name, _| !["jsonSchemaDialect", "webhooks"].contains(&name.as_str()));
    }
    document
}

/// Makes path parameters with the type of a union texts: the code that progenitor generates for them does not compile.
fn simplify_paths(value: &mut Value, unions: &HashSet<String>) {
    let is_union = |schema: &Value| schema["$ref"].as_str().is_some_and(|target| unions.contains(target));
    if value["in"] == "path" && is_union(&value["schema"]) {
        value["schema"] = json!({ "type": "string" });
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| simplify_paths(item, unions)),
        Value::Object(members) => members.values_mut().for_each(|member| simplify_paths(member, unions)),
        _ => {}
    }
}

/// Converts schemas in a value to 3.0.
fn lower(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(lower),
        Value::Object(members) => {
            lower_members(members);
            members.values_mut().for_each(lower);
        }
        _ => {}
    }
}

fn lower_members(members: &mut Map<String, Value>) {
    // In 3.0 nothing counts next to a reference.
    if members.contains_key("$ref") {
        members.retain(|name, _| name == "$ref");
        return;
    }
    members.retain(|name, value| {
        let is_list_of_examples = name == "examples" && value.is_array();
        !name.starts_with("x-") && !OMITTED.contains(&name.as_str()) && !is_list_of_examples
    });
    if let Some(value) = members.remove("const") {
        members.insert("enum".to_owned(), json!([value]));
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        distinct(values);
    }
    if let Some(Value::Array(types)) = members.get("type") {
        let kept: Vec<Value> = types.iter().filter(|name| *name != "null").cloned().collect();
        let is_nullable = kept.len() < types.len();
        match kept.as_slice() {
            [only] => drop(members.insert("type".to_owned(), only.clone())),
            _ => drop(members.remove("type")),
        }
        nullable(members, is_nullable);
    }
    if let Some(Value::Array(arms)) = members.remove("anyOf") {
        let count = arms.len();
        let kept: Vec<Value> = arms.into_iter().filter(|arm| arm["type"] != "null").collect();
        nullable(members, kept.len() < count);
        members.insert(if kept.len() == 1 { "allOf" } else { "anyOf" }.to_owned(), json!(kept));
    }
}

/// Marks a schema as nullable.
fn nullable(members: &mut Map<String, Value>, is_it: bool) {
    if is_it {
        members.insert("nullable".to_owned(), json!(true));
    }
}

/// Removes values that differ in case alone: generators make one name of them.
fn distinct(values: &mut Vec<Value>) {
    let mut seen = HashSet::new();
    values.retain(|value| seen.insert(value.to_string().to_lowercase()));
}
