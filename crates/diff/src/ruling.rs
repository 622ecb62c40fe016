//! Rulings: the meaning of a difference on the wire, and the changed fact from which it is derived.
//!
//! Input: none. Output: [`Ruling`], [`FactChange`].

use serde_json::Value as Json;

use crate::item::{Flow, Kind};
use crate::values::{Values, is_like_absent};
use crate::verdict::Verdict::{self, Harmless};

/// Meaning of a difference on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) wire: Verdict,
    pub(crate) why: String,
    pub(crate) is_prose: bool,
}

impl Ruling {
    /// Combines the meaning of two differences: the graver verdict, and both reasons.
    pub(crate) fn and(self, other: Self) -> Self {
        let why = format!("{}, and {}", self.why, other.why);
        Self { wire: self.wire.max(other.wire), why, is_prose: self.is_prose && other.is_prose }
    }
}

/// Fact that differs, of an item that is in both specs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FactChange<'n> {
    pub(crate) before: &'n Json,
    pub(crate) after: &'n Json,
    /// Kind of the item.
    pub(crate) kind: Kind,
    pub(crate) old_flow: Flow,
    pub(crate) new_flow: Flow,
    /// Whether the new spec requires the item.
    pub(crate) is_demanded: bool,
    /// Values of the item's type, before and after.
    pub(crate) values: [Option<&'n Values>; 2],
}

impl FactChange<'_> {
    /// Returns whether only the new spec states the fact.
    pub(crate) fn is_added(&self) -> bool {
        is_like_absent(self.before)
    }

    /// Returns whether only the old spec states the fact.
    pub(crate) fn is_removed(&self) -> bool {
        is_like_absent(self.after)
    }
}

/// Creates a ruling on a fact that messages or programs depend on.
pub(crate) fn ruling(wire: Verdict, why: impl Into<String>) -> Ruling {
    Ruling { wire, why: why.into(), is_prose: false }
}

/// Creates a ruling on a fact that is only documentation.
pub(crate) fn prose(why: &str) -> Ruling {
    Ruling { wire: Harmless, why: why.to_owned(), is_prose: true }
}
