//! State that all tool calls share: the spec, the caller, the limits, and the allowed operations.
//!
//! Input: the settings of a server. Output: state that tool calls do not change, except for the
//! returned page positions.

use std::fmt;
use std::time::Duration;

use chainloom_caller::Caller;
use chainloom_reference::Reference;
use tokio::sync::Semaphore;

use crate::answer::RecentPositions;

/// Limits of results and calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of a result, in bytes; at least 2,000 are used.
    pub max_bytes: usize,
    /// Maximum number of items of a list in one result.
    pub max_items: usize,
    /// Maximum number of simultaneous calls.
    pub max_calls: usize,
    /// Maximum duration of a call, including retries and the wait for a permit, unless the profile
    /// of the caller sets one.
    pub deadline: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_bytes: 16_384, max_items: 50, max_calls: 4, deadline: Duration::from_secs(30) }
    }
}

/// A use of a tool, for a log. Arguments are omitted, as they may be secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Use {
    /// Name of the tool.
    pub tool: &'static str,
    /// ID of the called operation; `None` if no operation was called, or the use was cancelled.
    pub operation: Option<&'static str>,
    /// Outcome: `ok`, `cancelled`, or the class of the error.
    pub outcome: &'static str,
    /// Duration of the use.
    pub took: Duration,
}

impl fmt::Display for Use {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.operation.map(|id| format!(" {id}")).unwrap_or_default();
        write!(out, "{}{operation}: {}, {} ms", self.tool, self.outcome, self.took.as_millis())
    }
}

type OnUse = Box<dyn Fn(&Use) + Send + Sync>;

/// State shared by the uses of all tools.
pub(crate) struct ServerState {
    pub(crate) reference: Reference,
    pub(crate) caller: Caller,
    pub(crate) limits: Limits,
    /// IDs of the operations that may make changes.
    pub(crate) writes: Vec<String>,
    pub(crate) permits: Semaphore,
    pub(crate) given: RecentPositions,
    /// Called after each use of a tool.
    pub(crate) on_use: OnUse,
}
