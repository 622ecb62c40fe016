//! What services send, without the secrets of the clients.
//!
//! Input: text or JSON that a service sent. Output: the same, with marks in place of secrets that it
//! sent back. Texts in JSON are looked at as they are, so that escapes hide nothing.

use chainloom_runtime::Client;
use serde_json::Value;

use crate::caller::Caller;

impl Caller {
    /// Returns a text with `[secret]` in place of each secret of the clients that calls have used.
    #[must_use]
    pub fn masked(&self, text: String) -> String {
        text_without(&self.built(), text)
    }

    /// Returns JSON with `[secret]` in place of each secret of the clients that calls have used:
    /// in names, texts and numbers.
    #[must_use]
    pub fn masked_json(&self, value: Value) -> Value {
        json_without(&self.built(), value)
    }
}

fn text_without(clients: &[Client], text: String) -> String {
    clients.iter().fold(text, |text, client| client.masked(text))
}

fn json_without(clients: &[Client], value: Value) -> Value {
    let text = |text| text_without(clients, text);
    match value {
        Value::String(own) => text(own).into(),
        Value::Array(items) => items.into_iter().map(|item| json_without(clients, item)).collect(),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (text(name), json_without(clients, value))).collect())
        }
        // A key of digits may come back as a number.
        Value::Number(number) => {
            let plain = number.to_string();
            let masked = text(plain.clone());
            if masked == plain { number.into() } else { masked.into() }
        }
        other => other,
    }
}
