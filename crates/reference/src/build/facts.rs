//! Builds statements with their sections of the documents, and error codes.

use chainloom_codegen::model::{Availability, Note, RpcError, Source};
use chainloom_codegen::sentences;

use super::Context;
use crate::data::{ErrorCode, Fact, Statements, TypeText};

/// Returns the section of a document as text.
pub(super) fn source(source: Option<&Source>) -> Option<String> {
    source.map(|source| source.0.clone())
}

fn fact(text: String, of: Option<&Source>, seen: bool) -> Fact {
    Fact { text, source: source(of), seen }
}

pub(super) fn availability(available: &Availability) -> Fact {
    fact(sentences::availability(available), available.source.as_ref(), available.seen)
}

pub(super) fn note(note: &Note) -> Fact {
    fact(note.text.clone(), note.source.as_ref(), note.seen)
}

/// Builds statements by their topics.
pub(super) fn statements(all: Vec<sentences::Statements<'_>>) -> Vec<Statements> {
    let facts = |one: sentences::Statements<'_>| Statements {
        topic: one.topic,
        facts: one.all.into_iter().map(|one| fact(one.text, one.source, one.seen)).collect(),
    };
    all.into_iter().map(facts).collect()
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
