//! What values of a type keep to when they are sent, beside their form.

use super::Type;

/// Inclusive bounds as written: whole numbers or decimal fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Minimum, inclusive.
    pub min: Option<String>,
    /// Maximum, inclusive.
    pub max: Option<String>,
}

/// Bounds of a value that is sent; responses are never checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bounds of the number.
    pub range: Option<Bounds>,
    /// Bounds on the number of items or characters.
    pub size: Option<Bounds>,
    /// Regular expression that must match some part of the text.
    pub pattern: Option<String>,
    /// Allowed values of an enumeration; empty for all.
    pub only: Vec<String>,
}

impl Limits {
    /// Whether there are no bounds.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.range.is_none() && self.size.is_none() && self.pattern.is_none() && self.only.is_empty()
    }
}

/// A type with bounds at a place without a member: items, values of maps, arms, declared types.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounded {
    /// Kind.
    pub ty: Type,
    /// Bounds of a value that is sent.
    pub limits: Limits,
}
