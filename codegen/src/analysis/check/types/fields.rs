//! Fields: members of records and parameters of operations.
//!
//! Input: the declaration of a field. Output: a [`crate::model::Field`], and errors at duplicate
//! names. Attributes are checked once all types are known.

use std::collections::HashMap;

use chainloom_forms::whole;

use super::amounts::unresolved;
use super::resolve::CONSTANT;
use crate::analysis::check::context::views::raw_type;
use crate::analysis::check::context::{Checker, DeclaredBody, Pending, opt, prose, source};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{Node, NodeKind, Text};
use crate::model::{Direction, Field, Integer, Place, Type, TypeKind};
use crate::spec::document::{AlsoDecl, AlsoKey, Attributes, FieldDecl, Head, TypeExpr};

impl<'d> Checker<'d> {
    /// Builds members, or parameters if they have a place.
    pub(crate) fn fields(&mut self, file: usize, docs: &'d [FieldDecl], place: Option<Place>) -> Vec<Field> {
        docs.iter().map(|doc| self.field(file, doc, place)).collect()
    }

    /// Builds a member, or a parameter if it has a place. Checks that need resolved types are
    /// deferred to `pending`.
    pub(crate) fn field(&mut self, file: usize, doc: &'d FieldDecl, place: Option<Place>) -> Field {
        let attributes: &'d Attributes = &doc.ty.attributes;
        if doc.seen && !doc.optional {
            let name = &doc.name.value;
            let message = format!("`{name}` is known from real services only, so it must be optional");
            let hint = format!("write `{name}?`");
            self.error(Code::SeenRequired, doc.name.span, message, &hint);
        }
        self.check_constant(doc, place);
        let ty = match &doc.ty.head {
            Head::Const(value) => self.infer_constant_type(doc, value),
            head => raw_type(head, place).unwrap_or_else(|| self.head_type(file, &doc.ty)),
        };
        let style = attributes.style.map(|at| at.value);
        let pending = Pending { field: doc, ty: ty.clone(), place, style };
        self.pending.push(pending);
        let aliases = match attributes.also.as_ref().map(|also| &also.value) {
            Some(AlsoDecl::Keyed(AlsoKey::Names(names))) => names.iter().map(|name| name.value.clone()).collect(),
            _ => Vec::new(),
        };
        Field {
            name: doc.name.value.clone(),
            rust: opt(attributes.rust.as_ref()),
            span: attributes.rust.as_ref().unwrap_or(&doc.name).span,
            ty,
            required: !doc.optional,
            direction: attributes.direction.0.map_or(Direction::Both, |at| at.value),
            needed: false,
            doc: prose(attributes.doc.as_ref()),
            unit: opt(attributes.unit.as_ref()),
            amount: attributes.amount.as_ref().map(unresolved),
            bounds: self.bounds(attributes),
            default: attributes.default.as_ref().map(|node| node.to_value()),
            defaults_to: opt(attributes.defaults_to.as_ref()),
            join: opt(attributes.join.as_ref()),
            style,
            explode: attributes.explode.is_some(),
            keeps_slashes: attributes.slashes.is_some(),
            content: attributes.content.iter().map(|text| text.value.clone()).collect(),
            headers: texts_of(&attributes.headers),
            constant: constant(doc).map(Node::to_value),
            secret: attributes.secret.is_some(),
            rest: attributes.rest.is_some(),
            aliases,
            empty_is_absent: matches!(
                attributes.also.as_ref().map(|also| &also.value),
                Some(AlsoDecl::Keyed(AlsoKey::Empty(_)))
            ),
            null_is_absent: matches!(
                attributes.also.as_ref().map(|also| &also.value),
                Some(AlsoDecl::Keyed(AlsoKey::Null(_)))
            ),
            echoes: attributes.echoes.iter().map(|name| name.value.clone()).collect(),
            example: attributes.example.as_ref().map(Node::to_value),
            seen: doc.seen,
            since: opt(attributes.since.as_ref()),
            until: opt(attributes.until.as_ref()),
            deprecated: attributes.deprecated.clone(),
            available: attributes.available.clone(),
            notes: attributes.notes.clone(),
            source: source(attributes.source.as_ref()),
        }
    }

    /// Returns the type of a constant: string, boolean or 64-bit integer, or else any JSON. Reports
    /// an optional constant.
    fn infer_constant_type(&mut self, doc: &FieldDecl, value: &Node) -> Type {
        if doc.optional {
            let name = &doc.name.value;
            let message = format!("`{name}` is a constant, which is always sent, so it cannot be optional");
            self.error(Code::BadShape, doc.name.span, message, "remove the `?`, or write its type in place of `const`");
        }
        match &value.kind {
            NodeKind::Text(_) => Type::Text,
            NodeKind::Boolean(_) => Type::Boolean,
            NodeKind::Number(digits) if whole::fits(digits, Integer::I64) => Type::Integer(Integer::I64),
            _ => Type::Json,
        }
    }

    /// Reports attributes of a constant member that apply to values that vary, such as bounds.
    /// Constant parameters may have them.
    fn check_constant(&mut self, doc: &FieldDecl, place: Option<Place>) {
        if let (Head::Const(_), None) = (&doc.ty.head, place) {
            let beside = ["doc", "source", "notes", "seen", "since", "until", "allow"];
            self.refuse_attributes(&doc.ty.attributes, &beside, CONSTANT);
        }
    }

    /// Checks that no record has two members of one name, also through `extends`.
    pub(crate) fn check_members(&mut self) {
        for id in 0..self.slots.len() {
            let DeclaredBody::Expr(TypeExpr { head, .. }) = self.slots[id].body else {
                continue;
            };
            match head {
                Head::Record(record) => {
                    let inherited = self.inherited(id, record.fields.len());
                    self.check_duplicates(&record.fields, &inherited);
                }
                Head::Union(union) => self.check_duplicates(&union.common, &HashMap::new()),
                _ => {}
            }
        }
    }

    /// Returns the names and aliases that a record inherits, each with the span of the record's
    /// name. `own` is the number of members that the record declares itself.
    fn inherited(&self, id: usize, own: usize) -> HashMap<String, Span> {
        let TypeKind::Record(record) = &self.model.types[id].kind else {
            return HashMap::new();
        };
        let count = record.fields.len().saturating_sub(own);
        let span = self.slots[id].span;
        let names = record.fields.iter().take(count);
        let names = names.flat_map(|field| std::iter::once(&field.name).chain(&field.aliases));
        names.map(|name| (name.clone(), span)).collect()
    }

    /// Reports each member name or alias that occurs twice in `docs` or once in `taken`, the
    /// inherited and common names.
    pub(crate) fn check_duplicates(&mut self, docs: &[FieldDecl], taken: &HashMap<String, Span>) {
        let mut known: HashMap<&str, Span> = HashMap::new();
        for doc in docs {
            for name in wire_names(doc) {
                let inherited = taken.get(name.value.as_str());
                if let Some(first) = known.get(name.value.as_str()).or(inherited) {
                    let message = format!("two members have the name `{}`", name.value);
                    let problem = Diagnostic::error(Code::DuplicateMember, name.span, message);
                    let label = if inherited.is_some() { "this has it already" } else { "first here" };
                    let hint = "remove the member here; inherited and common members are included";
                    let hint = if inherited.is_some() { hint } else { "remove or rename one of the two" };
                    self.report(problem.label("again").second(*first, label).hint(hint));
                } else {
                    known.insert(&name.value, name.span);
                }
            }
        }
    }
}

/// Copies the names and values of headers, without their spans.
fn texts_of(headers: &[(Text, Text)]) -> Vec<(String, String)> {
    headers.iter().map(|(name, value)| (name.value.clone(), value.value.clone())).collect()
}

/// Returns the constant value of a member or parameter; `None` if it is not constant.
pub(crate) fn constant(doc: &FieldDecl) -> Option<&Node> {
    match &doc.ty.head {
        Head::Const(value) => Some(value),
        _ => None,
    }
}

/// Iterates over the wire names of a member: its name and its aliases.
pub(crate) fn wire_names(doc: &FieldDecl) -> impl Iterator<Item = &Text> {
    let others = match doc.ty.attributes.also.as_ref().map(|also| &also.value) {
        Some(AlsoDecl::Keyed(AlsoKey::Names(names))) => names.as_slice(),
        _ => &[],
    };
    std::iter::once(&doc.name).chain(others)
}
