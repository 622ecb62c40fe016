//! The state of a server, which no spec describes: whether it has started, the hosts and keys that it takes, and what its paths
//! may name.

use std::collections::HashMap;

/// The state of a server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    /// Whether services answer as ones that have not started yet.
    pub(crate) is_starting: bool,
    /// Names of hosts beside addresses and `localhost`; `*` for any.
    pub(crate) hosts: Vec<String>,
    /// The keys that are right; any is where there are none.
    pub(crate) keys: Vec<String>,
    /// The values of variables in paths of services, where not all are served.
    pub(crate) known: HashMap<String, Vec<String>>,
}
