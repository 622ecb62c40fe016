//! Extensions of operations in an OpenAPI document of our own generator.
//!
//! Input: members that begin with `x-`. Output: entries of operations.

use oas3::spec::{ObjectOrReference, Operation as Source};
use serde_json::Value as Json;

use super::client;
use super::types;
use super::words::{flag, source};
use crate::importer::Importer;
use crate::operation::{Operation, ResponseBody};
use crate::tree::{Kind, Node};

/// Entries of an operation that have no place in the standard.
pub(crate) fn operation_entries(importer: &mut Importer<'_>, source_of: &Source, operation: &mut Operation) {
    if !importer.is_ours {
        return;
    }
    let said = |name: &str| source_of.extensions.get(name).cloned();
    operation.entries.extend(source(said("source").as_ref()).map(|source| ("source", source)));
    operation.entries.extend(client::server(importer, operation).map(|server| ("server", server)));
    for key in ["cost", "rules", "limits", "available", "since", "until", "deprecated", "notes", "seen"] {
        operation
            .entries
            .extend(said(key).map(|value| (key, Node::json(&without_unit(value)).from(&operation.pointer))));
    }
    operation.entries.extend(said("server-version").map(|member| ("serverVersion", Node::json(&member))));
    operation.entries.extend(said("redirects").map(|value| ("redirects", Node::json(&value))));
    operation.entries.extend(said("pagination").map(|value| ("paginate", pagination(&value).from(&operation.pointer))));
    operation.entries.extend(said("wait").map(|value| ("wait", Node::json(&value).from(&operation.pointer))));
    if let Some(variants) = said("variants") {
        self::variants(importer, &variants, operation);
    }
}

/// Costs without their unit, which the limits of the client name.
pub(super) fn without_unit(mut value: Json) -> Json {
    if let Json::Object(members) = &mut value {
        if members.contains_key("units") {
            members.shift_remove("unit");
        }
    }
    value
}

/// Lifetime of a page token, which the document has in seconds.
pub(super) fn pagination(value: &Json) -> Node {
    Node::json(value)
}

fn variants(importer: &mut Importer<'_>, variants: &Json, operation: &mut Operation) {
    let mut node = Node::map([] as [(&str, Node); 0]);
    let mut has_response = false;
    for (index, variant) in variants.as_array().into_iter().flatten().enumerate() {
        let Some(name) = variant.get("name").and_then(Json::as_str) else { continue };
        let mut entry = Node::map([] as [(&str, Node); 0]);
        entry.put_opt("doc", own_doc(variant, operation.doc.as_deref()).map(Node::text));
        entry.put_opt("source", source(variant.get("x-source")));
        entry.put_opt("fix", variant.get("fix").map(Node::json));
        let at = format!("{}/x-variants/{index}/response", operation.pointer);
        let response = variant.get("response");
        if let Some(ty) = response.and_then(|schema| types::ty(importer, schema, &at, &format!("{name} response"))) {
            has_response = true;
            entry.put("response", ty.node());
        }
        for key in ["available", "since", "until", "deprecated", "notes", "seen"] {
            let shared = operation.entries.iter().find(|(name, _)| *name == key).map(|(_, node)| node.children().len());
            entry.put_opt(key, variant.get(format!("x-{key}")).map(|said| Node::json(&without(said, shared))));
        }
        node.put(name, entry.from(&operation.pointer));
    }
    if has_response {
        operation.response = ResponseBody::None;
    }
    // A parameter that every variant fixes has only these values in the document.
    for param in &mut operation.params {
        let is_fixed = |variant: &Json| variant.get("fix").is_some_and(|fix| fix.get(&param.field.name).is_some());
        if variants.as_array().is_some_and(|all| all.iter().all(is_fixed)) {
            param.field.ty.attributes.retain(|(key, _)| *key != "only");
        }
    }
    operation.entries.push(("variants", node.tall()));
}

/// Description of a variant without that of its operation, with which it begins.
fn own_doc<'d>(variant: &'d Json, shared: Option<&str>) -> Option<&'d str> {
    let whole = variant.get("doc")?.as_str()?;
    let own = whole.strip_prefix(shared.unwrap_or_default()).unwrap_or(whole).trim_start();
    (!own.is_empty()).then_some(own)
}

/// A list without the items that the operation has.
fn without(said: &Json, shared: Option<usize>) -> Json {
    match said {
        Json::Array(items) => items.iter().skip(shared.unwrap_or_default()).cloned().collect(),
        other => other.clone(),
    }
}

/// Variant that an example belongs to.
pub(crate) fn variant_of(importer: &Importer<'_>, operation: &Operation, example: &str) -> Option<String> {
    let variants = importer.doc.at(&format!("{}/x-variants", operation.pointer)).filter(|_| importer.is_ours)?;
    let has = |variant: &&Json| {
        let names = variant.get("examples").and_then(Json::as_array);
        names.is_some_and(|names| names.iter().any(|name| name == example))
    };
    Some(variants.as_array()?.iter().find(has)?.get("name")?.as_str()?.to_owned())
}

/// Statuses of success, with those marked as `seen`.
pub(crate) fn statuses(source: &Source) -> Option<Node> {
    let mut node = Node::map([] as [(&str, Node); 0]);
    let mut is_plain = true;
    for (status, response) in source.responses.iter().flatten().filter(|(status, _)| status.starts_with('2')) {
        let ObjectOrReference::Object(response) = response else { continue };
        if response.extensions.contains_key("status") {
            return None;
        }
        let seen = response.extensions.get("seen").is_some();
        is_plain &= !seen;
        node.put(status, if seen { Node::map([("seen", flag())]) } else { Node::map([] as [(&str, Node); 0]) });
    }
    if is_plain {
        let Kind::Map(entries) = node.kind else { return None };
        return Some(Node::list(entries.into_iter().map(|(status, _)| Node::new(Kind::Number(status)))));
    }
    Some(node)
}
