//! Calls as a person would write them, a module for each API.

#[path = "calls/cometbft.rs"]
mod cometbft;

use chainloom::runtime::catalog::Entry;

/// The APIs, by the names of their folders, with their operations.
pub(crate) const APIS: [(&str, &[Entry]); 1] = [("cometbft", cometbft::OPERATIONS)];
