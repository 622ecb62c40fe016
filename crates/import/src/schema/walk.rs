//! Walks from a schema to the schemas within it.
//!
//! Input: the targets of references on the way. Output: what a visit of each schema returns. References may form a
//! circle or a long chain: no target is visited twice, and no schema that lies within [`MAX_DEPTH`] others.

use std::collections::HashSet;

use super::MAX_DEPTH;

/// A walk from a schema to the schemas within it.
#[derive(Default)]
pub(crate) struct SchemaWalk {
    /// Targets of references that were visited.
    seen: HashSet<String>,
    /// Number of schemas around the next one.
    depth: usize,
}

impl SchemaWalk {
    /// Returns whether the next schema lies too deep.
    pub(crate) const fn is_too_deep(&self) -> bool {
        self.depth == MAX_DEPTH
    }

    /// Visits a schema, and returns the result of `visit`. `target` is the reference that leads to the schema, if any.
    /// Returns `None` if the target was visited before, or if the schema lies too deep.
    pub(crate) fn visit<T>(&mut self, target: Option<&str>, visit: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.is_too_deep() || target.is_some_and(|target| !self.seen.insert(target.to_owned())) {
            return None;
        }
        self.depth += 1;
        let result = visit(self);
        self.depth -= 1;
        Some(result)
    }
}
