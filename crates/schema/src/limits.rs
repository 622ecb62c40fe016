//! Tables of limits that a service imposes.

use crate::table::{choice, table};

table! {
    /// A limit of a service, such as a rate limit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Limit {
        /// The quantity that is limited.
        of: Quantity,
        /// The maximum.
        max: u64,
        ..
        /// The period in seconds; `None` for a limit without a period.
        some per: u64,
        /// The callers or servers to which it applies, such as a plan; `None` where it applies to
        /// all.
        some tier: &'static str,
    }
}

choice! {
    /// The quantity that a [`Limit`] counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum Quantity {
        /// Requests.
        Requests,
        /// Cost units: see [`Operation::cost`](crate::Operation::cost).
        Cost,
        /// Calls in a batch.
        Batch,
        /// Bytes of a request.
        Bytes,
        /// Requests without a response yet.
        Open,
    }
}
