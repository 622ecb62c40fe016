//! The known name that a wrong one is nearest to.
//!
//! Input: a name, and the known ones. Output: the one that was probably meant.

/// How alike two names must be, from 0 to 1.
const ALIKE: f64 = 0.8;

/// Returns the known name that is nearest to a wrong one; `None` if none is near.
#[must_use]
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let alike = |known: &str| strsim::jaro_winkler(&name.to_lowercase(), &known.to_lowercase());
    let scored = known.into_iter().map(|known| (alike(known), known)).filter(|(score, _)| *score >= ALIKE);
    scored.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

/// Says that a name is not known, and which one was probably meant or which there are.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    match (nearest(name, known.iter().copied()), known) {
        (Some(near), _) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        (None, []) => format!("there is no {what} `{name}`, and no other"),
        (None, known) => {
            let known: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
            format!("there is no {what} `{name}`; there are: {}", known.join(", "))
        }
    }
}
