//! Deferred findings: one report covers many places, so it is written when all places are known.
//!
//! Input: misfits and unknown names, as the steps find them. Output: plain data. The reports are
//! written in `files/unknown.rs`, `files/lost.rs` and `values/undeclared.rs`.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{ServiceId, TypeId};

/// The codes of errors by service and name, and where each was named first.
pub(crate) type NamedCodes = HashMap<(ServiceId, String), (i64, Span)>;

/// How many uses a diagnostic shows.
const SHOWN: usize = 3;

/// Adds the first of the uses to a diagnostic, and says how many more there are.
pub(crate) fn with_uses(problem: Diagnostic, uses: &[Span]) -> Diagnostic {
    let more = uses.len().saturating_sub(SHOWN);
    uses.iter().take(SHOWN).enumerate().fold(problem, |problem, (at, span)| {
        let is_last = at + 1 == SHOWN && more > 0;
        let text = if is_last { format!("used here, and {more} times more") } else { "used here".to_owned() };
        problem.second(*span, text)
    })
}

/// A place where a value does not fit.
#[derive(Clone, Debug)]
pub(crate) struct Misfit {
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// Label of the marked place.
    pub(crate) label: Option<String>,
    /// A name that the type does not have.
    pub(crate) not_declared: Option<UndeclaredName>,
}

/// A name that a value uses and its type does not declare.
#[derive(Clone, Debug)]
pub(crate) struct UndeclaredName {
    pub(crate) ty: TypeId,
    pub(crate) name: String,
    /// The most similar declared name.
    pub(crate) near: Option<String>,
    /// The declared member that stands before it in the value.
    pub(crate) behind: Option<String>,
}

/// A use of an undeclared name, with its place and the code of its diagnostic.
pub(crate) struct UndeclaredUse {
    pub(crate) code: Code,
    pub(crate) misfit: Misfit,
    pub(crate) what: UndeclaredName,
}

/// A use of a name that is not known.
#[derive(Clone, Debug)]
pub(crate) struct UnknownType {
    pub(crate) name: String,
    pub(crate) file: usize,
    pub(crate) span: Span,
    /// Hint at a name that may be meant.
    pub(crate) hint: Option<String>,
}

/// A name under `use` that its file does not declare.
pub(crate) struct UnknownUse {
    pub(crate) name: String,
    /// The file that should declare it.
    pub(crate) of: usize,
    /// Whether the diagnostic names what may be meant.
    pub(crate) has_near: bool,
    /// Diagnostic for the case that no declaration is misspelt.
    pub(crate) problem: Diagnostic,
}
