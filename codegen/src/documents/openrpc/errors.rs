//! Errors: the JSON-RPC error codes that a method may respond with.
//!
//! Input: operations of a service. Output: `errors` of a method, and the types of their data.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use crate::documents::members::{Members, put, put_all};
use crate::model::{Operation, RpcError};
use crate::sentences;

/// Adds `errors` to a method: errors of its operations, then those of the service with other codes.
/// The types of their data become the extension `x-error-data`.
pub(super) fn put_errors<'m>(context: &OpenRpc<'m>, operations: &[&'m Operation], out: &mut Members) {
    let own = operations.iter().flat_map(|operation| &operation.errors);
    let mut all: Vec<&RpcError> = Vec::new();
    for error in own.chain(context.service.rpc.iter().flat_map(|rpc| &rpc.errors)) {
        if !all.iter().any(|other| other.code == error.code) {
            all.push(error);
        }
    }
    put_all(out, "errors", all.iter().map(|error| json!({ "code": error.code, "message": message(error) })));
    let data = all.iter().filter_map(|error| Some((error.code.to_string(), context.reference(error.data.as_ref()?))));
    let data: Members = data.collect();
    put(out, "x-error-data", (!data.is_empty()).then_some(Json::Object(data)));
}

/// Returns a short description of an error.
fn message(error: &RpcError) -> String {
    if error.doc.is_empty() {
        error.name.clone()
    } else {
        format!("{}: {}", error.name, sentences::summary(&error.doc))
    }
}
