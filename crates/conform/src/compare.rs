//! The comparison of a value with a type.
//!
//! Input: a checked spec, a type of it, and JSON. Output: what differs, each with its path and its
//! place in the spec. It knows nothing of the client's reader.

use std::collections::HashMap;

use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{Also, Direction, Enum, Field, Model, Type, TypeDef, TypeId, TypeKind};
use chainloom_codegen::sentences::json;
use serde_json::{Map, Value};
use tokio::time::Instant;

use crate::drift::Kind;
use crate::form::{self, Fit};
use crate::mask::{quoted, shown};

/// The most findings of an object that are kept.
const OF_OBJECT: usize = 50;
/// The most findings of a response that are kept.
pub(crate) const OF_RESPONSE: usize = 100;
/// The longest path, in bytes.
const LONGEST_PATH: usize = 400;
/// How many values are compared before the clock is read again.
const STEPS: usize = 64;

/// One difference between a value and its type.
#[derive(Clone, Debug)]
pub struct Finding<'m> {
    /// The kind.
    pub kind: Kind,
    /// The path of the value, such as `$.books[0].title`.
    pub path: String,
    /// The difference in words.
    pub message: String,
    /// The value that came, shortened; empty for an absent one.
    pub came: String,
    /// The place in the spec.
    pub span: Span,
    /// How often it came.
    pub times: usize,
    /// The same path without places in lists, which tells repeats.
    pub(crate) shape: String,
    pub(crate) about: About<'m>,
}

/// What a suggestion is about.
#[derive(Clone, Debug)]
pub(crate) enum About<'m> {
    /// A member that is new in a declared type.
    NewMember { of: &'m TypeDef, name: String, ty: &'static str },
    /// A member that must be optional.
    Optional(&'m Field),
    /// A value that is new in an enumeration.
    NewValue { of: &'m TypeDef, value: String },
    /// A member whose values have another type: the name of the described one, and of the other.
    OtherType { was: String, is: String },
    /// An arm that is new in a union.
    NewArm { of: &'m TypeDef, name: String, ty: &'static str },
    /// Nothing that can be written down.
    Nothing,
}

/// What a comparison found.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'m> {
    /// What differs, in the order of the value; equal differences once.
    pub(crate) findings: Vec<Finding<'m>>,
    /// How many differences are not among them, beyond a number of each object and of all.
    pub(crate) left_out: usize,
    /// Whether the time ended before the whole value was compared.
    pub(crate) is_cut: bool,
}

impl<'m> From<Vec<Finding<'m>>> for Comparison<'m> {
    fn from(findings: Vec<Finding<'m>>) -> Self {
        Self { findings, ..Self::default() }
    }
}

/// Compares a value with a type of a spec, and returns what differs, in the order of the value:
/// equal differences once, and at most 100, of which 50 are of one object.
#[must_use]
pub fn compare<'m>(model: &'m Model, ty: &'m Type, value: &Value, at: Span) -> Vec<Finding<'m>> {
    compare_until(model, ty, value, at, None).findings
}

/// Compares a value with a type of a spec, until a time.
pub(crate) fn compare_until<'m>(
    model: &'m Model,
    ty: &'m Type,
    value: &Value,
    at: Span,
    until: Option<Instant>,
) -> Comparison<'m> {
    let mut walk = Walk::new(model, until);
    walk.value(ty, value, &At::root(at));
    walk.done
}

/// Compares a value with a named type, until a time.
pub(crate) fn compare_named<'m>(
    model: &'m Model,
    id: TypeId,
    value: &Value,
    at: Span,
    until: Instant,
) -> Comparison<'m> {
    let mut walk = Walk::new(model, Some(until));
    walk.named(id, value, &At::root(at));
    walk.done
}

/// Where a walk is.
#[derive(Clone)]
pub(crate) struct At {
    path: String,
    shape: String,
    /// The length of the shape of what holds the value.
    above: usize,
    /// The name of the member.
    name: String,
    /// The place in the spec.
    pub(crate) span: Span,
    secret: bool,
}

impl At {
    fn root(span: Span) -> Self {
        Self { path: "$".to_owned(), shape: "$".to_owned(), above: 0, name: String::new(), span, secret: false }
    }

    /// The same value, at another place of the spec.
    pub(crate) fn with_span(self, span: Span) -> Self {
        Self { span, ..self }
    }

    pub(crate) fn member(&self, name: &str, span: Span, secret: bool) -> Self {
        let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        let step = if is_plain { format!(".{name}") } else { format!("[{}]", Value::from(name)) };
        let (path, shape) = (longer(&self.path, &step), longer(&self.shape, &step));
        Self { path, shape, above: self.shape.len(), name: name.to_owned(), span, secret: self.secret || secret }
    }

    fn item(&self, index: usize) -> Self {
        let (path, shape) = (longer(&self.path, &format!("[{index}]")), longer(&self.shape, "[]"));
        Self { path, shape, above: self.shape.len(), ..self.clone() }
    }

    fn entry(&self, key: &str) -> Self {
        Self { shape: longer(&self.shape, ".*"), ..self.member(key, self.span, false) }
    }
}

/// A path with a further step; one that is long already ends.
fn longer(path: &str, step: &str) -> String {
    match path.len() + step.len() {
        _ if path.ends_with('…') => path.to_owned(),
        ..LONGEST_PATH => format!("{path}{step}"),
        _ => format!("{path}…"),
    }
}

pub(crate) struct Walk<'m> {
    pub(crate) model: &'m Model,
    done: Comparison<'m>,
    /// The index of each finding, by its kind and its shape.
    known: HashMap<(Kind, String), usize>,
    /// How many findings each object has, by the shape of the object.
    counts: HashMap<String, usize>,
    until: Option<Instant>,
    steps: usize,
}

impl<'m> Walk<'m> {
    fn new(model: &'m Model, until: Option<Instant>) -> Self {
        Self { model, done: Comparison::default(), known: HashMap::new(), counts: HashMap::new(), until, steps: 0 }
    }

    /// Whether the time is over. The clock is read now and then.
    fn is_over(&mut self) -> bool {
        self.steps += 1;
        if self.steps % STEPS == 0 {
            self.done.is_cut |= self.until.is_some_and(|until| Instant::now() >= until);
        }
        self.done.is_cut
    }

    pub(crate) fn find(&mut self, kind: Kind, at: &At, message: String, came: Option<&Value>, about: About<'m>) {
        if let Some(known) = self.known.get(&(kind, at.shape.clone())) {
            let known = self.done.findings.get_mut(*known);
            return known.into_iter().for_each(|finding| finding.times += 1);
        }
        let count = self.counts.entry(at.shape.get(..at.above).unwrap_or_default().to_owned()).or_default();
        if *count >= OF_OBJECT || self.done.findings.len() >= OF_RESPONSE {
            self.done.left_out += 1;
            return;
        }
        *count += 1;
        self.known.insert((kind, at.shape.clone()), self.done.findings.len());
        let came = came.map(|value| shown(value, &at.name, at.secret)).unwrap_or_default();
        let (path, shape) = (at.path.clone(), at.shape.clone());
        self.done.findings.push(Finding { kind, path, message, came, span: at.span, times: 1, shape, about });
    }

    pub(crate) fn value(&mut self, ty: &'m Type, value: &Value, at: &At) {
        if self.is_over() {
            return;
        }
        match ty {
            Type::Json | Type::Foreign(_) | Type::Bytes | Type::File => {}
            Type::Bounded(bounded) => self.value(&bounded.ty, value, at),
            Type::Nullable(_) if value.is_null() => {}
            Type::Nullable(inner) => self.value(inner, value, at),
            Type::Named(id) => self.named(*id, value, at),
            Type::Boolean if value.is_boolean() => {}
            Type::Boolean => self.other_type("a boolean", "boolean", value, at),
            Type::Text if value.is_string() => {}
            Type::Text if value.is_number() => self.other_notation("text", "string", value, at),
            Type::Text => self.other_type("text", "string", value, at),
            Type::Number => self.fit(form::number(value), "a JSON number", "number", value, at),
            Type::Integer(integer) => {
                let words = format!("a whole number of {} bits", integer.bits());
                let name = format!("{}int{}", if integer.is_signed() { "" } else { "u" }, integer.bits());
                self.fit(form::integer(*integer, value), &words, &name, value, at);
            }
            Type::List(list) => self.list(&list.item, &list.also, value, at),
            Type::Tuple(items) => self.tuple(items, value, at),
            Type::Map(map) => match value {
                Value::Object(members) => members.iter().for_each(|(key, value)| {
                    self.value(&map.key, &self.key(&map.key, key), &at.entry(key));
                    self.value(&map.value, value, &at.entry(key));
                }),
                other => self.other_type("an object", "map", other, at),
            },
        }
    }

    /// The value of a key, which is a text in JSON also where its type is a number.
    fn key(&self, ty: &Type, key: &str) -> Value {
        let named = |id: &TypeId| self.model.types.get(id.0).map(|def| &def.kind);
        let is_number = match ty {
            Type::Integer(_) => true,
            Type::Named(id) => match named(id) {
                Some(TypeKind::Scalar(scalar)) => scalar.form.is_json_number(),
                Some(TypeKind::Enum(listed)) => listed.integers,
                Some(TypeKind::Alias(target)) => return self.key(target, key),
                _ => false,
            },
            _ => false,
        };
        let number = serde_json::from_str(key).ok().filter(|value: &Value| is_number && value.is_number());
        number.unwrap_or_else(|| Value::from(key))
    }

    fn named(&mut self, id: TypeId, value: &Value, at: &At) {
        let model = self.model;
        let Some(def) = model.types.get(id.0) else { return };
        match &def.kind {
            TypeKind::Alias(target) => self.value(target, value, at),
            TypeKind::Scalar(scalar) => {
                let wanted = form::in_words(&scalar.form);
                match form::scalar(&scalar.form, value) {
                    Fit::Other if value.is_string() && !scalar.form.is_json_number() => {
                        self.mismatch(&wanted, "text of another form", &def.name, value, at);
                    }
                    fit => self.fit(fit, &wanted, &def.name, value, at),
                }
            }
            TypeKind::Enum(listed) => self.enumeration(def, listed, value, at),
            TypeKind::Record(record) => match value {
                Value::Object(members) => self.members(members, &[(def, &record.fields)], None, at),
                other => self.other_type("an object", &def.name, other, at),
            },
            TypeKind::Union(union) => self.union(def, union, value, at),
        }
    }

    fn fit(&mut self, fit: Fit, wanted: &str, name: &str, value: &Value, at: &At) {
        match fit {
            Fit::Fits => {}
            Fit::OtherNotation => self.other_notation(wanted, name, value, at),
            Fit::Other => self.other_type(wanted, name, value, at),
        }
    }

    fn other_notation(&mut self, wanted: &str, name: &str, value: &Value, at: &At) {
        let about = About::OtherType {
            was: name.to_owned(),
            is: self.scalar_for(value).unwrap_or_else(|| built_in(value).to_owned()),
        };
        let message = format!("the spec says {wanted}; {} came", form::kind(value));
        self.find(Kind::NumberForm, at, message, Some(value), about);
    }

    pub(crate) fn other_type(&mut self, wanted: &str, name: &str, value: &Value, at: &At) {
        self.mismatch(wanted, form::kind(value), name, value, at);
    }

    fn mismatch(&mut self, wanted: &str, came: &str, name: &str, value: &Value, at: &At) {
        let about = About::OtherType { was: name.to_owned(), is: built_in(value).to_owned() };
        let message = format!("the spec says {wanted}; {came} came");
        self.find(Kind::OtherType, at, message, Some(value), about);
    }

    /// A declared number that has the form of a value.
    fn scalar_for(&self, value: &Value) -> Option<String> {
        let is_it = |def: &&TypeDef| match &def.kind {
            TypeKind::Scalar(scalar) => {
                scalar.form.integer().is_some() && form::scalar(&scalar.form, value) == Fit::Fits
            }
            _ => false,
        };
        let is_plain = |def: &&TypeDef| match &def.kind {
            TypeKind::Scalar(scalar) => scalar.form.time_unit().is_none() && scalar.form.duration_unit().is_none(),
            _ => false,
        };
        let fitting = || self.model.types.iter().filter(is_it).filter(is_plain);
        if value.is_number() { None } else { fitting().next().map(|def| def.name.clone()) }
    }

    fn enumeration(&mut self, def: &'m TypeDef, listed: &'m Enum, value: &Value, at: &At) {
        let text = match value {
            Value::Number(number) if listed.integers => number.as_str().to_owned(),
            Value::String(text) if !listed.integers => text.clone(),
            Value::String(text) if form::number(value) == Fit::OtherNotation => {
                let _ = text;
                return self.other_notation("a whole number", &def.name, value, at);
            }
            other => {
                let wanted = if listed.integers { "a whole number" } else { "text" };
                return self.other_type(wanted, &def.name, other, at);
            }
        };
        if !listed.values.iter().any(|known| known.name == text) {
            let message = format!("the enumeration `{}` does not list the value", def.name);
            let at = at.clone().with_span(def.span);
            self.find(Kind::UnlistedValue, &at, message, Some(value), About::NewValue { of: def, value: text });
        }
    }

    fn list(&mut self, item: &'m Type, also: &Also, value: &Value, at: &At) {
        match (also, value) {
            (_, Value::Array(items)) => {
                items.iter().enumerate().for_each(|(index, value)| self.value(item, value, &at.item(index)));
            }
            (Also::At(member), Value::Object(members)) if members.contains_key(*member) => {
                for (name, value) in members {
                    let at = at.member(name, at.span, false);
                    match name == member {
                        true => self.list(item, &Also::Nothing, value, &at),
                        false => self.find(
                            Kind::UndescribedMember,
                            &at,
                            "beside the list".to_owned(),
                            Some(value),
                            About::Nothing,
                        ),
                    }
                }
            }
            (Also::Single, value) if !value.is_null() => self.value(item, value, at),
            (_, other) => self.other_type("a list", "list", other, at),
        }
    }

    fn tuple(&mut self, types: &'m [Type], value: &Value, at: &At) {
        let Value::Array(items) = value else { return self.other_type("a list", "tuple", value, at) };
        for (index, ty) in types.iter().enumerate() {
            match items.get(index) {
                Some(value) => self.value(ty, value, &at.item(index)),
                None => {
                    let message = format!("the spec says {} items; {} came", types.len(), items.len());
                    return self.find(Kind::MissingMember, &at.item(index), message, None, About::Nothing);
                }
            }
        }
        for (index, value) in items.iter().enumerate().skip(types.len()) {
            let message = format!("the spec says {} items; {} came", types.len(), items.len());
            self.find(Kind::UndescribedMember, &at.item(index), message, Some(value), About::Nothing);
        }
    }

    /// The members of an object, which are described in one or several types. `tag` is the member
    /// that has selected an arm.
    pub(crate) fn members(
        &mut self,
        members: &Map<String, Value>,
        tables: &[(&'m TypeDef, &'m [Field])],
        tag: Option<&str>,
        at: &At,
    ) {
        let all = || tables.iter().flat_map(|(_, fields)| fields.iter());
        let rest = all().find(|field| field.rest);
        for (name, value) in members {
            if self.is_over() {
                return;
            }
            let field = all().find(|field| !field.rest && (field.name == *name || field.aliases.contains(name)));
            match (field, rest) {
                (Some(field), _) => self.member(field, value, &at.member(name, field.span, field.secret)),
                (None, _) if tag == Some(name) => {}
                (None, Some(rest)) => self.rest(rest, value, &at.member(name, rest.span, rest.secret)),
                (None, None) => {
                    let Some((of, _)) = tables.last() else { continue };
                    let message = format!("`{}` does not describe the member {}", of.name, quoted(name));
                    let about = About::NewMember { of, name: name.clone(), ty: built_in(value) };
                    self.find(Kind::UndescribedMember, &at.member(name, of.span, false), message, Some(value), about);
                }
            }
        }
        for field in all().filter(|field| field.is_needed_in(Direction::Response) && !field.rest) {
            let is_there =
                members.contains_key(&field.name) || field.aliases.iter().any(|name| members.contains_key(name));
            if !is_there && tag != Some(&field.name) {
                let message = format!("the required member `{}` is absent", field.name);
                self.find(
                    Kind::MissingMember,
                    &at.member(&field.name, field.span, false),
                    message,
                    None,
                    About::Optional(field),
                );
            }
        }
    }

    fn member(&mut self, field: &'m Field, value: &Value, at: &At) {
        let takes_null = self.takes_null(&field.ty);
        match (value, &field.constant) {
            (value, _) if field.empty_is_absent && self.is_empty_of_another_kind(&field.ty, value) => {}
            (Value::Null, _) if takes_null || !field.is_needed_in(Direction::Response) => {}
            (Value::Null, _) => {
                let message = format!("the required member `{}` is null", field.name);
                self.find(Kind::NullMember, at, message, Some(value), About::Optional(field));
            }
            (value, Some(constant)) => {
                let wanted = json(constant);
                if !serde_json::from_str::<Value>(&wanted).is_ok_and(|wanted| wanted == *value) {
                    self.find(
                        Kind::UnlistedValue,
                        at,
                        format!("the spec says the constant {wanted}"),
                        Some(value),
                        About::Nothing,
                    );
                }
            }
            (value, None) => self.value(&field.ty, value, at),
        }
    }

    fn rest(&mut self, field: &'m Field, value: &Value, at: &At) {
        if let Type::Map(map) = self.resolved(&field.ty) {
            self.value(&map.value, value, at);
        }
    }

    /// The type behind aliases and bounds.
    pub(crate) fn resolved(&self, ty: &'m Type) -> &'m Type {
        match ty {
            Type::Bounded(bounded) => self.resolved(&bounded.ty),
            Type::Named(id) => match self.model.types.get(id.0).map(|def| &def.kind) {
                Some(TypeKind::Alias(target)) => self.resolved(target),
                _ => ty,
            },
            other => other,
        }
    }

    /// Whether a value is empty and of another kind than the type.
    fn is_empty_of_another_kind(&self, ty: &'m Type, value: &Value) -> bool {
        let ty = match self.resolved(ty) {
            Type::Nullable(inner) => self.resolved(inner),
            other => other,
        };
        let is_list = matches!(ty, Type::List(_));
        let is_object = match ty {
            Type::Map(_) => true,
            Type::Named(id) => self.model.types.get(id.0).is_some_and(|def| matches!(def.kind, TypeKind::Record(_))),
            _ => false,
        };
        match value {
            Value::String(text) => text.is_empty(),
            Value::Bool(value) => !value && (is_list || is_object),
            Value::Array(items) => is_object && items.is_empty(),
            Value::Object(members) => is_list && members.is_empty(),
            _ => false,
        }
    }

    fn takes_null(&self, ty: &'m Type) -> bool {
        match self.resolved(ty) {
            Type::Nullable(_) | Type::Json | Type::Foreign(_) => true,
            Type::Named(_) => self.union_takes(ty, &Value::Null),
            _ => false,
        }
    }
}

/// The built-in type that a value has.
pub(crate) fn built_in(value: &Value) -> &'static str {
    match value {
        Value::Null => "json",
        Value::Bool(_) => "boolean",
        Value::Number(number) => match number.as_str() {
            digits if digits.contains(['.', 'e', 'E']) => "number",
            digits if digits.starts_with('-') => "int64",
            _ => "uint64",
        },
        Value::String(_) => "string",
        Value::Array(items) => match items.first() {
            Some(Value::String(_)) => "[string]",
            _ => "[json]",
        },
        Value::Object(_) => "json",
    }
}
