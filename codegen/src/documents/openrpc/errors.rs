//! Errors: the codes that a method may respond with, as OpenRPC has them, and the rest as data.
//!
//! Input: operations of a service. Output: `errors` of a method, and extensions.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use crate::documents::extensions::{self, Members, put, put_all};
use crate::model::{Limited, Operation, RpcError, RpcRetry};
use crate::sentences;
use crate::spec::closed::RETRIES;

/// Errors of an operation, then those of its service with other codes.
pub(super) fn of_operations<'m>(context: &OpenRpc<'m>, operations: &[&'m Operation]) -> Vec<Json> {
    let own: Vec<&RpcError> = operations.iter().flat_map(|operation| &operation.errors).collect();
    let of_service = context.service.rpc.iter().flat_map(|rpc| &rpc.errors);
    let mut all: Vec<&RpcError> = Vec::new();
    for error in own.into_iter().chain(of_service) {
        if !all.iter().any(|other| other.code == error.code) {
            all.push(error);
        }
    }
    all.into_iter().map(|error| json!({ "code": error.code, "message": message(error) })).collect()
}

/// A short description.
fn message(error: &RpcError) -> String {
    if error.doc.is_empty() {
        error.name.clone()
    } else {
        format!("{}: {}", error.name, sentences::summary(&error.doc))
    }
}

/// All that is said of a code.
pub(super) fn data(context: &OpenRpc<'_>, error: &RpcError) -> Json {
    let mut out = Members::new();
    out.insert("code".to_owned(), error.code.into());
    out.insert("name".to_owned(), error.name.as_str().into());
    put(&mut out, "doc", (!error.doc.is_empty()).then(|| error.doc.as_str().into()));
    put(&mut out, "retry", error.retry.map(retry));
    put(&mut out, "data", error.data.as_ref().map(|ty| context.reference(ty)));
    put(&mut out, "limited", error.limited.as_ref().map(limited));
    put(&mut out, "source", error.source.as_ref().map(extensions::source));
    put(&mut out, "seen", error.seen.then_some(Json::Bool(true)));
    Json::Object(out)
}

/// As the spec writes it.
fn limited(limited: &Limited) -> Json {
    let mut out = Members::new();
    put_all(&mut out, "error", limited.messages.iter().map(|message| json!(message)));
    let key = if limited.millis { "waitMs" } else { "wait" };
    put_all(&mut out, key, limited.wait.iter().map(|path| json!(path.join("."))));
    if out.is_empty() { true.into() } else { Json::Object(out) }
}

/// As the spec writes it.
fn retry(retry: RpcRetry) -> Json {
    let word = RETRIES.iter().find(|(_, meaning)| *meaning == retry).map(|(word, _)| *word);
    word.map_or_else(|| (retry == RpcRetry::Later).into(), Json::from)
}
