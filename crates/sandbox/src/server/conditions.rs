//! Conditions of a server that no spec describes: whether it has started, its hosts and keys, and
//! the values in its paths.

use std::collections::HashMap;

/// State of a server that requests depend on, in addition to the spec.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    /// Whether services respond as if they had not started yet.
    pub(crate) is_starting: bool,
    /// Accepted names of hosts, in addition to addresses and `localhost`; `*` accepts any host.
    pub(crate) hosts: Vec<String>,
    /// Valid secrets; if there are none, every text is valid.
    pub(crate) keys: Vec<String>,
    /// Values with which variables in the paths of services are served, in place of the values of
    /// the spec.
    pub(crate) known: HashMap<String, Vec<String>>,
}
