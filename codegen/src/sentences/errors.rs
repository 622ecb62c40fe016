//! The codes of JSON-RPC errors, in sentences.

use crate::model::RpcError;

/// What a code means, and whether a retry may help.
pub fn rpc_error(error: &RpcError) -> String {
    format!("`{}` {}: {}", error.code, error.name, meaning(error))
}

/// What a code means, without its number and name.
pub fn meaning(error: &RpcError) -> String {
    let retry = error.retry.map(|retry| if retry { "A retry may succeed." } else { "A retry does not help." });
    let doc = if error.doc.is_empty() { format!("Error code {}.", error.code) } else { error.doc.clone() };
    [Some(doc.as_str()), retry].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
