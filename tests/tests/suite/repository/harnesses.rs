//! A library without tests says so in its manifest, or cargo compiles it once more to run none.
//! What it says must be true: tests of such a library would never run.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::Path;

use serde_json::Value;
use walkdir::WalkDir;

use super::packages;

/// What cargo calls a library.
const KINDS: [&str; 3] = ["lib", "rlib", "proc-macro"];

/// The libraries of the repository, as cargo sees them.
fn libraries() -> Vec<Value> {
    let targets = packages().into_iter().flat_map(|package| package["targets"].as_array().unwrap().clone());
    targets.filter(|target| KINDS.iter().any(|kind| target["kind"][0] == *kind)).collect()
}

/// Whether a line of the sources is such.
fn has(folder: &Path, is_such: impl Fn(&str) -> bool) -> bool {
    let files = WalkDir::new(folder).into_iter().map(Result::unwrap);
    let mut files = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "rs"));
    files.any(|file| fs::read_to_string(file.path()).unwrap().lines().any(|line| is_such(line.trim())))
}

#[test]
fn a_library_has_a_harness_if_it_has_tests() {
    let libraries = libraries();
    assert!(libraries.len() > 15, "{libraries:?}");
    let wrong = libraries.iter().flat_map(|library| {
        let name = library["name"].as_str().unwrap();
        let folder = Path::new(library["src_path"].as_str().unwrap()).parent().unwrap();
        let has_tests = has(folder, |line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"));
        let is_program =
            |line: &str| line.starts_with("/// ```") || line.starts_with("//! ```") || line.contains("include_str!");
        let facts = [("test", has_tests), ("doctest", has(folder, is_program))];
        facts
            .into_iter()
            .filter(|(key, is)| library[*key] != *is)
            .map(move |(key, is)| format!("{name}: `{key} = {is}`"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "these belong into `[lib]` of the manifests:\n{}", wrong.join("\n"));
}
