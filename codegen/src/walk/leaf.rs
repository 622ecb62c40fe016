//! Values without parts: how their kind and their form fit a type.

use chainloom_forms::{is_decimal, is_json_number, parse_float, whole};

use super::{Found, Json, JsonKind, Misfit, Side, Sink, TypeOf, Types, View, Walk};

impl<J: Json, S: Sink<J>> Walk<'_, J, S> {
    pub(super) fn leaf(&mut self, found: Found<J>, ty: TypeOf<S, J>, view: &View<S::Types>, kind: &JsonKind<J>) {
        if let Some(misfit) = self.misfit_of_leaf(ty, view, kind) {
            self.sink.misfit(found, ty, misfit);
        }
    }

    /// Returns how a value of a kind differs from a type without parts.
    pub(super) fn misfit_of_leaf(
        &self,
        ty: TypeOf<S, J>,
        view: &View<S::Types>,
        kind: &JsonKind<J>,
    ) -> Option<Misfit<J>> {
        let (fits, otherwise) = match (view, kind) {
            (View::Any, _) | (View::Boolean, JsonKind::Boolean(_)) | (View::Text, JsonKind::Text(_)) => return None,
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
                let has_form = || if self.side == Side::Sent { form.is_sent(text) } else { form.is_told(text) };
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
}

/// Returns what a key of a map is: a number is written as a text where it is a key.
pub(super) fn kind_of_key<T: Types, J: Json>(view: &View<T>, key: J::Text) -> JsonKind<J> {
    let is_number = match view {
        View::Integer(_) => true,
        View::Enum { is_integer } => *is_integer,
        View::Scalar(form) => form.is_json_number(),
        _ => false,
    };
    if is_number && is_json_number(key.as_ref()) { JsonKind::Number(key) } else { JsonKind::Text(key) }
}

/// Whether a text is a number in a notation that services use.
fn is_number(text: &str) -> bool {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    is_decimal(text)
        || hex.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
