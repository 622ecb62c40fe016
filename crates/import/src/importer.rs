//! Shared state of all readers of a document: its pieces, the types found so far, and the report.
//!
//! Input: a lifted document. Output: declared types and scalars, which the readers add through
//! `schema`.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use crate::document::Document;
use crate::evidence::{Index, Siblings};
use crate::members::Members;
use crate::names::Scope;
use crate::pointer::last_name;
use crate::prose;
use crate::reach::Places;
use crate::report::Report;
use crate::selection::Selection;
use crate::spec::{Field, TagKind, Type};
use crate::tree::{Kind, Node};

/// A type to declare in the spec.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) name: String,
    pub(crate) ty: Type,
}

/// Record that is an arm of a union: the tag of the union, and the value of the tag for this arm.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tagged {
    pub(crate) record: String,
    pub(crate) tag: String,
    pub(crate) value: String,
    /// JSON kind of the value.
    pub(crate) kind: TagKind,
}

/// Key of [`Importer::record_fields`]: the JSON pointer of the record, the names of the converted members with whether
/// each is required, and whether alternatives are being merged.
pub(crate) type RecordFieldsKey = (String, Vec<(String, bool)>, bool);

/// State while a document is imported.
pub(crate) struct Importer<'d> {
    pub(crate) doc: &'d Document,
    pub(crate) report: Report,
    /// Selected operations; `None` for all operations and webhooks.
    pub(crate) selection: Option<Selection>,
    /// Whether names, examples and sentences are evidence for types.
    pub(crate) guesses: bool,
    /// Members by name, with their examples and sentences; empty without guesses.
    pub(crate) index: Index,
    /// Evidence in the members of an object for each other, by the pointer of the map of members.
    pub(crate) siblings: HashMap<String, Siblings>,
    /// Names of types, by the pointers of their schemas.
    names: HashMap<String, String>,
    scope: Scope,
    /// Pointers of schemas whose types are not declared yet.
    open: VecDeque<String>,
    /// Members of objects that are merged into others, by pointer. `None` for an object that
    /// contains itself. Each object is read once.
    pub(crate) gathered: HashMap<String, Option<Members>>,
    /// Cache of the fields of declared records that are arms of unions, since a record may be an arm of many unions.
    pub(crate) record_fields: HashMap<RecordFieldsKey, Rc<Vec<Field>>>,
    /// Pointers of the schemas that are being read, from the outermost to the innermost.
    pub(crate) reading: Vec<String>,
    /// Whether the members being read belong to alternatives that are merged into one record,
    /// because nothing discriminates them.
    pub(crate) is_merging: bool,
    pub(crate) declared: Vec<Declaration>,
    /// Names and definitions of scalars.
    pub(crate) scalars: Vec<(String, Node)>,
    scalar_names: HashMap<String, String>,
    /// JSON pointers reachable from bodies of PATCH, where an absent member differs from a null member.
    pub(crate) patched: Places,
    /// JSON pointers reachable from request bodies.
    pub(crate) sent: Places,
    /// JSON pointers reachable from responses.
    pub(crate) received: Places,
    /// JSON pointers of schemas whose types are used without a tag of a union.
    pub(crate) used_alone: HashSet<String>,
    /// Names of types whose default each of their uses has instead.
    pub(crate) defaulted: HashSet<String>,
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
            record_fields: HashMap::new(),
            reading: Vec::new(),
            is_merging: false,
            declared: Vec::new(),
            scalars: Vec::new(),
            scalar_names: HashMap::new(),
            patched: Places::default(),
            sent: Places::default(),
            received: Places::default(),
            used_alone: HashSet::new(),
            defaulted: HashSet::new(),
            tagged: Vec::new(),
        }
    }

    /// Returns whether an operation is selected. The path of a JSON-RPC method is empty.
    pub(crate) fn is_selected(&self, path: &str, method: &str) -> bool {
        self.selection.as_ref().is_none_or(|selection| selection.has(path, method))
    }

    /// Returns the name of the type for the schema at a pointer. The first call chooses the name
    /// and queues the schema.
    pub(crate) fn type_at(&mut self, pointer: &str) -> String {
        if let Some(name) = self.names.get(pointer) {
            return name.clone();
        }
        let name = self.scope.of_type(&last_name(pointer));
        self.names.insert(pointer.to_owned(), name.clone());
        self.open.push_back(pointer.to_owned());
        name
    }

    /// Returns the name that [`Self::type_at`] chose for a pointer, if any.
    pub(crate) fn known_type_at(&self, pointer: &str) -> Option<&str> {
        self.names.get(pointer).map(String::as_str)
    }

    /// Returns the pointer of the schema from which a type comes. `None` for types without a name
    /// in the document.
    pub(crate) fn pointer_of_type(&self, name: &str) -> Option<&str> {
        self.names.iter().find(|(_, own)| *own == name).map(|(pointer, _)| pointer.as_str())
    }

    /// Takes the next schema from the queue of schemas to declare: its pointer and the name of its
    /// type.
    pub(crate) fn next_open(&mut self) -> Option<(String, String)> {
        let pointer = self.open.pop_front()?;
        let name = self.names.get(&pointer).cloned()?;
        Some((pointer, name))
    }

    /// Declares a type that has no name in the document, and returns a type that refers to it.
    /// `preferred` is the name to try first. Attributes of the use stay at the use.
    pub(crate) fn declare_inline_type(&mut self, mut ty: Type, preferred: &str) -> Type {
        let name = self.scope.of_type(preferred);
        let (nullable, doc) = (std::mem::take(&mut ty.nullable), ty.doc.take());
        let mut used = Type::name(&name, &ty.origin);
        used.nullable = nullable;
        used.doc = doc;
        let (kept, moved) = ty.attributes.into_iter().partition(|(key, _)| is_of_use(key));
        (used.attributes, ty.attributes) = (kept, moved);
        self.declared.push(Declaration { name, ty });
        used
    }

    /// Returns the name of the scalar with a form. The first call for a form declares it, with
    /// the name `preferred` if it is free.
    pub(crate) fn scalar(&mut self, preferred: &str, form: &[(&str, &str)], doc: &str) -> String {
        let key = format!("{form:?}");
        if let Some(name) = self.scalar_names.get(&key) {
            return name.clone();
        }
        let name = self.scope.of_type(preferred);
        let mut node = Node::map([("doc", Node::text(doc))]);
        for (key, value) in form {
            let is_count = *key == "bytes";
            node.put(*key, if is_count { Node::new(Kind::Number((*value).to_owned())) } else { Node::text(*value) });
        }
        self.scalars.push((name.clone(), node.or_remove()));
        self.scalar_names.insert(key, name.clone());
        name
    }

    /// Returns a description as plain paragraphs, or `None` if nothing is left. The report says if
    /// the end was cut off.
    pub(crate) fn prose(&mut self, text: Option<&str>, at: &str) -> Option<String> {
        let (kept, is_cut) = prose::clean(text?);
        if is_cut {
            self.report.detail("the end of a long description", at);
        }
        kept
    }
}

/// Returns whether an attribute belongs to the use of a type and not to its declaration.
fn is_of_use(key: &str) -> bool {
    ["default", "deprecated", "example", "rust", "seen", "since", "until", "available", "notes", "defaultsTo", "unit"]
        .contains(&key)
}
