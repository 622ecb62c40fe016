//! What generated code needs of the folder of its crate, which is not generated: features in `Cargo.toml`, and
//! `README.md`.
//!
//! Input: the output folder, and the needs of the code. Output: notes on what is not there. A crate without such a
//! feature compiles, but without the code that has it as its condition.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chainloom_disk::shown;

/// Needs of the code of a crate.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    /// Cargo features that the code names.
    pub(crate) features: BTreeSet<String>,
    /// Whether `README.md` is the documentation of the crate.
    pub(crate) readme: bool,
}

impl Needs {
    /// Returns a note on each need that the folder does not meet.
    pub(crate) fn notes(&self, out: &Path) -> Vec<String> {
        let (manifest, readme) = (out.join("Cargo.toml"), out.join("README.md"));
        let stated = stated_features(&manifest);
        let missing: Vec<String> =
            self.features.iter().filter(|name| !stated.contains(*name)).map(|name| format!("`{name}`")).collect();
        let features = (!missing.is_empty()).then(|| {
            format!(
                "`{}` does not state {}, without which parts of the code are left out: add each under [features]",
                shown(&manifest),
                missing.join(", "),
            )
        });
        let readme = (self.readme && !readme.exists()).then(|| {
            format!(
                "there is no `{}`, which the spec states to be the documentation of the crate: write it, or remove `readme`",
                shown(&readme),
            )
        });
        features.into_iter().chain(readme).collect()
    }
}

/// Returns the features that a manifest states: those of its table, and optional dependencies. A manifest that cannot be
/// read states none; cargo says what is wrong with it.
fn stated_features(manifest: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(manifest).unwrap_or_default();
    let table: toml::Table = text.parse().unwrap_or_default();
    let entries = |name: &str| table.get(name).and_then(toml::Value::as_table).into_iter().flatten();
    let is_optional = |value: &toml::Value| value.get("optional").and_then(toml::Value::as_bool) == Some(true);
    let optional = entries("dependencies").filter(|(_, value)| is_optional(value));
    entries("features").chain(optional).map(|(name, _)| name.clone()).collect()
}
