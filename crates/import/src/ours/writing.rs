//! Encodings of values that the standard has no keyword for.
//!
//! Input: members that begin with `x-`. Output: attributes, headers and events.

use oas3::spec::{ObjectOrReference, Parameter, Schema};
use serde_json::Value as Json;

use super::types;
use super::words::doc_of_field;
use crate::importer::Importer;
use crate::lift::ASIDE;
use crate::pointer::escaped;
use crate::spec::{Field, Type};
use crate::tree::Node;

/// The schema of a line, as version 3.2 has it under `itemSchema`.
const LINE: &str = "x-itemSchema";

/// The ways to write lists and objects.
const STYLES: [&str; 5] = ["repeated", "brackets", "indices", "dots", "json"];

/// The style of an object, or of a union with a list, that is one text.
const JOINED: &str = "joined";

/// How a parameter is written.
pub(crate) fn writing(importer: &Importer<'_>, parameter: &Parameter) -> Vec<(&'static str, Node)> {
    let keys = ["style", "join", "slashes"].into_iter().filter(|_| importer.is_ours);
    let mut all: Vec<_> = keys.filter_map(|key| Some((key, Node::json(parameter.extensions.get(key)?)))).collect();
    let is_joined = parameter.extensions.get("style").and_then(Json::as_str) == Some(JOINED);
    if importer.is_ours && is_joined && parameter.explode == Some(true) {
        all.push(("explode", Node::json(&Json::Bool(true))));
    }
    all
}

/// How a whole form is written.
pub(crate) fn style(importer: &Importer<'_>, media: &str) -> Option<&'static str> {
    let said = importer.doc.at(media)?.get("x-style")?.as_str()?;
    STYLES.into_iter().find(|style| *style == said)
}

/// How the members of a form are written.
pub(crate) fn encoding(importer: &Importer<'_>, fields: &mut [Field], media: &str) {
    for field in fields.iter_mut().filter(|_| importer.is_ours) {
        let said = importer.doc.at(&format!("{media}/encoding/{}", escaped(&field.name)));
        for key in ["style", "join"] {
            let value = said.and_then(|said| said.get(format!("x-{key}")));
            field.ty.attributes.extend(value.map(|value| (key, Node::json(value))));
        }
        let content = said.and_then(|said| said.get("contentType")?.as_str());
        if let Some(content) = content {
            let all: Vec<&str> = content.split(", ").collect();
            field.ty.put("content", Node::texts_or_text(&all));
        }
        let headers = said.and_then(|said| said.get("headers")?.as_object());
        if let Some(headers) = headers {
            let value = |header: &Json| header.pointer("/schema/const").map(Node::json);
            let pairs = headers.iter().filter_map(|(name, header)| Some((name.as_str(), value(header)?)));
            field.ty.put("headers", Node::map(pairs));
        }
    }
}

/// Whether a body is a text and no bytes.
pub(crate) fn is_text(schema: &Schema) -> bool {
    let Schema::Object(object) = schema else { return false };
    let ObjectOrReference::Object(object) = object.as_ref() else { return false };
    !object.extensions.contains_key(&format!("{ASIDE}contentMediaType"))
}

/// A header of a response. Headers with the rate limit are components and are left out.
pub(crate) fn header(importer: &mut Importer<'_>, name: &str, place: &str, wish: &str) -> Option<Field> {
    let doc = importer.doc;
    let header = doc.at(place).filter(|header| header.get("$ref").is_none())?;
    let schema = header.get("schema")?;
    let mut ty = types::ty(importer, schema, &format!("{place}/schema"), &format!("{wish} {name}"))?;
    let text = header.get("description").and_then(Json::as_str);
    ty.doc = text.and_then(|text| doc_of_field(text, Some(schema))).or(ty.doc);
    ty.nullable = false;
    let optional = header.get("required") != Some(&Json::Bool(true));
    Some(Field { name: name.to_owned(), optional, ty })
}

/// Response of a status without a body, if it has a description of its own.
pub(crate) fn nothing(importer: &Importer<'_>, at: &str) -> Option<Type> {
    let text = importer.doc.at(at).filter(|_| importer.is_ours)?.get("description")?.as_str()?;
    let doc = text.split("\n\n").next().filter(|doc| *doc != "A response without a body.")?;
    let mut ty = Type::name("none", at);
    ty.doc = Some(doc.to_owned());
    Some(ty)
}

/// Whether a media type has lines.
pub(crate) fn has_lines(importer: &Importer<'_>, media: &str) -> bool {
    importer.is_ours && importer.doc.at(media).is_some_and(|media| media.get(LINE).is_some())
}

/// The type of a line.
pub(crate) fn line(importer: &mut Importer<'_>, media: &str, hint: &str) -> Option<Type> {
    let doc = importer.doc;
    let schema = doc.at(media)?.get(LINE).filter(|_| importer.is_ours)?;
    types::ty(importer, schema, &format!("{media}/{LINE}"), hint)
}

/// Facts of a stream of events.
pub(crate) fn stream(importer: &Importer<'_>, media: &str) -> Option<Node> {
    Some(Node::json(importer.doc.at(media)?.get("x-stream")?))
}

/// Server-sent events by their names.
pub(crate) fn events(importer: &mut Importer<'_>, media: &str, hint: &str) -> Option<Vec<(String, Type)>> {
    let doc = importer.doc;
    let events = doc.at(media)?.get("x-events")?.as_object().filter(|_| importer.is_ours)?;
    let event = |(name, schema): (&String, &Json)| {
        let place = format!("{media}/x-events/{}", escaped(name));
        Some((name.clone(), types::ty(importer, schema, &place, &format!("{hint} {name}"))?))
    };
    Some(events.iter().filter_map(event).collect())
}
