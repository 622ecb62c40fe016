//! Parameters of a call, as a model writes them.
//!
//! Input: values as JSON. Output: the same values in a call. Scalars are parsed as on the command
//! line, so that `"5"` and `5` both mean a number, except in a union that takes any text. An
//! invalid text is an error that names the expected form.

use chainloom_caller::Prepared;
use chainloom_runtime::schema::{ArmBody, Type, Union};
use rmcp::model::JsonObject;
use serde_json::{Map, Value};

/// Sets the parameters of a call: scalars as texts, other values as JSON.
pub(crate) fn fill(call: &mut Prepared<'_>, parameters: JsonObject) {
    let mut as_json = Map::new();
    for (name, value) in parameters {
        match texts(call, &name, &value) {
            Some(texts) => {
                call.texts(&name, &texts);
            }
            None => {
                as_json.insert(name, value);
            }
        }
    }
    call.json(&Value::Object(as_json).to_string());
}

/// Returns the texts of a scalar or a list of scalars; `None` for other values, and for parameters
/// of any JSON.
fn texts(call: &Prepared<'_>, name: &str, value: &Value) -> Option<Vec<String>> {
    let field = call.operation().input.fields.iter().find(|field| field.name == name)?;
    match (field.ty.bare(), value) {
        (Type::Json, _) => None,
        (Type::Union(union), Value::String(_)) if takes_any_text(union) => None,
        (Type::List(_), Value::Array(items)) => items.iter().map(scalar).collect::<Option<Vec<_>>>().filter(is_list),
        (_, value) => Some(vec![scalar(value)?]),
    }
}

/// Returns whether an arm of a union is any text, of which `5` is one.
fn takes_any_text(union: &Union) -> bool {
    union.arms.iter().any(|arm| match arm.body {
        ArmBody::Value(ty) => match ty.bare() {
            Type::Union(inner) => takes_any_text(inner),
            bare => matches!(bare, Type::Text),
        },
        _ => false,
    })
}

/// Returns the text of a scalar.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns whether the texts mean a list: a single text with a bracket would be a whole list.
fn is_list(texts: &Vec<String>) -> bool {
    match texts.as_slice() {
        [] => false,
        [one] => !one.starts_with('['),
        _ => true,
    }
}
