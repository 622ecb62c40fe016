//! Splits the words of typed calls: what all share belongs to their operation, the rest to each
//! variant.
//!
//! Input: calls of a JSON-RPC document, each with all its words. Output: entries of an operation.

use serde_json::Value as Json;

use super::operations::{pagination, without_unit};
use crate::operation::{Entries, ResponseBody};
use crate::tree::Node;

/// Keys of a variant that replace those of its operation.
const INSTEAD: [&str; 5] = ["source", "since", "until", "deprecated", "seen"];

/// Keys of a variant that add to those of its operation.
const BESIDE: [&str; 2] = ["available", "notes"];

/// Keys that only an operation has.
const OF_OPERATION: [&str; 3] = ["cost", "rules", "limits"];

/// All entries of a call.
pub(super) fn facts(call: &Json) -> Entries {
    shared_facts(&[call])
}

/// Entries that all calls share.
pub(super) fn shared_facts(calls: &[&Json]) -> Entries {
    let Some(first) = calls.first() else { return Entries::new() };
    let is_shared = |key: &&str| calls.iter().all(|other| said(other, key) == said(first, key));
    let single = INSTEAD.into_iter().chain(OF_OPERATION).filter(is_shared);
    let mut out: Entries = single.filter_map(|key| Some((key, value(said(first, key)?)))).collect();
    for key in BESIDE {
        let all: Vec<&[Json]> = calls.iter().map(|call| list(call, key)).collect();
        out.extend(items(list(first, key).iter().take(common(&all))).map(|items| (key, items)));
    }
    out.extend(first.get("x-pagination").map(|value| ("paginate", pagination(value))));
    out.extend(first.get("x-wait").map(|value| ("wait", Node::json(value))));
    out.extend(first.get("x-server-version").map(|member| ("serverVersion", Node::json(member))));
    out
}

/// The paragraphs with which the descriptions of all calls begin.
pub(super) fn shared_doc(calls: &[&Json]) -> Option<String> {
    let all: Vec<Vec<&str>> = calls.iter().map(|call| paragraphs(call)).collect();
    let count = common(&all);
    all.first().filter(|_| count > 0).map(|first| first[..count].join("\n\n"))
}

/// The variants with their own entries. `responses` has those of the calls, in order.
pub(super) fn variants(calls: &[&Json], responses: &[ResponseBody], origin: &str) -> Node {
    let docs: Vec<Vec<&str>> = calls.iter().map(|call| paragraphs(call)).collect();
    let shared = common(&docs);
    let variant = |((call, doc), response): ((&&Json, &Vec<&str>), &ResponseBody)| {
        let own = doc[shared..].join("\n\n");
        let mut node = Node::map([] as [(&str, Node); 0]);
        node.put_opt("doc", (!own.is_empty()).then(|| Node::text(own)));
        own_facts(call, calls).into_iter().for_each(|(key, value)| node.put(key, value));
        node.put_opt("fix", call.get("fix").map(Node::json));
        if let ResponseBody::Type(ty) = response {
            node.put("result", ty.node());
        }
        (call.get("name").and_then(Json::as_str).unwrap_or_default().to_owned(), node.from(origin))
    };
    Node::map(calls.iter().zip(&docs).zip(responses).map(variant)).tall()
}

/// Entries of a call that not all calls share.
fn own_facts(call: &Json, calls: &[&Json]) -> Entries {
    let is_own = |key: &&str| !calls.iter().all(|other| said(other, key) == said(call, key));
    let single = INSTEAD.into_iter().filter(is_own);
    let mut out: Entries = single.filter_map(|key| Some((key, value(said(call, key)?)))).collect();
    for key in BESIDE {
        let all: Vec<&[Json]> = calls.iter().map(|call| list(call, key)).collect();
        out.extend(items(list(call, key).iter().skip(common(&all))).map(|items| (key, items)));
    }
    out
}

/// Number of leading items that all lists share.
fn common<T: PartialEq, L: AsRef<[T]>>(lists: &[L]) -> usize {
    let Some(first) = lists.first().map(AsRef::as_ref) else { return 0 };
    let is_shared = |at: &usize| lists.iter().all(|other| other.as_ref().get(*at) == first.get(*at));
    (0..first.len()).take_while(is_shared).count()
}

fn said<'d>(call: &'d Json, key: &str) -> Option<&'d Json> {
    call.get(format!("x-{key}"))
}

fn list<'d>(call: &'d Json, key: &str) -> &'d [Json] {
    said(call, key).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn items<'d>(items: impl Iterator<Item = &'d Json>) -> Option<Node> {
    let list = Node::list(items.map(Node::json));
    (!list.is_empty()).then_some(list)
}

fn value(said: &Json) -> Node {
    Node::json(&without_unit(said.clone()))
}

fn paragraphs(call: &Json) -> Vec<&str> {
    let doc = call.get("doc").and_then(Json::as_str).unwrap_or_default();
    doc.split("\n\n").filter(|paragraph| !paragraph.is_empty()).collect()
}
