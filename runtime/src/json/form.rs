//! Which arm of a union a value takes by its form: its JSON kind and, for a text, what it looks like.
//!
//! Input: a union and the next value. Output: the arm and its type. An arm that lists what it takes comes
//! before one that takes any text, and that one before an open set of texts; among equals the first wins.
//! That the arms are disjoint was proved when the spec was checked. Nothing is consumed here.

use chainloom_forms::{hex, is_decimal, whole};

use super::Lexeme;
use super::token::Kind;
use crate::schema::{Also, ArmBody, Enum, Form, Presence, Type, Union};

/// How well a value fits: the smaller, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    /// Another form in which it comes.
    Loose,
    AnyText,
    OpenSet,
}

/// The arm that a value takes. `scalar` is there for texts, numbers and truth values.
pub(super) fn arm_of(union: &'static Union, kind: Kind, scalar: Option<Lexeme<'_>>) -> Option<(usize, Type)> {
    let mut best: Option<(Fit, usize, Type)> = None;
    for (index, arm) in union.arms.iter().enumerate() {
        let (fit, ty) = match arm.body {
            ArmBody::Value(ty) => (fits(ty, kind, scalar), ty),
            ArmBody::Const(json) => (fits_const(json, kind, scalar), Type::Json),
            ArmBody::Fields { record, .. } => (only(kind, Kind::Object), Type::Record(record)),
        };
        if let Some(fit) = fit {
            if best.is_none_or(|(other, _, _)| fit < other) {
                best = Some((fit, index, ty));
            }
        }
    }
    best.map(|(_, index, ty)| (index, ty))
}

fn fits(ty: Type, kind: Kind, scalar: Option<Lexeme<'_>>) -> Option<Fit> {
    let loose = |fits: bool| fits.then_some(Fit::Loose);
    match (ty, scalar) {
        (Type::Json, _) => Some(Fit::OpenSet),
        (Type::Nullable(_), _) if kind == Kind::Null => Some(Fit::Exact),
        (Type::Nullable(inner), _) => fits(*inner, kind, scalar),
        (Type::Boolean, _) => only(kind, Kind::Boolean),
        (Type::Text, _) => only(kind, Kind::Text).and(Some(Fit::AnyText)),
        (Type::Number, Some(Lexeme::Text(text))) => loose(is_decimal(text)),
        (Type::Number, _) => only(kind, Kind::Number),
        (Type::Integer(integer), Some(Lexeme::Text(text))) => {
            loose(whole::is_decimal(text, integer) || whole::is_quantity(text, integer))
        }
        (Type::Integer(int), Some(Lexeme::Number(digits))) => whole::fits(digits, int).then_some(Fit::Exact),
        (Type::Enum(set), Some(Lexeme::Text(text))) => Some(fits_enum(set, text)),
        (Type::Scalar(scalar_type), Some(lexeme)) => fits_form(scalar_type.form, lexeme),
        (Type::Record(_) | Type::Map(_), _) => only(kind, Kind::Object),
        (Type::List(list), _) => match (kind, list.also) {
            (Kind::List, _) => Some(Fit::Exact),
            (Kind::Object, Also::At(_)) => Some(Fit::Loose),
            (_, Also::Single) => fits(list.item, kind, scalar).and(Some(Fit::Loose)),
            _ => None,
        },
        (Type::Union(union), _) => match union.arms.first().map(|arm| arm.body) {
            Some(ArmBody::Fields { .. }) => only(kind, Kind::Object),
            _ => arm_of(union, kind, scalar).map(|_| Fit::Exact),
        },
        _ => None,
    }
}

fn only(kind: Kind, wanted: Kind) -> Option<Fit> {
    (kind == wanted).then_some(Fit::Exact)
}

fn fits_const(json: &str, kind: Kind, scalar: Option<Lexeme<'_>>) -> Option<Fit> {
    let fits = match scalar {
        Some(Lexeme::Text(text)) => json.trim_matches('"') == text && !matches!(json, "true" | "false" | "null"),
        Some(Lexeme::Boolean(value)) => json == if value { "true" } else { "false" },
        Some(Lexeme::Number(digits)) => json == digits,
        None => kind == Kind::Null && json == "null",
    };
    fits.then_some(Fit::Exact)
}

fn fits_enum(set: &Enum, text: &str) -> Fit {
    if set.values.contains(&text) { Fit::Exact } else { Fit::OpenSet }
}

fn fits_form(form: Form, lexeme: Lexeme<'_>) -> Option<Fit> {
    match lexeme {
        Lexeme::Text(text) if form.is_told(text) => Some(Fit::Exact),
        Lexeme::Text(text) => is_loose(form, text).then_some(Fit::Loose),
        Lexeme::Number(digits) => {
            form.takes_number(digits).then_some(if form.is_json_number() { Fit::Exact } else { Fit::Loose })
        }
        Lexeme::Boolean(_) => None,
    }
}

/// Whether a text is another spelling of the form, which services were seen to send.
fn is_loose(form: Form, text: &str) -> bool {
    match form {
        Form::Hex { bytes, prefix: Presence::Never } => hex::is(text, bytes, Presence::Required),
        Form::JsonDecimal => is_decimal(text),
        other if other.is_json_number() => other.integer().is_some_and(|integer| whole::is_decimal(text, integer)),
        _ => false,
    }
}

/// What all arms take, in words.
#[cold]
pub(super) fn all_arms(union: &Union) -> String {
    let arms: Vec<String> =
        union.arms.iter().map(|arm| format!("{} ({})", arm.name, words_of_body(arm.body))).collect();
    format!("one of {}: {}", union.name, arms.join(", "))
}

fn words_of_body(body: ArmBody) -> String {
    match body {
        ArmBody::Value(ty) => words(ty),
        ArmBody::Const(json) => format!("`{json}`"),
        ArmBody::Fields { .. } => "an object".into(),
    }
}

fn words(ty: Type) -> String {
    match ty {
        Type::Boolean => "true or false".into(),
        Type::Text | Type::Enum(_) => "a text".into(),
        Type::Number => "a number".into(),
        Type::Integer(_) => "a whole number".into(),
        Type::Json => "any value".into(),
        Type::Record(_) | Type::Map(_) => "an object".into(),
        Type::Union(union) => all_arms(union),
        Type::List(_) => "an array".into(),
        Type::Nullable(inner) => format!("null or {}", words(*inner)),
        Type::Scalar(scalar) => words_of_form(scalar.form),
    }
}

fn words_of_form(form: Form) -> String {
    match form {
        Form::Base58 { bytes: Some(bytes) } => format!("{bytes} bytes in base58"),
        Form::Base58 { bytes: None } => "bytes in base58".into(),
        Form::Base64 { bytes: Some(bytes), .. } => format!("{bytes} bytes in base64"),
        Form::Base64 { bytes: None, .. } => "bytes in base64".into(),
        Form::Base58Check { bytes, prefix: "" } => format!("{bytes} bytes in base58 with a checksum"),
        Form::Base58Check { bytes, prefix } => format!("{bytes} bytes in base58 with a checksum after `{prefix}`"),
        Form::Bech32 { bytes, .. } => format!("{bytes} bytes in bech32"),
        Form::Hex { bytes: Some(bytes), .. } => format!("{bytes} bytes in hex"),
        Form::Hex { bytes: None, .. } => "bytes in hex".into(),
        Form::DecimalInteger(_) => "a whole number as decimal text".into(),
        Form::Decimal => "a decimal number as text".into(),
        Form::Quantity(_) => "a whole number as 0x hex text".into(),
        Form::JsonInteger(_) => "a whole number".into(),
        Form::JsonDecimal => "a number".into(),
        Form::Seconds | Form::Milliseconds | Form::Microseconds | Form::Nanoseconds | Form::TimeText(_) => {
            "a UNIX time".into()
        }
        Form::DateTime => "a date and time".into(),
        Form::Date => "a date".into(),
        Form::Duration => "a duration".into(),
        Form::Uuid => "a UUID".into(),
    }
}
