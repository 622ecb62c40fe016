//! Checks that the folder of a generated crate has what its code refers to: cargo features in `Cargo.toml`, and
//! `README.md`. Neither file is generated.
//!
//! Input: the output folder, and the features and files that the code refers to. Output: a note for each kind that is
//! missing. Without a feature, the crate compiles, but without the code under that feature.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chainloom_disk::shown;
use serde::{Deserialize, Serialize};

/// Features and files that the code of a crate refers to.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Needs {
    /// Cargo features that the code names.
    pub(crate) features: BTreeSet<String>,
    /// Whether `README.md` is the documentation of the crate.
    pub(crate) readme: bool,
}

impl Needs {
    /// Returns a note on missing features, and one on a missing README.
    pub(crate) fn notes(&self, out: &Path) -> Vec<String> {
        let (manifest, readme) = (manifest(out), readme(out));
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

fn manifest(out: &Path) -> PathBuf {
    out.join("Cargo.toml")
}

fn readme(out: &Path) -> PathBuf {
    out.join("README.md")
}

/// Returns the features that a manifest declares, under `[features]` or as optional dependencies. A missing or invalid
/// manifest declares no features; cargo reports what is wrong with it.
fn stated_features(manifest: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(manifest).unwrap_or_default();
    let table: toml::Table = text.parse().unwrap_or_default();
    let entries = |name: &str| table.get(name).and_then(toml::Value::as_table).into_iter().flatten();
    let is_optional = |value: &toml::Value| value.get("optional").and_then(toml::Value::as_bool) == Some(true);
    let optional = entries("dependencies").filter(|(_, value)| is_optional(value));
    entries("features").chain(optional).map(|(name, _)| name.clone()).collect()
}
