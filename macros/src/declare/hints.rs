//! Converts messages of the generator from YAML notation to the notation of attributes.
//!
//! Input: a sentence with `key: value` in backquotes. Output: the sentence with `key = value`.

/// Texts about places of a YAML file, and their counterparts in Rust.
const PLACES: [(&str, &str); 12] = [
    (
        "declare it under `types`, or name the file that has it under `use`",
        "declare it in the module, or `use` it there",
    ),
    ("declare a scalar under `scalars` and use its name", "declare a scalar and use its name"),
    ("here or for the file", "here or for the trait"),
    ("in one file", "in one trait"),
    ("quote it", "write it as a string"),
    ("list at least one under `enum` or `seen`", "list at least one in the enum"),
    ("` under `path`", "` as a parameter of the method"),
    ("move the parameter to `query`", "mark the parameter `#[api(query)]`"),
    ("declare what follows it under `query`", "declare what follows it as a parameter with `#[api(query)]`"),
    ("a file has no key", "`#[api]` of a module or a trait has no key"),
    ("a type has no key", "`#[api]` of a type has no key"),
    ("an operation has no key", "`#[api]` of a method has no key"),
];

/// Beginning of a hint that lists the keys of a mapping.
const KEYS: &str = "the keys are ";

/// Keys in whose place Rust has items, types and `use`.
const ITEMS: [&str; 11] =
    ["chainloom", "use", "scalars", "types", "operations", "type", "list", "map", "tuple", "fields", "enum"];

/// Rewrites places, and the code between backticks.
pub(crate) fn in_rust(text: &str) -> String {
    if let Some(keys) = text.strip_prefix(KEYS) {
        let is_written = |key: &&str| !ITEMS.contains(&key.trim_matches('`'));
        return format!("{KEYS}{}", keys.split(", ").filter(is_written).collect::<Vec<_>>().join(", "));
    }
    let text = PLACES.iter().fold(text.to_owned(), |text, (yaml, rust)| text.replace(yaml, rust));
    let parts = text.split('`').enumerate().map(|(at, part)| if at % 2 == 0 { part.to_owned() } else { code(part) });
    parts.collect::<Vec<_>>().join("`")
}

/// Converts code in the notation of YAML to the notation of Rust.
fn code(text: &str) -> String {
    if let Some(form) = text.strip_prefix("Name: { ").and_then(|form| form.strip_suffix(" }")).filter(is_scalar) {
        let settings: Vec<String> = form.split(", ").map(attribute).collect();
        return format!("#[api(scalar({}))] struct Name;", settings.join(", "));
    }
    attribute(text)
}

fn is_scalar(form: &&str) -> bool {
    form.starts_with("text: ") || form.starts_with("number: ")
}

/// Converts `key: value` to `key = value`; other texts stay as they are.
fn attribute(text: &str) -> String {
    if let Some(name) = text.strip_suffix('?').filter(|name| !name.is_empty() && is_word(name)) {
        return format!("{name}: Option<…>");
    }
    let Some((key, value)) = text.split_once(": ") else { return text.to_owned() };
    if !is_word(key) {
        return text.to_owned();
    }
    // Words and paths are texts; lists, mappings, numbers and flags are written as they are.
    let is_text = value.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
    let is_text = is_text && !["true", "false", "null"].contains(&value);
    if is_text { format!("{key} = \"{value}\"") } else { format!("{key} = {value}") }
}

fn is_word(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::in_rust;

    #[test]
    fn yaml_becomes_attributes() {
        for (yaml, rust) in [
            ("add `get: /path` (or `post`)", "add `get = \"/path\"` (or `post`)"),
            ("write `union: { tag: … }`", "write `union = { tag: … }`"),
            ("remove it, or write `batch: true`", "remove it, or write `batch = true`"),
            ("no type `a` here: why", "no type `a` here: why"),
            ("`http://a: b` is", "`http://a: b` is"),
            (
                "use its name: `Name: { text: hex, bytes: 4 }`",
                "use its name: `#[api(scalar(text = \"hex\", bytes = 4))] struct Name;`",
            ),
            ("a path holds no `?`", "a path holds no `?`"),
            ("write `name?`, or remove the default", "write `name: Option<…>`, or remove the default"),
            ("the keys are `chainloom`, `doc`, `types`, `client`", "the keys are `doc`, `client`"),
            ("add `nam` under `path`", "add `nam` as a parameter of the method"),
            ("add `effect: read`, here or for the file", "add `effect = \"read\"`, here or for the trait"),
        ] {
            assert_eq!(in_rust(yaml), rust);
        }
    }
}
