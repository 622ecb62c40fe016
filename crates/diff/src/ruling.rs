//! Rulings: the meaning of a difference on the wire, and the fact that it is derived from.
//!
//! Input: none. Output: [`Ruling`], [`FactChange`].

use serde_json::Value as Json;

use crate::thing::{Flow, Kind};
use crate::verdict::Verdict::{self, Harmless};

/// Meaning of a difference on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) wire: Verdict,
    pub(crate) why: String,
    pub(crate) is_prose: bool,
}

impl Ruling {
    /// The meaning of two differences at once: the graver verdict, and both reasons.
    pub(crate) fn and(self, other: Self) -> Self {
        let why = format!("{}, and {}", self.why, other.why);
        Self { wire: self.wire.max(other.wire), why, is_prose: self.is_prose && other.is_prose }
    }
}

/// A fact that differs, of a thing that is in both specs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FactChange<'n> {
    pub(crate) before: &'n Json,
    pub(crate) after: &'n Json,
    /// Kind of the thing.
    pub(crate) kind: Kind,
    pub(crate) old_flow: Flow,
    pub(crate) new_flow: Flow,
    /// Whether the thing must be there in the new spec.
    pub(crate) is_demanded: bool,
}

impl FactChange<'_> {
    /// Returns whether only the new spec states the fact.
    pub(crate) fn is_added(&self) -> bool {
        says_nothing(self.before)
    }

    /// Returns whether only the old spec states the fact.
    pub(crate) fn is_removed(&self) -> bool {
        says_nothing(self.after)
    }
}

pub(crate) fn ruling(wire: Verdict, why: impl Into<String>) -> Ruling {
    Ruling { wire, why: why.into(), is_prose: false }
}

pub(crate) fn prose(why: &str) -> Ruling {
    Ruling { wire: Harmless, why: why.to_owned(), is_prose: true }
}

/// Returns whether a value is the same as an omitted key: null, `false` or an empty list.
pub(crate) fn says_nothing(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => true,
        Json::Array(items) => items.is_empty(),
        _ => false,
    }
}
