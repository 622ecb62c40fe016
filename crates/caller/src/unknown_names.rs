//! Messages about unknown names.
//!
//! Input: a name, and the known ones. Output: a sentence, with a suggestion or the known names.

use chainloom_codegen::diagnostic::near_name;

/// Returns a message about an unknown name, with a similar known name or else all known names.
pub(crate) fn unknown_name_message(what: &str, name: &str, known: &[&str]) -> String {
    match (near_name(name, known.iter().copied()), known) {
        (Some(near), _) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        (None, []) => format!("there is no {what} `{name}`, and no other"),
        (None, known) => {
            let known: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
            format!("there is no {what} `{name}`; there are: {}", known.join(", "))
        }
    }
}
