//! Tables of waiting: a client repeats a call until its result satisfies a condition. Members of
//! results are identified by their paths.

use crate::operations::Operation;
use crate::services::ErrorSign;
use crate::table::{choice, table};

/// Default time between two calls, in milliseconds.
pub const WAIT_EVERY: u64 = 1_000;

/// Default time after which waiting ends, in milliseconds.
pub const WAIT_DEADLINE: u64 = 60_000;

table! {
    /// Description of waiting for the result of an operation.
    #[derive(Debug)]
    struct Wait {
        /// Conditions on the awaited result; all of them hold.
        until: &'static [WaitCondition],
        ..
        /// Conditions on a result that excludes the awaited one; any of them holds.
        or failed: &'static [WaitCondition] = &[],
        /// Errors after which waiting continues: the result does not exist yet.
        or not_yet: &'static [ErrorSign] = &[],
        /// Time between two calls, in milliseconds.
        or every: u64 = WAIT_EVERY,
        /// Time after which waiting ends, in milliseconds.
        or deadline: u64 = WAIT_DEADLINE,
        /// Description of counting confirmations; `None` if undescribed.
        some confirmations: &'static Confirmations,
        /// Description of detecting that the awaited thing was replaced; `None` if undescribed.
        some replaced: &'static Replaced,
    }
}

table! {
    /// A condition on a result.
    #[derive(Clone, Copy, Debug)]
    struct WaitCondition {
        /// Path of the member; empty for the result itself.
        member: &'static [&'static str],
        ..
        /// Accepted values, as JSON. Without values, the member must be present and not null.
        or values: &'static [&'static str] = &[],
    }
}

table! {
    /// Description of counting the heights above the height of a result.
    #[derive(Debug)]
    struct Confirmations {
        /// Path of the member of the result that is its height.
        height: &'static [&'static str],
        /// Operation that returns the latest height.
        latest: &'static Operation,
        ..
        /// Path of the height in the result of `latest`; empty for the result itself.
        or latest_height: &'static [&'static str] = &[],
    }
}

table! {
    /// Description of detecting that the awaited thing was replaced: it has a number, and the
    /// service returns the next free number.
    #[derive(Debug)]
    struct Replaced {
        /// Operation that returns the awaited thing while it is pending. Its parameters have the
        /// values of equally named parameters of the call.
        pending: &'static Operation,
        /// Path of the number in the result of `pending`.
        number: &'static [&'static str],
        /// Operation that returns the next free number.
        next: &'static Operation,
        ..
        /// Parameters of `next`: the index of each in its input, and the source of its value.
        or with: &'static [(usize, NextValue)] = &[],
    }
}

choice! {
    /// Source of the value of a parameter of [`Replaced::next`].
    #[derive(Clone, Copy, Debug)]
    enum NextValue {
        /// The member of the result of `pending` at this path.
        Member(&'static [&'static str]),
        /// A constant, as JSON.
        Fixed(&'static str),
    }
}
