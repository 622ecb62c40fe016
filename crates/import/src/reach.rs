//! Directions of schemas: which parts of a document are in requests, and which are in responses.
//!
//! Input: the places of requests and responses. Output: the places of all schemas reachable from
//! them, so that the direction of a member can be looked up by its place.

use std::collections::HashSet;

use serde_json::Value as Json;

use crate::document::Document;

/// Places of a document, each with all places below it.
#[derive(Debug, Default)]
pub(crate) struct Places(HashSet<String>);

impl Places {
    /// Adds a place, and all places to which references below it lead.
    pub(crate) fn add(&mut self, doc: &Document, place: &str) {
        let mut open = vec![place.to_owned()];
        while let Some(place) = open.pop() {
            if self.0.contains(&place) {
                continue;
            }
            if let Some(value) = doc.at(&place) {
                collect_targets(doc, value, &mut open);
            }
            self.0.insert(place);
        }
    }

    /// Returns whether a place is one of these places or lies below one.
    pub(crate) fn covers(&self, place: &str) -> bool {
        let mut rest = Some(place);
        while let Some(place) = rest {
            if self.0.contains(place) {
                return true;
            }
            rest = place.rfind('/').map(|end| &place[..end]);
        }
        false
    }
}

/// Adds the pointers to which references in a value lead.
fn collect_targets(doc: &Document, value: &Json, open: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            if let Some(Ok(target)) = members.get("$ref").and_then(Json::as_str).map(|target| doc.follow(target)) {
                open.push(target);
            }
            members.values().for_each(|value| collect_targets(doc, value, open));
        }
        Json::Array(items) => items.iter().for_each(|value| collect_targets(doc, value, open)),
        _ => {}
    }
}
