//! The crates of the machine: all that know no API.
//!
//! Input: the folders of the repository. Output: paths of crates, relative to the repository, and of their files.

use std::path::{Path, PathBuf};

/// Crates at the top level that know no API, besides all of `crates/`.
const MACHINE: [&str; 5] = ["cli", "codegen", "macros", "runtime", "xtask"];

/// Crates at the top level that are made of an API, or talk about one.
const NOT_MACHINE: [&str; 5] = ["examples", "fuzz", "generated", "spec", "tests"];

/// Returns the folders of the crates, sorted.
///
/// # Panics
///
/// There are no crates, or one at the top level is on neither list.
#[must_use]
pub fn crates(repository: &Path) -> Vec<PathBuf> {
    let known = |name: &str| MACHINE.contains(&name) || NOT_MACHINE.contains(&name);
    for name in packages(repository) {
        assert!(known(&name), "add `{name}` to `MACHINE` or to `NOT_MACHINE` in {}", file!());
    }
    let libraries = packages(&repository.join("crates")).into_iter().map(|name| Path::new("crates").join(name));
    let mut all: Vec<PathBuf> = MACHINE.iter().map(PathBuf::from).chain(libraries).collect();
    all.sort();
    all
}

/// The folders with a manifest.
fn packages(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.path().join("Cargo.toml").exists());
    let names: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert!(!names.is_empty(), "there is no crate in {}", folder.display());
    names
}

/// Returns the files below a folder whose names have this ending, sorted.
///
/// A folder that cannot be read has none.
#[must_use]
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|other| other == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}
