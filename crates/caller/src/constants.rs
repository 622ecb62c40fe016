//! Constants within the JSON of a parameter, which the caller need not write.
//!
//! Input: the type of a parameter, and its value. Output: the JSON with the constants that its objects lack, as a
//! generated client writes them.

use chainloom_codegen::walk::{Misfit, Names, Side, Sink, StepOf, Tables, walk_value};
use chainloom_runtime::RawJson;
use chainloom_runtime::schema::Type;
use serde_json::Value;

use crate::parts::{Part, at_mut};

/// Adds the constants that objects lack; `None` if none is lacking.
pub(crate) fn with_constants(ty: Type, mut value: Value) -> Option<RawJson> {
    let mut lacking = Lacking::default();
    walk_value(Tables, Side::Sent, ty, &value, &mut lacking);
    if lacking.found.is_empty() {
        return None;
    }
    for (path, name, constant) in lacking.found {
        if let Some(Value::Object(members)) = at_mut(&mut value, &path) {
            members.insert(name.to_owned(), serde_json::from_str(constant).ok()?);
        }
    }
    RawJson::parse(&value.to_string()).ok()
}

/// Collects the constants that the objects of a value lack.
#[derive(Default)]
struct Lacking {
    path: Vec<Part>,
    /// Path of the object, name of the member, and the constant as JSON.
    found: Vec<(Vec<Part>, &'static str, &'static str)>,
}

impl Sink for Lacking {
    type Types = Tables;

    fn enter(&mut self, step: StepOf<'_, Self>) -> bool {
        let part = Part::of(&step);
        let is_entered = part.is_some();
        self.path.extend(part);
        is_entered
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn misfit(&mut self, _: &Value, _: Type, _: Misfit<'_>) {}

    fn names(&mut self, object: &Value, names: &Names<'_, Tables>) {
        for field in names.records.iter().copied().flatten() {
            if let Some(constant) = field.constant.filter(|_| object.get(field.name).is_none()) {
                self.found.push((self.path.clone(), field.name, constant));
            }
        }
    }
}
