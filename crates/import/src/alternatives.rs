//! Splits an operation with several media types into one operation for each of them.
//!
//! Input: a document as JSON. Output: the same document, in which an operation with bodies or
//! responses of different media types contains an operation for each of them, under
//! `x-alternatives`. Documents of our own generator have this member already.

use chainloom_codegen::{EVENT_STREAM, JSON, is_json};
use serde_json::{Map, Value as Json, json};

use crate::methods;
use crate::newer::FORM;
use crate::parents::PARENT_SCHEMA;
use crate::pointer::escaped;

/// Extension member of an operation that holds the operations into which it is divided.
pub(crate) const ALTERNATIVES: &str = "x-alternatives";

/// Media types of bodies other than JSON, each with the word that is appended to the ID of the
/// operation that sends such a body.
const OTHER_BODY_MEDIA_TYPES: [(&str, &str); 4] = [
    (FORM, "Form"),
    ("multipart/form-data", "Multipart"),
    ("application/octet-stream", "Bytes"),
    ("text/plain", "Text"),
];

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
        if !known.any(|known| known.get("schema") == other.get("schema")) {
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
        require_stream_member(document, &mut one, streams);
        append_to_id(one, if streams { "Stream" } else { "" })
    };
    vec![only(|media| !is_media(media, EVENT_STREAM), false), only(|media| is_media(media, EVENT_STREAM), true)]
}

/// Fixes the member `stream` of a JSON body to `streams` and makes it required. Nothing changes if
/// the body has no such member.
fn require_stream_member(document: &Json, operation: &mut Json, streams: bool) {
    let body = operation.get("requestBody").and_then(|body| resolved(document, body)).cloned();
    let Some(mut body) = body else { return };
    let content = body.get("content").and_then(Json::as_object).and_then(json_of);
    let Some((media, json)) = content.map(|(media, json)| (media.to_owned(), json)) else { return };
    let schema = json.get("schema").and_then(|schema| resolved(document, schema));
    let Some(mut schema) = schema.cloned() else { return };
    let Some(member) = schema.pointer_mut("/properties/stream") else { return };
    *member = json!({ "type": "boolean", "const": streams, "description": "Whether the response is a stream." });
    match schema.get_mut("required").and_then(Json::as_array_mut) {
        Some(required) if !required.contains(&json!("stream")) => required.push(json!("stream")),
        Some(_) => {}
        None => schema["required"] = json!(["stream"]),
    }
    body["content"][media]["schema"] = schema;
    operation["requestBody"] = body;
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

/// Follows the reference of a value within the document, and returns a value without a reference as
/// it is. `None` if the reference leads out of the document, or to nothing.
fn resolved<'d>(document: &'d Json, value: &'d Json) -> Option<&'d Json> {
    match value.get("$ref").and_then(Json::as_str) {
        Some(reference) => document.pointer(reference.strip_prefix('#')?),
        None => Some(value),
    }
}
