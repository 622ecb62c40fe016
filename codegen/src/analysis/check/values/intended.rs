//! Intended names: pairs an unknown name in an object with the declared name that it misspells.
//!
//! Input: the declared fields, and the names in a value. Output: pairs. A field is intended if the
//! value lacks it and its name is spelt similarly, or if it alone is missing and one name alone is
//! unknown. Whether the value or the declaration is wrong is not decided here.

use std::collections::HashMap;

use crate::diagnostic::{nearest, question};
use crate::model::Field;

/// Returns the position of the intended field for the position of each unknown name that misspells
/// one. `given` holds, for each of `names`, the position of its field, or `None` if the name is
/// unknown.
pub(crate) fn intended(fields: &[&Field], names: &[&str], given: &[Option<usize>]) -> HashMap<usize, usize> {
    let mut free = vec![true; fields.len()];
    given.iter().flatten().for_each(|at| free[*at] = false);
    let (mut found, mut rest) = (HashMap::new(), Vec::new());
    for at in (0..names.len()).filter(|at| given[*at].is_none()) {
        let missing = fields.iter().zip(&free).filter(|(_, free)| **free).map(|(field, _)| field.name.as_str());
        let near = nearest(names[at], missing);
        match near.and_then(|near| fields.iter().position(|field| field.name == near)) {
            Some(field) => {
                free[field] = false;
                found.insert(at, field);
            }
            None => rest.push(at),
        }
    }
    // A constant is sent whether a value gives it or not.
    let is_missing = |at: &usize| free[*at] && fields[*at].required && fields[*at].constant.is_none();
    let mut missing = (0..fields.len()).filter(is_missing);
    if let (&[name], Some(field), None) = (rest.as_slice(), missing.next(), missing.next()) {
        found.insert(name, field);
    }
    found
}

/// Returns the hint for an unknown name that should be the declared name: a question if both are
/// spelt similarly.
pub(crate) fn intended_name_hint(wrong: &str, declared: &str) -> String {
    let other = || format!("write `{declared}`, which is missing, or declare `{wrong}`");
    nearest(wrong, [declared]).map_or_else(other, question)
}
