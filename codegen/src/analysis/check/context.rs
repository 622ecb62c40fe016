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

/// Declared type, before its body is resolved.
pub(crate) struct DeclaredType<'d> {
    pub(crate) name: String,
    pub(crate) file: usize,
    pub(crate) span: Span,
    pub(crate) body: DeclaredBody<'d>,
    /// Span of the declared name from which the name of an inline definition is composed; `None`
    /// for a type that has its name from the spec.
    pub(crate) owner: Option<Span>,
}

/// Declaration of the content of a type.
#[derive(Clone, Copy)]
pub(crate) enum DeclaredBody<'d> {
    Scalar(&'d ScalarDecl),
    Expr(&'d TypeExpr),
    Arm(&'d ArmDecl),
}

/// Field whose attributes are checked once all types are known.
pub(crate) struct Pending<'d> {
    pub(crate) field: &'d FieldDecl,
    pub(crate) ty: Type,
    /// Place of the parameter in the request; `None` for a member of a type.
    pub(crate) place: Option<Place>,
    /// Serialization style of a list or an object in a parameter.
    pub(crate) style: Option<Style>,
}

/// File of an operation, with its client and service.
#[derive(Clone, Copy)]
pub(crate) struct FileContext<'d> {
    pub(crate) file: usize,
    pub(crate) doc: &'d FileDecl,
    pub(crate) client: Option<ClientId>,
    /// `None` if the service is unknown, which was reported.
    pub(crate) service: Option<ServiceId>,
}

/// State of the check. Its file indices refer to [`Documents::files`].
pub(crate) struct Checker<'d> {
    pub(crate) files: &'d [FileDecl],
    /// Path and node tree of each YAML file of the spec, without packages.
    trees: &'d [(String, Node)],
    pub(crate) found: Vec<Diagnostic>,
    /// Errors that may follow from a mistake in another file; reported last.
    pub(crate) following: Vec<Diagnostic>,
    pub(crate) model: Model,
    /// Module of each file; `None` for `lib`.
    pub(crate) modules: Vec<Option<ModuleId>>,
    /// Types visible in each file by name, and the client and service of each file.
    pub(crate) scopes: Scopes<'d>,
    /// All declared types, by type id.
    pub(crate) slots: Vec<DeclaredType<'d>>,
    /// Index in the types of the first generic record without a use. These records are the last types.
    pub(crate) generic_from: usize,
    /// Type ids of inline definitions, by the span of the definition.
    pub(crate) inline: HashMap<Span, TypeId>,
    pub(crate) pending: Vec<Pending<'d>>,
    /// Types with limits that are not the type of a member.
    pub(crate) limited: Vec<(&'d Attributes, Type)>,
    /// Types that are used at least once.
    pub(crate) used_types: HashSet<TypeId>,
    /// Uses of unknown type names.
    pub(crate) unknown: Vec<UnknownType>,
    /// Unknown names under `use`.
    pub(crate) unknown_uses: Vec<UnknownUse>,
    /// Members of examples that their record does not declare.
    pub(crate) undeclared: Vec<UndeclaredUse>,
    /// Vocabulary of the spec; counted when a name is unknown.
    pub(crate) words: OnceCell<Words>,
    /// Indices of types in reported cycles, and of types that are nested too deeply. The check of
    /// unions skips them.
    pub(crate) endless: HashSet<usize>,
    /// Key types of maps, each with its span.
    pub(crate) map_keys: Vec<(Span, Type)>,
    /// Error codes by service and name.
    pub(crate) named_codes: NamedCodes,
    /// Nesting depth of each type in steps of the Rust compiler, by index of the type.
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
            generic_from: 0,
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

    /// Records a diagnostic.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Records an error with a hint.
    pub(crate) fn error(&mut self, code: Code, span: Span, message: String, hint: &str) {
        self.report(Diagnostic::error(code, span, message).hint(hint));
    }
}

/// Returns a description without trailing white space; an empty text if the spec has none.
pub(crate) fn prose(text: Option<&Text>) -> String {
    text.map(|text| text.value.trim_end().to_owned()).unwrap_or_default()
}

/// Returns a copy of an optional text, without its span.
pub(crate) fn opt(text: Option<&Text>) -> Option<String> {
    text.map(|text| text.value.clone())
}

/// Converts the text of `source` for the model.
pub(crate) fn source(text: Option<&Text>) -> Option<Source> {
    text.map(|text| Source(text.value.clone()))
}
