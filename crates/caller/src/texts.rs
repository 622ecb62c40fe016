//! Texts of a command line as JSON.
//!
//! Input: the type of a parameter, and its texts. Output: the JSON that is sent, or a description of the expected text.
//! The runtime checks bounds and rules of all parameters before a call.

use std::borrow::Cow;
use std::fmt;

use chainloom_codegen::diagnostic::near_name;
use chainloom_forms::{is_json_number, whole};
use chainloom_runtime::RawJson;
use chainloom_runtime::catalog::expected;
use chainloom_runtime::schema::{ArmBody, Form, Type};

/// The most values of an enumeration that a message lists.
const LISTED: usize = 12;

/// Description of the expected text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A listed value with a similar spelling.
    Near(String),
    /// Noun phrase for the expected text.
    Words(Cow<'static, str>),
}

impl fmt::Display for Wanted {
    /// Writes the words that follow "must be".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Near(value) => write!(f, "one of its values, perhaps `{value}`"),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// Returns the error with this description of the expected text.
fn words<T>(words: impl Into<Cow<'static, str>>) -> Result<T, Wanted> {
    Err(Wanted::Words(words.into()))
}

/// Returns the JSON of a parameter from its texts: one, or one for each item of a list.
///
/// # Errors
///
/// The text does not fit; the error describes a text of the type.
pub fn json_of(ty: Type, texts: &[String]) -> Result<String, Wanted> {
    match (ty.bare(), texts) {
        (Type::List(_), [text]) if text.starts_with('[') => json(text, "a list as JSON"),
        (_, [text]) => text_to_json(ty, text),
        (Type::List(list), texts) => list_of(list.item, texts),
        (_, []) => words("given with a value"),
        // An arm that is a list takes several texts, also in a union in the union.
        (Type::Union(union), _) => {
            let json = union.arms.iter().find_map(|arm| match arm.body {
                ArmBody::Value(ty) => json_of(ty, texts).ok(),
                _ => None,
            });
            json.map_or_else(|| words("given once"), Ok)
        }
        _ => words("given once"),
    }
}

/// Converts each text to an item of a list.
fn list_of(item: Type, texts: &[String]) -> Result<String, Wanted> {
    let items: Result<Vec<String>, Wanted> = texts.iter().map(|text| text_to_json(item, text)).collect();
    match items {
        Ok(items) => Ok(format!("[{}]", items.join(","))),
        Err(wanted) => words(format!("a list whose items are each {wanted}")),
    }
}

/// Converts one text to JSON. `null` is null where the type takes null, and nothing else with this text.
pub(crate) fn text_to_json(ty: Type, text: &str) -> Result<String, Wanted> {
    match value_to_json(ty.bare(), text) {
        Err(_) if text == "null" && matches!(ty.plain(), Type::Nullable(_)) => Ok(text.to_owned()),
        converted => converted,
    }
}

/// Converts the text of a value that is not null to JSON.
fn value_to_json(bare: Type, text: &str) -> Result<String, Wanted> {
    match bare {
        Type::Boolean if matches!(text, "true" | "false") => Ok(text.to_owned()),
        Type::Boolean => words("`true` or `false`"),
        Type::Text | Type::Bytes | Type::File => Ok(quoted(text)),
        Type::Number if is_json_number(text) => Ok(text.to_owned()),
        Type::Number => words("a number such as `1.5`"),
        Type::Integer(integer) if is_json_number(text) && whole::fits(text, integer) => Ok(text.to_owned()),
        Type::Integer(integer) => words(format!("a whole number that fits {}", integer.rust_name())),
        Type::Scalar(scalar) => of_form(scalar.form, text),
        Type::Enum(listed) if listed.values.contains(&text) => Ok(quoted(text)),
        // A service may have values that the spec does not list.
        Type::Enum(listed) => match near_name(text, listed.values.iter().copied()) {
            Some(near) if near != text => Err(Wanted::Near(near.to_owned())),
            _ => words(format!("one of {}", values(listed.values))),
        },
        Type::IntegerEnum(_) if text.parse::<i64>().is_ok() => Ok(text.to_owned()),
        Type::IntegerEnum(listed) => {
            words(format!("one of {}", values(&listed.values.iter().map(i64::to_string).collect::<Vec<_>>())))
        }
        Type::Record(_) | Type::Map(_) => object(text),
        Type::Tuple(_) => json(text, "a list as JSON").and_then(|json| match json.starts_with('[') {
            true => Ok(json),
            false => words("a list as JSON"),
        }),
        Type::List(list) if text.starts_with('[') => {
            json(text, "a list as JSON").or_else(|_| list_of(list.item, &[text.to_owned()]))
        }
        Type::List(list) => list_of(list.item, &[text.to_owned()]),
        Type::Union(union) => of_union(union.arms.iter().map(|arm| arm.body), text),
        // Any JSON: a text that is not JSON becomes a JSON string.
        _ => Ok(RawJson::parse(text).map_or_else(|_| quoted(text), |json| json.as_str().to_owned())),
    }
}

/// Lists values in backquotes, and the number of the values that are not listed.
fn values<T: AsRef<str>>(all: &[T]) -> String {
    let mut shown: Vec<String> = all.iter().take(LISTED).map(|value| format!("`{}`", value.as_ref())).collect();
    if all.len() > LISTED {
        shown.push(format!("{} more", all.len() - LISTED));
    }
    shown.join(", ")
}

/// Converts the text to a JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Checks that a text is JSON. `what` describes the expected text.
fn json(text: &str, what: &str) -> Result<String, Wanted> {
    match RawJson::parse(text) {
        Ok(json) => Ok(json.as_str().to_owned()),
        Err(error) => words(format!("{what} ({error})")),
    }
}

fn object(text: &str) -> Result<String, Wanted> {
    const WORDS: &str = "an object as JSON, such as `{\"name\": 1}`";
    if text.trim_start().starts_with('{') { json(text, WORDS) } else { words(WORDS) }
}

/// Converts a value with a separate form. Integers are accepted in decimal and in hex.
fn of_form(form: Form, text: &str) -> Result<String, Wanted> {
    let is_number = form.is_json_number();
    let taken = match other_digits(form, text) {
        Some(text) => text,
        None => Cow::Borrowed(text),
    };
    match is_number {
        true if form.takes_number(&taken) && is_json_number(&taken) => Ok(taken.into_owned()),
        false if form.is_sent(&taken) => Ok(quoted(&taken)),
        _ => words(expected(form)),
    }
}

/// Returns the digits of an integer in the notation of the form, if the text has the other notation.
fn other_digits(form: Form, text: &str) -> Option<Cow<'static, str>> {
    form.integer()?;
    let wants_hex = matches!(form, Form::Quantity(_) | Form::TimeQuantity(_));
    match (wants_hex, text.starts_with("0x")) {
        (true, false) => {
            let words = whole::parse_u256(text)?;
            let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
            let digits = digits.trim_start_matches('0');
            Some(format!("0x{}", if digits.is_empty() { "0" } else { digits }).into())
        }
        (false, true) => whole::parse_u128(text).map(|value| value.to_string().into()),
        _ => None,
    }
}

/// Converts the text by the first arm that accepts it. An arm with a constant precedes others, and for digits an arm of
/// numbers.
fn of_union(arms: impl Iterator<Item = ArmBody> + Clone, text: &str) -> Result<String, Wanted> {
    if text.trim_start().starts_with(['{', '[']) {
        return json(text, "JSON");
    }
    let constant = |arm: ArmBody| match arm {
        ArmBody::Const(json) if json == text || json == quoted(text) => Some(json.to_owned()),
        _ => None,
    };
    if let Some(json) = arms.clone().find_map(constant) {
        return Ok(json);
    }
    let number = |arm: ArmBody| match arm {
        ArmBody::Value(ty) => text_to_json(ty, text).ok().filter(|json| is_json_number(json)),
        _ => None,
    };
    if let Some(json) = arms.clone().find_map(number) {
        return Ok(json);
    }
    let mut all = Vec::new();
    for arm in arms {
        match arm {
            ArmBody::Value(ty) => match text_to_json(ty, text) {
                Ok(json) => return Ok(json),
                // The text is a misspelled value of this arm, so no other arm was meant.
                Err(near @ Wanted::Near(_)) => return Err(near),
                Err(wanted) => all.push(wanted.to_string()),
            },
            ArmBody::Const(json) => all.push(format!("`{}`", json.trim_matches('"'))),
            ArmBody::Fields { .. } => all.push("an object as JSON".to_owned()),
        }
    }
    all.dedup();
    words(all.join(", or "))
}
