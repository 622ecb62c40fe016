//! Webhooks: combines the events of a document into one type.
//!
//! Input: a lifted document. Output: the schema of an event. If webhooks have different bodies, a
//! union of them is added to the schemas of the document. `schema` reads it like any other.

use serde_json::{Map, Value as Json, json};

use crate::pointer::escaped;

/// Extension of the document with the reference to the schema of an event.
const EVENT: &str = "x-webhook-event";

/// Name of the schema that is added for several events.
const NAME: &str = "WebhookEvent";

/// Keys of a path item that describe a webhook.
const VERBS: [&str; 3] = ["post", "put", "patch"];

/// Adds the reference to the schema of an event to the document. Different bodies of webhooks are
/// united in a new schema.
pub(crate) fn unite(root: &mut Json) {
    let mut references: Vec<String> = Vec::new();
    for name in names(root) {
        references.extend(schema_of(root, &name).filter(|reference| !references.contains(reference)));
    }
    let event = match references.as_slice() {
        [] => return,
        [only] => only.clone(),
        several => {
            let arms: Vec<Json> = several.iter().map(|reference| json!({ "$ref": reference })).collect();
            let Some(root) = root.as_object_mut() else { return };
            let components = root.entry("components").or_insert_with(|| Json::Object(Map::new()));
            let Some(components) = components.as_object_mut() else { return };
            let schemas = components.entry("schemas").or_insert_with(|| Json::Object(Map::new()));
            let Some(schemas) = schemas.as_object_mut() else { return };
            let mut name = NAME.to_owned();
            while schemas.contains_key(&name) {
                name.push('_');
            }
            let schema = json!({ "description": "Event that the service sends.", "oneOf": arms });
            schemas.insert(name.clone(), schema);
            format!("#/components/schemas/{name}")
        }
    };
    if let Some(root) = root.as_object_mut() {
        root.insert(EVENT.to_owned(), Json::String(event));
    }
}

/// Returns the reference that [`unite`] added.
pub(crate) fn event(root: &Json) -> Option<&str> {
    root.get(EVENT)?.as_str()
}

/// Returns the names of all webhooks, in the order of the document.
pub(crate) fn names(root: &Json) -> Vec<String> {
    let webhooks = root.get("webhooks").and_then(Json::as_object);
    webhooks.into_iter().flat_map(|webhooks| webhooks.keys().cloned()).collect()
}

/// Returns the pointer of the operation that describes a webhook. `None` if it is no POST, PUT or
/// PATCH.
pub(crate) fn operation_at(root: &Json, name: &str) -> Option<String> {
    let item = follow_reference(root, format!("/webhooks/{}", escaped(name)));
    let verb = VERBS.iter().find(|verb| root.pointer(&item).is_some_and(|item| item.get(**verb).is_some()))?;
    Some(format!("{item}/{verb}"))
}

/// Returns a reference to the schema of the JSON body of a webhook. `None` if it has no such body.
fn schema_of(root: &Json, name: &str) -> Option<String> {
    let body = follow_reference(root, format!("{}/requestBody", operation_at(root, name)?));
    let content = root.pointer(&body)?.get("content")?.as_object()?;
    let media = content.keys().find(|media| chainloom_codegen::is_json(media))?;
    let at = format!("{body}/content/{}/schema", escaped(media));
    let schema = root.pointer(&at)?;
    let reference =
        schema.get("$ref").and_then(Json::as_str).filter(|_| schema.as_object().is_some_and(|own| own.len() == 1));
    Some(reference.map_or_else(|| format!("#{at}"), str::to_owned))
}

/// Returns the pointer to which a reference at a place leads, or the place itself if it has none.
fn follow_reference(root: &Json, place: String) -> String {
    let target = root.pointer(&place).and_then(|value| value.get("$ref")?.as_str()?.strip_prefix('#'));
    target.map_or(place.clone(), str::to_owned)
}
