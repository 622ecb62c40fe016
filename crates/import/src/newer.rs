//! Converts features of OpenAPI 3.2 to 3.1, as far as 3.1 can express them.
//!
//! Input: a document as JSON. Output: the same, with references to media types resolved. A whole
//! query that is a form becomes an object whose members are parameters. Any other whole query gets
//! an extension, and is reported where it is read.

use serde_json::{Map, Value as Json, json};

use crate::pointer::{escaped, pointer_of};
use crate::text::Dropped;

/// Media type of a form, whose members are parameters.
pub(crate) const FORM: &str = "application/x-www-form-urlencoded";

/// Value of `in` for a parameter that is the whole query.
const QUERY_STRING: &str = "querystring";

/// Extension of a parameter that is the whole query and no form. The crate `oas3` returns its name
/// without `x-`.
pub(crate) const WHOLE_QUERY: &str = "whole-query";

/// Number of references in a chain after which it counts as a circle.
const MAX_REFERENCES: usize = 32;

/// Keys below which neither media types nor parameters are looked for.
const DATA: [&str; 4] = ["example", "examples", "default", "schema"];

/// Converts a whole document. Returns the media types whose references lead nowhere.
pub(crate) fn document(root: &mut Json) -> Dropped {
    let mut dropped = Dropped::new();
    let mut found = Found::default();
    for part in ["paths", "webhooks", "components"] {
        if let Some(value) = root.get(part) {
            found.search(value, &mut format!("/{part}"));
        }
    }
    for place in found.media_types {
        match root.pointer(&place).and_then(|value| resolved(root, value)).cloned() {
            Some(target) => replace(root, &place, target),
            None => dropped.push(("a media type by a reference that leads nowhere", place)),
        }
    }
    for place in found.queries {
        let Some(parameter) = root.pointer(&place) else { continue };
        let members = as_members(root, parameter);
        let mut parameter = members.unwrap_or_else(|| with_entry(parameter, &format!("x-{WHOLE_QUERY}"), json!(true)));
        parameter["in"] = json!("query");
        replace(root, &place, parameter);
    }
    dropped
}

/// Replaces the value at a pointer.
fn replace(root: &mut Json, place: &str, value: Json) {
    if let Some(old) = root.pointer_mut(place) {
        *old = value;
    }
}

/// JSON pointers of media types that are references, and of parameters that are the whole query.
#[derive(Default)]
struct Found {
    media_types: Vec<String>,
    queries: Vec<String>,
}

impl Found {
    /// Adds the media types and parameters within a value. `place` is the pointer of the value.
    fn search(&mut self, value: &Json, place: &mut String) {
        match value {
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.search_member(&index.to_string(), item, place);
                }
            }
            Json::Object(members) => {
                if members.get("in").and_then(Json::as_str) == Some(QUERY_STRING) {
                    self.queries.push(place.clone());
                }
                self.add_media_type_references(members, place);
                for (key, value) in members.iter().filter(|(key, _)| !DATA.contains(&key.as_str())) {
                    self.search_member(key, value, place);
                }
            }
            _ => {}
        }
    }

    fn search_member(&mut self, key: &str, value: &Json, place: &mut String) {
        let length = place.len();
        place.push('/');
        place.push_str(&escaped(key));
        self.search(value, place);
        place.truncate(length);
    }

    /// Adds the media types under `content` that are references.
    fn add_media_type_references(&mut self, members: &Map<String, Json>, place: &str) {
        let content = members.get("content").and_then(Json::as_object).into_iter().flatten();
        let references = content.filter(|(_, media)| media.get("$ref").is_some_and(Json::is_string));
        self.media_types.extend(references.map(|(name, _)| format!("{place}/content/{}", escaped(name))));
    }
}

/// Turns the parameter of a whole query into an object whose members are parameters. `None` if its
/// only media type is no form, or a form with `encoding`, or if its schema has no members.
fn as_members(root: &Json, parameter: &Json) -> Option<Json> {
    let content = parameter.get("content")?.as_object()?;
    let media = content.get(FORM).filter(|media| content.len() == 1 && media.get("encoding").is_none())?;
    let schema = resolved(root, media.get("schema")?)?;
    schema.get("properties")?;
    let mut out = parameter.as_object()?.clone();
    out.remove("content");
    out.insert("style".to_owned(), json!("form"));
    out.insert("explode".to_owned(), json!(true));
    out.insert("schema".to_owned(), schema.clone());
    Some(Json::Object(out))
}

/// Returns a copy of an object with one more entry.
fn with_entry(value: &Json, key: &str, entry: Json) -> Json {
    let mut out = value.clone();
    out[key] = entry;
    out
}

/// Returns the value to which a chain of references leads. `None` if the chain leads nowhere or has
/// too many references.
fn resolved<'d>(root: &'d Json, value: &'d Json) -> Option<&'d Json> {
    let mut value = value;
    for _ in 0..MAX_REFERENCES {
        match value.get("$ref").and_then(Json::as_str) {
            Some(reference) => value = root.pointer(&pointer_of(reference).ok()?)?,
            None => return Some(value),
        }
    }
    None
}
