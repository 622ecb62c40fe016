//! Deferred diagnostics: one diagnostic covers many places, so it is written when all places are
//! known.
//!
//! Input: misfits and unknown names, as the steps find them. Output: plain data. The reports are
//! written in `files/unknown.rs`, `files/lost.rs` and `values/undeclared.rs`.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{ServiceId, TypeId};

/// Error codes by service and name, with the span of the first use of the name.
pub(crate) type NamedCodes = HashMap<(ServiceId, String), (i64, Span)>;

/// Maximum number of uses of a name that a diagnostic shows.
const SHOWN: usize = 3;

/// Adds the spans of the first [`SHOWN`] uses to a diagnostic. The label of the last one states how
/// many more there are.
pub(crate) fn with_uses(problem: Diagnostic, uses: &[Span]) -> Diagnostic {
    let more = uses.len().saturating_sub(SHOWN);
    uses.iter().take(SHOWN).enumerate().fold(problem, |problem, (at, span)| {
        let is_last = at + 1 == SHOWN && more > 0;
        let text = if is_last { format!("used here, and {more} times more") } else { "used here".to_owned() };
        problem.second(*span, text)
    })
}

/// Value that does not fit its type.
#[derive(Clone, Debug)]
pub(crate) struct Misfit {
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// Label of the span.
    pub(crate) label: Option<String>,
    /// Name that the type does not declare.
    pub(crate) undeclared: Option<UndeclaredName>,
}

/// Name that a value uses and its type does not declare.
#[derive(Clone, Debug)]
pub(crate) struct UndeclaredName {
    pub(crate) ty: TypeId,
    pub(crate) name: String,
    /// Most similar declared name.
    pub(crate) near: Option<String>,
    /// Name of the last declared member that precedes the undeclared name in the value.
    pub(crate) preceding: Option<String>,
}

/// Use of an undeclared name, with its misfit and the code of its diagnostic.
pub(crate) struct UndeclaredUse {
    pub(crate) code: Code,
    pub(crate) misfit: Misfit,
    pub(crate) what: UndeclaredName,
}

/// Use of an unknown type name.
#[derive(Clone, Debug)]
pub(crate) struct UnknownType {
    pub(crate) name: String,
    pub(crate) file: usize,
    pub(crate) span: Span,
    /// Hint that suggests a known name.
    pub(crate) hint: Option<String>,
}

/// Name under `use` that its file does not declare.
pub(crate) struct UnknownUse {
    pub(crate) name: String,
    /// Index of the file that should declare the name.
    pub(crate) of: usize,
    /// Whether the diagnostic suggests another name.
    pub(crate) has_near: bool,
    /// Diagnostic that is reported if no declaration is misspelt.
    pub(crate) problem: Diagnostic,
}
