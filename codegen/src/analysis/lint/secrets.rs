//! Texts whose names suggest a secret, but whose types do not mask it.
//!
//! Input: a member or a parameter. Output: a warning, or none.

use heck::ToSnakeCase;

use crate::diagnostic::{Code, Diagnostic};
use crate::spec::document::{FieldDecl, Head};

/// Words that mark a name as the name of a secret if they are its last word.
const WORDS: [&str; 8] = ["password", "passwd", "passphrase", "secret", "mnemonic", "privkey", "apikey", "bearer"];
/// Pairs of words that mark a name as the name of a secret if they are its last two words.
const PAIRS: [&str; 5] = ["private_key", "priv_key", "api_key", "access_token", "auth_token"];

/// Second part of the hint: what to write for a key of all calls, or for a text that is not a secret.
const OTHER_REMEDIES: &str =
    "a key that all calls carry belongs under `auth` of the client, and what is no secret has `allow: [bare-secret]`";

/// Returns a warning for a text (`the member`) with the name of a secret, but without `secret`.
pub(super) fn of_field(what: &str, field: &FieldDecl) -> Option<Diagnostic> {
    let is_text = matches!(&field.ty.head, Head::Name(name) if name == "string");
    if !is_text || field.ty.attributes.secret.is_some() || !is_secret(&field.name.value) {
        return None;
    }
    let name = &field.name.value;
    let message = format!("{what} `{name}` has the name of a secret, and is shown by `Debug` and in errors");
    let mark = if field.optional { "?" } else { "" };
    let hint = format!("write `{name}{mark}: {{ type: string, secret: true }}`; {OTHER_REMEDIES}");
    Some(Diagnostic::warning(Code::BareSecret, field.name.span, message).hint(hint))
}

fn is_secret(name: &str) -> bool {
    let name = name.to_snake_case();
    let ends_in =
        |word: &&str| name.strip_suffix(*word).is_some_and(|before| before.is_empty() || before.ends_with('_'));
    WORDS.iter().chain(&PAIRS).any(ends_in)
}
