//! Whether a value of the spec fits a type: kinds, members, enumerations, bounds, forms of text.

use super::bounds::{holds, show};
use super::forms::{Shape, arm_shapes};
use super::number::{Decimal, fits_integer};
use super::table::{View, view};
use super::text_forms::{check_text, rust_name};
use crate::diagnostic::{Span, did_you_mean};
use crate::model::{Also, Arm, ArmBody, Bounds, Enum, Field, Form, List, Map, ToldBy, Type, TypeDef, TypeKind, Union};
use crate::node::{Node, NodeKind};

/// Unions in unions are followed this far.
const DEEPEST: usize = 128;

/// A place where a value does not fit.
#[derive(Clone, Debug)]
pub(super) struct Misfit {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

/// Collects all misfits of a value.
pub(super) struct Fit<'a> {
    pub(super) types: &'a [TypeDef],
    pub(super) found: Vec<Misfit>,
    depth: usize,
}

impl<'a> Fit<'a> {
    pub(super) fn new(types: &'a [TypeDef]) -> Self {
        Self { types, found: Vec::new(), depth: 0 }
    }

    fn misfit(&mut self, span: Span, message: String) {
        self.found.push(Misfit { span, message, hint: None });
    }

    fn misfit_with(&mut self, span: Span, message: String, hint: Option<String>) {
        self.found.push(Misfit { span, message, hint });
    }

    pub(super) fn value(&mut self, node: &Node, ty: &'a Type) {
        self.depth += 1;
        if self.depth <= DEEPEST {
            self.viewed(node, view(self.types, ty));
        }
        self.depth -= 1;
    }

    fn viewed(&mut self, node: &Node, view: View<'a>) {
        match (view, &node.kind) {
            (View::Broken | View::Json, _) | (_, NodeKind::Broken) => {}
            (View::Boolean, NodeKind::Boolean(_)) | (View::Text, NodeKind::Text(_)) => {}
            (View::Number, NodeKind::Number(_)) => {}
            (View::Integer(integer), NodeKind::Number(digits)) => {
                let whole = Decimal::parse(digits);
                if !whole.is_some_and(|value| fits_integer(&value, integer)) {
                    let message = format!("`{digits}` is no {} number", rust_name(integer));
                    self.misfit(node.span, message);
                }
            }
            (View::Nullable(_), NodeKind::Null) => {}
            (View::Nullable(inner), _) => self.value(node, inner),
            (View::Scalar(form), _) => self.scalar(node, form),
            (View::Enum(values), NodeKind::Text(text)) => self.enum_value(node, values, text),
            (View::List(list), _) => self.list(node, list, list.also.as_ref()),
            (View::Map(map), NodeKind::Map(_)) => self.map(node, map),
            (View::Record(record), NodeKind::Map(_)) => {
                let fields: Vec<&'a Field> = record.fields.iter().collect();
                self.members(node, &fields, None);
            }
            (View::Union(union), _) => self.union(node, union),
            (wanted, _) => self.wrong_kind(node, wanted.noun()),
        }
    }

    fn wrong_kind(&mut self, node: &Node, wanted: &str) {
        let message = format!("{wanted} is wanted, but this is {}", node.noun());
        let is_text = matches!(wanted, "a text" | "an enumeration" | "a scalar");
        let quotable = matches!(node.kind, NodeKind::Number(_) | NodeKind::Boolean(_));
        let hint = (is_text && quotable).then(|| "quote it".to_owned());
        self.misfit_with(node.span, message, hint);
    }

    fn scalar(&mut self, node: &Node, form: &Form) {
        match (&node.kind, form) {
            (NodeKind::Number(digits), Form::JsonInteger(integer) | Form::DecimalInteger(integer)) => {
                let whole = Decimal::parse(digits);
                if !whole.is_some_and(|value| fits_integer(&value, *integer)) {
                    let message = format!("`{digits}` is no {} number", rust_name(*integer));
                    self.misfit(node.span, message);
                }
            }
            (NodeKind::Number(_), Form::Decimal) => {}
            (NodeKind::Number(digits), Form::Seconds | Form::Milliseconds) => {
                if !Decimal::parse(digits).is_some_and(|value| value.is_whole()) {
                    self.misfit(node.span, format!("`{digits}` is no whole number"));
                }
            }
            (_, Form::JsonInteger(_) | Form::Seconds | Form::Milliseconds) => self.wrong_kind(node, "a number"),
            (NodeKind::Text(text), form) => {
                if let Err(why) = check_text(form, text) {
                    self.misfit(node.span, format!("`{text}` {why}"));
                }
            }
            _ => self.wrong_kind(node, "a text"),
        }
    }

    fn enum_value(&mut self, node: &Node, values: &Enum, text: &str) {
        if values.values.iter().any(|value| value.name == text) {
            return;
        }
        let near = did_you_mean(text, values.values.iter().map(|value| value.name.as_str()));
        let message = format!("`{text}` is not among the values of the enumeration");
        let hint = near.or_else(|| Some("list it, under `seen` if only real services have it".to_owned()));
        self.misfit_with(node.span, message, hint);
    }

    fn list(&mut self, node: &Node, list: &'a List, also: Option<&Also>) {
        match (&node.kind, also) {
            (NodeKind::List(items), _) => {
                for item in items {
                    self.value(item, &list.item);
                }
            }
            (NodeKind::Map(entries), Some(Also::At(member))) => {
                match entries.iter().find(|entry| entry.key.text == *member) {
                    Some(entry) => self.list(&entry.value, list, None),
                    None => self.misfit(node.span, format!("the object has no member `{member}`")),
                }
            }
            (_, Some(Also::Single)) => self.value(node, &list.item),
            _ => self.wrong_kind(node, "a list"),
        }
    }

    fn map(&mut self, node: &Node, map: &'a Map) {
        let NodeKind::Map(entries) = &node.kind else {
            return;
        };
        for entry in entries {
            let key = Node { span: entry.key.span, kind: NodeKind::Text(entry.key.text.clone()) };
            self.value(&key, &map.key);
            self.value(&entry.value, &map.value);
        }
    }

    /// An object with these fields; `tag` is a member that was looked at already.
    fn members(&mut self, node: &Node, fields: &[&'a Field], tag: Option<&str>) {
        let NodeKind::Map(entries) = &node.kind else {
            self.wrong_kind(node, "an object");
            return;
        };
        let mut missing: Vec<bool> = fields.iter().map(|field| field.required).collect();
        let mut by_name = std::collections::HashMap::new();
        for (at, field) in fields.iter().enumerate() {
            by_name.insert(field.name.as_str(), at);
            by_name.extend(field.aliases.iter().map(|alias| (alias.as_str(), at)));
        }
        for entry in entries {
            let name = entry.key.text.as_str();
            if Some(name) == tag {
                continue;
            }
            if let Some(at) = by_name.get(name) {
                missing[*at] = false;
                self.field(&entry.value, fields[*at]);
            } else {
                let near = did_you_mean(name, fields.iter().map(|field| field.name.as_str()));
                self.misfit_with(entry.key.span, format!("there is no member `{name}`"), near);
            }
        }
        let lacking = fields.iter().zip(missing).filter(|(_, missing)| *missing);
        let names: Vec<String> = lacking.map(|(field, _)| format!("`{}`", field.name)).collect();
        if !names.is_empty() {
            self.misfit(node.span, format!("the object lacks {}", names.join(", ")));
        }
    }

    /// A value with the bounds that the field sets.
    pub(super) fn field(&mut self, node: &Node, field: &'a Field) {
        let is_absent = match &node.kind {
            NodeKind::Null => !field.required,
            NodeKind::Text(text) => field.empty_is_absent && text.is_empty(),
            _ => false,
        };
        if is_absent {
            return;
        }
        let before = self.found.len();
        self.value(node, &field.ty);
        if self.found.len() > before {
            return;
        }
        if let (Some(range), Some(value)) = (&field.range, number_of(node)) {
            self.bounded(node, range, &value, "the value");
        }
        if let Some(size) = &field.size {
            let count = match &node.kind {
                NodeKind::List(items) => items.len(),
                NodeKind::Map(entries) => entries.len(),
                NodeKind::Text(text) => text.chars().count(),
                _ => return,
            };
            if let Some(value) = Decimal::parse(&count.to_string()) {
                self.bounded(node, size, &value, "the size");
            }
        }
    }

    fn bounded(&mut self, node: &Node, bounds: &Bounds, value: &Decimal, what: &str) {
        if !holds(bounds, value) {
            self.misfit(node.span, format!("{what} is not within {}", show(bounds)));
        }
    }

    fn union(&mut self, node: &Node, union: &'a Union) {
        match &union.told_by {
            ToldBy::Form => self.form_union(node, union),
            ToldBy::Tag(tag) => {
                let Some(value) = member(node, tag) else {
                    let message = format!("the object lacks the tag `{tag}`");
                    return self.misfit(node.span, message);
                };
                let text = value.digits_or_text().unwrap_or_default();
                match union.arms.iter().find(|arm| arm.name == text) {
                    Some(arm) => self.arm_members(node, union, arm, Some(tag)),
                    None => {
                        let near = did_you_mean(text, union.arms.iter().map(|arm| arm.name.as_str()));
                        self.misfit_with(value.span, format!("`{text}` is the tag of no arm"), near);
                    }
                }
            }
            ToldBy::Members => {
                let has = |arm: &&Arm| match &arm.body {
                    ArmBody::Fields { has: Some(has), .. } => member(node, has).is_some(),
                    _ => false,
                };
                let otherwise = |arm: &&Arm| matches!(arm.body, ArmBody::Fields { has: None, .. });
                let arm = union.arms.iter().find(has).or_else(|| union.arms.iter().find(otherwise));
                match arm {
                    Some(arm) => self.arm_members(node, union, arm, None),
                    None => self.misfit(node.span, "no arm of the union has these members".to_owned()),
                }
            }
        }
    }

    fn arm_members(&mut self, node: &Node, union: &'a Union, arm: &'a Arm, tag: Option<&str>) {
        let types = self.types;
        let ArmBody::Fields { record, .. } = &arm.body else {
            return;
        };
        let own = match types.get(record.0).map(|def| &def.kind) {
            Some(TypeKind::Record(record)) => record.fields.as_slice(),
            _ => &[],
        };
        let fields: Vec<&'a Field> = union.common.iter().chain(own).collect();
        self.members(node, &fields, tag);
    }

    /// The arm that the value's form picks is the one whose misfits are told.
    fn form_union(&mut self, node: &Node, union: &'a Union) {
        let types = self.types;
        let mut open = None;
        for arm in &union.arms {
            for shape in arm_shapes(types, &arm.body) {
                match (&shape, &node.kind) {
                    (Shape::Text(form), NodeKind::Text(text)) if check_text(form, text).is_err() => {}
                    (Shape::OpenText, NodeKind::Text(_)) => open = Some(arm),
                    _ if is_of(&shape, node) => return self.arm_value(node, arm),
                    _ => {}
                }
            }
        }
        match open {
            Some(arm) => self.arm_value(node, arm),
            None => {
                let arms: Vec<String> = union.arms.iter().map(|arm| format!("`{}`", arm.name)).collect();
                let message = format!("{} fits none of the arms {}", node.noun(), arms.join(", "));
                self.misfit(node.span, message);
            }
        }
    }

    fn arm_value(&mut self, node: &Node, arm: &'a Arm) {
        if let ArmBody::Value(ty) = &arm.body {
            self.value(node, ty);
        }
    }
}

fn member<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let NodeKind::Map(entries) = &node.kind else {
        return None;
    };
    let found = entries.iter().find(|entry| entry.key.text == name);
    found.map(|entry| &entry.value)
}

fn is_of(shape: &Shape, node: &Node) -> bool {
    match (shape, &node.kind) {
        (Shape::Any, _)
        | (Shape::Null, NodeKind::Null)
        | (Shape::Boolean, NodeKind::Boolean(_))
        | (Shape::Number, NodeKind::Number(_))
        | (Shape::List, NodeKind::List(_))
        | (Shape::Text(_), NodeKind::Text(_))
        | (Shape::Object, NodeKind::Map(_)) => true,
        (Shape::Exactly(value), _) => *value == node.to_value(),
        _ => false,
    }
}

/// The number that a value stands for, however it is written.
pub(super) fn number_of(node: &Node) -> Option<Decimal> {
    let text = node.digits_or_text()?;
    Decimal::parse(text).or_else(|| Decimal::parse_hex(text))
}
