//! What a service allows, in numbers.

/// A limit of a service, such as a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The quantity that is limited.
    pub of: Quantity,
    /// The maximum.
    pub max: u64,
    /// The period in seconds; `None` for a limit without a period.
    pub per: Option<u64>,
    /// The callers or servers to which it applies, such as a plan; `None` where it applies to all.
    pub tier: Option<&'static str>,
}

impl Limit {
    /// Describes a limit without a period that applies to all.
    pub const fn new(of: Quantity, max: u64) -> Self {
        Self { of, max, per: None, tier: None }
    }

    /// Sets the period, in seconds.
    pub const fn per(self, seconds: u64) -> Self {
        Self { per: Some(seconds), ..self }
    }

    /// Sets the callers or servers to which it applies.
    pub const fn tier(self, tier: &'static str) -> Self {
        Self { tier: Some(tier), ..self }
    }
}

/// The quantity that a [`Limit`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quantity {
    /// Requests.
    Requests,
    /// Cost units: see [`Operation::cost`](super::Operation::cost).
    Cost,
    /// Calls in a batch.
    Batch,
    /// Bytes of a request.
    Bytes,
    /// Requests without a response yet.
    Open,
}
