//! Rate limits: the costs of calls, and the limits of a service.

use super::{Quantity, Source};

/// Cost of a call in the budget of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Amount.
    pub units: u64,
    /// Name of the unit, as stated by the limits of the service.
    pub unit: Option<String>,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
    /// Whether it is known from real services only.
    pub seen: bool,
}

/// A limit that the service sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Kind and amount of the limit.
    pub says: LimitSays,
    /// Name of the unit of costs.
    pub unit: Option<String>,
    /// Callers or places for which it holds, such as a plan or a public server; `None` for all.
    pub tier: Option<String>,
    /// Status of the response when the limit is exceeded.
    pub status: Option<u16>,
    /// Description.
    pub doc: String,
    /// Section of the documents that describes it.
    pub source: Option<Source>,
    /// Whether it is known from real services only.
    pub seen: bool,
}

impl Limit {
    /// Whether it is a numeric limit of this quantity.
    pub fn counts(&self, what: Quantity) -> bool {
        matches!(self.says, LimitSays::Number { of, .. } if of == what)
    }
}

/// Kind and amount of the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitSays {
    /// As text.
    Words {
        /// What is limited.
        what: String,
        /// How much is allowed: `15 minutes`, or `not specified`.
        value: String,
    },
    /// As a number.
    Number {
        /// What is counted.
        of: Quantity,
        /// How much is allowed.
        max: u64,
        /// In which time; none for what is counted at once.
        per: Option<Period>,
    },
}

/// Period of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// A second.
    Second,
    /// A minute.
    Minute,
    /// An hour.
    Hour,
    /// A day.
    Day,
}

impl Period {
    /// Length in seconds.
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }
}
