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
    /// Whether the package has a library whose documentation has no tests.
    pub(crate) lacks_doctests: bool,
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

fn is_library(target: &Value) -> bool {
    ["lib", "proc-macro"].iter().any(|kind| target["kind"][0] == *kind)
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
        lacks_doctests: targets.iter().any(|target| is_library(target) && target["doctest"] != true),
    }
}
