//! Names that the generator accepts: legal, unique in their scope, and not reserved.
//!
//! Input: names of a document. Output: names of the spec. How a name becomes Rust is decided by
//! `chainloom-codegen`.

use std::collections::{HashMap, HashSet};

use any_ascii::any_ascii;
use chainloom_codegen::{NameKind, RustIdent, is_reserved, pascal, setters_of, snake, without_keyword};

/// Maximum number of bytes of the name of a file, before a number is appended.
const MAX_FILE_NAME_BYTES: usize = 60;
/// Setters that a record has besides the setters of its optional members.
const RECORD_SETTERS: [&str; 1] = ["new"];

/// Names that are taken within one scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    taken: HashSet<String>,
    /// Next number to append to a name that is taken.
    next: HashMap<String, usize>,
    /// Setters that a call has besides the setters of its parameters. `None` if the names of the
    /// scope are not parameters.
    setters: Option<Vec<&'static str>>,
}

impl Scope {
    /// Creates a scope for the parameters of an operation. `keys` are the keys of the operation
    /// whose setters the parameters must not hide.
    pub(crate) fn of_parameters(keys: &[&str]) -> Self {
        let setters = keys.iter().flat_map(|key| setters_of(key)).copied().collect();
        Self { setters: Some(setters), ..Self::default() }
    }

    /// Returns a name for a type, in the form `LikeThis`. `preferred` is the name to try first.
    pub(crate) fn of_type(&mut self, preferred: &str) -> String {
        let name = avoid_reserved(NameKind::Type, pascal_name(preferred), "Value");
        self.claim(&name, pascal)
    }

    /// Returns a name for an error of a service, in the form `LikeThis`.
    pub(crate) fn of_error(&mut self, preferred: &str) -> String {
        let name = avoid_reserved(NameKind::Value, pascal_name(preferred), "Error");
        self.claim(&name, pascal)
    }

    /// Returns a name for an operation, in the form `likeThis`.
    pub(crate) fn of_operation(&mut self, preferred: &str) -> String {
        self.camel(NameKind::Operation, preferred, "Call")
    }

    /// Returns a name for a service, in the form `likeThis`.
    pub(crate) fn of_service(&mut self, preferred: &str) -> String {
        self.camel(NameKind::Service, preferred, "Service")
    }

    /// Returns a name for a variable or a secret, in the form `likeThis`.
    pub(crate) fn of_setting(&mut self, preferred: &str) -> String {
        self.camel(NameKind::Setting, preferred, "Value")
    }

    /// Returns a name for an arm of a union, in the form `likeThis`.
    pub(crate) fn of_arm(&mut self, preferred: &str) -> String {
        self.camel(NameKind::Value, preferred, "Arm")
    }

    fn camel(&mut self, kind: NameKind, preferred: &str, suffix: &str) -> String {
        let name = avoid_reserved(kind, camel(preferred), suffix);
        self.claim(&name, snake)
    }

    /// Returns whether the scope has a name that becomes the same identifier.
    pub(crate) fn has(&self, preferred: &str) -> bool {
        self.taken.contains(&snake(&camel(preferred)))
    }

    /// Returns a name for a file or folder, in the form `like_this`.
    pub(crate) fn of_file(&mut self, preferred: &str) -> String {
        let name = cut_at_word(snake(&camel(preferred)));
        let is_legal = RustIdent::new(&name).is_some();
        let name = if is_legal { avoid_reserved(NameKind::Module, name, "_api") } else { format!("{name}_api") };
        self.claim(&name, snake)
    }

    /// Returns the Rust name of a member or parameter, which its key `rust` states. `None` if Rust
    /// can use its own name.
    pub(crate) fn of_member(&mut self, name: &str, is_optional: bool) -> Option<String> {
        let setters = self.setters.clone();
        let is_setter = |name: &str| match &setters {
            Some(own) => own.contains(&name) || is_reserved(NameKind::Parameter, name),
            None => RECORD_SETTERS.contains(&name),
        };
        let is_refused = |name: &str| is_optional && is_setter(name);
        let own = without_keyword(snake(name));
        if RustIdent::new(&own).is_some() && !is_refused(&own) && self.taken.insert(own) {
            return None;
        }
        let name = without_keyword(snake(&camel(name)));
        let name = if is_refused(&name) { name + "_value" } else { name };
        Some(self.claim(&name, str::to_owned))
    }

    /// Returns the Rust name of a value of an enumeration, which its key `rust` states. `None` if
    /// Rust can use the value itself as a name.
    pub(crate) fn of_value(&mut self, value: &str) -> Option<String> {
        let own = pascal(value);
        if RustIdent::new(&own).is_some() && !is_reserved(NameKind::Value, &own) && self.taken.insert(own) {
            return None;
        }
        let name = pascal_name(value);
        let name = if is_reserved(NameKind::Value, &name) { "Unknown".to_owned() } else { name };
        Some(self.claim(&name, str::to_owned))
    }

    /// Returns the Rust name of a number in an enumeration, which always needs one. `preferred` is
    /// the name to try first.
    pub(crate) fn of_number(&mut self, preferred: &str) -> String {
        self.of_value(preferred).unwrap_or_else(|| pascal(preferred))
    }

    /// Takes a name, and appends a number if it is taken. `key` returns the identifier by which
    /// names are compared.
    fn claim(&mut self, name: &str, key: fn(&str) -> String) -> String {
        if self.taken.insert(key(name)) {
            return name.to_owned();
        }
        let next = self.next.entry(key(name)).or_insert(2);
        loop {
            let numbered = format!("{name}{next}");
            *next += 1;
            if self.taken.insert(key(&numbered)) {
                return numbered;
            }
        }
    }
}

/// Cuts a name of more than [`MAX_FILE_NAME_BYTES`] behind a word that fits.
fn cut_at_word(mut name: String) -> String {
    if name.len() > MAX_FILE_NAME_BYTES {
        let end = name[..=MAX_FILE_NAME_BYTES].rfind('_').filter(|end| *end > 0).unwrap_or(MAX_FILE_NAME_BYTES);
        name.truncate(end);
    }
    name
}

/// Appends a suffix to a name that generated code reserves for itself.
fn avoid_reserved(kind: NameKind, name: String, suffix: &str) -> String {
    if is_reserved(kind, &name) { name + suffix } else { name }
}

/// Returns a name in the form `LikeThis`. A name that has this form already stays as it is.
fn pascal_name(preferred: &str) -> String {
    let is_good = preferred.starts_with(|first: char| first.is_ascii_uppercase())
        && preferred.chars().all(|letter| letter.is_ascii_alphanumeric())
        && preferred.chars().any(|letter| letter.is_ascii_lowercase())
        && RustIdent::new(preferred).is_some();
    if is_good { preferred.to_owned() } else { pascal(&legal_words(preferred)) }
}

/// Returns a name in the form `likeThis`.
pub(crate) fn camel(preferred: &str) -> String {
    let pascal = pascal(&legal_words(preferred));
    let mut letters = pascal.chars();
    letters.next().map_or(pascal.clone(), |first| first.to_ascii_lowercase().to_string() + letters.as_str())
}

/// Returns words of letters and digits that begin with a letter and form an identifier. Letters of other alphabets are
/// transliterated. If the name has only punctuation, each character becomes a word.
fn legal_words(preferred: &str) -> String {
    let preferred = &any_ascii(preferred);
    let mut out = String::new();
    for letter in preferred.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() => out.push(letter),
            '\'' => {}
            _ => out.push(' '),
        }
    }
    let out = if out.trim().is_empty() { spell_punctuation(preferred) } else { with_sign(preferred, out) };
    let out = out.trim().to_owned();
    let starts_well = out.starts_with(|first: char| first.is_ascii_alphabetic());
    let out = if starts_well { out } else { format!("value {out}") };
    if RustIdent::new(&without_keyword(snake(&out))).is_some() { out } else { format!("{out} value") }
}

/// Puts `minus` or `plus` before words that come from a name with such a sign, so that `-1` and
/// `+1` differ.
fn with_sign(preferred: &str, words: String) -> String {
    match preferred.chars().next() {
        Some('-') if preferred.len() > 1 => format!("minus {words}"),
        Some('+') if preferred.len() > 1 => format!("plus {words}"),
        _ => words,
    }
}

fn spell_punctuation(preferred: &str) -> String {
    let word = |letter: char| match letter {
        '*' => "any",
        '+' => "plus",
        '-' => "minus",
        '=' => "equal",
        '<' => "less",
        '>' => "more",
        '!' => "not",
        '/' => "slash",
        '_' => "underscore",
        ' ' => "space",
        _ => "sign",
    };
    if preferred.is_empty() { "empty".to_owned() } else { preferred.chars().map(word).collect::<Vec<_>>().join(" ") }
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn names_are_legal_and_their_own() {
        let mut types = Scope::default();
        let preferred = ["simple-user", "SimpleUser", "Option", "2fa", "io.k8s.api.Pod", "API"];
        let names = preferred.map(|name| types.of_type(name));
        assert_eq!(names, ["SimpleUser", "SimpleUser2", "OptionValue", "Value2fa", "IoK8sApiPod", "Api"]);
        let mut calls = Scope::default();
        assert_eq!(
            ["issues/list", "list_issues", "prepare", "send"].map(|preferred| calls.of_operation(preferred)),
            ["issuesList", "listIssues", "prepareCall", "send"]
        );
        let mut members = Scope::default();
        let names = ["name", "$name", "1h", "self"].map(|name| members.of_member(name, true));
        assert_eq!(names, [None, Some("name2".to_owned()), Some("value1h".to_owned()), Some("self_value".to_owned())]);
        let mut values = Scope::default();
        let names = ["a", "+1", "-1", "", "A"].map(|value| values.of_value(value));
        assert_eq!(
            names,
            [
                None,
                Some("Plus1".to_owned()),
                Some("Minus1".to_owned()),
                Some("Empty".to_owned()),
                Some("A2".to_owned())
            ]
        );
    }
}
