//! What a user compiles: without the feature `macros` nothing of the generator, with it the whole
//! of it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom_bounded::Bounded as _;
use std::collections::BTreeSet;
use std::process::Command;

use chainloom_tests::vectors::repository;

use super::packages;

/// The generator, and what only it needs.
const GENERATOR: [&str; 10] = [
    "chainloom-codegen", "chainloom-disk", "chainloom-macros", "chainloom-spec", "annotate-snippets", "include_dir",
    "prettyplease", "proc-macro-crate", "saphyr-parser", "serde_yaml",
];

/// Libraries for making code, which others may bring, but not we.
const FOR_CODE: [&str; 4] = ["heck", "proc-macro2", "quote", "syn"];

/// A package in a user's tree, and the one that needs it.
struct Needed {
    name: String,
    by: String,
}

/// The packages that a program with this dependency compiles.
fn tree(features: &[&str]) -> Vec<Needed> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package=chainloom", "--edges=normal", "--prefix=depth", "--no-dedupe"])
        .args(["--no-default-features", "--features", &features.join(",")])
        .current_dir(repository())
        .bounded_output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut above: Vec<String> = Vec::new();
    let lines = String::from_utf8(output.stdout).unwrap();
    let needed = lines.lines().map(|line| {
        let name = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let depth: usize = line[..line.len() - name.len()].parse().unwrap();
        let name = name.split(' ').next().unwrap().to_owned();
        above.truncate(depth);
        let by = above.last().cloned().unwrap_or_default();
        above.push(name.clone());
        Needed { name, by }
    });
    needed.collect()
}

/// Name, version and features of each package in a tree.
fn with_features(selected: &[&str]) -> BTreeSet<(String, String)> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--prefix=none", "--format={p}\t{f}"])
        .args(selected)
        .current_dir(repository())
        .bounded_output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let packages = lines.lines().filter_map(|line| line.split_once('\t'));
    let name = |package: &str| package.split(' ').take(2).collect::<Vec<_>>().join(" ");
    // What hangs on a package is printed once; the mark says that it was.
    let plain = |features: &str| features.strip_suffix(" (*)").unwrap_or(features).trim_end().to_owned();
    packages.map(|(package, features)| (name(package), plain(features))).collect()
}

/// All features of the package, in its own words.
fn features() -> Vec<String> {
    let packages = packages();
    let package = packages.iter().find(|package| package["name"] == "chainloom").unwrap();
    package["features"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn without_macros_there_is_no_generator() {
    let all = features();
    let all: Vec<&str> = all.iter().map(String::as_str).filter(|feature| *feature != "macros").collect();
    assert!(all.contains(&"default") && all.len() > 8, "{all:?}");
    for features in [&[][..], &["default"], &all] {
        let needed = tree(features);
        assert!(needed.iter().any(|needed| needed.name == "chainloom-runtime"));
        for Needed { name, by } in &needed {
            assert!(!GENERATOR.contains(&name.as_str()), "{features:?}: {by} needs {name}");
            let is_ours = by.starts_with("chainloom");
            assert!(!(is_ours && FOR_CODE.contains(&name.as_str())), "{features:?}: {by} needs {name}");
        }
    }
}

#[test]
fn with_macros_there_is_all_of_it() {
    let needed = tree(&["macros"]);
    for package in GENERATOR.iter().chain(&FOR_CODE) {
        assert!(needed.iter().any(|needed| needed.name == *package), "{package}");
    }
}

/// The generator takes longer to compile than all else. It is compiled for programs and for macros,
/// and first for the program that runs the README's test command; with the same features, that is
/// once.
#[test]
fn each_library_is_compiled_once() {
    let all = with_features(&["--workspace", "--no-default-features"]);
    let generator = with_features(&["--package=chainloom-codegen", "--edges=normal"]);
    assert!(generator.len() > 20, "{generator:?}");
    for (package, _) in &generator {
        let features: Vec<_> = all.iter().filter(|(other, _)| other == package).map(|(_, features)| features).collect();
        assert_eq!(features.len(), 1, "{package} is compiled with each of these features: {features:?}");
    }
    let of_xtask = with_features(&["--package=xtask", "--edges=normal"]);
    let again: Vec<_> = of_xtask.difference(&all).collect();
    assert!(again.is_empty(), "xtask/Cargo.toml must ask for the features that the tests have: {again:?}");
}
