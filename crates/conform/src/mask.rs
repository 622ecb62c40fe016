//! Values as a report shows them: shortened, and without what is secret by its type or its name.

use serde_json::Value;

/// The most characters of a value that are shown.
const LONGEST: usize = 80;
/// What stands in place of a secret.
const HIDDEN: &str = "[secret]";
/// Parts of names whose values are hidden where nothing says what the member is.
const TELLING: [&str; 6] = ["password", "passphrase", "secret", "privatekey", "mnemonic", "apikey"];

/// A value as one line. `name` is that of its member.
pub(crate) fn shown(value: &Value, name: &str, is_secret: bool) -> String {
    if is_secret || is_telling(name) {
        return HIDDEN.to_owned();
    }
    shortened(&without_telling(value).to_string())
}

fn is_telling(name: &str) -> bool {
    let plain: String = name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    TELLING.iter().any(|part| plain.contains(part))
}

fn without_telling(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                (name.clone(), if is_telling(name) { Value::from(HIDDEN) } else { without_telling(value) })
            });
            Value::Object(members.collect())
        }
        Value::Array(items) => items.iter().map(without_telling).collect(),
        other => other.clone(),
    }
}

/// A text as one line of bounded length.
pub(crate) fn shortened(text: &str) -> String {
    let line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn secrets_are_hidden_and_long_values_shortened() {
        assert_eq!(shown(&json!("hunter2"), "user_password", false), HIDDEN);
        assert_eq!(shown(&json!("hunter2"), "note", true), HIDDEN);
        assert_eq!(shown(&json!({ "api_key": "k", "a": 1 }), "note", false), r#"{"api_key":"[secret]","a":1}"#);
        assert_eq!(shown(&json!("é".repeat(200)), "note", false).chars().count(), LONGEST + 1);
    }
}
