//! Conditions of a server that no spec describes: whether it has started, its hosts and keys, and
//! the values in its paths.

use std::collections::HashMap;

/// The state of a server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    /// Whether services respond as if they had not started yet.
    pub(crate) is_starting: bool,
    /// Names of hosts beside addresses and `localhost`; `*` for any.
    pub(crate) hosts: Vec<String>,
    /// Keys that are right; without any, every key is right.
    pub(crate) keys: Vec<String>,
    /// The values of variables in paths of services, in place of those of the spec.
    pub(crate) known: HashMap<String, Vec<String>>,
}
