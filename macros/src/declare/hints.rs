//! Converts messages of the generator from YAML notation to the notation of attributes.
//!
//! Input: a sentence with `key: value` in backquotes. Output: the sentence with `key = value`.

/// Places of a YAML file, and what they are in Rust.
const PLACES: [(&str, &str); 6] = [
    (
        "declare it under `types`, or name the file that has it under `use`",
        "declare it in the module, or `use` it there",
    ),
    ("declare a scalar under `scalars` and use its name", "declare a scalar and use its name"),
    ("here or for the file", "here or for the trait"),
    ("a file has no key", "`#[api]` of a module or a trait has no key"),
    ("a type has no key", "`#[api]` of a type has no key"),
    ("an operation has no key", "`#[api]` of a method has no key"),
];

/// Rewrites places, and the code between backticks.
pub(crate) fn in_rust(text: &str) -> String {
    let text = PLACES.iter().fold(text.to_owned(), |text, (yaml, rust)| text.replace(yaml, rust));
    let parts = text.split('`').enumerate().map(|(at, part)| if at % 2 == 0 { part.to_owned() } else { code(part) });
    parts.collect::<Vec<_>>().join("`")
}

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

fn attribute(text: &str) -> String {
    let Some((key, value)) = text.split_once(": ") else { return text.to_owned() };
    if !key.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return text.to_owned();
    }
    // Words and paths are texts; lists, mappings, numbers and flags are written as they are.
    let is_text = value.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
    let is_text = is_text && !["true", "false", "null"].contains(&value);
    if is_text { format!("{key} = \"{value}\"") } else { format!("{key} = {value}") }
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
            ("add `effect: read`, here or for the file", "add `effect = \"read\"`, here or for the trait"),
        ] {
            assert_eq!(in_rust(yaml), rust);
        }
    }
}
