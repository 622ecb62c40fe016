//! Several operations with the same path and verb, as one operation object.
//!
//! Input: the operation object of the first, and the operation objects of the others. Output: one object that accepts
//! the requests of all of them, with each operation object under `x-alternatives`.

use serde_json::{Value as Json, json};

use crate::documents::members::Members;

/// Extension member with the operation object of each operation.
const ALTERNATIVES: &str = "x-alternatives";

/// Merges the operation object `other` into `first`, the first operation object of the same path and verb.
pub(super) fn merge_operation(first: &mut Members, other: Json) {
    if !first.contains_key(ALTERNATIVES) {
        let alone = Json::Object(first.clone());
        first.insert(ALTERNATIVES.to_owned(), json!([alone]));
    }
    for part in ["requestBody", "responses"] {
        match (first.get_mut(part), other.get(part)) {
            (Some(ours), Some(theirs)) => merge(ours, theirs),
            // A body that not all operations have is optional.
            (None, Some(theirs)) => drop(first.insert(part.to_owned(), make_optional(theirs.clone()))),
            (Some(ours), None) => *ours = make_optional(ours.take()),
            (None, None) => {}
        }
    }
    merge_parameters(first, other.get("parameters"));
    if let Some(Json::Array(all)) = first.get_mut(ALTERNATIVES) {
        all.push(other);
    }
}

fn make_optional(mut body: Json) -> Json {
    if let Some(required) = body.get_mut("required") {
        *required = json!(false);
    }
    body
}

/// Merges `theirs` into `ours`, recursively. Values of `ours` are kept, and different schemas
/// become alternatives.
fn merge(ours: &mut Json, theirs: &Json) {
    let (Json::Object(ours), Json::Object(theirs)) = (ours, theirs) else { return };
    for (name, value) in theirs {
        match ours.get_mut(name) {
            None => drop(ours.insert(name.clone(), value.clone())),
            Some(own) if own == value => {}
            Some(own) if name == "schema" => *own = any_of(own.take(), value.clone()),
            Some(own) if name == "required" => *own = json!(*own == json!(true) && *value == json!(true)),
            Some(own) => merge(own, value),
        }
    }
}

/// Adds a schema to the alternatives of another, as `anyOf`. Leaves out a schema that is present.
fn any_of(first: Json, other: Json) -> Json {
    let mut all = match first.get("anyOf").and_then(Json::as_array) {
        Some(several) => several.clone(),
        None => vec![first],
    };
    if !all.contains(&other) {
        all.push(other);
    }
    json!({ "anyOf": all })
}

/// Merges parameters. A parameter is required only if all operations require it.
fn merge_parameters(first: &mut Members, others: Option<&Json>) {
    let list = |json: Option<&Json>| json.and_then(Json::as_array).cloned().unwrap_or_default();
    let (mut ours, theirs) = (list(first.get("parameters")), list(others));
    let key = |parameter: &Json| (parameter.get("in").cloned(), parameter.get("name").cloned());
    for own in &mut ours {
        match theirs.iter().find(|other| key(other) == key(own)) {
            Some(other) => merge(own, other),
            None => *own = make_optional(own.take()),
        }
    }
    let new = theirs.iter().filter(|other| !ours.iter().any(|own| key(own) == key(other)));
    let new: Vec<Json> = new.map(|other| make_optional(other.clone())).collect();
    ours.extend(new);
    if !ours.is_empty() {
        first.insert("parameters".to_owned(), Json::Array(ours));
    }
}
