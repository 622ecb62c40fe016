//! Memory of a reader while it reads unions: the ends of containers, and the previous arm of each
//! union.
//!
//! Input: observations of `union` and `guess`. Output: the same facts for later values. Memory is
//! bounded by the size of the body and the number of unions.

use crate::{json::token::Skipped, schema::Union};

/// Byte offsets of the ends of the containers in the scanned part of the body.
#[derive(Default)]
pub(crate) struct Ends {
    /// Start and end of each, by start.
    pub(crate) known: Vec<(usize, usize)>,
    /// The places in it of those that have not ended yet.
    pub(crate) open: Vec<usize>,
    /// How many members and containers were looked at.
    #[cfg(test)]
    pub(crate) steps: usize,
}

impl Ends {
    pub(crate) fn find(&self, start: usize) -> Option<usize> {
        let index = self.known.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        self.known.get(index).map(|(_, end)| *end)
    }

    pub(crate) fn count(&mut self) {
        #[cfg(test)]
        {
            self.steps += 1;
        }
    }
}

/// Records where skipped containers are.
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

/// Maximum number of nested unions that are guessed. Each may read its content twice; further in,
/// `union` looks for the arm first.
const DEEPEST: usize = 2;

/// What a reader remembers for its guesses.
#[derive(Default)]
pub(crate) struct Guesses {
    /// The arm that each union had last.
    last: Vec<(&'static Union, usize)>,
    /// The members beside the common ones, of all objects that are open.
    pub(crate) members: Vec<ArmMember>,
    /// How many objects are open.
    pub(crate) open: usize,
}

impl Guesses {
    /// Whether another object may be guessed.
    pub(crate) fn is_allowed(&self) -> bool {
        self.open < DEEPEST
    }

    pub(crate) fn last(&self, union: &'static Union) -> Option<usize> {
        self.last.iter().find(|(known, _)| std::ptr::eq(*known, union)).map(|(_, arm)| *arm)
    }

    pub(crate) fn remember(&mut self, union: &'static Union, arm: usize) {
        match self.last.iter_mut().find(|(known, _)| std::ptr::eq(*known, union)) {
            Some((_, last)) => *last = arm,
            None => self.last.push((union, arm)),
        }
    }
}

/// A member beside the common ones.
#[derive(Clone, Copy)]
pub(crate) struct ArmMember {
    /// Where its key begins.
    pub(crate) key: usize,
    /// Whether it was read into the arm that was guessed.
    pub(crate) is_read: bool,
}
