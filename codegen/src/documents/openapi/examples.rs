//! Examples: parameters and body of a request, and its response, under one name.
//!
//! Input: an operation. Output: the `examples` of parameters, bodies and responses. The name is the name of the typed
//! call, with a number if the call has several examples.

use serde_json::{Value as Json, json};

use crate::documents::members::Members;
use crate::model::{Example, Field, Model, Operation, TypedCall, Value, to_json};

/// Iterates over the examples of a typed call, each with its name.
fn named_examples(call: &TypedCall) -> impl Iterator<Item = (String, &Example)> {
    call.examples.iter().enumerate().map(|(at, example)| {
        let number = if at == 0 { String::new() } else { (at + 1).to_string() };
        (format!("{}{number}", call.name), example)
    })
}

/// Returns the examples of all typed calls by their names, each with its `value`; `None` if no
/// example has one.
fn collect_examples(operation: &Operation, value: impl Fn(&Example) -> Option<Json>) -> Option<Json> {
    let mut out = Members::new();
    for (name, example) in operation.calls.iter().flat_map(named_examples) {
        let Some(value) = value(example) else { continue };
        let mut entry = Members::new();
        if !example.doc.is_empty() {
            entry.insert("summary".to_owned(), json!(example.doc.trim_end()));
        }
        entry.insert("value".to_owned(), value);
        out.insert(name, Json::Object(entry));
    }
    (!out.is_empty()).then_some(Json::Object(out))
}

/// Returns the examples of a parameter.
pub(super) fn of_parameter(operation: &Operation, field: &Field) -> Option<Json> {
    collect_examples(operation, |example| {
        example.request.iter().find(|(name, _)| *name == field.name).map(|(_, value)| to_json(value))
    })
}

/// Returns the examples of a body: the members that each example gives. Examples without members
/// are omitted.
pub(super) fn of_body(operation: &Operation, names: &[&str]) -> Option<Json> {
    collect_examples(operation, |example| {
        let is_member = |(name, _): &&(String, Value)| names.contains(&name.as_str());
        let members: Members =
            example.request.iter().filter(is_member).map(|(name, value)| (name.clone(), to_json(value))).collect();
        (!members.is_empty()).then_some(Json::Object(members))
    })
}

/// Returns the examples of responses with a status. For a body by status, only examples of that
/// status are returned.
pub(super) fn of_response(model: &Model, operation: &Operation, code: u16) -> Option<Json> {
    let is_by_status = operation.calls.iter().any(|call| model.response_union(call).is_some());
    let code = code.to_string();
    collect_examples(operation, |example| match example.response.as_ref().map(to_json) {
        Some(Json::Object(members)) if is_by_status => members.get(&code).cloned(),
        response => response,
    })
}
