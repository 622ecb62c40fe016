//! State that the steps of the check share: the model so far, the diagnostics, and the declared
//! names.
//!
//! Input: the documents. Output: [`Checker`], which each step extends. No rule of the language is
//! decided here.

pub(super) mod deferred;
pub(super) mod member_paths;
pub(crate) mod scopes;
pub(crate) mod views;
mod words;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{Node, Text};
use crate::model::{ClientId, Model, ModuleId, Place, ServiceId, Source, Style, Type, TypeId};
use crate::spec::document::{ArmDecl, Attributes, Documents, FieldDecl, FileDecl, ScalarDecl, TypeExpr};
use deferred::{NamedCodes, UndeclaredUse, UnknownType, UnknownUse};
use scopes::Scopes;
use words::Words;

/// A type as it was declared.
pub(crate) struct DeclaredType<'d> {
    pub(crate) name: String,
    pub(crate) file: usize,
    pub(crate) span: Span,
    pub(crate) body: Body<'d>,
    /// Place of the name that this name is composed of; `None` for a declared type.
    pub(crate) owner: Option<Span>,
}

#[derive(Clone, Copy)]
pub(crate) enum Body<'d> {
    Scalar(&'d ScalarDecl),
    Expr(&'d TypeExpr),
    Arm(&'d ArmDecl),
}

/// A field whose attributes are checked once all types are known.
pub(crate) struct Pending<'d> {
    pub(crate) field: &'d FieldDecl,
    pub(crate) ty: Type,
    /// `None` for a member of a type.
    pub(crate) place: Option<Place>,
    /// How a list or an object is written.
    pub(crate) style: Option<Style>,
}

/// The file that an operation stands in, with its client and service.
#[derive(Clone, Copy)]
pub(crate) struct FileContext<'d> {
    pub(crate) file: usize,
    pub(crate) doc: &'d FileDecl,
    pub(crate) client: Option<ClientId>,
    /// `None` if the service is unknown, which was reported.
    pub(crate) service: Option<ServiceId>,
}

/// The state of the check. Indices of files are those of [`Documents::files`].
pub(crate) struct Checker<'d> {
    pub(crate) files: &'d [FileDecl],
    /// Path and tree of each file of the spec itself that is YAML.
    trees: &'d [(String, Node)],
    pub(crate) found: Vec<Diagnostic>,
    /// What may follow from a mistake in another file; it is told last.
    pub(crate) following: Vec<Diagnostic>,
    pub(crate) model: Model,
    /// The module of each file; `None` for `lib`.
    pub(crate) modules: Vec<Option<ModuleId>>,
    /// Types that each name means in each file, and the client and service of each file.
    pub(crate) scopes: Scopes<'d>,
    pub(crate) slots: Vec<DeclaredType<'d>>,
    /// The ids of definitions that stand where a type is expected, by their place.
    pub(crate) inline: HashMap<Span, TypeId>,
    pub(crate) pending: Vec<Pending<'d>>,
    /// Types with limits that are not the type of a member.
    pub(crate) limited: Vec<(&'d Attributes, Type)>,
    /// The types that something uses.
    pub(crate) used_types: HashSet<TypeId>,
    /// Uses of types that are not known.
    pub(crate) unknown: Vec<UnknownType>,
    /// Names under `use` that are not known.
    pub(crate) unknown_uses: Vec<UnknownUse>,
    /// Members of examples that their record does not declare.
    pub(crate) undeclared: Vec<UndeclaredUse>,
    /// Words of all names; filled when a name is unknown.
    pub(crate) words: OnceCell<Words>,
    /// Types that hold themselves without end, which was reported.
    pub(crate) endless: HashSet<usize>,
    /// The keys of maps.
    pub(crate) map_keys: Vec<(Span, Type)>,
    /// The codes of errors by their names.
    pub(crate) named_codes: NamedCodes,
    /// Nesting depth of each type.
    pub(crate) depths: Vec<usize>,
}

impl<'d> Checker<'d> {
    pub(crate) fn new(documents: &'d Documents) -> Self {
        let count = documents.files.len();
        Self {
            files: &documents.files,
            trees: &documents.trees,
            found: Vec::new(),
            following: Vec::new(),
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

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    pub(crate) fn error(&mut self, code: Code, span: Span, message: String, hint: &str) {
        self.report(Diagnostic::error(code, span, message).hint(hint));
    }
}

/// Text without trailing white space; empty if there is none.
pub(crate) fn prose(text: Option<&Text>) -> String {
    text.map(|text| text.value.trim_end().to_owned()).unwrap_or_default()
}

pub(crate) fn opt(text: Option<&Text>) -> Option<String> {
    text.map(|text| text.value.clone())
}

pub(crate) fn source(text: Option<&Text>) -> Option<Source> {
    text.map(|text| Source(text.value.clone()))
}
