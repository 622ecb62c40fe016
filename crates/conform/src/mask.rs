//! Excerpts of values for a report: shortened, with secrets masked by type or by name.

use chainloom_codegen::is_hidden;
use serde_json::Value;

/// Maximum number of characters of a value that is shown.
const MAX_SHOWN_CHARS: usize = 80;
/// Text that is shown in place of a secret.
const HIDDEN: &str = "[secret]";
/// Parts of names of members whose values are never shown, even if the spec does not describe them.
const SECRET_NAME_PARTS: [&str; 6] = ["password", "passphrase", "secret", "privatekey", "mnemonic", "apikey"];

/// Returns a value as one line, without secrets. `name` is the name of its member.
pub(crate) fn mask_value(value: &Value, name: &str, is_secret: bool) -> String {
    if is_secret || is_secret_name(name) {
        return HIDDEN.to_owned();
    }
    shortened(&mask_secret_members(value).to_string())
}

/// Returns a name from a service in backquotes: shortened, and without invisible characters and
/// backquotes.
pub(crate) fn quoted(name: &str) -> String {
    format!("`{}`", printable(name, MAX_SHOWN_CHARS).replace('`', "'"))
}

/// Returns a text of at most `most` characters, with invisible and control characters escaped.
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

fn is_secret_name(name: &str) -> bool {
    let plain: String = name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    SECRET_NAME_PARTS.iter().any(|part| plain.contains(part))
}

/// Replaces the values of members with secret names.
fn mask_secret_members(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                (name.clone(), if is_secret_name(name) { Value::from(HIDDEN) } else { mask_secret_members(value) })
            });
            Value::Object(members.collect())
        }
        Value::Array(items) => items.iter().map(mask_secret_members).collect(),
        other => other.clone(),
    }
}

/// Returns a text as one line of at most [`MAX_SHOWN_CHARS`] characters.
pub(crate) fn shortened(text: &str) -> String {
    let short: String =
        text.chars().take(MAX_SHOWN_CHARS + 1).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    printable(&short, MAX_SHOWN_CHARS)
}
