//! Reads the extensions (`x-`) and added sentences of documents that our own generator wrote.
//!
//! Input: documents that `chainloom codegen` wrote. Output: the words of the spec from which they
//! came. Sentences that the generator added to a description are removed, since it will add them
//! again.

mod calls;
mod client;
mod operations;
mod rpc;
mod types;
mod unions;
mod words;
mod writing;

use serde_json::Value as Json;

pub(crate) use client::{
    client_entries, errors, headers, is_variable, is_variable_name, name_of_server, secret, servers, services,
};
pub(crate) use operations::{operation_entries, statuses, variant_of};
pub(crate) use rpc::{name as rpc_name, read as rpc_document};
pub(crate) use types::{attributes, enumeration, only, parameter_words, rest, scalar};
pub(crate) use unions::union;
pub(crate) use words::{doc_of_field, doc_of_info, doc_of_operation, doc_of_schema, has_three_states, source};
pub(crate) use writing::{encoding, events, has_lines, header, is_text, line, nothing, stream, style, writing};

/// Member that marks a document as one of our own generator.
const MARK: &str = "x-generated-by";

/// File of the client, if the document names it.
pub(crate) fn file_of_client(document: &Json) -> Option<&str> {
    document.pointer(rpc::CLIENT)?.get("file")?.as_str()
}

/// Whether our own generator wrote the document, with all extensions that are read here.
pub(crate) fn is_ours(document: &Json) -> bool {
    document.get(MARK).is_some() && (document.get("openapi").is_some() || document.pointer(rpc::CLIENT).is_some())
}

impl crate::importer::Importer<'_> {
    /// Reports the titles of source documents, which belong into the `lib.yaml` of a crate.
    pub(crate) fn tell_source_documents(&mut self, at: &str) {
        if self.doc.at(at).is_some() {
            self.report.detail("the titles of source documents, which `sources` in `lib.yaml` states", at);
        }
    }
}
