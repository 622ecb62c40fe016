//! Lint: warnings about legal but questionable parts of a spec.
//!
//! Input: the documents with their source places, and the checked model with its scopes. Output:
//! warnings, except for places where an `allow` accepts them. Nothing here may refuse a spec; that
//! is left to `check`. One walk over the documents finds all warnings; facts about the whole spec
//! are collected before it.

mod allow;
mod docs;
mod members;
mod numbers;
mod reach;
mod style;
mod vars;
mod walk;

use super::check::CheckedModel;
use crate::diagnostic::Diagnostics;
use crate::spec::document::Documents;

/// Returns all warnings of a spec that no `allow` suppresses, in the order of the files.
pub(crate) fn lint(documents: &Documents, checked: &CheckedModel<'_>) -> Diagnostics {
    let mut walk = walk::LintWalk::new(documents, &checked.model, &checked.scopes);
    for file in 0..documents.files.len() {
        walk.visit_file(file);
    }
    Diagnostics::sorted(walk.warnings.finish(), &documents.paths)
}
