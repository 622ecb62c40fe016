//! What a service allows, in numbers.

/// A limit that a service sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is counted.
    pub of: Quantity,
    /// How much is allowed.
    pub max: u64,
    /// In how many seconds; none for what is counted at once.
    pub per: Option<u64>,
    /// The callers or places for which it holds: a plan, a public server. None where it holds for all.
    pub tier: Option<&'static str>,
}

impl Limit {
    /// A limit that holds at any time, for all.
    pub const fn new(of: Quantity, max: u64) -> Self {
        Self { of, max, per: None, tier: None }
    }

    /// The same, in so many seconds.
    pub const fn per(self, seconds: u64) -> Self {
        Self { per: Some(seconds), ..self }
    }

    /// The same, for these callers or places.
    pub const fn tier(self, tier: &'static str) -> Self {
        Self { tier: Some(tier), ..self }
    }
}

/// What a [`Limit`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quantity {
    /// Requests.
    Requests,
    /// What calls cost: see [`Operation::cost`](super::Operation::cost).
    Cost,
    /// Calls in a batch.
    Batch,
    /// Bytes that are sent.
    Bytes,
    /// Requests that are not answered yet.
    Open,
}
