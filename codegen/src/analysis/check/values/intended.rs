//! Intended names: pairs an unknown name in an object with the declared name that it misspells.
//!
//! Input: the declared names, and the names in a value, in their order. Output: pairs. A declared
//! name is intended if the value lacks it and it is spelt similarly or belongs at the same
//! position. Whether the value or the declaration is wrong is not decided here.

use std::collections::HashMap;

use crate::diagnostic::nearest;
use crate::model::Field;

/// An object with more unknown names is of another type: places say nothing there.
const MOST_BY_PLACE: usize = 8;

/// A declared name.
#[derive(Clone, Copy)]
pub(crate) struct DeclaredName<'a> {
    pub(crate) name: &'a str,
    pub(crate) required: bool,
}

impl<'a> From<&'a Field> for DeclaredName<'a> {
    fn from(field: &'a Field) -> Self {
        // A constant is sent whether a value gives it or not.
        Self { name: &field.name, required: field.required && field.constant.is_none() }
    }
}

/// Maps positions of unknown names in the value to positions of intended declared names. `given`
/// has the declared name of each name of the value.
pub(crate) fn intended(
    declared: &[DeclaredName<'_>],
    names: &[&str],
    given: &[Option<usize>],
) -> HashMap<usize, usize> {
    let mut pairs = Pairs { declared, given: given.to_vec(), free: vec![true; declared.len()], found: HashMap::new() };
    given.iter().flatten().for_each(|at| pairs.free[*at] = false);
    let unknown: Vec<usize> = (0..names.len()).filter(|at| given[*at].is_none()).collect();
    for at in &unknown {
        let near = nearest(names[*at], pairs.free_names());
        if let Some(near) = near.and_then(|near| declared.iter().position(|one| one.name == near)) {
            pairs.take(*at, near);
        }
    }
    let rest: Vec<usize> = unknown.into_iter().filter(|at| pairs.given[*at].is_none()).collect();
    if rest.len() <= MOST_BY_PLACE {
        for at in &rest {
            if let Some(found) = pairs.at_the_place(*at, names[*at]) {
                pairs.take(*at, found);
            }
        }
        pairs.take_the_only_one(&rest);
    }
    pairs.found
}

/// What to do about an unknown name that stands for a declared one.
pub(crate) fn advice(wrong: &str, declared: &str) -> String {
    match nearest(wrong, [declared]) {
        None if !is_alike(wrong, declared) => format!("write `{declared}`, which is missing, or declare `{wrong}`"),
        _ => format!("did you mean `{declared}`?"),
    }
}

struct Pairs<'d, 'a> {
    declared: &'d [DeclaredName<'a>],
    given: Vec<Option<usize>>,
    /// Declared names that are absent from the value.
    free: Vec<bool>,
    found: HashMap<usize, usize>,
}

impl<'a> Pairs<'_, 'a> {
    fn take(&mut self, at: usize, declared: usize) {
        self.found.insert(at, declared);
        self.given[at] = Some(declared);
        self.free[declared] = false;
    }

    fn free_names(&self) -> impl Iterator<Item = &'a str> {
        self.declared.iter().zip(&self.free).filter(|(_, free)| **free).map(|(one, _)| one.name)
    }

    /// The declared name that belongs between the neighbours of a name: a similar one, or the only
    /// missing one.
    fn at_the_place(&self, at: usize, name: &str) -> Option<usize> {
        let before = self.given[..at].iter().rev().find_map(|given| *given);
        let behind = self.given[at + 1..].iter().find_map(|given| *given);
        let from = before.map_or(0, |before| before + 1);
        let to = behind.unwrap_or(self.declared.len());
        let between: Vec<usize> = (from..to).filter(|at| self.free[*at]).collect();
        let alike = between.iter().copied().find(|at| is_alike(name, self.declared[*at].name));
        let mut lacking = between.iter().copied().filter(|at| self.declared[*at].required);
        let only = lacking.next().filter(|_| lacking.next().is_none());
        alike.or(only)
    }

    /// Pairs the only unknown name with the only missing one.
    fn take_the_only_one(&mut self, rest: &[usize]) {
        let mut open = rest.iter().filter(|at| self.given[**at].is_none());
        let lacks = |at: &usize| self.free[*at] && self.declared[*at].required;
        let mut lacking = (0..self.declared.len()).filter(lacks);
        if let (Some(at), None, Some(declared), None) = (open.next(), open.next(), lacking.next(), lacking.next()) {
            self.take(*at, declared);
        }
    }
}

/// Whether a short name could be another one with a slip: `ot` is `to`, `t` is `to`.
fn is_alike(wrong: &str, name: &str) -> bool {
    let longest = wrong.chars().count().max(name.chars().count());
    longest <= 3 && strsim::damerau_levenshtein(&wrong.to_lowercase(), &name.to_lowercase()) < longest
}

#[cfg(test)]
mod tests {
    use super::{DeclaredName, intended};

    /// The pairs as `wrong=declared`; a declared name without a `?` is required.
    fn pairs(declared: &str, value: &str) -> String {
        let one =
            |name: &'static str| DeclaredName { name: name.trim_end_matches('?'), required: !name.ends_with('?') };
        let declared: Vec<&'static str> = declared.to_owned().leak().split(' ').collect();
        let declared: Vec<DeclaredName<'_>> = declared.into_iter().map(one).collect();
        let names: Vec<&str> = value.split(' ').collect();
        let given: Vec<Option<usize>> =
            names.iter().map(|name| declared.iter().position(|one| one.name == *name)).collect();
        let mut found: Vec<(usize, usize)> = intended(&declared, &names, &given).into_iter().collect();
        found.sort_unstable();
        let shown = found.into_iter().map(|(at, intended)| format!("{}={}", names[at], declared[intended].name));
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_name_that_the_value_has_is_not_meant() {
        assert_eq!(pairs("phase1 phase2", "phase1 phase3 phase2"), "");
        assert_eq!(pairs("title? pages", "titel pages"), "titel=title");
    }

    #[test]
    fn the_place_tells_what_is_meant() {
        assert_eq!(pairs("title pages price", "title sheets price"), "sheets=pages");
        assert_eq!(pairs("title pages price", "sheets title price"), "sheets=pages");
        assert_eq!(pairs("title pages? price", "title sheets price"), "");
        assert_eq!(pairs("from? to? value?", "from ot value"), "ot=to");
        assert_eq!(pairs("a b c d", "a x y"), "");
    }
}
