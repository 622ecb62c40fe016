//! Values: whether a value of the spec fits a type. Kinds, members, enumerations, bounds and forms
//! of text are checked here.
//!
//! Input: a value with its place, and a type. Output: misfits. Unions are in `union_values`.

mod bounds;
pub(super) mod intended;
mod text_forms;
mod undeclared;
mod union_values;
pub(crate) mod wire_forms;

use std::collections::HashMap;

use chainloom_forms::pattern::Pattern;
use chainloom_forms::{Number, parse_float, whole};

use super::context::deferred::{Misfit, UndeclaredName};
use super::context::views::{View, bounds_of, view, view_inner};
use crate::diagnostic::{Span, nearest};
use crate::language::node::{Entry, Node, NodeKind};
use crate::model::{Also, Bounds, Direction, Enum, Field, Form, List, Map, Type, TypeDef, TypeId, TypeKind};
use crate::sentences;
use bounds::{holds, show};
use intended::{DeclaredName, advice, intended};
use text_forms::{Side, check_text};

/// Unions in unions are followed this far.
const DEEPEST: usize = 128;

/// Collects all misfits of a value.
pub(crate) struct Fit<'a> {
    pub(crate) types: &'a [TypeDef],
    pub(crate) found: Vec<Misfit>,
    pub(crate) side: Side,
    depth: usize,
}

impl<'a> Fit<'a> {
    /// For values that a client sends.
    pub(crate) fn sent(types: &'a [TypeDef]) -> Self {
        Self { types, found: Vec::new(), side: Side::Sent, depth: 0 }
    }

    /// For values that a service sends.
    pub(crate) fn received(types: &'a [TypeDef]) -> Self {
        Self { side: Side::Received, ..Self::sent(types) }
    }

    pub(crate) fn misfit(&mut self, span: Span, message: String) {
        self.misfit_with(span, message, None);
    }

    pub(crate) fn misfit_with(&mut self, span: Span, message: String, hint: Option<String>) {
        self.found.push(Misfit { span, message, hint, label: None, not_declared: None });
    }

    pub(crate) fn value(&mut self, node: &Node, ty: &'a Type) {
        self.depth += 1;
        if self.depth <= DEEPEST {
            let before = self.found.len();
            self.viewed(node, view(self.types, ty), definition(self.types, ty));
            if self.found.len() == before {
                bounds_of(self.types, ty).into_iter().for_each(|bounds| self.within(node, bounds));
            }
        }
        self.depth -= 1;
    }

    fn viewed(&mut self, node: &Node, view: View<'a>, id: Option<TypeId>) {
        match (view, &node.kind) {
            (View::Broken | View::Json, _) | (_, NodeKind::Broken) => {}
            (View::Boolean, NodeKind::Boolean(_)) | (View::Text | View::Bytes, NodeKind::Text(_)) => {}
            (View::Number, NodeKind::Number(digits)) => {
                if let Err(error) = parse_float(digits) {
                    self.misfit(node.span, format!("`{digits}` is not {}", error.expected()));
                }
            }
            (View::Integer(integer), NodeKind::Number(digits)) => {
                if !whole::fits(digits, integer) {
                    self.misfit(node.span, format!("`{digits}` is not a number of type `{}`", integer.rust_name()));
                }
            }
            (View::Nullable(_), NodeKind::Null) => {}
            (View::Nullable(inner), _) => self.value(node, inner),
            (View::Scalar(form), _) => self.scalar(node, form),
            (View::Enum(values), NodeKind::Text(text)) if !values.integers => self.enum_value(node, values, text, id),
            (View::Enum(values), NodeKind::Number(digits)) if values.integers => {
                self.enum_value(node, values, digits, id);
            }
            (View::Tuple(items), NodeKind::List(nodes)) => self.tuple(node, nodes, items),
            (View::List(list), _) => self.list(node, list, list.also),
            (View::Map(map), NodeKind::Map(_)) => self.map(node, map),
            (View::Record(record), NodeKind::Map(_)) => {
                let fields: Vec<&'a Field> = record.fields.iter().collect();
                self.members(node, &fields, None, id);
            }
            (View::Union(union), _) => self.union(node, union, id),
            (wanted, _) => self.wrong_kind(node, wanted.noun()),
        }
    }

    fn wrong_kind(&mut self, node: &Node, wanted: &str) {
        let message = format!("expected {wanted}, found {}", node.noun());
        let is_text = matches!(wanted, "a text" | "an enumeration" | "a scalar");
        let quotable = matches!(node.kind, NodeKind::Number(_) | NodeKind::Boolean(_));
        let hint = (is_text && quotable).then(|| "quote it".to_owned());
        self.misfit_with(node.span, message, hint);
    }

    fn scalar(&mut self, node: &Node, form: &Form) {
        match (&node.kind, form) {
            (NodeKind::Number(digits), form) => match number_words(form) {
                Some(_) if form.takes_number(digits) => {}
                Some(words) => self.misfit(node.span, format!("`{digits}` is not a {words}")),
                None => self.wrong_kind(node, "a text"),
            },
            (_, form) if form.is_json_number() => self.wrong_kind(node, "a number"),
            (NodeKind::Text(text), form) => {
                if let Err(why) = check_text(form, text, self.side) {
                    self.misfit(node.span, format!("`{text}` {why}"));
                }
            }
            _ => self.wrong_kind(node, "a text"),
        }
    }

    fn enum_value(&mut self, node: &Node, values: &Enum, text: &str, id: Option<TypeId>) {
        if values.values.iter().any(|value| value.name == text) {
            return;
        }
        let near = nearest(text, values.values.iter().map(|value| value.name.as_str()));
        let message = format!("`{text}` is not among the values of the enumeration");
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        let hint = hint.or_else(|| Some("list it, under `seen` if only real services have it".to_owned()));
        self.misfit_with(node.span, message, hint);
        self.not_declared(id, text, near, None);
    }

    fn list(&mut self, node: &Node, list: &'a List, also: Also) {
        match (&node.kind, also) {
            (NodeKind::List(items), _) => {
                for item in items {
                    self.value(item, &list.item);
                }
            }
            (NodeKind::Map(entries), Also::At(member)) => match entries.iter().find(|entry| entry.key.text == member) {
                Some(entry) => self.list(&entry.value, list, Also::Nothing),
                None => self.misfit(node.span, format!("the object has no member `{member}`")),
            },
            (_, Also::Single) => self.value(node, &list.item),
            _ => self.wrong_kind(node, "a list"),
        }
    }

    /// A service may send more items than are described.
    fn tuple(&mut self, node: &Node, nodes: &[Node], items: &'a [Type]) {
        let is_longer = nodes.len() > items.len() && self.side == Side::Sent;
        if nodes.len() < items.len() || is_longer {
            self.misfit(node.span, format!("the tuple has {} places, but this has {}", items.len(), nodes.len()));
        }
        for (item, ty) in nodes.iter().zip(items) {
            self.value(item, ty);
        }
    }

    fn map(&mut self, node: &Node, map: &'a Map) {
        let NodeKind::Map(entries) = &node.kind else {
            return;
        };
        entries.iter().for_each(|entry| self.entry(entry, map));
    }

    fn entry(&mut self, entry: &Entry, map: &'a Map) {
        let text = entry.key.text.clone();
        // A number is written as a text where it is a key.
        let is_number = view(self.types, &map.key).is_json_number() && Number::parse(&text).is_some();
        let kind = if is_number { NodeKind::Number(text) } else { NodeKind::Text(text) };
        let key = Node { span: entry.key.span, kind };
        self.value(&key, &map.key);
        self.value(&entry.value, &map.value);
    }

    /// Checks an object with these fields; `tag` is a member that was checked already.
    pub(crate) fn members(&mut self, node: &Node, fields: &[&'a Field], tag: Option<&str>, id: Option<TypeId>) {
        let NodeKind::Map(entries) = &node.kind else {
            self.wrong_kind(node, "an object");
            return;
        };
        let mut by_name = HashMap::new();
        let rest = fields.iter().find_map(|field| match &field.ty {
            Type::Map(map) if field.rest => Some(map),
            _ => None,
        });
        for (at, field) in fields.iter().enumerate().filter(|(_, field)| !field.rest) {
            by_name.insert(field.name.as_str(), at);
            by_name.extend(field.aliases.iter().map(|alias| (alias.as_str(), at)));
        }
        let own: Vec<&Entry> = entries.iter().filter(|entry| Some(entry.key.text.as_str()) != tag).collect();
        let given: Vec<Option<usize>> = own.iter().map(|entry| by_name.get(entry.key.text.as_str()).copied()).collect();
        let intended = if rest.is_some() { HashMap::new() } else { intended_members(&own, fields, &given) };
        let direction = self.direction();
        let is_needed = |field: &&Field| field.is_needed_in(direction) && field.constant.is_none() && !field.rest;
        let mut missing: Vec<bool> = fields.iter().map(is_needed).collect();
        let mut behind = None;
        for (at, entry) in own.iter().enumerate() {
            if let Some(field) = given[at] {
                missing[field] = false;
                behind = Some(entry.key.text.as_str());
                self.of_other_direction(entry, fields[field]);
                self.field(&entry.value, fields[field]);
            } else if let Some(map) = rest {
                self.entry(entry, map);
            } else {
                let near = intended.get(&at).map(|field| fields[*field]);
                self.no_member(entry, near, behind, id);
                // A misspelt member is not reported as missing too.
                if let Some(at) = intended.get(&at) {
                    missing[*at] = false;
                }
            }
        }
        self.lacking(node, entries, fields, &missing);
    }

    /// The direction of the values.
    fn direction(&self) -> Direction {
        match self.side {
            Side::Sent => Direction::Request,
            Side::Received => Direction::Response,
        }
    }

    fn of_other_direction(&mut self, entry: &Entry, field: &Field) {
        let name = &field.name;
        let text = match (self.direction(), field.direction) {
            (Direction::Request, Direction::Response) => format!("`{name}` is `readOnly`: a request never has it"),
            (Direction::Response, Direction::Request) => {
                format!("`{name}` is `writeOnly`: a response does not have it")
            }
            _ => return,
        };
        self.misfit_with(entry.key.span, text, Some("remove it".to_owned()));
    }

    fn no_member(&mut self, entry: &Entry, near: Option<&Field>, behind: Option<&str>, id: Option<TypeId>) {
        let name = entry.key.text.as_str();
        let near = near.map(|field| field.name.as_str());
        let hint = near.map(|near| advice(name, near));
        self.misfit_with(entry.key.span, format!("there is no member `{name}`"), hint);
        self.not_declared(id, name, near, behind);
    }

    pub(crate) fn not_declared(&mut self, id: Option<TypeId>, name: &str, near: Option<&str>, behind: Option<&str>) {
        if let (Some(ty), Some(misfit)) = (id, self.found.last_mut()) {
            let [near, behind] = [near, behind].map(|name| name.map(str::to_owned));
            misfit.not_declared = Some(UndeclaredName { ty, name: name.to_owned(), near, behind });
        }
    }

    /// Reports missing members; in an object of many lines, at the member behind which the first
    /// belongs.
    fn lacking(&mut self, node: &Node, entries: &[Entry], fields: &[&'a Field], missing: &[bool]) {
        let Some(first) = missing.iter().position(|missing| *missing) else {
            return;
        };
        let lacking = fields.iter().zip(missing).filter(|(_, missing)| **missing);
        let names: Vec<String> = lacking.map(|(field, _)| format!("`{}`", field.name)).collect();
        let has_lines = entries.last().is_some_and(|last| last.key.span.line != node.span.line);
        let entry_of = |field: &&Field| entries.iter().find(|entry| entry.key.text == field.name);
        let before = match entries.is_sorted_by(|a, b| a.key.text <= b.key.text) {
            // Services like to write the members in the order of the alphabet.
            true => entries.iter().rfind(|entry| entry.key.text < fields[first].name),
            false => fields[..first].iter().rev().find_map(entry_of),
        };
        let before = before.filter(|_| has_lines);
        let span = before.map_or(node.span, |entry| entry.key.span);
        let hint = format!("add it; a member that may be absent is declared with `?`: `{}?`", fields[first].name);
        self.misfit_with(span, format!("the object lacks {}", names.join(", ")), Some(hint));
        if let (Some(_), Some(misfit)) = (before, self.found.last_mut()) {
            misfit.label = Some(format!("`{}` belongs after this", fields[first].name));
        }
    }

    /// Whether a value is empty and of another kind than the type.
    fn is_empty_of_another_kind(&self, node: &Node, ty: &Type) -> bool {
        let view = view_inner(self.types, ty);
        let (is_list, is_object) = (matches!(view, View::List(_)), matches!(view, View::Map(_) | View::Record(_)));
        match &node.kind {
            NodeKind::Text(text) => text.is_empty(),
            NodeKind::Boolean(value) => !value && (is_list || is_object),
            NodeKind::List(items) => is_object && items.is_empty(),
            NodeKind::Map(entries) => is_list && entries.is_empty(),
            _ => false,
        }
    }

    /// Checks a value with the bounds of its field.
    pub(crate) fn field(&mut self, node: &Node, field: &'a Field) {
        let is_absent = match &node.kind {
            NodeKind::Null => !field.required,
            _ => field.empty_is_absent && self.is_empty_of_another_kind(node, &field.ty),
        };
        if is_absent {
            return;
        }
        if let Some(constant) = &field.constant {
            if *constant != node.to_value() {
                let text = format!("`{}` is always `{}`", field.name, sentences::json(constant));
                self.misfit(node.span, text);
            }
            return;
        }
        let before = self.found.len();
        self.value(node, &field.ty);
        if self.found.len() > before {
            return;
        }
        self.within(node, &field.bounds);
    }

    /// Checks bounds. `only` does not limit values of a response.
    fn within(&mut self, node: &Node, bounds: &Bounds) {
        let ends = [bounds.min, bounds.max];
        if number_of(node).is_some_and(|value| !holds(ends, &value)) {
            self.misfit(node.span, format!("the value is not within {}", show(ends)));
        }
        if self.side == Side::Sent {
            self.allowed(node, bounds.only);
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
            let message = format!("the size is not within {}", show([bounds.min_size, bounds.max_size]));
            self.misfit(node.span, message);
        }
    }

    /// A value of an enumeration, or a list of them, of which only some are sent.
    fn allowed(&mut self, node: &Node, only: &[&str]) {
        match &node.kind {
            _ if only.is_empty() => {}
            NodeKind::List(items) => items.iter().for_each(|item| self.allowed(item, only)),
            NodeKind::Text(text) | NodeKind::Number(text) if !only.contains(&text.as_str()) => {
                self.misfit(node.span, format!("`{text}` is not allowed here: only {}", sentences::code_list(only)));
            }
            _ => {}
        }
    }
}

/// Which fields the unknown members of an object stand for.
fn intended_members(entries: &[&Entry], fields: &[&Field], given: &[Option<usize>]) -> HashMap<usize, usize> {
    if given.iter().all(Option::is_some) {
        return HashMap::new();
    }
    let declared: Vec<DeclaredName<'_>> = fields.iter().map(|field| DeclaredName::from(*field)).collect();
    let names: Vec<&str> = entries.iter().map(|entry| entry.key.text.as_str()).collect();
    intended(&declared, &names, given)
}

/// The definition that a type names, perhaps by way of others.
fn definition(types: &[TypeDef], ty: &Type) -> Option<TypeId> {
    let mut ty = ty;
    for _ in 0..DEEPEST {
        let id = match ty {
            Type::Named(id) => id,
            Type::Bounded(bounded) => {
                ty = &bounded.ty;
                continue;
            }
            _ => return None,
        };
        match types.get(id.0).map(|def| &def.kind) {
            Some(TypeKind::Alias(target)) => ty = target,
            Some(_) => return Some(*id),
            None => return None,
        }
    }
    None
}

/// The number of a value, written as a number or as text.
pub(crate) fn number_of(node: &Node) -> Option<Number<'_>> {
    Number::parse(node.digits_or_text()?)
}

/// Noun for the JSON numbers of a form; `None` if it has none.
fn number_words(form: &Form) -> Option<String> {
    match (form, form.integer()) {
        (Form::Quantity(_) | Form::TimeQuantity(_), _) => None,
        (_, Some(integer)) => Some(format!("number of type `{}`", integer.rust_name())),
        (Form::Decimal | Form::JsonDecimal, _) => Some("decimal number".to_owned()),
        _ => None,
    }
}
