//! Decisions on values: whether a scalar fits, which members an object must have, and what null and empty values mean.

use chainloom_forms::{is_decimal, is_json_number, parse_float, whole};
use serde_json::Value;

use super::sink::Misfit;
use super::types::{Member, Side, Types, View};
use crate::model::Direction;

/// Decides how values of a side fit types.
#[derive(Clone, Copy)]
pub(super) struct Decisions<T> {
    pub(super) types: T,
    pub(super) side: Side,
}

impl<T: Types> Decisions<T> {
    /// Returns how a value differs from a type without items and members; `None` if it fits.
    pub(super) fn leaf_misfit(self, ty: T::Type, view: &View<T>, value: &Value) -> Option<Misfit<'static>> {
        let (fits, otherwise) = match (view, value) {
            (View::Any, _) | (View::Boolean, Value::Bool(_)) | (View::Text | View::Bytes, Value::String(_)) => {
                return None;
            }
            (View::Text, Value::Number(_)) => (false, Misfit::Notation),
            (View::Number, Value::Number(digits)) => (parse_float(digits.as_str()).is_ok(), Misfit::Form),
            (View::Integer(integer), Value::Number(digits)) => (whole::fits(digits.as_str(), *integer), Misfit::Form),
            (View::Number | View::Integer(_) | View::Enum { is_integer: true }, Value::String(text)) => {
                (false, if is_number(text) { Misfit::Notation } else { Misfit::Kind })
            }
            (View::Enum { is_integer: true }, Value::Number(value)) => {
                (self.types.lists(ty, value.as_str()), Misfit::Unlisted)
            }
            (View::Enum { is_integer: false }, Value::String(value)) => (self.types.lists(ty, value), Misfit::Unlisted),
            (View::Scalar(form), Value::Number(digits)) => match form.is_json_number() {
                true => (form.takes_number(digits.as_str()), Misfit::Form),
                false => (false, if form.is_numeric() { Misfit::Notation } else { Misfit::Kind }),
            },
            (View::Scalar(form), Value::String(text)) => {
                let has_form = || if self.is_received() { form.is_told(text) } else { form.is_sent(text) };
                match form.is_json_number() {
                    true => (false, if is_number(text) { Misfit::Notation } else { Misfit::Kind }),
                    false if form.is_numeric() && is_number(text) => (has_form(), Misfit::Notation),
                    false => (has_form(), Misfit::Form),
                }
            }
            _ => (false, Misfit::Kind),
        };
        (!fits).then_some(otherwise)
    }

    /// Returns whether messages of the side may have a member.
    pub(super) fn is_sent(self, member: &Member<T::Type>) -> bool {
        [Direction::Both, self.side.direction()].contains(&member.direction)
    }

    /// Returns whether messages of the side must have a member.
    pub(super) fn is_needed(self, member: &Member<T::Type>) -> bool {
        member.is_needed && !member.is_rest && self.is_sent(member)
    }

    /// Returns whether null is a value of a type.
    pub(super) fn takes_null(self, ty: T::Type) -> bool {
        match self.types.view(ty) {
            View::Nullable(_) | View::Any => true,
            View::Union(_) => self.rank_of(ty, &Value::Null).is_some(),
            _ => false,
        }
    }

    /// Returns whether `value` means that a value of type `ty` is absent. `""` does so for every
    /// type, `false` for lists and objects, `[]` for objects, and `{}` for lists.
    pub(super) fn is_empty_substitute(self, ty: T::Type, value: &Value) -> bool {
        let view = match self.types.view(ty) {
            View::Nullable(inner) => self.types.view(inner),
            view => view,
        };
        let is_list = matches!(view, View::List { .. });
        let is_object = matches!(view, View::Map { .. } | View::Record(_));
        match value {
            Value::String(text) => text.is_empty(),
            Value::Bool(value) => !value && (is_list || is_object),
            Value::Array(items) => is_object && items.is_empty(),
            Value::Object(members) => is_list && members.is_empty(),
            Value::Null | Value::Number(_) => false,
        }
    }

    /// Returns whether `object` is a wrapper that a service sent: its `member` holds the list.
    pub(super) fn is_list_at(self, member: &str, object: &Value) -> bool {
        self.is_received() && object.get(member).is_some()
    }

    /// Returns whether a service sent `value` as a single item in place of a list.
    pub(super) fn is_single_item(self, value: &Value) -> bool {
        self.is_received() && !value.is_null()
    }

    fn is_received(self) -> bool {
        self.side == Side::Received
    }
}

/// Returns whether a value equals the value of a JSON text.
pub fn is_json(value: &Value, json: &str) -> bool {
    serde_json::from_str::<Value>(json).is_ok_and(|expected| expected == *value)
}

/// Returns the JSON value that the key of a map denotes: a number if `view` is a type of numbers,
/// else a string.
pub(super) fn value_of_key<T: Types>(view: &View<T>, key: &str) -> Value {
    let is_number = match view {
        View::Integer(_) => true,
        View::Enum { is_integer } => *is_integer,
        View::Scalar(form) => form.is_json_number(),
        _ => false,
    };
    let number = Some(key).filter(|key| is_number && is_json_number(key)).and_then(|key| key.parse().ok());
    number.map_or_else(|| Value::from(key), Value::Number)
}

/// Returns whether a text is a number in a notation that services use.
fn is_number(text: &str) -> bool {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    is_decimal(text)
        || hex.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
