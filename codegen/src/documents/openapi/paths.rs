//! Paths: operations by path and verb.
//!
//! Input: the operations of a client. Output: `paths`, in the order of the model.

use serde_json::Value as Json;

use super::{OpenApi, alternatives, operation};
use crate::documents::members::Members;
use crate::model::{Verb, Wire};

/// Returns the field `paths`, with the operations of all services of the client.
pub(super) fn paths(context: &OpenApi<'_>) -> Json {
    let mut paths = Members::new();
    for described in &context.operations {
        let Wire::Rest { verb, path } = &described.wire else {
            continue;
        };
        let mut holder = object(&mut paths, path.as_str());
        let field = method_with_field(*verb);
        if field.is_none() {
            holder = holder.and_then(|item| object(item, ADDITIONAL));
        }
        if let Some(holder) = holder {
            let made = operation::operation(context, described);
            let name = field.map_or_else(|| verb.as_str().to_owned(), str::to_ascii_lowercase);
            match holder.get_mut(&name) {
                Some(Json::Object(first)) => alternatives::merge_operation(first, made),
                _ => drop(holder.insert(name, made)),
            }
        }
    }
    Json::Object(paths)
}

/// Returns the object at a key, which is created if absent.
fn object<'m>(members: &'m mut Members, key: &str) -> Option<&'m mut Members> {
    members.entry(key).or_insert_with(|| Json::Object(Members::new())).as_object_mut()
}

/// Returns whether OpenAPI 3.1 supports every method of the operations.
pub(super) fn fits_version_31(context: &OpenApi<'_>) -> bool {
    let verbs = context.operations.iter().filter_map(|operation| match &operation.wire {
        Wire::Rest { verb, .. } => Some(*verb),
        Wire::Rpc { .. } => None,
    });
    verbs.into_iter().all(|verb| method_with_field(verb).is_some_and(|method| method != "QUERY"))
}

/// Member of a path item for methods without their own field.
const ADDITIONAL: &str = "additionalOperations";

/// Returns the HTTP method, if a path item has a field for it; `None` for other methods.
fn method_with_field(verb: Verb) -> Option<&'static str> {
    match verb {
        Verb::Other(method @ ("OPTIONS" | "TRACE" | "QUERY")) => Some(method),
        Verb::Other(_) => None,
        usual => Some(usual.as_str()),
    }
}
