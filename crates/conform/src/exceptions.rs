//! Exceptions: known and explained drift, read from a TOML file.

use serde::Deserialize;

use crate::drift::{Drift, Kind};
use crate::words::fits;

/// Known drifts, as a TOML file lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Exceptions {
    /// Exceptions in the order of the file.
    pub except: Vec<Exception>,
}

/// A known drift, with the reason why it is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// ID of the operation, or a pattern with `*`; all operations by default.
    #[serde(default = "any")]
    pub operation: String,
    /// Kind of the drift; all kinds by default.
    #[serde(default)]
    pub drift: Option<Kind>,
    /// Path in the result, or a pattern with `*`; all paths by default.
    #[serde(default = "any")]
    pub path: String,
    /// Reason why the drift is accepted.
    pub why: String,
}

/// Returns the pattern that fits every text.
fn any() -> String {
    "*".to_owned()
}

impl Exceptions {
    /// Parses exceptions from TOML.
    ///
    /// # Errors
    ///
    /// The text is invalid; the message names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Returns the first exception that explains a drift.
    pub(crate) fn find(&self, drift: &Drift) -> Option<&Exception> {
        self.except.iter().find(|one| one.explains(drift))
    }
}

impl Exception {
    /// Returns whether the exception explains a drift.
    #[must_use]
    pub fn explains(&self, drift: &Drift) -> bool {
        let is_kind = self.drift.is_none_or(|kind| kind == drift.kind);
        is_kind && fits(&self.operation, &drift.operation) && fits(&self.path, &drift.path)
    }
}
