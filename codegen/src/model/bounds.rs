//! What values of a type keep to when they are sent, beside their form.

use super::Type;

/// Inclusive bounds, as they are written: whole numbers or decimal fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least, inclusive.
    pub min: Option<String>,
    /// The largest, inclusive.
    pub max: Option<String>,
}

/// All that a value keeps to when it is sent; an answer is never held to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bounds of the number.
    pub range: Option<Bounds>,
    /// Bounds on the number of items or characters.
    pub size: Option<Bounds>,
    /// A regular expression that the text has.
    pub pattern: Option<String>,
    /// The values of an enumeration that are allowed; all where it is empty.
    pub only: Vec<String>,
}

impl Limits {
    /// Whether every value keeps to them.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.range.is_none() && self.size.is_none() && self.pattern.is_none() && self.only.is_empty()
    }
}

/// A type with limits, where no member stands that could have them: items, values of maps, arms, declared types.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounded {
    /// What it is.
    pub ty: Type,
    /// What a value that is sent keeps to.
    pub limits: Limits,
}
