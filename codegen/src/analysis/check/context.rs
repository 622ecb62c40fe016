//! What the steps of the check share.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::collected::{NamedCodes, Undeclared, Unknown, UnknownUse};
use super::scopes::Scopes;
use super::words::Words;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{Model, ModuleId, Place, Source, Style, Type, TypeId};
use crate::spec::document::{ArmDecl, Attributes, Documents, FieldDecl, FileDecl, ScalarDecl, Text, TypeExpr};

/// A type as it was declared.
pub(super) struct DeclaredType<'d> {
    pub(super) name: String,
    pub(super) file: usize,
    pub(super) span: Span,
    pub(super) body: Body<'d>,
    /// Where the name stands that its own is made of; none for one that is declared.
    pub(super) owner: Option<Span>,
}

#[derive(Clone, Copy)]
pub(super) enum Body<'d> {
    Scalar(&'d ScalarDecl),
    Expr(&'d TypeExpr),
    Arm(&'d ArmDecl),
}

/// A field whose attributes are checked once all types are known.
pub(super) struct Pending<'d> {
    pub(super) field: &'d FieldDecl,
    pub(super) ty: Type,
    /// `None` for a member of a type.
    pub(super) place: Option<Place>,
    /// How a list or an object is written.
    pub(super) style: Option<Style>,
}

/// The state of the check. Indices of files are those of [`Documents::files`].
pub(super) struct Checker<'d> {
    pub(super) files: &'d [FileDecl],
    pub(super) found: Vec<Diagnostic>,
    pub(super) model: Model,
    /// The module of each file; `None` for `lib`.
    pub(super) modules: Vec<Option<ModuleId>>,
    /// What names mean where, and whose the files are.
    pub(super) scopes: Scopes<'d>,
    pub(super) slots: Vec<DeclaredType<'d>>,
    /// The ids of definitions that stand where a type is expected, by their place.
    pub(super) inline: HashMap<Span, TypeId>,
    pub(super) pending: Vec<Pending<'d>>,
    /// Types with limits that stand where no member does.
    pub(super) limited: Vec<(&'d Attributes, Type)>,
    /// The types that something uses.
    pub(super) used_types: HashSet<TypeId>,
    /// Uses of types that are not known.
    pub(super) unknown: Vec<Unknown>,
    /// Names under `use` that are not known.
    pub(super) unknown_uses: Vec<UnknownUse>,
    /// Members of examples that their record does not declare.
    pub(super) undeclared: Vec<Undeclared>,
    /// The words of all names, where something is wrong.
    pub(super) words: OnceCell<Words>,
    /// Types without end; that was reported.
    pub(super) endless: HashSet<usize>,
    /// The keys of maps.
    pub(super) map_keys: Vec<(Span, Type)>,
    /// The codes of errors by their names.
    pub(super) named_codes: NamedCodes,
    /// How deep the types inside of each type lie.
    pub(super) depths: Vec<usize>,
}

impl<'d> Checker<'d> {
    pub(super) fn new(documents: &'d Documents) -> Self {
        let count = documents.files.len();
        Self {
            files: &documents.files,
            found: Vec::new(),
            model: Model::default(),
            modules: vec![None; count],
            scopes: Scopes::new(documents),
            slots: Vec::new(),
            inline: HashMap::new(),
            pending: Vec::new(),
            limited: Vec::new(),
            used_types: HashSet::new(),
            unknown: Vec::new(),
            unknown_uses: Vec::new(),
            undeclared: Vec::new(),
            words: OnceCell::new(),
            endless: HashSet::new(),
            map_keys: Vec::new(),
            named_codes: NamedCodes::new(),
            depths: Vec::new(),
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    pub(super) fn error(&mut self, code: Code, span: Span, message: String, hint: &str) {
        self.report(Diagnostic::error(code, span, message).hint(hint));
    }
}

/// The words of an optional text; empty when there are none.
pub(super) fn prose(text: Option<&Text>) -> String {
    text.map(|text| text.value.trim_end().to_owned()).unwrap_or_default()
}

pub(super) fn opt(text: Option<&Text>) -> Option<String> {
    text.map(|text| text.value.clone())
}

pub(super) fn source(text: Option<&Text>) -> Option<Source> {
    text.map(|text| Source(text.value.clone()))
}
