//! Memory of a reader while it reads unions: the ends of containers, and the previous arm of each
//! union.
//!
//! Input: observations of `union` and `guess`. Output: the same facts for later values. Memory is
//! bounded by the size of the body and the number of unions.

use crate::{json::token::Skipped, schema::Union};

/// Byte offsets of the ends of the containers in the scanned part of the body.
#[derive(Default)]
pub(crate) struct Ends {
    /// Start and end of each container, ordered by start.
    pub(crate) known: Vec<(usize, usize)>,
    /// Indices in `known` of the containers that have not ended.
    pub(crate) open: Vec<usize>,
    /// Number of members and containers that were visited.
    #[cfg(test)]
    pub(crate) steps: usize,
}

impl Ends {
    /// Returns the end of the container that starts at an offset; `None` if unknown.
    pub(crate) fn find(&self, start: usize) -> Option<usize> {
        let index = self.known.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        self.known.get(index).map(|(_, end)| *end)
    }

    /// Counts a step, in tests of the linear time.
    pub(crate) fn count(&mut self) {
        #[cfg(test)]
        {
            self.steps += 1;
        }
    }
}

/// Records the start and end of each skipped container.
impl Skipped for Ends {
    fn begin(&mut self, at: usize) {
        self.count();
        self.open.push(self.known.len());
        self.known.push((at, at));
    }

    fn end(&mut self, at: usize) {
        if let Some(known) = self.open.pop().and_then(|slot| self.known.get_mut(slot)) {
            known.1 = at;
        }
    }
}

/// Maximum number of nested unions whose arms are guessed. Each may read its content twice; deeper
/// unions select the arm before they read members.
const MAX_DEPTH: usize = 2;

/// Memory of a reader for its guesses.
#[derive(Default)]
pub(crate) struct Guesses {
    /// Last arm of each union.
    last: Vec<(&'static Union, usize)>,
    /// Members of all open objects, except common members.
    pub(crate) members: Vec<ArmMember>,
    /// Number of open objects whose arm is guessed.
    pub(crate) open: usize,
}

impl Guesses {
    /// Returns whether the arm of another object may be guessed.
    pub(crate) fn is_allowed(&self) -> bool {
        self.open < MAX_DEPTH
    }

    /// Returns the index of the last arm of a union; `None` if unknown.
    pub(crate) fn last(&self, union: &'static Union) -> Option<usize> {
        self.last.iter().find(|(known, _)| std::ptr::eq(*known, union)).map(|(_, arm)| *arm)
    }

    /// Remembers the arm of a union for its next value.
    pub(crate) fn remember(&mut self, union: &'static Union, arm: usize) {
        match self.last.iter_mut().find(|(known, _)| std::ptr::eq(*known, union)) {
            Some((_, last)) => *last = arm,
            None => self.last.push((union, arm)),
        }
    }
}

/// A member of an object that is not a common member.
#[derive(Clone, Copy)]
pub(crate) struct ArmMember {
    /// Byte offset of the key of the member.
    pub(crate) key: usize,
    /// Whether the member was read into the guessed arm.
    pub(crate) is_read: bool,
}
