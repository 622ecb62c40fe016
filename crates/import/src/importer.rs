//! Shared state of all readers of a document: its pieces, the types found so far, and the report.
//!
//! Input: a lifted document. Output: declared types and scalars, which the readers add through
//! `schema`.

use std::collections::{HashMap, VecDeque};

use crate::document::Document;
use crate::evidence::{Index, Siblings};
use crate::members::Members;
use crate::names::Scope;
use crate::pointer::last_name;
use crate::prose;
use crate::reach::Places;
use crate::report::Report;
use crate::selection::Selection;
use crate::spec::{TagKind, Type};
use crate::tree::{Kind, Node};

/// A type that the spec declares.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) name: String,
    pub(crate) ty: Type,
}

/// A record that is an arm of a union, with the tag of the union and its value for the arm.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tagged {
    pub(crate) record: String,
    pub(crate) tag: String,
    pub(crate) value: String,
    /// What the value is.
    pub(crate) kind: TagKind,
}

/// State of the import of a document.
pub(crate) struct Importer<'d> {
    pub(crate) doc: &'d Document,
    pub(crate) report: Report,
    /// The operations that are read; `None` for all, and the webhooks.
    pub(crate) selection: Option<Selection>,
    /// Whether names, examples and sentences are evidence.
    pub(crate) guesses: bool,
    /// Samples and sentences by names; empty without guesses.
    pub(crate) index: Index,
    /// What members of an object say of each other, by the pointer of them all.
    pub(crate) siblings: HashMap<String, Siblings>,
    /// The types by the pointers of their schemas.
    names: HashMap<String, String>,
    scope: Scope,
    open: VecDeque<String>,
    /// Members of the objects within the one that is being read, by pointer; `None` for an object
    /// that contains itself. Each object is read once.
    pub(crate) gathered: HashMap<String, Option<Members>>,
    /// Places of the schemas that are being read, each within the one before.
    pub(crate) reading: Vec<String>,
    /// Whether the members of alternatives that cannot be told apart are being read.
    pub(crate) is_merging: bool,
    pub(crate) declared: Vec<Declaration>,
    /// Name and definition of each scalar.
    pub(crate) scalars: Vec<(String, Node)>,
    scalar_names: HashMap<String, String>,
    /// What bodies of PATCH hold, where an absent member differs from a null one.
    pub(crate) patched: Places,
    /// What bodies of requests hold.
    pub(crate) sent: Places,
    /// What responses hold.
    pub(crate) received: Places,
    /// Records that are arms of unions.
    pub(crate) tagged: Vec<Tagged>,
}

impl<'d> Importer<'d> {
    pub(crate) fn new(doc: &'d Document, guesses: bool) -> Self {
        Self {
            doc,
            report: Report::default(),
            selection: None,
            guesses,
            siblings: HashMap::new(),
            index: if guesses { Index::of(doc) } else { Index::default() },
            names: HashMap::new(),
            scope: Scope::default(),
            open: VecDeque::new(),
            gathered: HashMap::new(),
            reading: Vec::new(),
            is_merging: false,
            declared: Vec::new(),
            scalars: Vec::new(),
            scalar_names: HashMap::new(),
            patched: Places::default(),
            sent: Places::default(),
            received: Places::default(),
            tagged: Vec::new(),
        }
    }

    /// Returns whether an operation is read; a JSON-RPC method has no path.
    pub(crate) fn wants(&self, path: &str, method: &str) -> bool {
        self.selection.as_ref().is_none_or(|selection| selection.has(path, method))
    }

    /// The name of the type that a schema at a pointer becomes.
    pub(crate) fn type_at(&mut self, pointer: &str) -> String {
        if let Some(name) = self.names.get(pointer) {
            return name.clone();
        }
        let name = self.scope.of_type(&last_name(pointer));
        self.names.insert(pointer.to_owned(), name.clone());
        self.open.push_back(pointer.to_owned());
        name
    }

    /// Returns the name of the type that a schema at a pointer became.
    pub(crate) fn known_type_at(&self, pointer: &str) -> Option<&str> {
        self.names.get(pointer).map(String::as_str)
    }

    /// The pointer of the schema that a type comes from.
    pub(crate) fn pointer_of_type(&self, name: &str) -> Option<&str> {
        self.names.iter().find(|(_, own)| *own == name).map(|(pointer, _)| pointer.as_str())
    }

    /// Takes the next schema whose type is not declared yet, as pointer and name.
    pub(crate) fn next_open(&mut self) -> Option<(String, String)> {
        let pointer = self.open.pop_front()?;
        let name = self.names.get(&pointer).cloned()?;
        Some((pointer, name))
    }

    /// Declares a type that has no name in the document.
    pub(crate) fn hoist(&mut self, mut ty: Type, wish: &str) -> Type {
        let name = self.scope.of_type(wish);
        let (nullable, doc) = (std::mem::take(&mut ty.nullable), ty.doc.take());
        let mut used = Type::name(&name, &ty.origin);
        used.nullable = nullable;
        used.doc = doc;
        let (kept, moved) = ty.attributes.into_iter().partition(|(key, _)| is_of_use(key));
        (used.attributes, ty.attributes) = (kept, moved);
        self.declared.push(Declaration { name, ty });
        used
    }

    /// Name of the scalar of a form, which is declared on first use.
    pub(crate) fn scalar(&mut self, wish: &str, form: &[(&str, &str)], doc: &str) -> String {
        let key = format!("{form:?}");
        if let Some(name) = self.scalar_names.get(&key) {
            return name.clone();
        }
        let name = self.scope.of_type(wish);
        let mut node = Node::map([("doc", Node::text(doc))]);
        for (key, value) in form {
            let is_count = *key == "bytes";
            node.put(*key, if is_count { Node::new(Kind::Number((*value).to_owned())) } else { Node::text(*value) });
        }
        self.scalars.push((name.clone(), node.or_remove()));
        self.scalar_names.insert(key, name.clone());
        name
    }

    /// Description as plain paragraphs. The report notes what is cut off.
    pub(crate) fn prose(&mut self, text: Option<&str>, at: &str) -> Option<String> {
        let (kept, is_cut) = prose::clean(text?);
        if is_cut {
            self.report.detail("the end of a long description", at);
        }
        kept
    }
}

/// Whether an attribute belongs to the use of a type and not to its declaration.
fn is_of_use(key: &str) -> bool {
    ["default", "deprecated", "example", "rust", "seen", "since", "until", "available", "notes", "defaultsTo", "unit"]
        .contains(&key)
}
