//! Changes: the result of a comparison as data.
//!
//! Input: none. Output: [`Change`], [`Diff`].

use crate::item::{Kind, Spot};
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
        /// Documentation that differs.
        Documentation "documentation",
        /// A Rust declaration that differs, though no fact of the spec explains it.
        Other "other",
    }
}

/// Difference between two specs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Sort of the change.
    pub sort: Sort,
    /// Kind of the item that differs.
    pub kind: Kind,
    /// Item that differs, such as ``member `title` of `Book` ``.
    pub subject: String,
    /// Fact that differs, such as `type`. Its word is empty for an item that was added or removed.
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
    /// Reason for the verdicts, in one sentence.
    pub why: String,
    /// Whether programs that use the item still compile although Rust is breaking: arguments of the
    /// same type changed places, so calls pass them in the wrong order.
    pub compiles: bool,
    /// Declarations in Rust that differ because of the change.
    pub declarations: Vec<Declaration>,
}

impl Change {
    /// Returns whether messages or programs may fail.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.wire.max(self.rust) == Verdict::Breaking
    }
}

/// Declaration in Rust that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Path in the old crate. If the declaration is new, path in the new crate.
    pub path: String,
    /// Declaration in the old crate.
    pub old: Option<String>,
    /// Declaration in the new crate.
    pub new: Option<String>,
}

/// All differences between two specs, in the order of the new spec. Removed items come at their
/// former place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Changes.
    pub changes: Vec<Change>,
}

impl Diff {
    /// Returns whether a change is breaking.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.changes.iter().any(Change::is_breaking)
    }

    /// Returns the gravest verdicts of all changes: for the wire, and for Rust.
    #[must_use]
    pub fn verdicts(&self) -> [Verdict; 2] {
        let gravest = |of: fn(&Change) -> Verdict| self.changes.iter().map(of).max().unwrap_or_default();
        [gravest(|change| change.wire), gravest(|change| change.rust)]
    }
}
