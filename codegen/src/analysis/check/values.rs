//! Values: decides whether a value of the spec fits a type, and words each misfit. The walk decides the
//! fit; bounds are checked here.
//!
//! Input: a value with its place, and a type. Output: misfits. Misfits of unions are in `union_values`.

mod bounds;
mod follow;
pub(super) mod intended;
mod text_forms;
mod undeclared;
mod union_values;
pub(crate) mod wire_forms;

use std::borrow::Cow;
use std::collections::HashSet;

use chainloom_forms::pattern::Pattern;
use chainloom_forms::{Number, parse_float};
use serde_json::Value;

use super::context::deferred::{Misfit, UndeclaredName};
use super::context::views::View;
use crate::diagnostic::{Span, nearest, question};
use crate::language::node::{Entry, Key, Node, NodeKind};
use crate::model::{Also, Bounds, Enum, Field, Form, Type, TypeDef, TypeId, to_json};
use crate::sentences;
use crate::walk::{self, ModelTypes, Names, Side, Types as _};
use bounds::{is_within, write_range};
use follow::{EnteredValue, FitSink};
use intended::{intended, intended_name_hint};
use text_forms::check_text;
use wire_forms::comes_as_number;

/// Collector of all misfits of a value with its type, for values of one side.
pub(crate) struct Fit<'a> {
    types: ModelTypes<'a>,
    pub(crate) found: Vec<Misfit>,
    side: Side,
}

impl<'a> Fit<'a> {
    /// Returns a collector for values that a client sends, such as the arguments of an example.
    pub(crate) fn sent(types: &'a [TypeDef]) -> Self {
        Self { types: ModelTypes(types), found: Vec::new(), side: Side::Sent }
    }

    /// Returns a collector for values that a service sends, such as the response of an example.
    pub(crate) fn received(types: &'a [TypeDef]) -> Self {
        Self { side: Side::Received, ..Self::sent(types) }
    }

    /// Compares a value with a type, and records each misfit.
    pub(crate) fn value(&mut self, node: &Node, ty: &'a Type) {
        self.walk_value(node, None, |types, side, value, sink| walk::walk_value(types, side, ty, value, sink));
    }

    /// Compares a value with the type and the bounds of a field, and records each misfit.
    pub(crate) fn field(&mut self, node: &Node, field: &'a Field) {
        self.walk_value(node, Some(field), |types, side, value, sink| {
            walk::walk_parameter(types, side, field, value, sink);
        });
    }

    /// Runs `walk` on a value, and records its misfits at the spans of the nodes. `field` is the
    /// field that has the value, if any.
    fn walk_value(
        &mut self,
        node: &Node,
        field: Option<&'a Field>,
        walk: impl FnOnce(ModelTypes<'a>, Side, &Value, &mut FitSink<'_, 'a, '_>),
    ) {
        if node.kind != NodeKind::Broken {
            let (types, side, before) = (self.types, self.side, self.found.len());
            let place = EnteredValue { node: Cow::Borrowed(node), field, span: node.span, next: 0, before };
            let value = to_json(&node.to_value());
            walk(types, side, &value, &mut FitSink { fit: self, places: vec![place] });
        }
    }

    fn record_names(&mut self, object: &Node, names: &Names<'_, ModelTypes<'a>>) {
        let (NodeKind::Map(entries), Some(of)) = (&object.kind, names.records.last()) else { return };
        if names.unknown.is_empty() && names.missing.is_empty() {
            return;
        }
        let fields: Vec<&'a Field> = names.records.iter().flat_map(|record| self.types.fields(record)).collect();
        let positions = walk::positions(self.types, &fields, self.side);
        let position = |key: &Key| positions.get(key.text.as_str()).copied();
        let unknown: HashSet<&str> = names.unknown.iter().map(|(name, _)| *name).collect();
        let is_unknown = |key: &Key| unknown.contains(key.text.as_str());
        let own = entries.iter().filter(|entry| position(&entry.key).is_some() || is_unknown(&entry.key));
        let own: Vec<&Entry> = own.collect();
        let given: Vec<Option<usize>> = own.iter().map(|entry| position(&entry.key)).collect();
        let written: Vec<&str> = own.iter().map(|entry| entry.key.text.as_str()).collect();
        let intended = intended(&fields, &written, &given);
        // Both are in the order of the records.
        let mut absent = names.missing.iter().peekable();
        let mut is_missing = |field: &Field| absent.next_if(|one| std::ptr::eq(**one, field)).is_some();
        let mut missing: Vec<bool> = fields.iter().map(|field| is_missing(field) && field.constant.is_none()).collect();
        let mut preceding = None;
        for (at, entry) in own.iter().enumerate() {
            if given[at].is_some() {
                preceding = Some(entry.key.text.as_str());
                continue;
            }
            let near = intended.get(&at).map(|field| fields[*field].name.as_str());
            self.record_unknown_member(&entry.key, near, preceding, self.types.id(of));
            // A misspelt member is not reported as missing too.
            if let Some(at) = intended.get(&at) {
                missing[*at] = false;
            }
        }
        self.record_missing_members(object, entries, &fields, &missing);
    }

    /// Records a misfit without a hint.
    pub(crate) fn misfit(&mut self, span: Span, message: String) {
        self.misfit_with_hint(span, message, None);
    }

    pub(crate) fn misfit_with_hint(&mut self, span: Span, message: String, hint: Option<String>) {
        self.found.push(Misfit { span, message, hint, label: None, undeclared: None });
    }

    fn id_of(&self, ty: &'a Type) -> Option<TypeId> {
        self.types.definition(ty).and_then(|def| self.types.id(def))
    }

    /// Records that a value has another JSON kind or another form than the type `view`.
    fn record_wrong_form(&mut self, node: &Node, view: View<'a>) {
        match (view, &node.kind) {
            (View::Number, NodeKind::Number(digits)) => {
                if let Err(error) = parse_float(digits) {
                    self.misfit(node.span, format!("`{digits}` is not {}", error.expected()));
                }
            }
            (View::Integer(integer), NodeKind::Number(digits)) => {
                self.misfit(node.span, format!("`{digits}` is not a number of type `{}`", integer.rust_name()));
            }
            (View::Scalar(form), _) => self.check_scalar(node, form),
            (View::List(list), NodeKind::Map(_)) => match list.also {
                Also::At(member) if self.side == Side::Received => {
                    self.misfit(node.span, format!("the object has no member `{member}`"));
                }
                _ => self.record_wrong_kind(node, "a list"),
            },
            (wanted, _) => self.record_wrong_kind(node, wanted.noun()),
        }
    }

    fn record_wrong_kind(&mut self, node: &Node, wanted: &str) {
        let message = format!("expected {wanted}, found {}", node.noun());
        let is_text = matches!(wanted, "a text" | "an enumeration" | "a scalar");
        let quotable = matches!(node.kind, NodeKind::Number(_) | NodeKind::Boolean(_));
        let hint = (is_text && quotable).then(|| "quote it".to_owned());
        self.misfit_with_hint(node.span, message, hint);
    }

    /// Records a value that does not have the form of a scalar.
    fn check_scalar(&mut self, node: &Node, form: &Form) {
        match (&node.kind, form) {
            (NodeKind::Number(digits), form) => match number_words(form) {
                // A decimal scalar also accepts a JSON number.
                Some(_) if comes_as_number(form) && form.takes_number(digits) => {}
                Some(words) => self.misfit(node.span, format!("`{digits}` is not a {words}")),
                None => self.record_wrong_kind(node, "a text"),
            },
            (_, form) if form.is_json_number() => self.record_wrong_kind(node, "a number"),
            (NodeKind::Text(text), form) => {
                if let Err(why) = check_text(form, text, self.side) {
                    self.misfit(node.span, format!("`{text}` {why}"));
                }
            }
            _ => self.record_wrong_kind(node, "a text"),
        }
    }

    /// Records a value that an enumeration does not list.
    fn record_unlisted(&mut self, node: &Node, listed: &Enum, id: Option<TypeId>) {
        let text = node.digits_or_text().unwrap_or_default();
        let near = nearest(text, listed.values.iter().map(|value| value.name.as_str()));
        let message = format!("`{text}` is not among the values of the enumeration");
        let hint = near.map(question);
        let hint = hint.or_else(|| Some("list it, under `seen` if only real services have it".to_owned()));
        self.misfit_with_hint(node.span, message, hint);
        self.mark_undeclared(id, text, near, None);
    }

    /// Records a list that is shorter than the tuple. A longer list is a misfit only where a client
    /// sends it: a service may send further items.
    fn check_tuple_length(&mut self, node: &Node, places: usize) {
        let NodeKind::List(items) = &node.kind else { return };
        if items.len() < places || self.side == Side::Sent {
            self.misfit(node.span, format!("the tuple has {places} places, but the list has {}", items.len()));
        }
    }

    fn record_other_direction(&mut self, field: Option<&Field>, span: Span) {
        let name = field.map_or("", |field| field.name.as_str());
        let text = match self.side {
            Side::Sent => format!("`{name}` is `readOnly`: a request never has it"),
            Side::Received => format!("`{name}` is `writeOnly`: a response does not have it"),
        };
        self.misfit_with_hint(span, text, Some(format!("remove `{name}`")));
    }

    fn record_unknown_member(&mut self, key: &Key, near: Option<&str>, preceding: Option<&str>, id: Option<TypeId>) {
        let name = key.text.as_str();
        let hint = near.map(|near| intended_name_hint(name, near));
        self.misfit_with_hint(key.span, format!("there is no member `{name}`"), hint);
        self.mark_undeclared(id, name, near, preceding);
    }

    pub(crate) fn mark_undeclared(
        &mut self,
        id: Option<TypeId>,
        name: &str,
        near: Option<&str>,
        preceding: Option<&str>,
    ) {
        if let (Some(ty), Some(misfit)) = (id, self.found.last_mut()) {
            let [near, preceding] = [near, preceding].map(|name| name.map(str::to_owned));
            misfit.undeclared = Some(UndeclaredName { ty, name: name.to_owned(), near, preceding });
        }
    }

    /// Records the members that an object lacks. In a multi-line object the misfit is at the member
    /// after which the first missing one belongs.
    fn record_missing_members(&mut self, node: &Node, entries: &[Entry], fields: &[&'a Field], missing: &[bool]) {
        let Some(first) = missing.iter().position(|missing| *missing) else {
            return;
        };
        let lacking = fields.iter().zip(missing).filter(|(_, missing)| **missing);
        let names: Vec<String> = lacking.map(|(field, _)| format!("`{}`", field.name)).collect();
        let has_lines = entries.last().is_some_and(|last| last.key.span.line != node.span.line);
        let entry_of = |field: &&Field| entries.iter().find(|entry| entry.key.text == field.name);
        let before = match entries.is_sorted_by(|a, b| a.key.text <= b.key.text) {
            // Services often write members in alphabetical order.
            true => entries.iter().rfind(|entry| entry.key.text < fields[first].name),
            false => fields[..first].iter().rev().find_map(entry_of),
        };
        let before = before.filter(|_| has_lines);
        let span = before.map_or(node.span, |entry| entry.key.span);
        let hint = format!("add it; a member that may be absent is declared with `?`: `{}?`", fields[first].name);
        self.misfit_with_hint(span, format!("the object lacks {}", names.join(", ")), Some(hint));
        if let (Some(_), Some(misfit)) = (before, self.found.last_mut()) {
            misfit.label = Some(format!("`{}` belongs after this", fields[first].name));
        }
    }

    /// Records each bound that a value breaks: range, pattern, size, and `only` for values that a
    /// client sends.
    fn check_bounds(&mut self, node: &Node, bounds: &Bounds) {
        let ends = [bounds.min, bounds.max];
        if number_of(node).is_some_and(|value| !is_within(ends, &value)) {
            self.misfit(node.span, format!("the value is not within {}", write_range(ends)));
        }
        if self.side == Side::Sent {
            self.check_only(node, bounds.only);
        }
        if let (Some(pattern), NodeKind::Text(text)) = (bounds.patterns.first(), &node.kind) {
            // An invalid pattern was reported.
            if Pattern::parse(pattern).is_ok_and(|pattern| !pattern.is_in(text)) {
                self.misfit(node.span, format!("`{text}` does not have the pattern `{pattern}`"));
            }
        }
        let count = match &node.kind {
            NodeKind::List(items) => items.len(),
            NodeKind::Map(entries) => entries.len(),
            NodeKind::Text(text) => text.chars().count(),
            _ => return,
        };
        if bounds.min_size.is_some_and(|min| count < min) || bounds.max_size.is_some_and(|max| count > max) {
            let message = format!("the size is not within {}", write_range([bounds.min_size, bounds.max_size]));
            self.misfit(node.span, message);
        }
    }

    /// Records each value of an enumeration that `only` does not list, also in the items of a list.
    /// An empty `only` allows all values.
    fn check_only(&mut self, node: &Node, only: &[&str]) {
        match &node.kind {
            _ if only.is_empty() => {}
            NodeKind::List(items) => items.iter().for_each(|item| self.check_only(item, only)),
            NodeKind::Text(text) | NodeKind::Number(text) if !only.contains(&text.as_str()) => {
                self.misfit(node.span, format!("`{text}` is not allowed here: only {}", sentences::code_list(only)));
            }
            _ => {}
        }
    }
}

/// Returns the number in a JSON number or a text; `None` for other values and texts.
pub(crate) fn number_of(node: &Node) -> Option<Number<'_>> {
    Number::parse(node.digits_or_text()?)
}

/// Returns the noun for the JSON numbers of a form, such as `decimal number`; `None` if the form
/// has none.
fn number_words(form: &Form) -> Option<String> {
    match (form, form.integer()) {
        (Form::Quantity(_) | Form::TimeQuantity(_), _) => None,
        (_, Some(integer)) => Some(format!("number of type `{}`", integer.rust_name())),
        (Form::Decimal | Form::JsonDecimal, _) => Some("decimal number".to_owned()),
        _ => None,
    }
}
