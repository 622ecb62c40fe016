//! Fit of values: finds the parts of a value that do not have their type. A JSON number is accepted
//! for a number that the type writes as text: services read both.
//!
//! Input: a type, the side that sends the value, and JSON. Output: mistakes, each with its path.
//! The walk decides the fit. The runtime checks bounds and rules.

pub(crate) use chainloom_codegen::walk::is_json;
use chainloom_codegen::walk::{Misfit, Names, Side, Sink, StepOf, Tables, walk_value};
use chainloom_runtime::schema::Type;
use serde_json::Value;

/// Returns the mistakes in a value that a client sends, each with its path from `place`; empty if
/// the value fits. A server takes members that the type does not have.
pub(crate) fn problems(ty: Type, value: &Value, place: &str) -> Vec<String> {
    problems_of_side(ty, value, place, Side::Sent)
}

/// Returns whether a service may send the value as a value of the type `ty`.
pub(crate) fn is_received(ty: Type, value: &Value) -> bool {
    problems_of_side(ty, value, "", Side::Received).is_empty()
}

/// Returns the mistakes in a value that one side sends.
fn problems_of_side(ty: Type, value: &Value, place: &str, side: Side) -> Vec<String> {
    let mut problems = Problems { side, place: place.to_owned(), outer: Vec::new(), found: Vec::new() };
    walk_value(Tables, side, ty, value, &mut problems);
    problems.found
}

/// Mistakes found while a value is walked, and the current place.
struct Problems {
    side: Side,
    place: String,
    /// Lengths of the paths of the values around the current one, from the outside in.
    outer: Vec<usize>,
    found: Vec<String>,
}

impl Sink for Problems {
    type Types = Tables;

    fn enter(&mut self, step: StepOf<'_, Self>) -> bool {
        self.outer.push(self.place.len());
        self.place.push_str(&step.to_path_part());
        true
    }

    fn leave(&mut self) {
        self.place.truncate(self.outer.pop().unwrap_or_default());
    }

    fn misfit(&mut self, value: &Value, ty: Type, misfit: Misfit<'_>) {
        let place = &self.place;
        self.found.push(match misfit {
            Misfit::Notation if self.side == Side::Sent && is_number_of(ty, value) => return,
            Misfit::Direction => format!("`{place}` is set by the service, and cannot be sent"),
            Misfit::Constant(json) => format!("`{place}` must be {json}"),
            Misfit::NoTag | Misfit::NoArm(_) => format!("`{place}` is none of the variants of {}", ty.noun()),
            _ => format!("`{place}` does not have its type: {value}"),
        });
    }

    fn names(&mut self, _: &Value, names: &Names<'_, Tables>) {
        let missing = names.missing.iter().filter(|field| field.constant.is_none());
        self.found.extend(missing.map(|field| format!("`{}.{}` is missing", self.place, field.name)));
    }
}

/// Returns whether a JSON number is a value of a type that is otherwise written as a text.
fn is_number_of(ty: Type, value: &Value) -> bool {
    match (ty.plain(), value) {
        (Type::Scalar(scalar), Value::Number(number)) => scalar.form.takes_number(number.as_str()),
        _ => false,
    }
}
