//! What calls cost, and what a service allows.

use super::Source;

/// What a call takes from the budget that the service keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// How much.
    pub units: u64,
    /// What the service calls its units, as its limits say it.
    pub unit: Option<String>,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Known from real services only.
    pub seen: bool,
}

/// A limit that the service sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// What is limited, and how much is allowed.
    pub says: LimitSays,
    /// What the service calls the units of costs.
    pub unit: Option<String>,
    /// The callers or places for which it holds: a plan, a public server. None where it holds for all.
    pub tier: Option<String>,
    /// The status that tells of it.
    pub status: Option<u16>,
    /// What it is, for people.
    pub doc: String,
    /// Where the documents describe it.
    pub source: Option<Source>,
    /// Known from real services only.
    pub seen: bool,
}

impl Limit {
    /// Whether it is a number of this.
    pub fn counts(&self, what: Quantity) -> bool {
        matches!(self.says, LimitSays::Number { of, .. } if of == what)
    }
}

/// What is limited, and how much is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitSays {
    /// In words.
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

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Requests.
    Requests,
    /// What calls cost.
    Cost,
    /// Calls in a batch.
    Batch,
    /// Bytes that are sent.
    Bytes,
    /// Requests that are not answered yet.
    Open,
}

/// A stretch of time.
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
    /// How long it is.
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }
}
