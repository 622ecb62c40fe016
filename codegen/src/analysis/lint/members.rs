//! Warnings about single members and parameters: texts whose names suggest a secret, but whose types do not mask it, and
//! echoes of a parameter which no operation that returns the member has.
//!
//! Input: the model, from which the check has removed echoes without effect, and a member or a parameter. Output:
//! warnings.

use std::collections::HashSet;

use heck::ToSnakeCase;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::Text;
use crate::model::{Field, Model, TypeKind};
use crate::spec::document::{FieldDecl, Head};

/// Words that mark a name as the name of a secret if they are its last word.
const WORDS: [&str; 8] = ["password", "passwd", "passphrase", "secret", "mnemonic", "privkey", "apikey", "bearer"];
/// Pairs of words that mark a name as the name of a secret if they are its last two words.
const PAIRS: [&str; 5] = ["private_key", "priv_key", "api_key", "access_token", "auth_token"];

/// Second part of the hint: what to write for a key of all calls, or for a text that is not a secret.
const OTHER_REMEDIES: &str =
    "a key that all calls carry belongs under `auth` of the client, and what is no secret has `allow: [bare-secret]`";

/// Lints of single members and parameters.
pub(super) struct Members<'d> {
    /// Echoes with an effect: the span of the member, and the value that it repeats.
    echoes: HashSet<(Span, &'d str)>,
}

impl<'d> Members<'d> {
    pub(super) fn new(model: &'d Model) -> Self {
        let of_types = model.types.iter().flat_map(|def| match &def.kind {
            TypeKind::Record(record) => record.fields.as_slice(),
            TypeKind::Union(union) => union.common.as_slice(),
            _ => &[],
        });
        let pairs = |field: &'d Field| field.echoes.iter().map(|echo| (field.span, echo.as_str()));
        Self { echoes: of_types.flat_map(pairs).collect() }
    }

    /// Returns the warnings about `what`, such as `the member`.
    pub(super) fn warnings(&self, what: &str, field: &FieldDecl) -> Vec<Diagnostic> {
        bare_secret(what, field).into_iter().chain(self.unused_echoes(field)).collect()
    }

    /// Returns a warning for each echo of a field that has no effect.
    fn unused_echoes(&self, field: &FieldDecl) -> Vec<Diagnostic> {
        let all = field.ty.attributes.echoes.iter();
        let unused = all.filter(|echo| !self.echoes.contains(&(field.name.span, echo.value.as_str())));
        let warning = |echo: &Text| {
            let message =
                format!("no operation that returns `{}` has the parameter `{}`", field.name.value, echo.value);
            let warning = Diagnostic::warning(Code::UnusedEcho, echo.span, message).label("has no effect");
            let hint =
                "name a parameter of an operation whose response has the member, or remove the entry of `echoes`";
            warning.hint(hint)
        };
        unused.map(warning).collect()
    }
}

/// Returns a warning for a text (`the member`) with the name of a secret, but without `secret`.
fn bare_secret(what: &str, field: &FieldDecl) -> Option<Diagnostic> {
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
