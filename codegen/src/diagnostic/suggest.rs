//! `did you mean`: finds the known name that is nearest to an unknown name.
//!
//! Every unknown name is compared with all known names, so the work of a run is bounded: beyond the
//! limit, nothing is suggested. The unit of the limit is a whole search, so that suggestions do not
//! depend on an order. A look-up on behalf of a user is one search.

use std::cell::Cell;

/// Maximum work of a run, counted in comparisons of the lengths of two names. It takes some tenths
/// of a second.
const MAX_WORK: usize = 5_000_000;

/// Cost of comparing the letters of two names, counted in comparisons of their lengths.
const LETTERS_COST: usize = 50;

thread_local! {
    static WORK: Cell<usize> = const { Cell::new(0) };
}

/// Resets the counted work, at the beginning of a run.
pub(crate) fn begin() {
    WORK.set(0);
}

/// Returns a hint for an unknown name, if a known name is similar.
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wrong, known).map(question)
}

/// Returns the question whether the user meant `name`.
pub(crate) fn question(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// Returns the most similar known name. Returns `None` if no name is similar, or if the work of the
/// run is used up.
pub(crate) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if WORK.get() > MAX_WORK {
        return None;
    }
    let (near, work) = search(wrong, known);
    WORK.set(WORK.get().saturating_add(work));
    near
}

/// Returns the known name that is most similar to the name that a user asked for; of equally similar
/// ones, the first in the alphabet. Such look-ups do not count as work of the run.
pub fn near_name<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    search(wrong, known).0
}

/// Returns the most similar name, and the work of the search.
fn search<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> (Option<&'a str>, usize) {
    // A long text is hardly a misspelt name, and a comparison costs the product of the lengths.
    if wrong.len() > 64 {
        return (None, 0);
    }
    let length = wrong.chars().count();
    let allowed = match length {
        0..=2 => 0,
        count => 1 + count / 4,
    };
    let mut work = 0;
    let mut near: Option<(usize, &str)> = None;
    for name in known {
        work += 1;
        let is_cut = is_cut(wrong, name);
        if name.len() > 64 || !is_cut && name.chars().count().abs_diff(length) > allowed {
            continue;
        }
        if digit_counts(wrong) != digit_counts(name) {
            continue;
        }
        work += LETTERS_COST;
        let found = (distance(wrong, name), name);
        if (found.0 <= allowed || is_cut) && near.is_none_or(|near| found < near) {
            near = Some(found);
        }
    }
    (near.map(|(_, name)| name), work)
}

/// Returns whether one name is the beginning of the other: `path` for `paths`. A name that continues with another
/// word has another meaning: `book` and `bookSize`, `date` and `date-time`.
fn is_cut(wrong: &str, name: &str) -> bool {
    let (short, rest) = match (name.strip_prefix(wrong), wrong.strip_prefix(name)) {
        (Some(rest), _) => (wrong, rest),
        (_, Some(rest)) => (name, rest),
        _ => return false,
    };
    short.len() >= 4 && short.ends_with(char::is_alphabetic) && rest.chars().all(char::is_lowercase)
}

/// Returns how often a name has each digit. Names with different digits are different names, not
/// misspellings.
fn digit_counts(name: &str) -> [u8; 10] {
    let mut counts = [0_u8; 10];
    for digit in name.bytes().filter(u8::is_ascii_digit) {
        if let Some(count) = counts.get_mut(usize::from(digit - b'0')) {
            *count = count.saturating_add(1);
        }
    }
    counts
}

/// Returns the distance between two names. Case counts less than letters.
fn distance(wrong: &str, name: &str) -> usize {
    if wrong.eq_ignore_ascii_case(name) {
        return 0;
    }
    strsim::damerau_levenshtein(&wrong.to_lowercase(), &name.to_lowercase())
}
