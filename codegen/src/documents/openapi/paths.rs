//! Paths: operations by path and verb.
//!
//! Input: the operations of a client. Output: `paths`, in the order of the model.

use serde_json::Value as Json;

use super::{OpenApi, alternatives, operation};
use crate::documents::extensions::Members;
use crate::model::{Verb, Wire};

pub(super) fn paths(context: &OpenApi<'_>) -> Json {
    let mut paths = Members::new();
    for described in &context.operations {
        let Wire::Rest { verb, path } = &described.wire else {
            continue;
        };
        let item = paths.entry(path.as_str()).or_insert_with(|| Json::Object(Members::new()));
        if let Json::Object(item) = item {
            let made = operation::operation(context, described);
            match item.get_mut(verb_name(*verb)) {
                Some(Json::Object(first)) => alternatives::add(first, made),
                _ => drop(item.insert(verb_name(*verb).to_owned(), made)),
            }
        }
    }
    Json::Object(paths)
}

fn verb_name(verb: Verb) -> &'static str {
    match verb {
        Verb::Get => "get",
        Verb::Head => "head",
        Verb::Post => "post",
        Verb::Put => "put",
        Verb::Patch => "patch",
        Verb::Delete => "delete",
    }
}
