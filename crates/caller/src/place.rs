//! Place of the value that a walk visits.
//!
//! Input: the steps of the walk. Output: the path of the value, its field, and whether it is secret.

use chainloom_codegen::walk::Step;
use chainloom_runtime::schema::Field;

/// Place of a value, with the places of the values around it.
pub(crate) struct Place {
    /// Path of the value.
    pub(crate) path: String,
    /// Field of the value, if it is a described member.
    pub(crate) field: Option<&'static Field>,
    /// Whether the value must not be shown.
    pub(crate) is_secret: bool,
    /// The length of the path, the field and the secrecy of each value around this one.
    outer: Vec<(usize, Option<&'static Field>, bool)>,
}

impl Place {
    /// Begins at a value with a separate path.
    pub(crate) const fn new(path: String, is_secret: bool) -> Self {
        Self { path, field: None, is_secret, outer: Vec::new() }
    }

    /// Enters a part of the value.
    pub(crate) fn enter<A>(&mut self, step: &Step<'_, &'static Field, A>) {
        self.outer.push((self.path.len(), self.field, self.is_secret));
        self.path.push_str(&step.to_path_part());
        self.field = match step {
            Step::Member(field, _) => Some(*field),
            _ => None,
        };
        self.is_secret |= self.field.is_some_and(|field| field.secret);
    }

    /// Returns to the value around the current one.
    pub(crate) fn leave(&mut self) {
        if let Some((length, field, is_secret)) = self.outer.pop() {
            self.path.truncate(length);
            (self.field, self.is_secret) = (field, is_secret);
        }
    }
}
