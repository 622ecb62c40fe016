//! Paging of operations that join a client with paging for all lists.
//!
//! Input: an operation, and the paging of the client. Output: the operation without the keys and
//! parameters that the client states as well.

use chainloom_codegen::model::Paging;

use crate::tree::{Kind, Node};

/// Removes from an operation the keys of `paginate` that equal the paging of the client, and its
/// parameters. Different paging remains as it is.
pub(super) fn share_paging(operation: &mut Node, paging: &Paging) {
    let text = |node: &Node, key: &str| match node.get(key).map(|value| &value.kind) {
        Some(Kind::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let Some(own) = operation.get("paginate") else { return };
    let is_same = own.get("by").is_none()
        && text(own, "next") == paging.next
        && text(own, "into") == paging.into
        && text(own, "size") == paging.size;
    let Kind::Map(entries) = &mut operation.kind else { return };
    for (key, node) in entries.iter_mut().filter(|_| is_same) {
        let Kind::Map(inner) = &mut node.kind else { continue };
        match key.as_str() {
            "paginate" => inner.retain(|(key, _)| !["next", "into", "size"].contains(&key.as_str())),
            "query" => {
                inner.retain(|(name, _)| !paging.query.iter().any(|field| field.name == name.trim_end_matches('?')))
            }
            _ => {}
        }
    }
    entries.retain(|(key, node)| key != "query" || !node.is_empty());
}
