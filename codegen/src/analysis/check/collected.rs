//! What the steps find out about values and names before it can be told well: some reports are made once for many
//! places, when all of these are known. Data only.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{ServiceId, TypeId};

/// The codes of errors by service and name, and where each was named first.
pub(super) type NamedCodes = HashMap<(ServiceId, String), (i64, Span)>;

/// A place where a value does not fit.
#[derive(Clone, Debug)]
pub(super) struct Misfit {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) hint: Option<String>,
    /// A few words for the marked place.
    pub(super) label: Option<String>,
    /// A name that the type does not have.
    pub(super) not_declared: Option<NotDeclared>,
}

/// What a misfit says of a name that the type does not have.
#[derive(Clone, Debug)]
pub(super) struct NotDeclared {
    pub(super) ty: TypeId,
    pub(super) name: String,
    /// The declared name that is near.
    pub(super) near: Option<String>,
    /// The declared member that stands before it in the value.
    pub(super) behind: Option<String>,
}

/// The same with its place.
pub(super) struct Undeclared {
    pub(super) code: Code,
    pub(super) misfit: Misfit,
    pub(super) what: NotDeclared,
}

/// A use of a name that is not known.
#[derive(Clone, Debug)]
pub(super) struct Unknown {
    pub(super) name: String,
    pub(super) file: usize,
    pub(super) span: Span,
    /// What else could be meant.
    pub(super) hint: Option<String>,
}

/// A name under `use` that its file does not declare.
pub(super) struct UnknownUse {
    pub(super) name: String,
    /// The file that should declare it.
    pub(super) of: usize,
    /// What is said when no declaration is the slip.
    pub(super) problem: Diagnostic,
}
