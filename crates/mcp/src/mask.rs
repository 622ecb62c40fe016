//! Results without the secrets of the client.
//!
//! Input: JSON that a service sent. Output: the same, with marks in place of secrets that it sent
//! back. Texts are looked at as they are, so that escapes of JSON hide nothing.

use chainloom_runtime::Client;
use serde_json::Value;

pub(crate) fn masked(client: &Client, value: Value) -> Value {
    match value {
        Value::String(text) => client.masked(text).into(),
        Value::Array(items) => items.into_iter().map(|item| masked(client, item)).collect(),
        Value::Object(members) => Value::Object(
            members.into_iter().map(|(name, value)| (client.masked(name), masked(client, value))).collect(),
        ),
        // A key of digits may come back as a number.
        Value::Number(number) => {
            let text = number.to_string();
            let masked = client.masked(text.clone());
            if masked == text { number.into() } else { masked.into() }
        }
        other => other,
    }
}
