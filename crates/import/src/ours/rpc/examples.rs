//! Examples: pairings of a method as requests with their responses.
//!
//! Input: `examples` of a method. Output: entries of `examples` of an operation. Constant
//! parameters are left out.

use serde_json::{Map, Value as Json};

use super::text;
use crate::tree::Node;

/// A typed call of an operation: its name and its constant parameters.
pub(super) struct Call<'d> {
    pub(super) name: &'d str,
    pub(super) fixed: Option<&'d Map<String, Json>>,
    pub(super) has_result: bool,
}

/// The examples of the calls of an operation. `several` of them are variants, of which each example
/// names one.
pub(super) fn examples(method: &Json, at: &str, calls: &[Call<'_>], several: bool) -> Option<Node> {
    let in_object = method.get("x-params").is_some();
    let pairings = method.get("examples").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut examples = Vec::new();
    for (index, pairing) in pairings.iter().enumerate() {
        let Some(call) = calls.iter().find(|call| is_of(pairing, call.name)) else { continue };
        let mut node = Node::map([] as [(&str, Node); 0]);
        node.put_opt("variant", several.then(|| Node::text(call.name)));
        node.put_opt("doc", text(Some(pairing), "description").map(Node::text));
        node.put("request", request(pairing, in_object, call.fixed));
        node.put_opt("response", pairing.pointer("/result/value").filter(|_| call.has_result).map(Node::json));
        examples.push(node.from(&format!("{at}/examples/{index}")).or_remove());
    }
    (!examples.is_empty()).then(|| Node::list(examples))
}

/// Whether an example has the name of a call, with or without a number behind it.
fn is_of(pairing: &Json, name: &str) -> bool {
    let own = pairing.get("name").and_then(Json::as_str).unwrap_or_default();
    let rest = own.strip_prefix(name);
    let is_number = |rest: &str| rest.strip_prefix(' ').is_some_and(|rest| rest.parse::<usize>().is_ok());
    rest.is_some_and(|rest| rest.is_empty() || is_number(rest))
}

fn request(pairing: &Json, in_object: bool, fixed: Option<&Map<String, Json>>) -> Node {
    let params = pairing.get("params").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_free = |name: &str| !fixed.is_some_and(|fixed| fixed.contains_key(name));
    let mut node = Node::map([] as [(&str, Node); 0]);
    let mut put = |name: &str, value: &Json| {
        if is_free(name) {
            node.put(name, Node::json(value));
        }
    };
    for param in params {
        match (param.get("value"), in_object) {
            (Some(Json::Object(members)), true) => members.iter().for_each(|(name, value)| put(name, value)),
            (Some(value), _) => put(param.get("name").and_then(Json::as_str).unwrap_or_default(), value),
            (None, _) => {}
        }
    }
    node
}
