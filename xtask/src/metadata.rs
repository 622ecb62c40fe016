//! Packages of the workspace, as cargo lists them.
//!
//! Input: `cargo metadata`. Output: names, features and what is tested, without dependencies.

use chainloom_command::Failure;
use serde_json::Value;

use crate::step::output_of;
use crate::workspace::Workspace;

/// A package of the workspace.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Features other than `default`, sorted.
    pub(crate) features: Vec<String>,
    /// Whether the package can be published.
    pub(crate) public: bool,
    /// Whether the programs in the documentation of the package are tests.
    pub(crate) doctest: bool,
}

/// Returns the packages of the workspace, sorted by name.
pub(crate) fn packages(workspace: &Workspace) -> Result<Vec<Package>, Failure> {
    let mut packages: Vec<Package> = list_packages(workspace, &["--no-deps"])?.iter().map(package).collect();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

/// Returns the entry of each package in the output of `cargo metadata` with these arguments.
pub(crate) fn list_packages(workspace: &Workspace, args: &[&str]) -> Result<Vec<Value>, Failure> {
    let text = output_of(workspace.cargo(&["metadata", "--format-version", "1"]).args(args))
        .ok_or_else(|| Failure::new("`cargo metadata` failed; run it to see why"))?;
    let mut root: Value = serde_json::from_str(&text)
        .map_err(|error| Failure::new(format_args!("`cargo metadata` printed no JSON: {error}")))?;
    Ok(root["packages"].as_array_mut().map(std::mem::take).unwrap_or_default())
}

fn package(about: &Value) -> Package {
    let features = about["features"].as_object().into_iter().flat_map(|features| features.keys());
    let mut features: Vec<String> = features.filter(|name| *name != "default").cloned().collect();
    features.sort();
    let targets = about["targets"].as_array().map(Vec::as_slice).unwrap_or_default();
    Package {
        name: about["name"].as_str().unwrap_or_default().to_owned(),
        features,
        public: about["publish"].is_null(),
        doctest: targets.iter().any(|target| target["doctest"] == true),
    }
}
