//! Text values: parameters in paths, queries, headers and forms.
//!
//! Input: a type and texts. Output: the JSON that a client encoded as these texts. A text that is not a value of the
//! type stays a text, and is refused later.

use chainloom_runtime::schema::{ArmBody, Binding, Discriminator, Form, Style, Type, Union};
use serde_json::{Map, Value};

use super::{fits, one_text};

/// Names and decoded texts of a query or a form, in the order of the request.
pub(crate) type Pairs = Vec<(String, String)>;

/// Parses a text as a value of the type `ty`. A text that is none stays a text.
pub(crate) fn value(ty: Type, text: &str) -> Value {
    match ty.bare() {
        Type::Boolean if text == "true" || text == "false" => Value::Bool(text == "true"),
        Type::Number | Type::Integer(_) | Type::IntegerEnum(_) => number(text),
        Type::Scalar(scalar) if is_number(&scalar.form) => number(text),
        Type::List(_) if text.is_empty() => Value::Array(Vec::new()),
        Type::List(list) => text.split(',').map(|item| value(list.item, item)).collect(),
        Type::Json | Type::Record(_) | Type::Map(_) => {
            serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
        }
        Type::Union(union) => scalar_of_arm(union, text).unwrap_or_else(|| Value::String(text.to_owned())),
        _ => Value::String(text.to_owned()),
    }
}

/// Parses a text as a number or a boolean of an arm of a union by form; `None` if no arm has it.
fn scalar_of_arm(union: &Union, text: &str) -> Option<Value> {
    let of_arm = |body: ArmBody| match body {
        ArmBody::Value(ty) if list_item(ty).is_none() => Some(value(ty, text)).filter(|value| fits_sent(ty, value)),
        ArmBody::Const(json) => serde_json::from_str(json).ok().filter(|_| json == text),
        _ => None,
    };
    let arms = union.arms.iter().filter(|_| union.discriminator == Discriminator::Form);
    arms.filter_map(|arm| of_arm(arm.body)).find(|value| value.is_number() || value.is_boolean())
}

/// Returns whether a client may send the value as a value of the type `ty`.
fn fits_sent(ty: Type, value: &Value) -> bool {
    fits::problems(ty, value, "").is_empty()
}

/// Replaces texts by JSON numbers where the type has whole numbers, also in lists, records and
/// maps.
pub(crate) fn numbers(ty: Type, value: Value) -> Value {
    match (ty.bare(), value) {
        (Type::Integer(_), Value::String(text)) => number(&text),
        (Type::Union(union), Value::String(text)) => {
            let given = Value::String(text);
            let scalar = given.as_str().filter(|_| !fits_sent(ty, &given)).and_then(|text| scalar_of_arm(union, text));
            scalar.unwrap_or(given)
        }
        (Type::List(list), Value::Array(items)) => items.into_iter().map(|item| numbers(list.item, item)).collect(),
        (ty @ (Type::Record(_) | Type::Map(_)), Value::Object(members)) => {
            let members = members.into_iter().map(|(name, value)| {
                let value = numbers(member(ty, &name), value);
                (name, value)
            });
            Value::Object(members.collect())
        }
        (_, value) => value,
    }
}

fn is_number(form: &Form) -> bool {
    form.is_json_number()
}

/// Parses a JSON number. A text that is none stays a text.
fn number(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(Value::Number(number)) => Value::Number(number),
        _ => Value::String(text.to_owned()),
    }
}

/// Removes a parameter from the pairs of a query or a form, and returns its value; `None` if it is
/// absent.
pub(crate) fn take(pairs: &mut Pairs, name: &str, ty: Type, binding: &Binding) -> Option<Value> {
    let style = binding.style;
    let (own, others): (Pairs, Pairs) =
        std::mem::take(pairs).into_iter().partition(|(key, _)| is_key_of(key, name, style));
    *pairs = others;
    let (_, first) = own.first()?;
    if matches!(style, Style::Json | Style::Joined) || binding.join.is_some() {
        return Some(one_text::read(ty, first, binding));
    }
    if own.iter().all(|(key, _)| key == name) {
        return Some(match list_item(ty) {
            Some(item) => own.iter().map(|(_, text)| value(item, text)).collect(),
            None => value(ty, first),
        });
    }
    let mut root = Value::Null;
    for (key, text) in &own {
        put(&mut root, &steps(&key[name.len()..], style), ty, text);
    }
    Some(root)
}

/// Returns whether a pair with this key is a part of the parameter `name`.
fn is_key_of(key: &str, name: &str, style: Style) -> bool {
    let Some(rest) = key.strip_prefix(name) else { return false };
    match style {
        Style::Repeated | Style::Json | Style::Joined | Style::Label | Style::Matrix => rest.is_empty(),
        Style::Brackets | Style::Indices => rest.is_empty() || rest.starts_with('['),
        Style::Dots => rest.is_empty() || rest.starts_with('.'),
    }
}

/// Returns the type of the items of a list; `None` for other types.
pub(crate) fn list_item(ty: Type) -> Option<Type> {
    match ty.bare() {
        Type::List(list) => Some(list.item),
        _ => None,
    }
}

/// Splits `[0][name]` or `.0.name` into its names. An empty name means the next item of a list.
fn steps(rest: &str, style: Style) -> Vec<String> {
    match style {
        Style::Dots => rest.split('.').skip(1).map(str::to_owned).collect(),
        _ => rest.split('[').skip(1).map(|step| step.trim_end_matches(']').to_owned()).collect(),
    }
}

/// Puts a text at the place that `steps` name, and creates the objects and lists around it.
fn put(root: &mut Value, steps: &[String], ty: Type, text: &str) {
    let Some((step, rest)) = steps.split_first() else {
        *root = value(ty, text);
        return;
    };
    if let Some(item) = list_item(ty) {
        let items = match root {
            Value::Array(items) => items,
            other => {
                *other = Value::Array(Vec::new());
                return put(other, steps, ty, text);
            }
        };
        let at = step.parse::<usize>().unwrap_or(items.len()).min(items.len());
        if at == items.len() {
            items.push(Value::Null);
        }
        put(&mut items[at], rest, item, text);
        return;
    }
    if !root.is_object() {
        *root = Value::Object(Map::new());
    }
    if let Value::Object(members) = root {
        put(members.entry(step.clone()).or_insert(Value::Null), rest, member(ty, step), text);
    }
}

/// Returns the type of a member; `Type::Json` if it is unknown.
pub(crate) fn member(ty: Type, name: &str) -> Type {
    match ty.bare() {
        Type::Record(record) => {
            record.fields.iter().find(|field| field.name == name).map_or(Type::Json, |field| field.ty)
        }
        Type::Map(map) => map.value,
        _ => Type::Json,
    }
}

/// Parses a query or a form into its decoded pairs.
pub(crate) fn pairs(text: &str) -> Pairs {
    let decoded = |text: &str| crate::routing::template::decoded(&text.replace('+', " "));
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (decoded(name), decoded(value)))
        .collect()
}
