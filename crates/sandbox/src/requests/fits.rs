//! Fit of values: what of a value does not have its type. A number may come as a JSON number where the
//! type writes it as a text: services read both.
//!
//! Input: a type, the side that sends the value, and JSON. Output: what is wrong, each with its place.
//! What fits is decided by the walk. Bounds and rules are the runtime's.

use chainloom_codegen::walk::{self, Found, Json as _, Misfit, Names, Side, Sink, Step, StepOf, Tables};
use chainloom_runtime::schema::Type;
use serde_json::Value;

/// Mistakes in a value that a client sends; empty if it fits. A server takes members that the type
/// does not have.
pub(crate) fn problems(ty: Type, value: &Value, place: &str) -> Vec<String> {
    found(ty, value, place, Side::Sent)
}

/// Whether a service may send a value of a type.
pub(crate) fn is_received(ty: Type, value: &Value) -> bool {
    found(ty, value, "", Side::Received).is_empty()
}

/// Whether a value equals a JSON text.
pub(crate) fn is_json(value: &Value, json: &str) -> bool {
    value.is_json(json)
}

fn found(ty: Type, value: &Value, place: &str, side: Side) -> Vec<String> {
    let mut problems = Problems { side, place: place.to_owned(), outer: Vec::new(), found: Vec::new() };
    walk::walk_value(Tables, side, ty, value, &mut problems);
    problems.found
}

struct Problems {
    side: Side,
    place: String,
    /// The length of the place of each value around this one.
    outer: Vec<usize>,
    found: Vec<String>,
}

impl<'v> Sink<&'v Value> for Problems {
    type Types = Tables;

    fn enter(&mut self, step: StepOf<Self, &'v Value>, _: &'v Value) -> bool {
        self.outer.push(self.place.len());
        self.place.push_str(&match step {
            Step::Item(index) => format!("[{index}]"),
            Step::Member(_, name) | Step::Entry(name) | Step::Name(name) | Step::Arm(_, name) => format!(".{name}"),
        });
        true
    }

    fn leave(&mut self) {
        self.place.truncate(self.outer.pop().unwrap_or_default());
    }

    fn misfit(&mut self, found: Found<&'v Value>, ty: Type, misfit: Misfit<&'v Value>) {
        let place = &self.place;
        let is_taken = |value| self.side == Side::Sent && is_number_of(ty, value);
        if matches!((&misfit, found), (Misfit::Notation, Found::Value(value)) if is_taken(value)) {
            return;
        }
        self.found.push(match (misfit, found) {
            (Misfit::Direction, _) => format!("`{place}` is set by the service, and cannot be sent"),
            (Misfit::Constant(json), _) => format!("`{place}` must be {json}"),
            (Misfit::NoTag | Misfit::NoArm(_), _) => format!("`{place}` is none of the variants of {}", name(ty)),
            (_, Found::Value(value)) => format!("`{place}` does not have its type: {value}"),
            (_, Found::Key(key)) => format!("the name of `{place}` does not have its type: {key}"),
        });
    }

    fn names(&mut self, _: &'v Value, names: &Names<'_, Tables, &'v Value>) {
        let missing = names.missing.iter().filter(|field| field.constant.is_none());
        self.found.extend(missing.map(|field| format!("`{}.{}` is missing", self.place, field.name)));
    }
}

/// Whether a JSON number is a value of a type that writes it as a text.
fn is_number_of(ty: Type, value: &Value) -> bool {
    match (ty.plain(), value) {
        (Type::Scalar(scalar), Value::Number(number)) => scalar.form.takes_number(number.as_str()),
        _ => false,
    }
}

fn name(ty: Type) -> &'static str {
    match ty.plain() {
        Type::Union(union) => union.name,
        _ => "its type",
    }
}
