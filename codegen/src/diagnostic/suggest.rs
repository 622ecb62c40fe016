//! `did you mean`: the known name that is nearest to one that is not known.

/// The hint for a name that is not known, when one of the known ones is near.
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

/// The known name that may be meant; of two that are as near, the one that comes first in the alphabet.
pub(crate) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Long texts are not slips of the pen, and comparing them costs the product of their lengths.
    if wrong.len() > 64 {
        return None;
    }
    let allowed = match wrong.chars().count() {
        0..=2 => 0,
        count => 1 + count / 4,
    };
    let near = known
        .into_iter()
        .filter(|name| name.len() <= 64)
        .map(|name| (distance(wrong, name), name))
        .filter(|(distance, name)| *distance <= allowed || is_cut(wrong, name))
        .min();
    near.map(|(_, name)| name)
}

/// Whether one is the beginning of the other: `path` for `paths`, `base58` for `base58check`.
fn is_cut(wrong: &str, name: &str) -> bool {
    wrong.len().min(name.len()) >= 4 && (name.starts_with(wrong) || wrong.starts_with(name))
}

/// Case counts less than letters.
fn distance(wrong: &str, name: &str) -> usize {
    if wrong.eq_ignore_ascii_case(name) {
        return 0;
    }
    strsim::damerau_levenshtein(&wrong.to_lowercase(), &name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn near_names_are_found() {
        let known = ["query", "path", "examples"];
        assert_eq!(did_you_mean("querry", known).as_deref(), Some("did you mean `query`?"));
        assert_eq!(did_you_mean("zzz", known), None);
        assert_eq!(did_you_mean(&"x".repeat(10_000), known), None);
    }
}
