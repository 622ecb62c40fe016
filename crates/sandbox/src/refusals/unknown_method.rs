//! Unknown methods: the situation of a method name that is not served.
//!
//! Input: the name, the known names, and the dialect. Output: an [`Occurrence`].

use chainloom_codegen::sentences;
use chainloom_interpret::{Dialect, Situation};

use super::Occurrence;

/// Returns the situation of an unknown method name: the narrowest that the dialect describes, or
/// else an unknown method.
pub(crate) fn unknown<'n>(dialect: &Dialect, method: &str, mut known: impl Iterator<Item = &'n str>) -> Occurrence {
    let separator = separator(dialect);
    let (namespace, name) = parts(dialect, method);
    let occurrence = |situation| with_facts(Occurrence::new(situation), dialect, method);
    let is_described = |situation: Situation| dialect.refusals.of(situation).is_some();
    let of_namespace = |known: &str| known.split_once(separator).is_some_and(|(known, _)| known == namespace);
    if is_described(Situation::MethodForm) && method.matches(separator).count() != 1 {
        occurrence(Situation::MethodForm)
    } else if is_described(Situation::MethodCase) && name.starts_with(char::is_uppercase) {
        occurrence(Situation::MethodCase)
    } else if is_described(Situation::UnknownNamespace) && !known.any(of_namespace) {
        occurrence(Situation::UnknownNamespace)
    } else {
        occurrence(Situation::UnknownMethod)
    }
}

/// Adds the method, its namespace and its name to the facts of an occurrence.
pub(crate) fn with_facts(occurrence: Occurrence, dialect: &Dialect, method: &str) -> Occurrence {
    let (namespace, name) = parts(dialect, method);
    occurrence
        .fact("method", method)
        .fact("namespace", namespace)
        .fact("name", name)
        .fact("Name", sentences::capitalized(name))
}

fn separator(dialect: &Dialect) -> &str {
    dialect.separator.as_deref().unwrap_or(".")
}

/// Splits a method into namespace and name. A method without the separator of the dialect is a
/// namespace with an empty name.
fn parts<'m>(dialect: &Dialect, method: &'m str) -> (&'m str, &'m str) {
    method.split_once(separator(dialect)).unwrap_or((method, ""))
}
