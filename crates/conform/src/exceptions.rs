//! Exceptions: known and explained drift, read from a TOML file.

use serde::Deserialize;

use crate::drift::{Drift, Kind};
use crate::words::fits;

/// Exceptions, as a file of TOML holds them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Exceptions {
    /// The exceptions.
    pub except: Vec<Exception>,
}

/// A drift that is known, and why it is none to act on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The ID of the operation, a pattern with `*`; any if left out.
    #[serde(default = "any")]
    pub operation: String,
    /// The kind; any if left out.
    #[serde(default)]
    pub drift: Option<Kind>,
    /// The path in the result, a pattern with `*`; any if left out.
    #[serde(default = "any")]
    pub path: String,
    /// The reason.
    pub why: String,
}

fn any() -> String {
    "*".to_owned()
}

impl Exceptions {
    /// Reads exceptions from the text of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and in which line.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    pub(crate) fn of(&self, drift: &Drift) -> Option<&Exception> {
        self.except.iter().find(|one| one.explains(drift))
    }
}

impl Exception {
    /// Whether the exception explains a drift.
    #[must_use]
    pub fn explains(&self, drift: &Drift) -> bool {
        let is_kind = self.drift.is_none_or(|kind| kind == drift.kind);
        is_kind && fits(&self.operation, &drift.operation) && fits(&self.path, &drift.path)
    }
}
