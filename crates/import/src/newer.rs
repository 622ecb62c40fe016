//! Converts features of OpenAPI 3.2 to 3.1, as far as 3.1 can express them.
//!
//! Input: a document as JSON. Output: the same, with references to media types resolved. A whole
//! query that is a form becomes an object whose members are parameters. Any other whole query gets
//! an extension, and is reported where it is read.

use serde_json::{Value as Json, json};

use crate::alternatives::FORM;
use crate::document::resolved;
use crate::roles::Role;
use crate::text::Dropped;

/// Value of `in` for a parameter that is the whole query.
const QUERY_STRING: &str = "querystring";

/// Extension of a parameter that is the whole query and no form. The crate `oas3` returns its name
/// without `x-`.
pub(crate) const WHOLE_QUERY: &str = "whole-query";

/// Converts a whole document. Returns the media types whose references lead nowhere.
pub(crate) fn document(root: &mut Json) -> Dropped {
    let mut dropped = Dropped::new();
    let (mut references, mut queries) = (Vec::new(), Vec::new());
    Role::Document.visit(root, &mut String::new(), &mut |role, value, place| match role {
        Role::Media if value.get("$ref").is_some_and(Json::is_string) => references.push(place.to_owned()),
        Role::Parameter if value.get("in").is_some_and(|own| own == QUERY_STRING) => queries.push(place.to_owned()),
        _ => {}
    });
    for place in references {
        match root.pointer(&place).and_then(|value| resolved(root, value)).cloned() {
            Some(target) => replace(root, &place, target),
            None => dropped.push(("a media type by a reference that leads nowhere", place)),
        }
    }
    for place in queries {
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
