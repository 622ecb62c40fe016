//! Misfits in the JSON of a parameter: values that do not fit its type.
//!
//! Input: a parameter and its value. Output: each misfit with its place: `filter.topics[2]`. The walk decides which
//! fit. The texts of scalars are checked by [`text_to_json`], so that a value has the same form in a flag and
//! within JSON. Bounds, rules and directions are ignored: the runtime checks them before each call.

use chainloom_codegen::diagnostic::near_name;
use chainloom_codegen::walk::{Misfit as Differs, Names, Side, Sink, StepOf, Tables, walk_value};
use chainloom_runtime::schema::{ArmBody, Discriminator, Field, Type, Union};
use serde_json::Value;

use crate::place::Place;
use crate::texts::{Wanted, text_to_json};

/// Maximum number of misfits of one parameter: a list of a million wrong numbers is reported well before its end.
const MAX_MISFITS: usize = 10;

/// The most characters of a value that are shown.
const SHOWN: usize = 60;

/// Returns what does not fit, in the order of the value. Whether null means absence is not
/// decided here.
pub(crate) fn misfits(field: &Field, value: &Value) -> Vec<Misfit> {
    if value.is_null() {
        return Vec::new();
    }
    let mut misfits = Misfits { at: Place::new(field.name.to_owned(), field.secret), found: Vec::new() };
    walk_value(Tables, Side::Sent, field.ty, value, &mut misfits);
    misfits.found.truncate(MAX_MISFITS);
    misfits.found
}

/// A value that does not fit.
#[derive(Clone, Debug)]
pub(crate) struct Misfit {
    /// Path of the value, which begins with the name of the parameter.
    pub(crate) place: String,
    pub(crate) text: String,
}

/// Collects the misfits of a value during a walk.
struct Misfits {
    at: Place,
    found: Vec<Misfit>,
}

impl Sink for Misfits {
    type Types = Tables;

    fn enter(&mut self, step: StepOf<'_, Self>) -> bool {
        let is_entered = self.found.len() < MAX_MISFITS;
        if is_entered {
            self.at.enter(&step);
        }
        is_entered
    }

    fn leave(&mut self) {
        self.at.leave();
    }

    fn misfit(&mut self, value: &Value, ty: Type, misfit: Differs<'_>) {
        match (ty.bare(), misfit) {
            // The runtime reports members of the wrong direction.
            (_, Differs::Direction) => {}
            (_, Differs::Constant(json)) => self.must_be(&format!("`{json}`"), value),
            // A service may have values that the spec does not list; one that is spelled nearly like a listed
            // value is a mistake.
            (_, Differs::Unlisted) => {
                if let Err(wanted @ Wanted::Near(_)) = text_to_json(ty, value.as_str().unwrap_or_default()) {
                    self.must_be(&wanted.to_string(), value);
                }
            }
            (Type::Union(union), Differs::NoTag) => self.no_tag(union, &Value::Null),
            (Type::Union(union), Differs::NoArm(Some(tag))) => self.no_tag(union, tag),
            (Type::Union(union), Differs::NoArm(None)) if union.discriminator == Discriminator::Members => {
                self.say(&format!("must have one of the members {}", deciding_members(union)));
            }
            (Type::List(_), _) => self.must_be("a list", value),
            (Type::Tuple(types), _) => self.must_be(&format!("a list of {} values", types.len()), value),
            (Type::Record(_) | Type::Map(_), _) => self.must_be("an object", value),
            (Type::Union(union), _) if union.discriminator != Discriminator::Form => self.must_be("an object", value),
            (ty, _) => self.scalar(ty, value),
        }
    }

    fn names(&mut self, object: &Value, names: &Names<'_, Tables>) {
        for field in &names.missing {
            let place = format!("{}.{}", self.at.path, field.name);
            self.keep(place, "is required, but was left out");
        }
        for (name, _) in &names.unknown {
            let known = names.records.iter().copied().flatten().filter(|field| !field.rest);
            // Any other member may be one that the spec lacks.
            if let Some(near) = near_name(name, known.map(|field| field.name)) {
                if object.get(near).is_none() {
                    self.say(&format!("has no member `{name}`; did you mean `{near}`?"));
                }
            }
        }
    }
}

impl Misfits {
    /// Checks a value without parts. Its text must become the value itself.
    fn scalar(&mut self, ty: Type, value: &Value) {
        let json = value.to_string();
        let text = match value {
            Value::String(text) => text.as_str(),
            Value::Bool(_) | Value::Number(_) => &json,
            Value::Null | Value::Array(_) | Value::Object(_) => "",
        };
        match text_to_json(ty, text) {
            Ok(sent) if sent == json => self.must_be(&ty.noun(), value),
            // The expected text of a secret would show the secret.
            Ok(sent) if !text.is_empty() && !self.at.is_secret => self.must_be(&format!("`{sent}`"), value),
            Ok(_) => self.must_be("a text", value),
            Err(wanted) => self.must_be(&wanted.to_string(), value),
        }
    }

    /// Adds a misfit for a tag of no known arm, with the known values.
    fn no_tag(&mut self, union: &Union, tag: &Value) {
        let values = union.arms.iter().flat_map(|arm| std::iter::once(arm.name).chain(arm.also.iter().copied()));
        let known: Vec<String> = values.map(|value| format!("`{value}`")).collect();
        let length = self.at.path.len();
        self.at.path.push_str(&format!(".{}", union.discriminator.path().join(".")));
        self.must_be(&format!("one of {}", known.join(", ")), tag);
        self.at.path.truncate(length);
    }

    /// Adds a misfit with the expected value. The found value is omitted for a secret.
    fn must_be(&mut self, words: &str, value: &Value) {
        match self.at.is_secret {
            true => self.say(&format!("must be {words}")),
            false => self.say(&format!("must be {words}, but is {}", display_value(value))),
        }
    }

    /// Adds a misfit at this place.
    fn say(&mut self, what: &str) {
        self.keep(self.at.path.clone(), what);
    }

    fn keep(&mut self, place: String, what: &str) {
        let text = format!("`{place}` {what}");
        self.found.push(Misfit { place, text });
    }
}

/// Lists the members that discriminate the arms of a union, in backquotes.
fn deciding_members(union: &Union) -> String {
    let deciding = union.arms.iter().filter_map(|arm| match arm.body {
        ArmBody::Fields { has, .. } => has.map(|has| format!("`{has}`")),
        _ => None,
    });
    deciding.collect::<Vec<_>>().join(", ")
}

/// Returns a value as JSON in backquotes, cut to a length for messages.
pub(crate) fn display_value(value: &Value) -> String {
    let json = value.to_string();
    match json.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &json[..end]),
        None => format!("`{json}`"),
    }
}
