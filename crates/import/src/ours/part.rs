//! Selects some operations of a spec that a document contains, with the types that they use.
//!
//! Input: the files of the spec, and the places of the operations in the document. Output: files
//! without the other operations, without subscriptions and webhooks, and without unused types.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value as Json;

use crate::alternatives::ALTERNATIVES;
use crate::operation::File;
use crate::selection::Selection;
use crate::tree::{Kind, Node};
use crate::type_files::type_names_in;

/// Keys of a file that are removed when operations are selected.
const REMOVED_KEYS: [&str; 3] = ["subscriptions", "subscribe", "webhooks"];

/// Keys of a file that declare types.
const DECLARING_KEYS: [&str; 2] = ["scalars", "types"];

/// Removes all operations from the files except the selected ones, and all parts that need the
/// removed operations.
pub(crate) fn keep_selected(document: &Json, files: &mut Vec<File>, selection: &Selection) {
    let mut wanted: Vec<(String, &str)> = Vec::new();
    for place in selection.places() {
        wanted.extend(document.pointer(place).into_iter().flat_map(ids).map(|id| (id, place)));
    }
    for (path, root) in files.iter_mut() {
        let service = match root.get("service").map(|service| &service.kind) {
            Some(Kind::Text(service)) => service.clone(),
            _ => path.rsplit('/').next().unwrap_or_default().to_owned(),
        };
        let Kind::Map(entries) = &mut root.kind else { continue };
        entries.retain(|(key, _)| !REMOVED_KEYS.contains(&key.as_str()));
        for (key, value) in entries.iter_mut() {
            match (key.as_str(), &mut value.kind) {
                ("operations", Kind::Map(operations)) => keep_operations(operations, &service, &wanted),
                ("deployment", Kind::Map(entries)) => entries.retain(|(key, _)| key != "results"),
                _ => {}
            }
        }
        entries.retain(|(key, value)| key != "operations" || !value.is_empty());
    }
    leave_out_types(files);
    let has_some = |root: &Node| {
        ["client", "operations", "types", "scalars", "rpc", "deployment", "sources"]
            .iter()
            .any(|key| root.get(key).is_some())
    };
    files.retain(|(_, root)| has_some(root));
}

/// Returns the IDs of the operations of the spec from which an operation or method of a generated
/// document was made.
pub(crate) fn ids(value: &Json) -> Vec<String> {
    let list = |key: &str| value.get(key).and_then(Json::as_array).into_iter().flatten();
    let ids = list(ALTERNATIVES).chain([value]).filter_map(|one| one.get("x-id"));
    ids.chain(list("x-operations")).filter_map(Json::as_str).map(str::to_owned).collect()
}

/// Removes all operations of a service that are not wanted. Each entry of a kept operation may be
/// removed later, if it needs an operation that is gone.
fn keep_operations(operations: &mut Vec<(String, Node)>, service: &str, wanted: &[(String, &str)]) {
    operations.retain_mut(|(name, node)| {
        let id = format!("{service}.{name}");
        let Some((_, place)) = wanted.iter().find(|(own, _)| *own == id) else { return false };
        if let Kind::Map(entries) = &mut node.kind {
            for (_, value) in entries.iter_mut() {
                *value = std::mem::take(value).from(place).or_remove();
            }
        }
        *node = std::mem::take(node).from(place).or_remove();
        true
    });
}

/// Removes types that neither operations nor clients reach.
fn leave_out_types(files: &mut [File]) {
    let declared =
        |root: &Node| DECLARING_KEYS.iter().filter_map(|key| root.get(key)).flat_map(entries_of).collect::<Vec<_>>();
    let all: Vec<(String, Node)> = files.iter().flat_map(|(_, root)| declared(root)).collect();
    let known: HashSet<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let mut open: Vec<String> = Vec::new();
    for (_, root) in files.iter() {
        let Kind::Map(entries) = &root.kind else { continue };
        let used = entries.iter().filter(|(key, _)| key != "use" && !DECLARING_KEYS.contains(&key.as_str()));
        open.extend(used.flat_map(|(_, value)| type_names_in(value, &known)));
    }
    let mut reached: BTreeSet<String> = BTreeSet::new();
    while let Some(name) = open.pop() {
        if reached.insert(name.clone()) {
            let own = all.iter().filter(|(declared, _)| *declared == name);
            open.extend(own.flat_map(|(_, node)| type_names_in(node, &known)));
        }
    }
    for (_, root) in files {
        let Kind::Map(entries) = &mut root.kind else { continue };
        for (key, value) in entries.iter_mut() {
            match (key.as_str(), &mut value.kind) {
                ("scalars" | "types", Kind::Map(types)) => types.retain(|(name, _)| reached.contains(name)),
                ("use", Kind::Map(used)) => used.retain_mut(|(_, names)| retain_reached(names, &reached)),
                _ => {}
            }
        }
        entries.retain(|(key, value)| !(key == "use" || DECLARING_KEYS.contains(&key.as_str())) || !value.is_empty());
    }
}

/// Returns the entries of a mapping; empty for other nodes.
fn entries_of(node: &Node) -> Vec<(String, Node)> {
    if let Kind::Map(entries) = &node.kind { entries.clone() } else { Vec::new() }
}

/// Removes unreached names from an entry of `use`, and returns whether a name is left.
fn retain_reached(names: &mut Node, reached: &BTreeSet<String>) -> bool {
    let has = |node: &Node| matches!(&node.kind, Kind::Text(name) if reached.contains(name));
    match &mut names.kind {
        Kind::List(items) => items.retain(has),
        _ => return has(names),
    }
    !names.is_empty()
}
