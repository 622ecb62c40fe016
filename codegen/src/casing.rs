//! Casing: converts the names of a spec to Rust naming conventions.
//!
//! Input: a name as on the wire (`bookIDs`, `ISO-13`). Output: its snake or Pascal case. Checks of
//! collisions and the lowering to Rust both call these functions, so that they cannot disagree.
//! Whether the result is an identifier is decided in [`crate::ident`].

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Returns the name of a field, a function or a module: `bookIDs` gives `book_ids`.
pub fn snake(name: &str) -> String {
    without_plural_acronyms(name).to_snake_case()
}

/// Returns the name of a type or a variant: `getURLs` gives `GetUrls`.
pub fn pascal(name: &str) -> String {
    without_plural_acronyms(name).to_upper_camel_case()
}

/// Writes acronyms in the plural as words (`bookIDs` as `bookIds`), so that their `s` stays with
/// them.
fn without_plural_acronyms(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    // From the end, because whether a capital is changed depends on the end of its acronym.
    let mut ends_in_plural = false;
    for at in (1..letters.len()).rev() {
        if !letters[at].is_uppercase() {
            ends_in_plural = letters[at] == 's' && !letters.get(at + 1).is_some_and(|after| after.is_lowercase());
        } else if ends_in_plural && letters[at - 1].is_uppercase() {
            letters[at] = letters[at].to_ascii_lowercase();
        }
    }
    letters.into_iter().collect()
}
