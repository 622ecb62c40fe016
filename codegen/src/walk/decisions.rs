//! What a value means to its type: values without parts, members, null and emptiness.

use chainloom_forms::{is_decimal, is_json_number, parse_float, whole};

use super::json::{Json, JsonKind};
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
    /// Returns how a value of a kind differs from a type without parts.
    pub(super) fn leaf<J: Json>(self, ty: T::Type, view: &View<T>, kind: &JsonKind<J>) -> Option<Misfit<J>> {
        let (fits, otherwise) = match (view, kind) {
            (View::Any, _) | (View::Boolean, JsonKind::Boolean(_)) | (View::Text | View::Bytes, JsonKind::Text(_)) => {
                return None;
            }
            (View::Text, JsonKind::Number(_)) => (false, Misfit::Notation),
            (View::Number, JsonKind::Number(digits)) => (parse_float(digits.as_ref()).is_ok(), Misfit::Form),
            (View::Integer(integer), JsonKind::Number(digits)) => {
                (whole::fits(digits.as_ref(), *integer), Misfit::Form)
            }
            (View::Number | View::Integer(_) | View::Enum { is_integer: true }, JsonKind::Text(text)) => {
                (false, if is_number(text.as_ref()) { Misfit::Notation } else { Misfit::Kind })
            }
            (View::Enum { is_integer: true }, JsonKind::Number(value))
            | (View::Enum { is_integer: false }, JsonKind::Text(value)) => {
                (self.types.lists(ty, value.as_ref()), Misfit::Unlisted)
            }
            (View::Scalar(form), JsonKind::Number(digits)) => match form.is_json_number() {
                true => (form.takes_number(digits.as_ref()), Misfit::Form),
                false => (false, if form.is_numeric() { Misfit::Notation } else { Misfit::Kind }),
            },
            (View::Scalar(form), JsonKind::Text(text)) => {
                let text = text.as_ref();
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

    /// Returns which of the fields describes a member.
    pub(super) fn position(self, fields: &[T::Field], name: &str) -> Option<usize> {
        fields.iter().position(|field| self.types.is_named(*field, name, self.side))
    }

    /// Whether messages of the side may have a member.
    pub(super) fn is_sent(self, member: &Member<T::Type>) -> bool {
        [Direction::Both, self.side.direction()].contains(&member.direction)
    }

    /// Whether messages of the side must have a member.
    pub(super) fn is_needed(self, member: &Member<T::Type>) -> bool {
        member.is_needed && !member.is_rest && self.is_sent(member)
    }

    pub(super) fn takes_null<J: Json>(self, ty: T::Type, null: J) -> bool {
        match self.types.view(ty) {
            View::Nullable(_) | View::Any => true,
            View::Union(_) => self.rank_of(ty, null).is_some(),
            _ => false,
        }
    }

    /// Whether a value is empty and of another kind than the type.
    pub(super) fn is_empty_of_another_kind<J: Json>(self, ty: T::Type, value: J) -> bool {
        let view = match self.types.view(ty) {
            View::Nullable(inner) => self.types.view(inner),
            view => view,
        };
        let is_list = matches!(view, View::List { .. });
        let is_object = matches!(view, View::Map { .. } | View::Record(_));
        match value.kind() {
            JsonKind::Text(text) => text.as_ref().is_empty(),
            JsonKind::Boolean(value) => !value && (is_list || is_object),
            JsonKind::List(mut items) => is_object && items.next().is_none(),
            JsonKind::Object(mut members) => is_list && members.next().is_none(),
            JsonKind::Null | JsonKind::Number(_) => false,
        }
    }

    /// Whether a service has put a list into an object.
    pub(super) fn is_list_at<J: Json>(self, member: &str, object: J) -> bool {
        self.is_received() && object.get(member).is_some()
    }

    /// Whether a service has sent an item in place of a list.
    pub(super) fn is_single_item<J: Json>(self, value: J) -> bool {
        self.is_received() && !matches!(value.kind(), JsonKind::Null)
    }

    fn is_received(self) -> bool {
        self.side == Side::Received
    }
}

/// Returns what a key of a map is: a number is written as a text where it is a key.
pub(super) fn kind_of_key<T: Types, J: Json>(view: &View<T>, key: J::Key) -> JsonKind<J> {
    let is_number = match view {
        View::Integer(_) => true,
        View::Enum { is_integer } => *is_integer,
        View::Scalar(form) => form.is_json_number(),
        _ => false,
    };
    let text = key.into();
    if is_number && is_json_number(key.as_ref()) { JsonKind::Number(text) } else { JsonKind::Text(text) }
}

/// Whether a text is a number in a notation that services use.
fn is_number(text: &str) -> bool {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    is_decimal(text)
        || hex.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
