//! What our own generator writes into documents beyond the standard: members that begin with `x-`, and sentences.
//!
//! Input: documents that `chainloom codegen` wrote. Output: the words of the spec from which they came. Sentences that the
//! generator adds to a description are taken off again, as it will add them anew.

mod calls;
mod client;
mod operations;
mod rpc;
mod types;
mod unions;
mod words;
mod writing;

use serde_json::Value as Json;

pub(crate) use client::{client_entries, errors, headers, is_variable, is_variable_name, secret, servers, services};
pub(crate) use operations::{operation_entries, statuses, variant_of};
pub(crate) use rpc::{name as rpc_name, read as rpc_document};
pub(crate) use types::{attributes, enumeration, only, parameter_words, rest, scalar, seen_apart};
pub(crate) use unions::union;
pub(crate) use words::{doc_of_field, doc_of_info, doc_of_operation, doc_of_schema, has_three_states, source};
pub(crate) use writing::{encoding, events, header, is_text, nothing, style, writing};

/// The member by which a document is known.
const MARK: &str = "x-generated-by";

/// The file of the client, where the document says it.
pub(crate) fn file_of_client(document: &Json) -> Option<&str> {
    document.pointer(rpc::CLIENT)?.get("file")?.as_str()
}

/// Whether our generator wrote a document, and says in it all that is read here.
pub(crate) fn is_ours(document: &Json) -> bool {
    document.get(MARK).is_some() && (document.get("openapi").is_some() || document.pointer(rpc::CLIENT).is_some())
}
