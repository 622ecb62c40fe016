//! What the steps find out about values and names before it can be told well: some reports are made once for many
//! places, when all of these are known. Data only.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{ServiceId, TypeId};

/// The codes of errors by service and name, and where each was named first.
pub(crate) type NamedCodes = HashMap<(ServiceId, String), (i64, Span)>;

/// A place where a value does not fit.
#[derive(Clone, Debug)]
pub(crate) struct Misfit {
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// A few words for the marked place.
    pub(crate) label: Option<String>,
    /// A name that the type does not have.
    pub(crate) not_declared: Option<UndeclaredName>,
}

/// What a misfit says of a name that the type does not have.
#[derive(Clone, Debug)]
pub(crate) struct UndeclaredName {
    pub(crate) ty: TypeId,
    pub(crate) name: String,
    /// The declared name that is near.
    pub(crate) near: Option<String>,
    /// The declared member that stands before it in the value.
    pub(crate) behind: Option<String>,
}

/// The same with its place.
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
    /// What else could be meant.
    pub(crate) hint: Option<String>,
}

/// A name under `use` that its file does not declare.
pub(crate) struct UnknownUse {
    pub(crate) name: String,
    /// The file that should declare it.
    pub(crate) of: usize,
    /// What is said when no declaration is the slip.
    pub(crate) problem: Diagnostic,
}
