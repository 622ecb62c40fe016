//! Compares a value with a type.
//!
//! Input: a checked spec, a type in it, and JSON. Output: the differences, each with its path and
//! its place in the spec. The comparison does not use the client's reader.

use std::collections::HashMap;

use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{Field, Model, Type, TypeDef};
use chainloom_codegen::walk::{ModelTypes, Side, walk_value};
use serde_json::Value;
use tokio::time::Instant;

use crate::drift::Kind;
use crate::mask::mask_value;

/// Maximum number of differences that are kept per object.
const MAX_PER_OBJECT: usize = 50;
/// Maximum number of differences that are kept per response.
pub(crate) const MAX_PER_RESPONSE: usize = 100;
/// Length of a path, in bytes, above which it is cut.
const MAX_PATH_BYTES: usize = 400;
/// Number of values that are compared before the clock is read again.
const STEPS_PER_CLOCK_READ: usize = 64;

/// Difference between a value and its type.
#[derive(Clone, Debug)]
pub struct Finding<'m> {
    /// Kind of the difference.
    pub kind: Kind,
    /// Path of the value in the response, such as `$.books[0].title`.
    pub path: String,
    /// Description of the difference.
    pub message: String,
    /// Received value, shortened; empty if it is absent.
    pub came: String,
    /// Place in the spec that describes the value.
    pub span: Span,
    /// Number of values with this difference.
    pub times: usize,
    /// Path without indices of lists. Differences of the same kind with equal shapes are counted as
    /// one.
    pub(crate) shape: String,
    pub(crate) about: About<'m>,
}

/// Subject of the change of the spec that a finding suggests.
#[derive(Clone, Debug)]
pub(crate) enum About<'m> {
    /// A new member of a declared type, with its name and type.
    NewMember { of: &'m TypeDef, name: String, ty: &'static str },
    /// A member that should be optional.
    Optional(&'m Field),
    /// A new value of an enumeration.
    NewValue { of: &'m TypeDef, value: String },
    /// A member whose values have another type: the name of the described type, and of the other
    /// one.
    OtherType { was: String, is: String },
    /// A new arm of a union, with its name and type.
    NewArm { of: &'m TypeDef, name: String, ty: &'static str },
    /// No subject: no change of the spec can be suggested.
    Nothing,
}

/// Result of a comparison.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'m> {
    /// Differences in the order of the value. Equal ones occur once.
    pub(crate) findings: Vec<Finding<'m>>,
    /// Number of differences that were left out, beyond the maximum per object and per response.
    pub(crate) left_out: usize,
    /// Whether the time ended before the value was compared completely.
    pub(crate) is_cut: bool,
}

impl<'m> From<Vec<Finding<'m>>> for Comparison<'m> {
    fn from(findings: Vec<Finding<'m>>) -> Self {
        Self { findings, ..Self::default() }
    }
}

/// Compares a value with a type of a spec, and returns the differences in the order of the value.
/// Equal ones occur once. There are at most 100, of which at most 50 are in one object. Undescribed
/// and missing members follow all other members of their object.
#[must_use]
pub fn compare<'m>(model: &'m Model, ty: &'m Type, value: &Value, at: Span) -> Vec<Finding<'m>> {
    compare_until(model, ty, value, at, None).findings
}

/// Compares a value with a type of a spec, and stops when the time `until` is reached. `at` is the
/// place in the spec to which differences belong unless a part of the type has its own.
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

/// Position of a value in the response.
#[derive(Clone)]
pub(crate) struct Position<'m> {
    path: String,
    shape: String,
    /// Length of the shape of the enclosing value, in bytes.
    above: usize,
    /// Name of the member, or the empty text for the whole value.
    pub(crate) name: String,
    /// Field of the spec that describes the member; `None` for all other values.
    pub(crate) field: Option<&'m Field>,
    /// Place in the spec that describes the value.
    pub(crate) span: Span,
    secret: bool,
}

impl<'m> Position<'m> {
    fn root(span: Span) -> Self {
        let (path, shape) = ("$".to_owned(), "$".to_owned());
        Self { path, shape, above: 0, name: String::new(), field: None, span, secret: false }
    }

    /// Returns the same position with another place in the spec.
    pub(crate) fn with_span(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// Returns the position of a member that the spec describes.
    pub(crate) fn described(&self, field: &'m Field, name: &str) -> Self {
        let at = self.member(name, field.span);
        Self { field: Some(field), secret: self.secret || field.secret, ..at }
    }

    /// Returns the position of a member. `span` is its place in the spec.
    pub(crate) fn member(&self, name: &str, span: Span) -> Self {
        let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        let step = if is_plain { format!(".{name}") } else { format!("[{}]", Value::from(name)) };
        let (path, shape) = (append_step(&self.path, &step), append_step(&self.shape, &step));
        let name = name.to_owned();
        Self { path, shape, above: self.shape.len(), name, field: None, span, secret: self.secret }
    }

    /// Returns the position of an item of a list.
    pub(crate) fn item(&self, index: usize) -> Self {
        let (path, shape) = (append_step(&self.path, &format!("[{index}]")), append_step(&self.shape, "[]"));
        Self { path, shape, above: self.shape.len(), ..self.clone() }
    }

    /// Returns the position of an entry of a map.
    pub(crate) fn entry(&self, key: &str) -> Self {
        Self { shape: append_step(&self.shape, ".*"), ..self.member(key, self.span) }
    }
}

/// Returns a path with one more step. A path that would become too long ends with `…`.
fn append_step(path: &str, step: &str) -> String {
    match path.len() + step.len() {
        _ if path.ends_with('…') => path.to_owned(),
        ..MAX_PATH_BYTES => format!("{path}{step}"),
        _ => format!("{path}…"),
    }
}

/// Differences that a walk over a value has found, and its position.
pub(crate) struct Findings<'m> {
    pub(crate) types: ModelTypes<'m>,
    done: Comparison<'m>,
    /// Positions of the value and of all values around it, beginning with the outermost.
    places: Vec<Position<'m>>,
    /// Index of each finding in the list, by its kind and its shape.
    known: HashMap<(Kind, String), usize>,
    /// Number of findings in each object, by the shape of the object.
    counts: HashMap<String, usize>,
    until: Option<Instant>,
    steps: usize,
}

impl<'m> Findings<'m> {
    fn new(model: &'m Model, at: Span, until: Option<Instant>) -> Self {
        let (types, places) = (ModelTypes(&model.types), vec![Position::root(at)]);
        let (known, counts) = (HashMap::new(), HashMap::new());
        Self { types, done: Comparison::default(), places, known, counts, until, steps: 0 }
    }

    /// Returns whether the time has ended. The clock is read at every [`STEPS_PER_CLOCK_READ`]th call.
    pub(crate) fn is_over(&mut self) -> bool {
        self.steps += 1;
        if self.steps % STEPS_PER_CLOCK_READ == 0 {
            self.done.is_cut |= self.until.is_some_and(|until| Instant::now() >= until);
        }
        self.done.is_cut
    }

    /// Returns the position of the current value.
    pub(crate) fn at(&self) -> Position<'m> {
        self.places.last().cloned().unwrap_or_else(|| Position::root(Span::default()))
    }

    /// Enters a value at a position.
    pub(crate) fn push(&mut self, at: Position<'m>) {
        self.places.push(at);
    }

    /// Leaves the current value.
    pub(crate) fn pop(&mut self) {
        self.places.pop();
    }

    /// Adds a finding, or counts it if a finding of the same kind and shape exists. Beyond the
    /// maximum, it is only counted as left out.
    pub(crate) fn add_finding(
        &mut self,
        kind: Kind,
        at: &Position<'m>,
        message: String,
        came: Option<&Value>,
        about: About<'m>,
    ) {
        if let Some(known) = self.known.get(&(kind, at.shape.clone())) {
            let known = self.done.findings.get_mut(*known);
            return known.into_iter().for_each(|finding| finding.times += 1);
        }
        let count = self.counts.entry(at.shape.get(..at.above).unwrap_or_default().to_owned()).or_default();
        if *count >= MAX_PER_OBJECT || self.done.findings.len() >= MAX_PER_RESPONSE {
            self.done.left_out += 1;
            return;
        }
        *count += 1;
        self.known.insert((kind, at.shape.clone()), self.done.findings.len());
        let came = came.map(|value| mask_value(value, &at.name, at.secret)).unwrap_or_default();
        let (path, shape) = (at.path.clone(), at.shape.clone());
        self.done.findings.push(Finding { kind, path, message, came, span: at.span, times: 1, shape, about });
    }
}
