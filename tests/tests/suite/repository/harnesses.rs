//! A library or program without tests says so in its manifest, or cargo compiles it once more to run
//! none. What it says must be true: tests of such a library would never run. The other tests of a
//! package are one program, because each program is linked with all that it uses.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

use chainloom_tests::vectors::repository;
use serde_json::Value;
use walkdir::WalkDir;

use super::packages;

/// What cargo calls a library or a program.
const KINDS: [&str; 4] = ["lib", "rlib", "proc-macro", "bin"];

/// Test programs beside the first of their package, each with a reason to be a process of its own.
const APART: [&str; 8] = [
    // The memory of a process, and whether anything in it listens to a span.
    "memory", "tracing", // They have no standard harness.
    "conformance", "real_node", "soak", // They need features that no other test is built with.
    "fuzz_corpus", "http2", "tls",
];

/// The targets of the repository of these kinds, as cargo sees them.
fn targets(kinds: &[&str]) -> Vec<Value> {
    let targets = packages().into_iter().flat_map(|package| package["targets"].as_array().unwrap().clone());
    targets.filter(|target| kinds.iter().any(|kind| target["kind"][0] == *kind)).collect()
}

/// Whether a line of the sources is such.
fn has(folder: &Path, is_such: impl Fn(&str) -> bool) -> bool {
    let files = WalkDir::new(folder).into_iter().map(Result::unwrap);
    let mut files = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "rs"));
    files.any(|file| fs::read_to_string(file.path()).unwrap().lines().any(|line| is_such(line.trim())))
}

/// Returns whether the documentation in a folder has programs: of its blocks, those of `text` have none.
fn has_programs(folder: &Path) -> bool {
    let (fences, texts) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let has_page = has(folder, |line| {
        let fence = ["/// ```", "//! ```"].iter().find_map(|fence| line.strip_prefix(fence));
        fences.set(fences.get() + usize::from(fence.is_some()));
        texts.set(texts.get() + usize::from(fence == Some("text")));
        ["#[doc = include_str!", "#![doc = include_str!"].iter().any(|start| line.starts_with(start))
    });
    has_page || fences.get() != 2 * texts.get()
}

#[test]
fn a_library_has_a_harness_if_it_has_tests() {
    let libraries = targets(&KINDS);
    assert!(libraries.len() > 15, "{libraries:?}");
    let wrong = libraries.iter().flat_map(|library| {
        let name = library["name"].as_str().unwrap();
        let folder = Path::new(library["src_path"].as_str().unwrap()).parent().unwrap();
        let has_tests = has(folder, |line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"));
        // Cargo runs no programs of the documentation of a program.
        let is_documented = library["kind"][0] != "bin" && has_programs(folder);
        let facts = [("test", has_tests), ("doctest", is_documented)];
        facts
            .into_iter()
            .filter(|(key, is)| library[*key] != *is)
            .map(move |(key, is)| format!("{name}: `{key} = {is}`"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "these belong into `[lib]` of the manifests:\n{}", wrong.join("\n"));
}

/// A file of a suite that no `mod` names would never run.
#[test]
fn the_tests_of_a_package_are_one_program() {
    let mut wrong = Vec::new();
    for package in packages() {
        let programs = package["targets"].as_array().unwrap().iter().filter(|target| target["kind"][0] == "test");
        let programs: Vec<&Value> =
            programs.filter(|program| APART.iter().all(|apart| program["name"] != *apart)).collect();
        if programs.len() > 1 {
            wrong.push(format!(
                "{} has {} test programs: make them modules of `suite`",
                package["name"],
                programs.len()
            ));
        }
        for program in programs {
            let root = Path::new(program["src_path"].as_str().unwrap());
            wrong.extend(unnamed(root).into_iter().map(|file| format!("{}: no `mod` names it", file.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files beside the root of a test program, and in the folders there, that are no modules.
fn unnamed(root: &Path) -> Vec<PathBuf> {
    if root.file_name().is_none_or(|name| name != "main.rs") {
        return Vec::new();
    }
    let files = WalkDir::new(root.parent().unwrap()).into_iter().map(Result::unwrap);
    let files = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "rs"));
    let files: Vec<PathBuf> = files.map(|file| file.path().to_owned()).filter(|file| file != root).collect();
    let is_named = |file: &PathBuf| {
        let folder = file.parent().unwrap();
        let above = if folder == root.parent().unwrap() { root.to_owned() } else { folder.with_extension("rs") };
        let text = fs::read_to_string(above).unwrap_or_default();
        let name = format!("mod {};", file.file_stem().unwrap().to_str().unwrap());
        text.lines().any(|line| line == name || line.ends_with(&format!(" {name}")))
    };
    files.into_iter().filter(|file| !is_named(file)).collect()
}

/// A test that the ordinary run samples is run whole by `cargo xtask ci --full`, if a filter of that has
/// its module.
#[test]
fn what_is_sampled_is_run_whole_elsewhere() {
    let runner = fs::read_to_string(repository().join("xtask/src/full.rs")).unwrap();
    let filters: Vec<&str> = runner.split('"').skip(1).step_by(2).filter(|text| !text.contains(' ')).collect();
    let files = WalkDir::new(repository()).into_iter().filter_entry(|entry| entry.file_name() != "target");
    let mut sampled = Vec::new();
    for file in files.map(Result::unwrap).filter(|file| file.path().extension().is_some_and(|end| end == "rs")) {
        let path = file.path().strip_prefix(repository()).unwrap().to_string_lossy().replace('/', "::");
        let text = fs::read_to_string(file.path()).unwrap();
        let Some((_, module)) = path.split_once("tests::suite::") else { continue };
        let is_sampled = ["is_full", "step"].iter().any(|name| text.contains(&format!("{name}(")));
        if is_sampled && text.contains("full::") && text.contains("test]") {
            sampled.push(module.replace(".rs", "::"));
        }
    }
    assert!(sampled.len() > 15, "{sampled:?}");
    sampled.retain(|module| !filters.iter().any(|filter| module.contains(filter.trim_end_matches("::"))));
    assert!(sampled.is_empty(), "no filter in xtask/src/full.rs runs these whole: {sampled:?}");
}
