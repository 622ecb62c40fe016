//! Names that are not known.
//!
//! Input: a name, and the known ones. Output: a sentence, with the name that was probably meant.

use chainloom_codegen::diagnostic::near_name;

/// Says that a name is not known, and which one was probably meant or which there are.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    match (near_name(name, known.iter().copied()), known) {
        (Some(near), _) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        (None, []) => format!("there is no {what} `{name}`, and no other"),
        (None, known) => {
            let known: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
            format!("there is no {what} `{name}`; there are: {}", known.join(", "))
        }
    }
}
