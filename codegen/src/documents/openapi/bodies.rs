//! Bodies of requests.
//!
//! Input: an operation. Output: `requestBody`. Rules across members of the body that JSON Schema
//! can express are part of its schema.

use serde_json::{Value as Json, json};

use super::parameters::{is_list, schema};
use super::{OpenApi, examples, styles};
use crate::documents::json_schema::any_of;
use crate::documents::members::{Members, put};
use crate::model::{Content, Field, Operation, Place, RuleKind};

/// Returns the request body; `None` without one.
pub(super) fn body(context: &OpenApi<'_>, operation: &Operation) -> Option<Json> {
    let media = operation.content.as_ref().map(Content::media_type)?;
    let media = media.split(';').next().unwrap_or(media).trim();
    let params: Vec<_> = operation.params.iter().filter(|param| param.place.is_body()).collect();
    let whole =
        params.iter().find(|param| matches!(param.place, Place::Whole | Place::Lines | Place::WholeForm | Place::Raw));
    let (text, is_required, content) = match whole {
        Some(whole) => ("The body of the request.", whole.field.required, of_whole(context, operation, &whole.field)),
        None => {
            let members: Vec<&Field> = params.iter().map(|param| &param.field).collect();
            let (is_required, content) = of_members(context, operation, &members);
            ("The members of the request.", is_required, content)
        }
    };
    Some(json!({ "description": text, "required": is_required, "content": { media: content } }))
}

/// Returns the content of a body that is one value.
fn of_whole(context: &OpenApi<'_>, operation: &Operation, field: &Field) -> Members {
    let is_lines = operation.content.as_ref().is_some_and(Content::is_lines);
    let mut content = match context.model.item_of(&field.ty).filter(|_| is_lines) {
        // JSON lines are no JSON in the standard before version 3.2, which names this `itemSchema`.
        Some(item) => Members::from_iter([("x-itemSchema".to_owned(), context.schemas.reference(item))]),
        None => Members::from_iter([("schema".to_owned(), context.schemas.reference(&field.ty))]),
    };
    put(&mut content, "examples", examples::of_parameter(operation, field));
    put(&mut content, "x-style", field.style.map(styles::name));
    content
}

/// Returns the content of a body of members, and whether at least one member is required.
fn of_members(context: &OpenApi<'_>, operation: &Operation, members: &[&Field]) -> (bool, Members) {
    let mut object = context.schemas.object(members.iter().copied());
    let properties = members.iter().map(|field| (field.name.clone(), Json::Object(schema(context, operation, field))));
    object.insert("properties".to_owned(), Json::Object(properties.collect()));
    let must = put_rules(operation, members, &mut object);
    let is_required = must || members.iter().any(|field| field.required);
    let mut content = Members::from_iter([("schema".to_owned(), Json::Object(object))]);
    let encoding: Members = members.iter().filter_map(|field| encoding(context, field)).collect();
    put(&mut content, "encoding", (!encoding.is_empty()).then_some(Json::Object(encoding)));
    let names: Vec<&str> = members.iter().map(|field| field.name.as_str()).collect();
    put(&mut content, "examples", examples::of_body(operation, &names));
    (is_required, content)
}

/// Returns the `encoding` of a form field; `None` if the spec states none.
fn encoding(context: &OpenApi<'_>, field: &Field) -> Option<(String, Json)> {
    let mut out = Members::new();
    match (field.style, &field.join) {
        (Some(style), join) => {
            styles::put(&mut out, style, is_list(context, &field.ty), false);
            put(&mut out, "x-join", join.as_deref().map(Json::from));
        }
        (None, Some(join)) => {
            out.insert("style".to_owned(), json!("form"));
            out.insert("explode".to_owned(), json!(false));
            out.insert("x-join".to_owned(), json!(join));
        }
        (None, None) => {}
    }
    put(&mut out, "contentType", (!field.content.is_empty()).then(|| json!(field.content.join(", "))));
    put(&mut out, "headers", (!field.headers.is_empty()).then(|| part_headers(field)));
    if out.is_empty() {
        return None;
    }
    Some((field.name.clone(), Json::Object(out)))
}

/// Returns the headers of a part, each with its only value.
fn part_headers(field: &Field) -> Json {
    let header = |value: &str| json!({ "required": true, "schema": { "type": "string", "const": value } });
    field.headers.iter().map(|(name, value)| (name.clone(), header(value))).collect::<Members>().into()
}

/// Adds the rules that require or exclude members. Returns whether at least one member must be
/// present.
fn put_rules(operation: &Operation, members: &[&Field], object: &mut Members) -> bool {
    let are_here = |names: &[String]| names.iter().all(|name| members.iter().any(|field| field.name == *name));
    let mut all = Vec::new();
    let mut must = false;
    for rule in &operation.rules {
        match &rule.kind {
            RuleKind::AtLeastOne(names) if are_here(names) => {
                must = true;
                let any: Vec<Json> = names.iter().map(|name| json!({ "required": [name] })).collect();
                all.push(any_of(any));
            }
            RuleKind::AtMostOne(names) if are_here(names) => {
                let pairs = names.iter().enumerate().flat_map(|(at, first)| {
                    names[at + 1..].iter().map(move |second| json!({ "required": [first, second] }))
                });
                all.push(json!({ "not": any_of(pairs.collect()) }));
            }
            _ => {}
        }
    }
    put(object, "allOf", (!all.is_empty()).then_some(Json::Array(all)));
    must
}
