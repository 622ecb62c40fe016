//! `docs/stability.md` decides for each library that users compile whether it is a part of the
//! public API.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use chainloom_tests::vectors::repository;

use super::packages;

/// The crates that a program compiles and whose versions we choose: direct dependencies, features
/// included.
fn needed() -> BTreeSet<String> {
    let packages = packages();
    let shipped =
        packages.iter().filter(|package| package["name"] == "chainloom" || package["name"] == "chainloom-runtime");
    let dependencies = shipped.flat_map(|package| package["dependencies"].as_array().unwrap());
    let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
    let names = normal.map(|dependency| dependency["name"].as_str().unwrap().to_owned());
    names.filter(|name| !name.starts_with("chainloom")).collect()
}

/// The crates of a table: the first cell of each row.
fn listed(section: &str) -> Vec<String> {
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    rows.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn each_library_is_public_or_not() {
    let page = std::fs::read_to_string(repository().join("docs/stability.md")).unwrap();
    let (_, page) = page.split_once("## Crates that are part of the API").unwrap();
    let (public, private) = page.split_once("## Crates that are not").unwrap();
    let (public, private) = (listed(public), listed(private));
    let both: BTreeSet<String> = public.iter().chain(&private).cloned().collect();
    assert_eq!(both.len(), public.len() + private.len(), "a crate stands in both tables, or twice");
    let needed = needed();
    assert!(needed.len() > 10, "{needed:?}");
    let undecided: Vec<&String> = needed.difference(&both).collect();
    assert!(undecided.is_empty(), "in no table of docs/stability.md, are they part of the public API? {undecided:?}");
    let gone: Vec<&String> = both.difference(&needed).collect();
    assert!(gone.is_empty(), "docs/stability.md has what nothing depends on: {gone:?}");
}

/// The rows of the table of features in a file.
fn features(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository().join(file)).unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with("| feature |")).skip(2);
    rows.take_while(|line| line.starts_with('|')).map(str::to_owned).collect()
}

#[test]
fn each_feature_has_a_row_in_both_pages() {
    let rows = features("docs/features.md");
    assert_eq!(rows, features("generated/README.md"));
    let manifest = std::fs::read_to_string(repository().join("generated/Cargo.toml")).unwrap();
    let section = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let names = section.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
    let missing: Vec<&str> = names
        .map(|(name, _)| name)
        .filter(|name| *name != "default" && !name.starts_with('#'))
        .filter(|name| !rows.iter().any(|row| row.contains(&format!("`{name}`"))))
        .collect();
    assert!(missing.is_empty(), "no row has {missing:?}");
}
