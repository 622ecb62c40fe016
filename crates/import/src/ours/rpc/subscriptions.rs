//! Subscriptions and the methods that begin and end them.
//!
//! Input: methods that say `x-subscribe`. Output: entries of `subscriptions`.

use serde_json::Value as Json;

use super::{Files, SERVICE, entries, text};
use crate::importer::Importer;
use crate::names::Scope;
use crate::operation::Subscription;
use crate::ours::types;
use crate::tree::Node;

/// Whether a method begins or ends subscriptions, and is no operation.
pub(super) fn is_of(methods: &[Json], shared: Option<&Json>, method: &Json) -> bool {
    let template = method.get("x-method-template").or(method.get("name"));
    let pairs = methods.iter().filter_map(|one| one.get("x-subscribe")).chain(shared);
    method.get("x-subscribe").is_some() || pairs.into_iter().any(|pair| pair.get("cancel") == template)
}

/// Methods of all subscriptions that have none of their own.
pub(super) fn shared<'d>(importer: &Importer<'d>) -> Option<&'d Json> {
    importer.doc.at(SERVICE)?.get("subscribe")
}

pub(super) fn subscriptions(importer: &mut Importer<'_>, files: &Files) -> Vec<Subscription> {
    let methods = importer.doc.at("/methods").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut all = Vec::new();
    for (index, method) in methods.iter().enumerate() {
        let kinds = method.get("x-subscriptions").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        let own = method.get("x-subscribe").filter(|names| Some(*names) != shared(importer));
        for (place, kind) in kinds.iter().enumerate() {
            let at = format!("/methods/{index}/x-subscriptions/{place}");
            let Some(name) = text(Some(kind), "name") else { continue };
            let file = match text(Some(kind), "file") {
                Some(file) => files.within(&file),
                None => files.of_method(method),
            };
            let node = subscription(importer, kind, own, &at);
            all.push(Subscription { file, name, node });
        }
    }
    all
}

fn subscription(importer: &mut Importer<'_>, kind: &Json, own: Option<&Json>, at: &str) -> Node {
    let name = text(Some(kind), "name").unwrap_or_default();
    let mut node = Node::map(entries(kind, &[("doc", "doc"), ("source", "source")]));
    let is_name = own.is_none() && kind.get("kind") == kind.get("name");
    node.put_opt("kind", kind.get("kind").filter(|_| !is_name).map(Node::json));
    node.put_opt("subscribe", own.map(Node::json));
    let params = kind.get("params").and_then(Json::as_array).map_or(0, Vec::len);
    let params = (0..params).filter_map(|param| importer.descriptor(&format!("{at}/params/{param}"), &name));
    let params: Vec<_> = params.collect();
    let mut scope = Scope::default();
    let fields = Node::map(params.iter().map(|field| field.entry(&mut scope)));
    node.put_opt("params", (!fields.is_empty()).then_some(fields));
    let item =
        kind.get("item").and_then(|item| types::ty(importer, item, &format!("{at}/item"), &format!("{name} item")));
    node.put_opt("item", item.map(|ty| ty.node()));
    let said =
        entries(kind, &[("backfill", "backfill"), ("seen", "seen"), ("available", "available"), ("notes", "notes")]);
    said.into_iter().for_each(|(key, value)| node.put(key, value));
    if kind.get("limits").is_some() {
        importer.report.lost("the limits of a subscription, which its file says", at);
    }
    node.from(at).tall()
}
