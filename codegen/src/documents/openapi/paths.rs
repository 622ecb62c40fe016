//! Paths: operations by path and verb.
//!
//! Input: the operations of a client. Output: `paths`, in the order of the model. Variants of one call share path and
//! verb, so they become one operation.

use serde_json::Value as Json;

use super::{OpenApi, operation};
use crate::documents::extensions::Members;
use crate::model::{Call, Operation, Verb};

pub(super) fn paths(context: &OpenApi<'_>) -> Json {
    let mut paths = Members::new();
    for call in calls(&context.operations) {
        let Call::Rest { verb, path } = &call[0].call else {
            continue;
        };
        let item = paths.entry(path.as_str()).or_insert_with(|| Json::Object(Members::new()));
        if let Json::Object(item) = item {
            item.insert(verb_name(*verb).to_owned(), operation::operation(context, &call));
        }
    }
    Json::Object(paths)
}

/// The variants of each call together; most calls have one.
fn calls<'m>(operations: &[&'m Operation]) -> Vec<Vec<&'m Operation>> {
    let mut calls: Vec<Vec<&Operation>> = Vec::new();
    for operation in operations {
        let same = |other: &&mut Vec<&Operation>| {
            let first = other[0];
            first.call == operation.call && first.service == operation.service
        };
        match calls.iter_mut().find(same) {
            Some(variants) => variants.push(operation),
            None => calls.push(vec![operation]),
        }
    }
    calls
}

fn verb_name(verb: Verb) -> &'static str {
    match verb {
        Verb::Get => "get",
        Verb::Post => "post",
        Verb::Put => "put",
        Verb::Patch => "patch",
        Verb::Delete => "delete",
    }
}
