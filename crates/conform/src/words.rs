//! Words of names, and matching of patterns with `*`.

use std::collections::BTreeSet;

/// Words without information about the meaning of a value.
const EMPTY_WORDS: [&str; 11] = ["get", "by", "of", "the", "list", "result", "response", "for", "in", "from", "json"];

/// Returns the words of a name in lower case, without the words in [`EMPTY_WORDS`]: `bookID` has `book` and `id`.
/// Words of four letters or more lose a plural `s`.
pub(crate) fn words(name: &str) -> BTreeSet<String> {
    let mut all: Vec<String> = vec![String::new()];
    let mut before_is_upper = true;
    for letter in name.chars() {
        let begins = letter.is_uppercase() && !before_is_upper;
        if begins || !letter.is_alphanumeric() {
            all.push(String::new());
        }
        before_is_upper = letter.is_uppercase();
        if let Some(last) = all.last_mut().filter(|_| letter.is_alphanumeric()) {
            last.extend(letter.to_lowercase());
        }
    }
    let singular = |word: String| match word.strip_suffix('s') {
        Some(one) if one.len() > 2 && !one.ends_with('s') => one.to_owned(),
        _ => word,
    };
    let kept = all.into_iter().filter(|word| !word.is_empty() && !EMPTY_WORDS.contains(&word.as_str()));
    kept.map(singular).collect()
}

/// Returns whether a text matches a pattern, in which `*` matches any text.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(between) = last.replace(part) {
            let between: &str = between;
            match rest.find(between) {
                Some(at) => rest = &rest[at + between.len()..],
                None => return false,
            }
        }
    }
    match last {
        Some(end) => rest.ends_with(end),
        None => rest.is_empty(),
    }
}

/// Returns the pattern for a template with placeholders in braces, each of which matches any text.
pub(crate) fn pattern(template: &str) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match after.split_once('}') {
            Some((_, behind)) => {
                out.push('*');
                rest = behind;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}
