//! Places of a document that speak of a part of a request, and whether a report names one of them.
//!
//! Input: the document as plain JSON, a part of a request, and the report of the import. It shares
//! no code with the importer.

use std::collections::BTreeSet;

use chainloom_import::{Entry, Kind, Report};
use serde_json::Value as Json;

use super::super::compare::view::{escaped, resolved, target};
use super::differences::Part;
use super::drawn::{Drawn, essence};

/// Places: those that count with all below them, those that count without the schemas in them, and
/// those that count alone.
#[derive(Default)]
struct Places {
    exact: BTreeSet<String>,
    whole: BTreeSet<String>,
    alone: BTreeSet<String>,
}

/// Keywords of a schema that hold schemas, each of which is a place of its own.
const NESTED: [&str; 9] = [
    "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "allOf", "oneOf", "anyOf",
    "content",
];

impl Places {
    /// Whether an entry is at one of the places.
    fn has(&self, place: &str) -> bool {
        let below =
            |known: &String| place.strip_prefix(known.as_str()).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        self.exact.contains(place)
            || self.whole.iter().any(|known| below(known).is_some())
            || self
                .alone
                .iter()
                .filter_map(below)
                .any(|rest| rest.split('/').nth(1).is_none_or(|step| !NESTED.contains(&step)))
    }

    /// Adds a schema with all that it is made of.
    fn add_whole(&mut self, root: &Json, place: &str) {
        if !self.whole.insert(place.to_owned()) {
            return;
        }
        for (_, reference) in root.pointer(place).into_iter().flat_map(references) {
            if let Some((_, place)) = target(root, &reference) {
                self.add_whole(root, &place);
            }
        }
    }
}

/// The references within a value.
fn references(value: &Json) -> Vec<(&Json, String)> {
    match value {
        Json::Object(members) => {
            let own = members.get("$ref").and_then(Json::as_str).map(|own| (value, own.to_owned()));
            own.into_iter().chain(members.values().flat_map(references)).collect()
        }
        Json::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

/// Whether the report tells that a part of a request is not as the document says: an entry for
/// which the import is not complete, at a place that speaks of the part.
pub(super) fn is_told(document: &Json, report: &Report, drawn: &Drawn, part: &Part) -> bool {
    let places = places(document, drawn, part);
    let is_loss = |entry: &&Entry| !entry.is_detail && entry.kind != Kind::Guessed;
    report.entries.iter().filter(is_loss).any(|entry| places.has(&entry.place))
}

fn places(root: &Json, drawn: &Drawn, part: &Part) -> Places {
    let mut out = Places::default();
    let path = format!("/paths/{}", escaped(&drawn.path));
    let Some(item) = root.pointer(&path) else { return out };
    let (_, item) = resolved(root, item, &path);
    let operation = format!("{item}/{}", drawn.verb);
    match part {
        Part::Operation => {}
        Part::Parameter(place, name) => {
            for at in parameter(root, [&operation, &item], place, name) {
                out.add_whole(root, &at);
            }
        }
        Part::Body(steps) => body(root, &format!("{operation}/requestBody"), drawn, steps, &mut out),
    }
    out.exact.extend([operation, item, path]);
    out
}

/// The places of a parameter: in the operation or for all of its path, and where it refers to.
fn parameter(root: &Json, holders: [&str; 2], place: &str, name: &str) -> Vec<String> {
    for holder in holders {
        let list = root.pointer(&format!("{holder}/parameters")).and_then(Json::as_array);
        for (at, one) in list.into_iter().flatten().enumerate() {
            let at = format!("{holder}/parameters/{at}");
            let (one, target) = resolved(root, one, &at);
            let is_name = one["name"].as_str().is_some_and(|own| match place {
                "header" => own.eq_ignore_ascii_case(name),
                _ => own == name,
            });
            if is_name && one["in"] == place {
                return vec![at, target];
            }
        }
    }
    Vec::new()
}

/// Adds the places of a value in a body: of the body, of its media types, and of each schema on the
/// way to the value; those at the end count with all that is in them.
fn body(root: &Json, at: &str, drawn: &Drawn, steps: &[String], out: &mut Places) {
    let Some((value, target)) = root.pointer(at).map(|value| resolved(root, value, at)) else { return };
    out.alone.extend([at.to_owned(), target.clone()]);
    let sent = drawn.request.as_ref().map_or("", |request| request.media_type()).to_lowercase();
    let mut schemas = Vec::new();
    for name in value["content"].as_object().into_iter().flatten().map(|(name, _)| name) {
        let media = format!("{target}/content/{}", escaped(name));
        out.exact.insert(media.clone());
        if essence(name).to_lowercase() == sent || sent.is_empty() || name.contains('*') {
            out.exact.insert(format!("{media}/encoding"));
            out.whole.extend(steps.first().map(|member| format!("{media}/encoding/{}", escaped(member))));
            schemas.push(format!("{media}/schema"));
        }
    }
    for step in steps {
        let mut seen = BTreeSet::new();
        schemas.into_iter().for_each(|place| expand(root, place, &mut seen));
        schemas = seen.iter().flat_map(|place| members(root, place, step)).collect();
        out.alone.append(&mut seen);
    }
    schemas.iter().for_each(|place| out.add_whole(root, place));
}

/// A schema, with those that it refers to or is made of.
fn expand(root: &Json, place: String, seen: &mut BTreeSet<String>) {
    let Some(schema) = root.pointer(&place).filter(|_| !seen.contains(&place)) else { return };
    seen.insert(place.clone());
    if let Some((_, place)) = schema["$ref"].as_str().and_then(|reference| target(root, reference)) {
        expand(root, place, seen);
    }
    for word in ["allOf", "oneOf", "anyOf"] {
        for at in 0..schema[word].as_array().map_or(0, Vec::len) {
            expand(root, format!("{place}/{word}/{at}"), seen);
        }
    }
}

/// The schemas of a member or an item in a schema.
fn members(root: &Json, place: &str, step: &str) -> Vec<String> {
    let own = [
        format!("{place}/properties/{}", escaped(step)),
        format!("{place}/additionalProperties"),
        format!("{place}/items"),
        format!("{place}/prefixItems/{step}"),
    ];
    own.into_iter().filter(|place| root.pointer(place).is_some_and(Json::is_object)).collect()
}
