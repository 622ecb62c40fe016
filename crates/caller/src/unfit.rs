//! Misfits in a result: values that do not fit the type in the spec.
//!
//! Input: the type of the result and its JSON. Output: a text for each misfit, with its place:
//! `$.books[2].title`. The walk decides what differs, and this file which differences a generated
//! client refuses: it reads numbers that come as texts, texts that come as numbers, base64 of either alphabet, values
//! that an enumeration does not list, unknown variants, and members that are not described.

use std::borrow::Cow;

use chainloom_codegen::walk::{Misfit as Differs, Names, Side, Sink, StepOf, Tables, walk_value};
use chainloom_forms::{parse_float, whole};
use chainloom_runtime::RawJson;
use chainloom_runtime::catalog::expected;
use chainloom_runtime::schema::Type;
use serde_json::Value;

use crate::deep::read_deep;
use crate::error::Error;
use crate::misfits::display_value;
use crate::place::Place;
use crate::prepared::Prepared;

/// Maximum number of misfits of a result that are reported.
const MAX_MISFITS: usize = 10;

impl Prepared<'_> {
    /// Checks that a result of the operation fits the type that the spec describes.
    ///
    /// # Errors
    ///
    /// The result does not fit; the error lists up to ten misfits, with the class
    /// [`Class::Unreadable`](crate::Class::Unreadable). [`Error::received`] returns the result.
    pub fn check(&self, result: &RawJson) -> Result<(), Error> {
        // A stream has no result but events.
        let ty = self.operation().output.filter(|_| !self.is_stream());
        self.check_as(ty, result, "response", None)
    }

    /// Checks that an event of the subscription, or of the operation's stream, fits the type that the spec describes.
    ///
    /// # Errors
    ///
    /// The event does not fit; the error is like that of [`check`](Self::check).
    pub fn check_event(&self, event: &RawJson) -> Result<(), Error> {
        self.check_as(self.event_type(), event, "event", self.event_member())
    }

    /// Checks that JSON, or a member of it, fits a type; `what` names the JSON in the texts of the error.
    fn check_as(&self, ty: Option<Type>, json: &RawJson, what: &str, member: Option<&str>) -> Result<(), Error> {
        let texts = ty.map(|ty| misfit_texts(ty, json.as_str(), member)).unwrap_or_default();
        if texts.is_empty() {
            return Ok(());
        }
        let secrets = self.redactor();
        let texts = texts.into_iter().map(|text| format!("the {what} does not fit: {}", secrets.text(text)));
        Err(Error::unfit(texts.collect(), json.as_str().to_owned()))
    }
}

/// Returns a text for each misfit of a result, or of a member of it, in the order of the result.
fn misfit_texts(ty: Type, json: &str, member: Option<&str>) -> Vec<String> {
    let read = read_deep(json.as_bytes(), |value| {
        let (root, value) = match member {
            Some(name) => (format!("$.{name}"), value.get(name).unwrap_or(&Value::Null)),
            None => ("$".to_owned(), &value),
        };
        let mut misfits = MisfitTexts { at: Place::new(root, false), texts: Vec::new() };
        walk_value(Tables, Side::Received, ty, value, &mut misfits);
        misfits.texts.truncate(MAX_MISFITS);
        misfits.texts
    });
    read.unwrap_or_else(|why| vec![why])
}

/// Collects the misfits of a result during a walk.
struct MisfitTexts {
    at: Place,
    texts: Vec<String>,
}

impl Sink for MisfitTexts {
    type Types = Tables;

    fn enter(&mut self, step: StepOf<'_, Self>) -> bool {
        let is_entered = self.texts.len() < MAX_MISFITS;
        if is_entered {
            self.at.enter(&step);
        }
        is_entered
    }

    fn leave(&mut self) {
        self.at.leave();
    }

    fn misfit(&mut self, value: &Value, ty: Type, misfit: Differs<'_>) {
        let is_required = self.at.field.is_none_or(|field| field.required);
        let is_refused = match misfit {
            // Null in place of a list or a map is read as an empty one.
            _ if value.is_null() && matches!(ty.bare(), Type::List(_) | Type::Map(_)) => false,
            Differs::Kind => true,
            Differs::Form | Differs::Notation => !is_read(ty, value),
            Differs::Null => is_required,
            Differs::Length => is_short(ty, value),
            Differs::NoTag => return self.say("lacks the member that determines its variant"),
            _ => false,
        };
        if is_refused {
            let is = if self.at.is_secret { String::new() } else { format!(", but is {}", display_value(value)) };
            self.say(&format!("must be {}{is}", describe_type(ty)));
        }
    }

    fn names(&mut self, _: &Value, names: &Names<'_, Tables>) {
        for field in names.missing.iter().filter(|field| field.required) {
            self.texts.push(format!("`{}.{}` is required, but is absent", self.at.path, field.name));
        }
    }
}

impl MisfitTexts {
    /// Adds a text about the value at the current place.
    fn say(&mut self, what: &str) {
        self.texts.push(format!("`{}` {what}", self.at.path));
    }
}

/// Returns whether a client reads a value of another form or notation: a number may be a text, and a whole number may
/// have a point or an exponent.
fn is_read(ty: Type, value: &Value) -> bool {
    let in_any_notation = |digits: &str, fits: &dyn Fn(&str) -> bool| {
        whole::in_any_notation(digits, |digits| fits(digits).then_some(())).is_some()
    };
    match (ty.bare(), value) {
        (Type::Scalar(scalar), Value::String(text)) => scalar.form.is_read(text),
        (Type::Scalar(scalar), Value::Number(digits)) => {
            in_any_notation(digits.as_str(), &|digits| scalar.form.takes_number(digits))
        }
        (Type::Integer(integer), Value::Number(digits)) => {
            in_any_notation(digits.as_str(), &|digits| whole::fits(digits, integer))
        }
        (Type::Integer(integer), Value::String(text)) => in_any_notation(text, &|digits| whole::fits(digits, integer)),
        (Type::Number, Value::String(text)) => parse_float(text).is_ok(),
        (Type::Text, Value::Number(_)) => true,
        (Type::IntegerEnum(_), Value::String(text)) => in_any_notation(text, &|digits| digits.parse::<i128>().is_ok()),
        _ => false,
    }
}

/// Returns whether a list has fewer values than its tuple.
fn is_short(ty: Type, value: &Value) -> bool {
    match (ty.bare(), value) {
        (Type::Tuple(types), Value::Array(items)) => items.len() < types.len(),
        _ => false,
    }
}

/// Returns the words that follow "must be".
fn describe_type(ty: Type) -> Cow<'static, str> {
    match ty.bare() {
        Type::Scalar(scalar) => expected(scalar.form),
        Type::Integer(integer) => format!("a whole number that fits {}", integer.rust_name()).into(),
        Type::IntegerEnum(_) => "a whole number".into(),
        Type::Enum(_) => "a text".into(),
        Type::List(_) => "a list".into(),
        Type::Tuple(types) => format!("a list of {} values", types.len()).into(),
        Type::Record(_) | Type::Map(_) | Type::Union(_) => "an object".into(),
        ty => ty.noun().into(),
    }
}
