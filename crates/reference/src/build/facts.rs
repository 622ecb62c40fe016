//! Builds statements with their sections of the documents, and error codes.

use chainloom_codegen::model::{Availability, Limit, Note, RpcError, Rule, Source};
use chainloom_codegen::sentences;

use super::Context;
use crate::data::{ErrorCode, Fact, TypeText};

/// Returns the section of a document as text.
pub(super) fn source(source: Option<&Source>) -> Option<String> {
    source.map(|source| source.0.clone())
}

pub(super) fn fact(text: String, of: Option<&Source>, seen: bool) -> Fact {
    Fact { text, source: source(of), seen }
}

pub(super) fn rule(rule: &Rule) -> Fact {
    fact(sentences::rule(rule), rule.source.as_ref(), rule.seen)
}

pub(super) fn limit(limit: &Limit) -> Fact {
    fact(sentences::limit(limit), limit.source.as_ref(), limit.seen)
}

pub(super) fn availability(available: &Availability) -> Fact {
    fact(sentences::availability(available), available.source.as_ref(), available.seen)
}

pub(super) fn note(note: &Note) -> Fact {
    fact(note.text.clone(), note.source.as_ref(), note.seen)
}

pub(super) fn error(context: &Context<'_>, error: &RpcError) -> ErrorCode {
    ErrorCode {
        code: error.code,
        name: error.name.clone(),
        doc: sentences::meaning(error),
        data: error.data.as_ref().map_or_else(TypeText::default, |ty| context.type_text(ty)),
        seen: error.seen,
        source: source(error.source.as_ref()),
    }
}
