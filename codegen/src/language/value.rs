//! Values of a spec without their spans.

use serde_json::Value as Json;

/// JSON value as written in the spec.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Value {
    /// Null.
    Null,
    /// True or false.
    Boolean(bool),
    /// Number, with its digits as written.
    Number(String),
    /// Text.
    Text(String),
    /// Array.
    List(Vec<Value>),
    /// Object, with its members in the order of the spec.
    Object(Vec<(String, Value)>),
}

/// Converts a value to JSON, with digits as written.
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Boolean(value) => Json::Bool(*value),
        Value::Number(digits) => digits.parse().map_or_else(|_| Json::String(digits.clone()), Json::Number),
        Value::Text(text) => Json::String(text.clone()),
        Value::List(items) => items.iter().map(to_json).collect(),
        Value::Object(members) => {
            Json::Object(members.iter().map(|(name, value)| (name.clone(), to_json(value))).collect())
        }
    }
}
