//! Unions by form: selects the arm by the JSON kind of a value and the form of a text.
//!
//! Input: a union and the next value. Output: the arm and its type. An arm that lists its values
//! precedes an arm of any text, which precedes an open enumeration of texts. An arm of another JSON
//! kind, such as a number for a text of digits, comes last. Between equal arms the first one wins.
//! The generator has proved that arms are disjoint. No value is consumed here.

use chainloom_forms::{hex, is_decimal, whole};

use crate::{
    json::{reader::Lexeme, token::Kind},
    schema::{Also, ArmBody, Enum, Form, Presence, Type, Union},
};

/// Quality of the match between a value and a type; the smallest is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    /// Another accepted spelling of the same JSON kind.
    Loose,
    AnyText,
    OpenSet,
    /// Another accepted JSON kind: a number as text, or a single item for a list.
    OtherKind,
}

/// Selects the arm for a value; `None` if no arm fits. `scalar` is set for texts, numbers and
/// booleans.
pub(crate) fn arm_of(union: &'static Union, kind: Kind, scalar: Option<Lexeme<'_>>) -> Option<(usize, Type)> {
    best_arm(union, kind, scalar).map(|(_, index, ty)| (index, ty))
}

/// Returns how well the best arm fits a value, with its index and type.
fn best_arm(union: &'static Union, kind: Kind, scalar: Option<Lexeme<'_>>) -> Option<(Fit, usize, Type)> {
    let mut best: Option<(Fit, usize, Type)> = None;
    for (index, arm) in union.arms.iter().enumerate() {
        let (fit, ty) = match arm.body {
            ArmBody::Value(ty) => (fits(ty.plain(), kind, scalar), ty.plain()),
            ArmBody::Const(json) => (fits_const(json, kind, scalar), Type::Json),
            ArmBody::Fields { record, .. } => (fit_of_kind(kind, Kind::Object), Type::Record(record)),
        };
        if let Some(fit) = fit {
            if best.is_none_or(|(other, _, _)| fit < other) {
                best = Some((fit, index, ty));
            }
        }
    }
    best
}

/// Returns how well a value fits a type; `None` if it does not fit.
fn fits(ty: Type, kind: Kind, scalar: Option<Lexeme<'_>>) -> Option<Fit> {
    let other = |fits: bool| fits.then_some(Fit::OtherKind);
    match (ty.known(), scalar) {
        (Type::Json, _) => Some(Fit::OpenSet),
        (Type::Nullable(_), _) if kind == Kind::Null => Some(Fit::Exact),
        (Type::Nullable(inner), _) => fits(*inner, kind, scalar),
        (Type::Bounded(bounded), _) => fits(bounded.ty, kind, scalar),
        (Type::Boolean, _) => fit_of_kind(kind, Kind::Boolean),
        (Type::Text, _) => fit_of_kind(kind, Kind::Text).and(Some(Fit::AnyText)),
        (Type::Number, Some(Lexeme::Text(text))) => other(is_decimal(text)),
        (Type::Number, _) => fit_of_kind(kind, Kind::Number),
        (Type::Integer(integer), Some(Lexeme::Text(text))) => {
            other(whole::is_decimal(text, integer) || whole::is_quantity(text, integer))
        }
        (Type::Integer(int), Some(Lexeme::Number(digits))) => {
            is_whole(digits, |digits| whole::fits(digits, int)).then_some(Fit::Exact)
        }
        (Type::Enum(set), Some(Lexeme::Text(text))) => Some(fits_enum(set, text)),
        (Type::IntegerEnum(_), Some(Lexeme::Number(digits))) => {
            is_whole(digits, |digits| whole::fits(digits, chainloom_forms::Integer::I64)).then_some(Fit::Exact)
        }
        (Type::IntegerEnum(_), Some(Lexeme::Text(text))) => {
            other(whole::is_decimal(text, chainloom_forms::Integer::I64))
        }
        (Type::Scalar(scalar_type), Some(lexeme)) => fits_form(scalar_type.form, lexeme),
        (Type::Record(_) | Type::Map(_), _) => fit_of_kind(kind, Kind::Object),
        (Type::Tuple(_), _) => fit_of_kind(kind, Kind::List),
        (Type::List(list), _) => match (kind, list.also) {
            (Kind::List, _) => Some(Fit::Exact),
            (Kind::Object, Also::At(_)) => Some(Fit::OtherKind),
            (_, Also::Single) => fits(list.item.plain(), kind, scalar).and(Some(Fit::OtherKind)),
            _ => None,
        },
        (Type::Union(union), _) => match union.arms.first().map(|arm| arm.body) {
            Some(ArmBody::Fields { .. }) => fit_of_kind(kind, Kind::Object),
            _ => best_arm(union, kind, scalar).map(|(fit, _, _)| fit),
        },
        _ => None,
    }
}

/// Returns whether a number `fits`, as written or without point and exponent.
fn is_whole(digits: &str, fits: impl Fn(&str) -> bool) -> bool {
    whole::in_any_notation(digits, |digits| fits(digits).then_some(())).is_some()
}

fn fit_of_kind(kind: Kind, wanted: Kind) -> Option<Fit> {
    (kind == wanted).then_some(Fit::Exact)
}

/// Returns the fit of a value to a constant, given as JSON.
fn fits_const(json: &str, kind: Kind, scalar: Option<Lexeme<'_>>) -> Option<Fit> {
    let fits = match scalar {
        Some(Lexeme::Text(text)) => json.trim_matches('"') == text && !matches!(json, "true" | "false" | "null"),
        Some(Lexeme::Boolean(value)) => json == if value { "true" } else { "false" },
        Some(Lexeme::Number(digits)) => json == digits,
        None => kind == Kind::Null && json == "null",
    };
    fits.then_some(Fit::Exact)
}

/// Returns the fit of a text to an enumeration.
fn fits_enum(set: &Enum, text: &str) -> Fit {
    if set.values.contains(&text) { Fit::Exact } else { Fit::OpenSet }
}

/// Returns the fit of a text or a number to a form.
fn fits_form(form: Form, lexeme: Lexeme<'_>) -> Option<Fit> {
    match lexeme {
        Lexeme::Text(text) if form.is_told(text) => Some(Fit::Exact),
        Lexeme::Text(text) => {
            let fit = if form.is_json_number() { Fit::OtherKind } else { Fit::Loose };
            is_loose(form, text).then_some(fit)
        }
        Lexeme::Number(digits) => is_whole(digits, |digits| form.takes_number(digits))
            .then_some(if form.is_json_number() { Fit::Exact } else { Fit::OtherKind }),
        Lexeme::Boolean(_) => None,
    }
}

/// Returns whether a text is another spelling of the form that services are known to send.
fn is_loose(form: Form, text: &str) -> bool {
    match form {
        Form::Hex { bytes, prefix: Presence::Never } => hex::is(text, bytes, Presence::Required),
        Form::JsonDecimal => is_decimal(text),
        other if other.is_json_number() => other.integer().is_some_and(|integer| whole::is_decimal(text, integer)),
        _ => false,
    }
}
