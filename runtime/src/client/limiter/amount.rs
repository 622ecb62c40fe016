//! Amounts: the share of each limited quantity that a request takes.
//!
//! Input: an operation. Output: amounts with addition and subtraction that never overflow.

use crate::schema::Operation;

/// Amount of each quantity that a request takes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Amount {
    pub(crate) requests: u64,
    pub(crate) cost: u64,
}

impl Amount {
    /// Returns the amount of one call; a cost that is not known counts as one unit.
    pub(crate) fn of_call(operation: &Operation) -> Self {
        Self { requests: 1, cost: operation.cost.unwrap_or(1) }
    }

    /// Returns the amount of one request with several calls.
    pub(crate) fn of_batch(operations: &[&'static Operation]) -> Self {
        let cost = operations.iter().map(|operation| operation.cost.unwrap_or(1)).fold(0, u64::saturating_add);
        Self { requests: 1, cost }
    }

    /// Returns the units of cost, or else the number of requests.
    pub(crate) const fn of(self, is_cost: bool) -> u64 {
        if is_cost { self.cost } else { self.requests }
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        let (requests, cost) = (self.requests.saturating_add(other.requests), self.cost.saturating_add(other.cost));
        Self { requests, cost }
    }

    pub(crate) const fn minus(self, other: Self) -> Self {
        let (requests, cost) = (self.requests.saturating_sub(other.requests), self.cost.saturating_sub(other.cost));
        Self { requests, cost }
    }
}
