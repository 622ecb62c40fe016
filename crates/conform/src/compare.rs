//! Compares a value with a type.
//!
//! Input: a checked spec, a type of it, and JSON. Output: the differences, each with its path and
//! its place in the spec. It is independent of the client's reader.

use std::collections::HashMap;

use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{Field, Model, Type, TypeDef};
use chainloom_codegen::walk::{ModelTypes, Side, walk_value};
use serde_json::Value;
use tokio::time::Instant;

use crate::drift::Kind;
use crate::mask::shown;

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
/// equal differences once, and at most 100, of which 50 are of one object. Members that are not
/// described or absent are behind the others of their object.
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
    let mut findings = Findings::new(model, at, until);
    walk_value(findings.types, Side::Received, ty, value, &mut findings);
    findings.done
}

/// Where a walk is.
#[derive(Clone)]
pub(crate) struct At<'m> {
    path: String,
    shape: String,
    /// The length of the shape of what holds the value.
    above: usize,
    /// The name of the member.
    pub(crate) name: String,
    /// The field that describes the member.
    pub(crate) field: Option<&'m Field>,
    /// The place in the spec.
    pub(crate) span: Span,
    secret: bool,
}

impl<'m> At<'m> {
    fn root(span: Span) -> Self {
        let (path, shape) = ("$".to_owned(), "$".to_owned());
        Self { path, shape, above: 0, name: String::new(), field: None, span, secret: false }
    }

    /// The same value, at another place of the spec.
    pub(crate) fn with_span(self, span: Span) -> Self {
        Self { span, ..self }
    }

    pub(crate) fn described(&self, field: &'m Field, name: &str) -> Self {
        let at = self.member(name, field.span);
        Self { field: Some(field), secret: self.secret || field.secret, ..at }
    }

    pub(crate) fn member(&self, name: &str, span: Span) -> Self {
        let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        let step = if is_plain { format!(".{name}") } else { format!("[{}]", Value::from(name)) };
        let (path, shape) = (longer(&self.path, &step), longer(&self.shape, &step));
        let name = name.to_owned();
        Self { path, shape, above: self.shape.len(), name, field: None, span, secret: self.secret }
    }

    pub(crate) fn item(&self, index: usize) -> Self {
        let (path, shape) = (longer(&self.path, &format!("[{index}]")), longer(&self.shape, "[]"));
        Self { path, shape, above: self.shape.len(), ..self.clone() }
    }

    pub(crate) fn entry(&self, key: &str) -> Self {
        Self { shape: longer(&self.shape, ".*"), ..self.member(key, self.span) }
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

/// What a walk has found, and where it is.
pub(crate) struct Findings<'m> {
    pub(crate) types: ModelTypes<'m>,
    done: Comparison<'m>,
    /// The place of the value, behind those of the values around it.
    places: Vec<At<'m>>,
    /// The index of each finding, by its kind and its shape.
    known: HashMap<(Kind, String), usize>,
    /// How many findings each object has, by the shape of the object.
    counts: HashMap<String, usize>,
    until: Option<Instant>,
    steps: usize,
}

impl<'m> Findings<'m> {
    fn new(model: &'m Model, at: Span, until: Option<Instant>) -> Self {
        let (types, places) = (ModelTypes(&model.types), vec![At::root(at)]);
        let (known, counts) = (HashMap::new(), HashMap::new());
        Self { types, done: Comparison::default(), places, known, counts, until, steps: 0 }
    }

    /// Whether the time is over. The clock is read now and then.
    pub(crate) fn is_over(&mut self) -> bool {
        self.steps += 1;
        if self.steps % STEPS == 0 {
            self.done.is_cut |= self.until.is_some_and(|until| Instant::now() >= until);
        }
        self.done.is_cut
    }

    /// The place of the value.
    pub(crate) fn at(&self) -> At<'m> {
        self.places.last().cloned().unwrap_or_else(|| At::root(Span::default()))
    }

    pub(crate) fn push(&mut self, at: At<'m>) {
        self.places.push(at);
    }

    pub(crate) fn pop(&mut self) {
        self.places.pop();
    }

    pub(crate) fn find(&mut self, kind: Kind, at: &At<'m>, message: String, came: Option<&Value>, about: About<'m>) {
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
}
