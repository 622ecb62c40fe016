//! Values as a report shows them: shortened, and without secrets.

use chainloom_caller::{Profile, Secret};
use serde_json::Value;

/// The most characters of a value that are shown.
const LONGEST: usize = 80;
/// What stands in place of a secret.
const HIDDEN: &str = "[secret]";
/// Parts of names whose values are hidden where nothing says what the member is.
const TELLING: [&str; 6] = ["password", "passphrase", "secret", "privatekey", "mnemonic", "apikey"];

/// A value as one line. `name` is that of its member.
pub(crate) fn shown(value: &Value, name: &str, is_secret: bool) -> String {
    let name: String = name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if is_secret || TELLING.iter().any(|part| name.contains(part)) {
        return HIDDEN.to_owned();
    }
    shortened(&without_telling(value).to_string())
}

fn without_telling(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let plain: String =
                    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect();
                let is_telling = TELLING.iter().any(|part| plain.contains(part));
                (name.clone(), if is_telling { Value::from(HIDDEN) } else { without_telling(value) })
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

/// The secrets of a profile, which no report shows.
#[derive(Default)]
pub(crate) struct Secrets(Vec<String>);

impl Secrets {
    pub(crate) fn of(profile: &Profile) -> Self {
        let all = profile.clients.values().flat_map(|client| client.secrets.values());
        let texts = all.filter_map(|secret| match secret {
            Secret::Text(text) => Some(text.clone()),
            Secret::Env { env } => std::env::var(env).ok(),
            Secret::File { file } => std::fs::read_to_string(file).ok().map(|text| text.trim().to_owned()),
        });
        Self(texts.filter(|text| !text.is_empty()).collect())
    }

    /// A JSON value without the secrets.
    pub(crate) fn hide(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.hidden(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.hide(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.hide(member)),
            _ => {}
        }
    }

    /// A text without the secrets.
    pub(crate) fn hidden(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| text.replace(secret, HIDDEN))
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
