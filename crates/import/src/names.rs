//! Names that are legal and their own, as the generator wants them.
//!
//! Input: names of a document. Output: names of the spec. How a name becomes Rust is decided by `chainloom-codegen`.

use std::collections::HashSet;

use chainloom_codegen::{RustIdent, pascal, snake};

/// Names that generated code has for itself where types stand.
const TYPES: [&str; 20] = [
    "Box",
    "Builder",
    "Call",
    "Client",
    "Default",
    "Err",
    "FnOnce",
    "From",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "None",
    "Ok",
    "Option",
    "Result",
    "Some",
    "String",
    "TryFrom",
    "Vec",
    "Error_",
];

/// The same where methods and modules stand.
const METHODS: [&str; 18] = [
    "builder",
    "calls",
    "clone",
    "core",
    "endpoint",
    "inner",
    "into_future",
    "map",
    "new",
    "operation",
    "prepare",
    "reply",
    "rt",
    "runtime",
    "rustfmt",
    "send",
    "std",
    "lib",
];

/// The names of one scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope(HashSet<String>);

impl Scope {
    /// The name of a type; `LikeThis`.
    pub(crate) fn of_type(&mut self, wish: &str) -> String {
        let name = pascal_name(wish);
        let name = if TYPES.contains(&name.as_str()) { format!("{name}Value") } else { name };
        self.claim(&name, pascal)
    }

    /// The name of an operation, a service or a variable; `likeThis`.
    pub(crate) fn of_call(&mut self, wish: &str) -> String {
        let name = camel(wish);
        let name = if METHODS.contains(&snake(&name).as_str()) { format!("{name}Call") } else { name };
        self.claim(&name, snake)
    }

    /// Whether a call has this name already.
    pub(crate) fn has(&self, wish: &str) -> bool {
        self.0.contains(&snake(&camel(wish)))
    }

    /// The name of a file or folder.
    pub(crate) fn of_file(&mut self, wish: &str) -> String {
        let name = snake(&camel(wish));
        let name = if METHODS.contains(&name.as_str()) || RustIdent::new(&name).is_none() {
            format!("{name}_api")
        } else {
            name
        };
        self.claim(&name, snake)
    }

    /// What to say as `rust` beside a member or parameter, if its own name will not do.
    pub(crate) fn of_member(&mut self, name: &str) -> Option<String> {
        let own = snake(name);
        if RustIdent::new(&own).is_some() && self.0.insert(own) {
            return None;
        }
        Some(self.claim(&snake(&camel(name)), snake))
    }

    /// The same for a value of an enumeration.
    pub(crate) fn of_value(&mut self, value: &str) -> Option<String> {
        let own = pascal(value);
        if RustIdent::new(&own).is_some() && own != "UnknownValue" && self.0.insert(own) {
            return None;
        }
        let name = pascal_name(value);
        let name = if name == "UnknownValue" { "Unknown".to_owned() } else { name };
        Some(self.claim(&name, pascal))
    }

    /// The name, with a number behind it if it is taken.
    fn claim(&mut self, name: &str, key: fn(&str) -> String) -> String {
        if self.0.insert(key(name)) {
            return name.to_owned();
        }
        let free = (2..).map(|number| format!("{name}{number}")).find(|name| self.0.insert(key(name)));
        free.unwrap_or_else(|| name.to_owned())
    }
}

fn pascal_name(wish: &str) -> String {
    let is_good = wish.starts_with(|first: char| first.is_ascii_uppercase())
        && wish.chars().all(|letter| letter.is_ascii_alphanumeric())
        && wish.chars().any(|letter| letter.is_ascii_lowercase());
    if is_good { wish.to_owned() } else { pascal(&legal(wish)) }
}

/// `likeThis`.
pub(crate) fn camel(wish: &str) -> String {
    let pascal = pascal(&legal(wish));
    let mut letters = pascal.chars();
    letters.next().map_or(pascal.clone(), |first| first.to_ascii_lowercase().to_string() + letters.as_str())
}

/// Words of letters and digits that begin with a letter. Signs that are all there is are said in words.
fn legal(wish: &str) -> String {
    let mut out = String::new();
    for letter in wish.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() => out.push(letter),
            '\'' | '’' => {}
            _ => out.push(' '),
        }
    }
    let out = if out.trim().is_empty() { said(wish) } else { signed(wish, out) };
    let out = out.trim().to_owned();
    let starts_well = out.starts_with(|first: char| first.is_ascii_alphabetic());
    let out = if starts_well { out } else { format!("value {out}") };
    if RustIdent::new(&snake(&out)).is_some() { out } else { format!("{out} value") }
}

/// A sign before what follows tells `-1` from `+1`.
fn signed(wish: &str, words: String) -> String {
    match wish.chars().next() {
        Some('-') if wish.len() > 1 => format!("minus {words}"),
        Some('+') if wish.len() > 1 => format!("plus {words}"),
        _ => words,
    }
}

fn said(wish: &str) -> String {
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
    if wish.is_empty() { "empty".to_owned() } else { wish.chars().map(word).collect::<Vec<_>>().join(" ") }
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn names_are_legal_and_their_own() {
        let mut types = Scope::default();
        let wishes = ["simple-user", "SimpleUser", "Option", "2fa", "io.k8s.api.Pod", "API"];
        let names = wishes.map(|wish| types.of_type(wish));
        assert_eq!(names, ["SimpleUser", "SimpleUser2", "OptionValue", "Value2fa", "IoK8sApiPod", "Api"]);
        let mut calls = Scope::default();
        assert_eq!(
            ["issues/list", "list_issues", "send"].map(|wish| calls.of_call(wish)),
            ["issuesList", "listIssues", "sendCall"]
        );
        let mut members = Scope::default();
        let names = ["name", "$name", "1h", "self"].map(|name| members.of_member(name));
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
