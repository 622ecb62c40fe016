//! Constant tags: fixes the tag of a union in the records that are its arms, as is common in OpenAPI.
//!
//! Input: declared records, with the tags and values of the unions that refer to them. Output: the same
//! records with constant tags. A record stays unchanged if it has several values or tags, or if other
//! requests use it with another value. Its members are then repeated in the arm.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value as Json;

use crate::document::Document;
use crate::importer::{Importer, Tagged};
use crate::parents::PARENT_SCHEMA;
use crate::pointer::pointer_of;
use crate::spec::{Field, Head, TagKind, Type};
use crate::tree::{Kind, Node};

impl Importer<'_> {
    /// Fixes the tags of all declared records that are arms of one union with one value.
    pub(super) fn fix_tags(&mut self) {
        let mut tags_by_record: BTreeMap<&str, BTreeSet<&Tagged>> = BTreeMap::new();
        for tagged in &self.tagged {
            tags_by_record.entry(&tagged.record).or_default().insert(tagged);
        }
        let mut alone = HashSet::new();
        if !tags_by_record.is_empty() {
            collect_direct_targets(self.doc, &self.doc.root, |_, _| false, &mut alone);
        }
        let sent = alone.iter().chain(&self.used_alone).filter(|pointer| self.sent.covers(pointer));
        let alone: HashSet<String> =
            sent.filter_map(|pointer| self.known_type_at(pointer).map(str::to_owned)).collect();
        for declared in &mut self.declared {
            let only = tags_by_record.get(declared.name.as_str()).filter(|values| values.len() == 1);
            let (Some(tagged), Head::Record { fields, .. }) = (only.and_then(BTreeSet::first), &mut declared.ty.head)
            else {
                continue;
            };
            if let Some(field) = fields.iter_mut().find(|field| field.name == tagged.tag) {
                if field.optional || !is_one_value(&field.ty.head) {
                    if alone.contains(&declared.name) {
                        continue;
                    }
                    self.report.guessed("the tag of an arm: it is always there, with one value", &field.ty.origin);
                }
                fix_tag(field, tagged);
            }
        }
    }
}

fn is_one_value(head: &Head) -> bool {
    match head {
        Head::Const(_) => true,
        Head::Enum { values, .. } => values.len() == 1,
        _ => false,
    }
}

/// Collects the targets of references that use a schema unchanged, such as in a body or a member.
/// References from alternatives of a union do not count, nor references from an `allOf` to schemas
/// whose members are merged into each of its users.
fn collect_direct_targets(
    doc: &Document,
    value: &Json,
    is_exempt: fn(&Document, &str) -> bool,
    found: &mut HashSet<String>,
) {
    match value {
        Json::Object(members) => {
            let target = members.get("$ref").and_then(Json::as_str).and_then(|target| pointer_of(target).ok());
            found.extend(target.filter(|target| !is_exempt(doc, target)));
            let has_own = members.contains_key("properties") || members.contains_key("required");
            for (key, value) in members {
                let is_exempt: fn(&Document, &str) -> bool = match (key.as_str(), value) {
                    ("oneOf" | "anyOf", _) => |_, _| true,
                    ("allOf", Json::Array(parts)) if parts.len() > 1 || has_own => is_merged,
                    _ => |_, _| false,
                };
                match value {
                    Json::Array(items) => {
                        items.iter().for_each(|item| collect_direct_targets(doc, item, is_exempt, found))
                    }
                    value => collect_direct_targets(doc, value, |_, _| false, found),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| collect_direct_targets(doc, item, |_, _| false, found)),
        _ => {}
    }
}

/// Returns whether an `allOf` merges the members of a schema instead of extending its record.
fn is_merged(doc: &Document, pointer: &str) -> bool {
    pointer.contains(PARENT_SCHEMA) || doc.at(pointer).is_some_and(|schema| schema.get("allOf").is_some())
}

/// Makes the tag of an arm a required constant. A document may let it be absent, but the arm is not
/// recognized without it.
fn fix_tag(field: &mut Field, tagged: &Tagged) {
    let value = match tagged.kind {
        TagKind::Text => Kind::Text(tagged.value.clone()),
        TagKind::Number => Kind::Number(tagged.value.clone()),
        TagKind::Boolean => Kind::Flag(tagged.value == "true"),
    };
    let constant = Type::new(Head::Const(Node::new(value)), &field.ty.origin);
    field.ty = Type { doc: field.ty.doc.take(), ..constant };
    field.optional = false;
}
