//! Splits an operation with several media types into one operation for each of them.
//!
//! Input: a document as JSON. Output: the same document, in which an operation with bodies or
//! responses of different media types contains an operation for each of them, under
//! `x-alternatives`. Documents of our own generator have this member already.

use chainloom_codegen::{EVENT_STREAM, JSON, is_json};
use serde_json::{Map, Value as Json, json};

use crate::document::resolved;
use crate::methods;
use crate::parents::PARENT_SCHEMA;
use crate::pointer::escaped;

/// Member of a body, and parameter of a query, that asks for the response as a stream of events.
pub(crate) const STREAM: &str = "stream";

/// Media type of a form, whose members are parameters.
pub(crate) const FORM: &str = "application/x-www-form-urlencoded";

/// Media type of a form of parts, which may be files.
pub(crate) const MULTIPART: &str = "multipart/form-data";

/// Number of schemas of a body in which [`STREAM`], or a file, is looked for.
const MAX_SCHEMAS: usize = 1000;

/// Extension member of an operation that holds the operations into which it is divided.
pub(crate) const ALTERNATIVES: &str = "x-alternatives";

/// Media types of bodies other than JSON, each with the word that is appended to the ID of the
/// operation that sends such a body.
const OTHER_BODY_MEDIA_TYPES: [(&str, &str); 4] =
    [(FORM, "Form"), (MULTIPART, "Multipart"), ("application/octet-stream", "Bytes"), ("text/plain", "Text")];

/// Returns the pointer in the original document for a pointer in the prepared one: without
/// [`ALTERNATIVES`] or [`PARENT_SCHEMA`] and the part after it, which only the prepared document has.
pub(crate) fn original_pointer(pointer: &str) -> String {
    let inner = [ALTERNATIVES, PARENT_SCHEMA].map(|word| format!("/{word}/"));
    let Some((before, behind)) = inner.iter().find_map(|word| pointer.split_once(word)) else {
        return pointer.to_owned();
    };
    let rest = behind.split_once('/').map(|(_, rest)| format!("/{rest}")).unwrap_or_default();
    format!("{before}{rest}")
}

/// Divides operations with several media types of bodies or responses, and keeps the parts of each
/// below [`ALTERNATIVES`].
pub(crate) fn divide(document: &mut Json) {
    let paths = document.get("paths").and_then(Json::as_object);
    let places = paths.into_iter().flatten().flat_map(|(path, item)| {
        methods::of_item(item).into_iter().map(|(_, at)| format!("/paths/{}{at}", escaped(path)))
    });
    for place in places.collect::<Vec<_>>() {
        let Some(operation) = document.pointer(&place).and_then(Json::as_object) else { continue };
        if operation.contains_key(ALTERNATIVES) || !operation.contains_key("responses") {
            continue;
        }
        let by_body = by_body(document, operation);
        let all: Vec<Json> = by_body.iter().flat_map(|one| by_response(document, one)).collect();
        if let (true, Some(operation)) = (all.len() > 1, document.pointer_mut(&place)) {
            operation[ALTERNATIVES] = all.into();
        }
    }
}

/// Returns an operation for the JSON body, or else for the form, and one for each body of another media type whose
/// schema differs. Without a JSON body and a form, it returns the operation unchanged.
fn by_body(document: &Json, operation: &Map<String, Json>) -> Vec<Json> {
    let whole = Json::Object(operation.clone());
    let body = operation.get("requestBody").and_then(|body| resolved(document, body));
    let content = body.and_then(|body| body.get("content")).and_then(Json::as_object);
    let (Some(body), Some(content)) = (body, content) else { return vec![whole] };
    let Some((first_media, first)) = json_of(content).or_else(|| entry_of(content, FORM)) else { return vec![whole] };
    let mut others: Vec<(&str, &str, &Json)> = Vec::new();
    for (media, word) in OTHER_BODY_MEDIA_TYPES {
        let Some((media, other)) = entry_of(content, media) else { continue };
        let mut known = others.iter().map(|(_, _, known)| *known).chain([first]);
        let schema = other.get("schema");
        // A file is a part of a form, and a text in other bodies.
        let mut left = MAX_SCHEMAS;
        let is_multipart = is_media(media, MULTIPART);
        let has_file = is_multipart && schema.is_some_and(|schema| has_file(document, schema, false, &mut left));
        if has_file || !known.any(|known| known.get("schema") == schema) {
            others.push((media, word, other));
        }
    }
    let only = |media: &str, word: &str, keep_rest: bool| {
        let mut one = whole.clone();
        let mut body = body.clone();
        if let Some(content) = body["content"].as_object_mut() {
            let is_other = |name: &str| others.iter().any(|(other, _, _)| *other == name);
            content.retain(|name, _| name == media || keep_rest && !is_other(name));
        }
        one["requestBody"] = body;
        append_to_id(one, word)
    };
    let first = only(first_media, "", true);
    std::iter::once(first).chain(others.iter().map(|(media, word, _)| only(media, word, false))).collect()
}

/// Returns whether a member of a form is a file, or a list of files. Parts and alternatives are read as well. `is_member`
/// says that the schema is that of a member, and `left` counts the schemas that may still be read.
fn has_file(document: &Json, schema: &Json, is_member: bool, left: &mut usize) -> bool {
    let Some((rest, schema)) = left.checked_sub(1).zip(resolved(document, schema)) else { return false };
    *left = rest;
    let mut parts = parts_of(schema).chain(schema.get("items").filter(|_| is_member));
    let members = schema.get("properties").and_then(Json::as_object).filter(|_| !is_member);
    is_member && schema["format"] == "binary"
        || parts.any(|part| has_file(document, part, is_member, left))
        || members.into_iter().flatten().any(|(_, member)| has_file(document, member, true, left))
}

/// Returns an operation for the JSON response, and one for the stream of events. If no successful
/// response has both media types, it returns the operation unchanged.
fn by_response(document: &Json, operation: &Json) -> Vec<Json> {
    let responses = operation["responses"].as_object();
    let success = responses.into_iter().flatten().filter(|(status, _)| status.starts_with('2'));
    let both = success.filter_map(|(status, response)| {
        let response = resolved(document, response)?;
        let content = response.get("content").and_then(Json::as_object);
        let has_both = |content| json_of(content).is_some() && entry_of(content, EVENT_STREAM).is_some();
        content.is_some_and(has_both).then_some((status, response))
    });
    let Some((status, response)) = both.into_iter().next() else { return vec![operation.clone()] };
    let only = |is_kept: fn(&str) -> bool, streams: bool| {
        let mut one = operation.clone();
        let mut response = response.clone();
        if let Some(content) = response["content"].as_object_mut() {
            content.retain(|media, _| is_kept(media));
        }
        one["responses"][status] = response;
        fix_stream_parameter(document, &mut one, streams);
        fix_stream_member(document, &mut one, streams);
        append_to_id(one, if streams { "Stream" } else { "" })
    };
    vec![only(|media| !is_media(media, EVENT_STREAM), false), only(|media| is_media(media, EVENT_STREAM), true)]
}

/// Fixes the parameter [`STREAM`] of the query to `streams`, if the operation has it.
fn fix_stream_parameter(document: &Json, operation: &mut Json, streams: bool) {
    let parameters = operation.get_mut("parameters").and_then(Json::as_array_mut);
    for parameter in parameters.into_iter().flatten() {
        let Some(mut target) = resolved(document, parameter).cloned() else { continue };
        let is_it = target["name"] == STREAM && target["in"] == "query";
        if is_it && target.get("schema").is_some_and(|schema| is_boolean(document, schema)) {
            target["schema"] = constant(&target["schema"], streams);
            target["required"] = true.into();
            if let Some(members) = target.as_object_mut() {
                members.retain(|key, _| !["example", "examples"].contains(&key.as_str()));
            }
            *parameter = target;
        }
    }
}

/// Fixes the member [`STREAM`] of a body to `streams` and makes it required. Nothing changes if the body has no such
/// member.
fn fix_stream_member(document: &Json, operation: &mut Json, streams: bool) {
    let body = operation.get("requestBody").and_then(|body| resolved(document, body)).cloned();
    let Some(mut body) = body else { return };
    let content = body.get("content").and_then(Json::as_object);
    let content = content.and_then(|content| {
        json_of(content).or_else(|| entry_of(content, FORM)).or_else(|| entry_of(content, MULTIPART))
    });
    let Some((media, described)) = content.map(|(media, described)| (media.to_owned(), described)) else { return };
    let mut left = MAX_SCHEMAS;
    let schema = described.get("schema").and_then(|schema| with_stream(document, schema, streams, &mut left));
    let Some(schema) = schema else { return };
    body["content"][media]["schema"] = schema;
    if streams {
        body["required"] = true.into();
    }
    operation["requestBody"] = body;
}

/// Returns a copy of a schema whose member [`STREAM`] is fixed to `streams`: an own member, or one of a part or of
/// alternatives. `None` if it has no such member, or a discriminator leads to its alternatives. `left` counts the
/// schemas that may still be read.
fn with_stream(document: &Json, schema: &Json, streams: bool, left: &mut usize) -> Option<Json> {
    *left = left.checked_sub(1)?;
    let mut schema = resolved(document, schema)?.clone();
    if let Some(member) = schema.pointer("/properties/stream").filter(|member| is_boolean(document, member)) {
        schema["properties"][STREAM] = constant(member, streams);
        match schema.get_mut("required").and_then(Json::as_array_mut) {
            Some(required) if !required.contains(&json!(STREAM)) => required.push(json!(STREAM)),
            Some(_) => {}
            None => schema["required"] = json!([STREAM]),
        }
        return Some(schema);
    }
    let has_discriminator = schema.get("discriminator").is_some();
    let mut is_found = false;
    for key in PARTS.into_iter().filter(|key| *key == "allOf" || !has_discriminator) {
        for part in schema.get_mut(key).and_then(Json::as_array_mut).into_iter().flatten() {
            if let Some(fixed) = with_stream(document, part, streams, left) {
                *part = fixed;
                is_found = true;
            }
        }
    }
    is_found.then_some(schema)
}

/// Keywords of a schema whose values are lists of its parts or alternatives.
const PARTS: [&str; 3] = ["allOf", "oneOf", "anyOf"];

/// Returns the parts and alternatives of a schema.
pub(crate) fn parts_of(schema: &Json) -> impl Iterator<Item = &Json> {
    PARTS.into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten()
}

/// Returns the schema of [`STREAM`] with its only value, and with the description of the document.
fn constant(schema: &Json, streams: bool) -> Json {
    let description = schema.get("description").and_then(Json::as_str).unwrap_or("Whether the response is a stream.");
    json!({ "type": "boolean", "const": streams, "description": description })
}

/// Returns whether a schema, or an alternative of it, is that of a boolean.
fn is_boolean(document: &Json, schema: &Json) -> bool {
    let Some(schema) = resolved(document, schema) else { return false };
    match &schema["type"] {
        Json::String(name) => name == "boolean",
        Json::Array(names) => names.contains(&json!("boolean")),
        _ => parts_of(schema).filter_map(|arm| arm.get("type")).any(|name| name == "boolean"),
    }
}

/// Returns the entry of JSON, or else of another media type whose values are JSON.
fn json_of(content: &Map<String, Json>) -> Option<(&str, &Json)> {
    let other = || content.iter().find(|(media, _)| is_json(media)).map(|(media, value)| (media.as_str(), value));
    entry_of(content, JSON).or_else(other)
}

/// Returns the entry of a media type, which may be written in upper case or have parameters.
fn entry_of<'c>(content: &'c Map<String, Json>, wanted: &str) -> Option<(&'c str, &'c Json)> {
    content.iter().find(|(media, _)| is_media(media, wanted)).map(|(media, value)| (media.as_str(), value))
}

/// Returns whether a media type is the wanted one, in any case of its letters and with any parameters.
fn is_media(media: &str, wanted: &str) -> bool {
    media.split(';').next().is_some_and(|media| media.trim().eq_ignore_ascii_case(wanted))
}

/// Appends a word to the ID of an operation, unless the word is empty or the operation has no ID.
fn append_to_id(mut operation: Json, word: &str) -> Json {
    if let (Some(id), false) = (operation.get("operationId").and_then(Json::as_str), word.is_empty()) {
        let separator = if id.contains('_') { "_" } else { "" };
        operation["operationId"] = format!("{id}{separator}{word}").into();
    }
    operation
}
