//! Excerpts of values for a report: shortened, with secrets masked by type or by name.

use chainloom_codegen::is_hidden;
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

/// A name that a service sent, in backquotes: short, without control characters and backquotes.
pub(crate) fn quoted(name: &str) -> String {
    format!("`{}`", printable(name, LONGEST).replace('`', "'"))
}

/// A text of at most so many characters, with escapes in place of characters that a terminal or a
/// reader obeys and nobody sees.
pub(crate) fn printable(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (at, letter) in text.chars().enumerate() {
        match letter {
            _ if at == most => {
                out.push('…');
                break;
            }
            letter if is_hidden(letter) || letter.is_control() => out.extend(letter.escape_unicode()),
            letter => out.push(letter),
        }
    }
    out
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
    let short: String =
        text.chars().take(LONGEST + 1).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    printable(&short, LONGEST)
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
