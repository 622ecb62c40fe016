//! Tables of limits that a service imposes.

use crate::table::{choice, table};

table! {
    /// A limit of a service, such as a rate limit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Limit {
        /// Quantity that is limited.
        of: Quantity,
        /// Maximum of the quantity.
        max: u64,
        ..
        /// Period in seconds; `None` for a limit without a period.
        some per: u64,
        /// Callers or servers to which the limit applies, such as a plan; `None` if it applies to
        /// all.
        some tier: &'static str,
    }
}

choice! {
    /// Quantity that a [`Limit`] counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum Quantity {
        /// Requests.
        Requests,
        /// Cost units; see [`Operation::cost`](crate::Operation::cost).
        Cost,
        /// Calls in a batch.
        Batch,
        /// Bytes of a request.
        Bytes,
        /// Requests without a response yet.
        Open,
    }
}
