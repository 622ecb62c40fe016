//! Changes: the result of a comparison as data.
//!
//! Input: none. Output: [`Change`], [`Diff`].

use crate::thing::{Kind, Spot};
use crate::topic::Topic;
use crate::verdict::Verdict;
use crate::word::worded;

worded! {
    /// Sort of a change.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Sort {
        /// An item that only the new spec has.
        Added "added",
        /// An item that only the old spec has.
        Removed "removed",
        /// An item with another name, or in another file.
        Renamed "renamed",
        /// An item with a fact that differs.
        Changed "changed",
        /// Words for people differ.
        Documentation "documentation",
        /// A Rust declaration that differs, though no fact of the spec explains it.
        Other "other",
    }
}

/// A difference of two specs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Sort of the change.
    pub sort: Sort,
    /// Kind of the thing that differs.
    pub kind: Kind,
    /// The thing: ``member `title` of `Book` ``.
    pub subject: String,
    /// The fact that differs, such as `type`; empty for a thing that was added or removed.
    pub topic: Topic,
    /// Difference, in one sentence.
    pub what: String,
    /// Place in the old spec.
    pub old: Option<Spot>,
    /// Place in the new spec.
    pub new: Option<Spot>,
    /// Verdict for messages.
    pub wire: Verdict,
    /// Verdict for programs in Rust.
    pub rust: Verdict,
    /// Why, in one sentence.
    pub why: String,
    /// Whether programs that name the thing still compile although Rust is breaking: arguments of one type changed
    /// places, so each call passes them in the old order.
    pub compiles: bool,
    /// The declarations in Rust that differ.
    pub declarations: Vec<Declaration>,
}

impl Change {
    /// Returns whether messages or programs may fail.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.wire.max(self.rust) == Verdict::Breaking
    }
}

/// A declaration in Rust that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Path in the old crate, or in the new one if it is new.
    pub path: String,
    /// Declaration in the old crate.
    pub old: Option<String>,
    /// Declaration in the new crate.
    pub new: Option<String>,
}

/// All differences of two specs, in the order of the new one; what was removed comes where it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// The changes.
    pub changes: Vec<Change>,
}

impl Diff {
    /// Returns whether a change is breaking.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.changes.iter().any(Change::is_breaking)
    }

    /// The gravest verdicts: for the wire, and for Rust.
    #[must_use]
    pub fn verdicts(&self) -> [Verdict; 2] {
        let gravest = |of: fn(&Change) -> Verdict| self.changes.iter().map(of).max().unwrap_or_default();
        [gravest(|change| change.wire), gravest(|change| change.rust)]
    }
}
