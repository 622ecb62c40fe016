//! Tables of waiting: a client repeats a call until its result satisfies a condition. Members of
//! results are given by their paths.

use crate::operations::Operation;
use crate::services::ErrorSign;
use crate::table::{choice, table};

/// The time between two calls where the spec does not state another, in milliseconds.
pub const WAIT_EVERY: u64 = 1_000;

/// The time after which waiting ends where the spec does not state another, in milliseconds.
pub const WAIT_DEADLINE: u64 = 60_000;

table! {
    /// Description of how to wait for the result of an operation.
    #[derive(Debug)]
    struct Wait {
        /// The conditions under which the result is reached; all of them hold.
        until: &'static [WaitCondition],
        ..
        /// The conditions under which it cannot be reached any more; one of them holds.
        or failed: &'static [WaitCondition] = &[],
        /// The errors after which waiting goes on: the result is not there yet.
        or not_yet: &'static [ErrorSign] = &[],
        /// The time between two calls, in milliseconds.
        or every: u64 = WAIT_EVERY,
        /// The time after which waiting ends, in milliseconds.
        or deadline: u64 = WAIT_DEADLINE,
        /// How heights behind that of the result are counted; `None` where that is not described.
        some confirmations: &'static Confirmations,
        /// How it shows that something else took the place of what is waited for; `None` where that is
        /// not described.
        some replaced: &'static Replaced,
    }
}

table! {
    /// A condition on a result.
    #[derive(Clone, Copy, Debug)]
    struct WaitCondition {
        /// The path of the member; empty for the result itself.
        member: &'static [&'static str],
        ..
        /// The values, each as JSON, of which the member has one. Without values, the member is
        /// present and not null.
        or values: &'static [&'static str] = &[],
    }
}

table! {
    /// Description of how heights behind that of a result are counted.
    #[derive(Debug)]
    struct Confirmations {
        /// The path of the member of the result that is its height.
        height: &'static [&'static str],
        /// The operation that returns the latest height.
        latest: &'static Operation,
        ..
        /// The path of the member of the result of `latest` that is the height; empty for the
        /// result itself.
        or latest_height: &'static [&'static str] = &[],
    }
}

table! {
    /// Description of how it shows that something else took the place of what is waited for: it has
    /// a number, and the service gives the next free one.
    #[derive(Debug)]
    struct Replaced {
        /// The operation that returns what is waited for while it is pending. Its parameters have
        /// the values of those with the same names.
        pending: &'static Operation,
        /// The path of the member of that result that is the number.
        number: &'static [&'static str],
        /// The operation that returns the next free number.
        next: &'static Operation,
        ..
        /// The parameters of `next`: the index of each in its input, and the source of the value.
        or with: &'static [(usize, NextValue)] = &[],
    }
}

choice! {
    /// The source of the value of a parameter of [`Replaced::next`].
    #[derive(Clone, Copy, Debug)]
    enum NextValue {
        /// The member of the result of `pending` at this path.
        Member(&'static [&'static str]),
        /// A constant, as JSON.
        Fixed(&'static str),
    }
}
