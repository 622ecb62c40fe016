//! Converts messages of the generator to the notation of attributes.
//!
//! Input: a sentence with `key: value` between backticks, as YAML writes it. Output: the sentence
//! with `key = value`.

/// Rewrites the code between backticks.
pub(crate) fn in_rust(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(at, part)| if at % 2 == 0 { part.to_owned() } else { code(part) });
    parts.collect::<Vec<_>>().join("`")
}

fn code(text: &str) -> String {
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
        ] {
            assert_eq!(in_rust(yaml), rust);
        }
    }
}
