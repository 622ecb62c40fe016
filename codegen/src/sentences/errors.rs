//! The codes of JSON-RPC errors, in sentences.

use crate::model::{RpcError, RpcRetry};

/// What a code means, and whether a retry may help.
pub fn rpc_error(error: &RpcError) -> String {
    format!("`{}` {}: {}", error.code, error.name, meaning(error))
}

/// What a code means, without its number and name.
pub fn meaning(error: &RpcError) -> String {
    let retry = error.retry.map(|retry| match retry {
        RpcRetry::Never => "A retry does not help.",
        RpcRetry::Later => "A retry may succeed.",
        RpcRetry::Undone => "Nothing was done, and a retry may succeed.",
        RpcRetry::Smaller => "The call may succeed in a smaller batch.",
    });
    let doc = if error.doc.is_empty() { format!("Error code {}.", error.code) } else { error.doc.clone() };
    [Some(doc.as_str()), retry].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
