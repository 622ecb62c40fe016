//! State that all tool calls share: the spec, the caller, the limits, and the allowed operations.
//!
//! Input: the settings of a server. Output: state that no tool call changes, except for the page
//! positions that were returned.

use std::fmt;
use std::time::Duration;

use chainloom_caller::Caller;
use chainloom_reference::Reference;
use tokio::sync::Semaphore;

use crate::answer::Given;

/// What bounds results and calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a result; at least 2,000 are used.
    pub max_bytes: usize,
    /// The most items of a list in one result.
    pub max_items: usize,
    /// The most calls at the same time.
    pub max_calls: usize,
    /// How long a call may take, with its attempts and the wait for its turn, unless the profile of
    /// the caller says.
    pub deadline: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_bytes: 16_384, max_items: 50, max_calls: 4, deadline: Duration::from_secs(30) }
    }
}

/// A use of a tool, for a log. It holds no arguments, which may be secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Use {
    /// The name of the tool.
    pub tool: &'static str,
    /// The ID of the operation that was called.
    pub operation: Option<&'static str>,
    /// `ok`, `cancelled`, or the class of the error.
    pub outcome: &'static str,
    /// How long it took.
    pub took: Duration,
}

impl fmt::Display for Use {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.operation.map(|id| format!(" {id}")).unwrap_or_default();
        write!(out, "{}{operation}: {}, {} ms", self.tool, self.outcome, self.took.as_millis())
    }
}

type OnUse = Box<dyn Fn(&Use) + Send + Sync>;

/// What the uses of tools share.
pub(crate) struct Shared {
    pub(crate) reference: Reference,
    pub(crate) caller: Caller,
    pub(crate) limits: Limits,
    /// The IDs of operations that may make changes.
    pub(crate) writes: Vec<String>,
    pub(crate) permits: Semaphore,
    pub(crate) given: Given,
    /// Told of each use of a tool.
    pub(crate) on_use: OnUse,
}
