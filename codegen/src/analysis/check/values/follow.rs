//! Sink of a walk through a value of the spec: adds source places to the misfits, and checks bounds.

use std::borrow::Cow;

use serde_json::Value;

use super::Fit;
use crate::analysis::check::context::views::{View, bounds_of, view};
use crate::diagnostic::Span;
use crate::language::node::{Entry, Key, Node, NodeKind};
use crate::model::{Arm, Field, Type, TypeKind};
use crate::walk::{self, ModelTypes, Names, Sink, Step, StepOf};

/// Sink of a walk through a value of the spec, which keeps the place of the walk.
pub(super) struct FitSink<'f, 'a, 'n> {
    pub(super) fit: &'f mut Fit<'a>,
    /// Values that the walk is in, from the outside in; the last is the current one.
    pub(super) places: Vec<EnteredValue<'a, 'n>>,
}

/// Value of the spec that the walk has entered and not left.
pub(super) struct EnteredValue<'a, 'n> {
    pub(super) node: Cow<'n, Node>,
    /// Field that describes the value; `None` if no field does.
    pub(super) field: Option<&'a Field>,
    /// Span of the key of the value, or of the value if it has no key.
    pub(super) span: Span,
    /// Index of the entry that the walk most likely enters next.
    pub(super) next: usize,
    /// Number of misfits that were found before the walk entered the value.
    pub(super) before: usize,
}

impl<'n> EnteredValue<'_, 'n> {
    /// Returns the entry of the object with this name; `None` if there is none. The search begins
    /// at the entry found last, since values mostly have the order of their types.
    fn entry(&mut self, name: &str) -> Option<&'n Entry> {
        let Cow::Borrowed(Node { kind: NodeKind::Map(entries), .. }) = self.node else { return None };
        let mut from_next = (self.next..entries.len()).chain(0..self.next);
        self.next = from_next.find(|at| entries[*at].key.text == name)?;
        entries.get(self.next)
    }

    /// Returns the node of an item of a list.
    fn item(&self, index: usize) -> Option<&'n Node> {
        match self.node {
            Cow::Borrowed(Node { kind: NodeKind::List(items), .. }) => items.get(index),
            _ => None,
        }
    }
}

impl<'a> Sink for FitSink<'_, 'a, '_> {
    type Types = ModelTypes<'a>;

    fn enter(&mut self, step: StepOf<'_, Self>) -> bool {
        let Some(place) = self.places.last_mut() else { return false };
        let (field, found) = match step {
            Step::Item(index) => (None, place.item(index).map(|node| (Cow::Borrowed(node), node.span))),
            Step::Key(name, value) => {
                (None, place.entry(name).map(|entry| (Cow::Owned(key_node(&entry.key, value)), entry.key.span)))
            }
            Step::Entry(name) | Step::Arm(_, name) | Step::WrappedList(name) => (None, place.entry(name).map(of_entry)),
            Step::Member(field, name) => (Some(field).filter(|field| !field.rest), place.entry(name).map(of_entry)),
        };
        let found = found.filter(|(node, _)| node.kind != NodeKind::Broken);
        let before = self.fit.found.len();
        let place = found.map(|(node, span)| EnteredValue { node, field, span, next: 0, before });
        let is_there = place.is_some();
        self.places.extend(place);
        is_there
    }

    fn leave(&mut self) {
        self.places.pop();
    }

    fn misfit(&mut self, _: &Value, ty: &'a Type, misfit: walk::Misfit<'_>) {
        let Some(place) = self.places.last() else { return };
        let (fit, node) = (&mut *self.fit, &*place.node);
        match (misfit, view(fit.types.0, ty)) {
            (walk::Misfit::Unlisted, View::Enum(listed)) => fit.record_unlisted(node, listed, fit.id_of(ty)),
            (walk::Misfit::Constant(json), _) => fit.misfit(
                node.span,
                match place.field {
                    Some(field) => format!("`{}` is always `{json}`", field.name),
                    None => "a response with this status has no body: write `null`".to_owned(),
                },
            ),
            (walk::Misfit::Direction, _) => fit.record_other_direction(place.field, place.span),
            (walk::Misfit::Length, View::Tuple(types)) => fit.check_tuple_length(node, types.len()),
            (misfit, View::Union(union)) => fit.record_union_misfit(node, union, fit.id_of(ty), misfit),
            (_, view) => fit.record_wrong_form(node, view),
        }
    }

    fn names(&mut self, _: &Value, names: &Names<'_, ModelTypes<'a>>) {
        if let Some(place) = self.places.last() {
            self.fit.record_names(&place.node, names);
        }
    }

    fn meant_arm(&self, union: &walk::Union<ModelTypes<'a>>) -> Option<&'a Arm> {
        match &union.common.kind {
            TypeKind::Union(union) => self.fit.misspelt_arm(&self.places.last()?.node, union),
            _ => None,
        }
    }

    /// Compares the current value with the bounds of `ty` and of its field, unless the value has a
    /// misfit already.
    fn compared(&mut self, ty: &'a Type) {
        let Some(EnteredValue { node, field, before, .. }) = self.places.last() else { return };
        let fit = &mut *self.fit;
        if fit.found.len() > *before {
            return;
        }
        bounds_of(fit.types.0, ty).into_iter().for_each(|bounds| fit.check_bounds(node, bounds));
        if let Some(field) = field.filter(|field| fit.found.len() == *before && std::ptr::eq(&field.ty, ty)) {
            fit.check_bounds(node, &field.bounds);
        }
    }
}

/// Returns the value of an entry, with the span of its key.
fn of_entry(entry: &Entry) -> (Cow<'_, Node>, Span) {
    (Cow::Borrowed(&entry.value), entry.key.span)
}

/// Returns the key of a map as a node: a number if `value`, the key as the walk sees it, is a
/// number, or else a text.
fn key_node(key: &Key, value: &Value) -> Node {
    let text = key.text.clone();
    let kind = if value.is_number() { NodeKind::Number(text) } else { NodeKind::Text(text) };
    Node { span: key.span, kind }
}
