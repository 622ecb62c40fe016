//! How to wait for the result of an operation: a call is repeated until its result is reached.

use chainloom_schema::{WAIT_DEADLINE, WAIT_EVERY};

use super::{CallId, CallView, ErrorSign, MemberPath, Value};
use crate::casing::pascal;
use crate::diagnostic::Span;

/// How to wait for the result of an operation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Wait {
    /// Name of the method that waits, as in a spec: `waitForReceipt`. Where the operation has variants,
    /// each has its own: see [`Wait::method`].
    pub name: Option<String>,
    /// Position of the name, or of that of the operation.
    pub span: Span,
    /// Conditions under which the result is reached; all of them hold.
    pub until: Vec<WaitCondition>,
    /// Conditions under which it cannot be reached any more; one of them holds.
    pub failed: Vec<WaitCondition>,
    /// Errors after which waiting goes on.
    pub not_yet: Vec<ErrorSign>,
    /// Time between two calls, in milliseconds.
    pub every: u64,
    /// Time after which waiting ends, in milliseconds.
    pub deadline: u64,
    /// How heights behind that of the result are counted.
    pub confirmations: Option<Confirmations>,
    /// How it shows that something else took the place of what is waited for.
    pub replaced: Option<Replaced>,
}

impl Wait {
    /// Name of the method that waits for the result of a call, as in a spec.
    pub fn method(&self, call: CallView<'_>) -> String {
        self.name.clone().unwrap_or_else(|| Self::method_of(&call.own.name))
    }

    /// Usual name of the method that waits: `waitForStatus` for `getStatus`.
    pub(crate) fn method_of(call: &str) -> String {
        let rest = call.strip_prefix("get").filter(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()));
        format!("waitFor{}", pascal(rest.unwrap_or(call)))
    }

    /// Time between two calls where the spec does not state another, in milliseconds.
    pub const EVERY: u64 = WAIT_EVERY;
    /// Time after which waiting ends where the spec does not state another, in milliseconds.
    pub const DEADLINE: u64 = WAIT_DEADLINE;
}

/// A condition on a result.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct WaitCondition {
    /// Member of the result; empty for the result itself.
    pub member: MemberPath,
    /// Values of which the member has one. Without values, the member is present and not null.
    pub values: Vec<Value>,
}

/// How heights behind that of a result are counted.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Confirmations {
    /// Member of the result that is its height.
    pub height: MemberPath,
    /// Call that returns the latest height.
    pub latest: CallId,
    /// Name of that call.
    pub latest_name: String,
    /// Member of the result of that call that is the height; empty for the result itself.
    pub latest_height: MemberPath,
}

/// How it shows that something else took the place of what is waited for: it has a number, and the
/// service gives the next free one.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Replaced {
    /// Call that returns what is waited for while it is pending, with the same parameters.
    pub pending: CallId,
    /// Name of that call.
    pub pending_name: String,
    /// Member of its result that is the number.
    pub number: MemberPath,
    /// Call that returns the next free number.
    pub next: CallId,
    /// Name of that call.
    pub next_name: String,
    /// Parameters of `next`, each with the member of the result of `pending` that is its value.
    pub with: Vec<(String, MemberPath)>,
    /// Parameters of `next` with constants.
    pub fix: Vec<(String, Value)>,
}
