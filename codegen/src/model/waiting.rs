//! Waiting for the result of an operation: a call is repeated until its result is reached.

use chainloom_schema::{WAIT_DEADLINE, WAIT_EVERY};

use super::{CallId, CallView, ErrorSign, MemberPath, Value};
use crate::casing::pascal;
use crate::diagnostic::Span;

/// Conditions and times for waiting for the result of an operation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Wait {
    /// Name of the waiting method, as in a spec: `waitForReceipt`. `None` for an operation with
    /// variants, each with its own name: see [`Wait::method`].
    pub name: Option<String>,
    /// Span of the name, or of the name of the operation.
    pub span: Span,
    /// Conditions under which the result is reached, all of which must hold.
    pub until: Vec<WaitCondition>,
    /// Conditions under which the result cannot be reached any more, one of which must hold.
    pub failed: Vec<WaitCondition>,
    /// Errors after which waiting goes on.
    pub not_yet: Vec<ErrorSign>,
    /// Time between two calls, in milliseconds.
    pub every: u64,
    /// Time after which waiting ends, in milliseconds.
    pub deadline: u64,
    /// Counting of heights above the height of the result.
    pub confirmations: Option<Confirmations>,
    /// Calls and members that show that another item replaced the awaited one.
    pub replaced: Option<Replaced>,
}

impl Wait {
    /// Returns the name of the waiting method of a call, as in a spec.
    pub fn method(&self, call: CallView<'_>) -> String {
        self.name.clone().unwrap_or_else(|| Self::method_of(&call.own.name))
    }

    /// Returns the default name of the waiting method: `waitForStatus` for `getStatus`.
    pub(crate) fn method_of(call: &str) -> String {
        let rest = call.strip_prefix("get").filter(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()));
        format!("waitFor{}", pascal(rest.unwrap_or(call)))
    }

    /// Default time between two calls, in milliseconds.
    pub const EVERY: u64 = WAIT_EVERY;
    /// Default time after which waiting ends, in milliseconds.
    pub const DEADLINE: u64 = WAIT_DEADLINE;
}

/// Condition on a result.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct WaitCondition {
    /// Member of the result; empty for the result itself.
    pub member: MemberPath,
    /// Values of which the member must have one. If empty, the member must be present and not null.
    pub values: Vec<Value>,
}

/// Counting of heights above the height of a result.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Confirmations {
    /// Member of the result that is its height.
    pub height: MemberPath,
    /// Call that returns the latest height.
    pub latest: CallId,
    /// Name of the call `latest`.
    pub latest_name: String,
    /// Member of the result of `latest` that is the height; empty for the result itself.
    pub latest_height: MemberPath,
}

/// Replacement check: the calls and members that show that another item took the number (such as a nonce) of the
/// awaited item.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Replaced {
    /// Call that returns the awaited item while it is pending, with the same parameters.
    pub pending: CallId,
    /// Name of the call `pending`.
    pub pending_name: String,
    /// Member of the result of `pending` that is the number.
    pub number: MemberPath,
    /// Call that returns the next free number.
    pub next: CallId,
    /// Name of the call `next`.
    pub next_name: String,
    /// Parameters of `next`, each with the member of the result of `pending` that is its value.
    pub with: Vec<(String, MemberPath)>,
    /// Parameters of `next` with constants.
    pub fix: Vec<(String, Value)>,
}
