//! The inputs in `fuzz/corpus`, by the checks of the fuzz targets, without libFuzzer. What an input
//! once found wrong has a test of its own in the ordinary run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;

use chainloom_fuzz::{Check, TARGETS};
use chainloom_tests::vectors::repository;

/// What the corpus may hold in all, in bytes.
const MOST: u64 = 400 * 1024;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The inputs of a target that fail, each with what is wrong.
fn failures(name: &str, check: Check) -> Vec<String> {
    let inputs = files(&repository().join("fuzz/corpus").join(name));
    assert!(inputs.len() > 10, "`{name}` has {} inputs", inputs.len());
    let tried = inputs.iter().map(|input| {
        let data = fs::read(input).unwrap();
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&data)));
        (input, outcome.unwrap_or_else(|_| Err("a panic".to_owned())))
    });
    let failed = tried.filter_map(|(input, outcome)| outcome.err().map(|why| format!("{}: {why}", input.display())));
    failed.collect()
}

#[test]
fn no_input_of_the_corpus_fails() {
    let failed: Vec<String> = thread::scope(|scope| {
        let running = TARGETS.map(|(name, check)| scope.spawn(move || failures(name, check)));
        running.into_iter().flat_map(|running| running.join().unwrap()).collect()
    });
    assert!(failed.is_empty(), "{}\nto run one again: `cargo xtask fuzz TARGET --input FILE`", failed.join("\n"));
}

#[test]
fn the_corpus_is_small_and_whole() {
    let names = |folder: &str| -> BTreeSet<String> {
        let files = files(&repository().join("fuzz").join(folder));
        files.iter().map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let targets = TARGETS.map(|(name, _)| name.to_owned()).into();
    assert_eq!((names("corpus"), names("fuzz_targets")), (BTreeSet::clone(&targets), targets));
    let sizes = files(&repository().join("fuzz/corpus")).into_iter().flat_map(|folder| files(&folder));
    let size: u64 = sizes.map(|file| file.metadata().unwrap().len()).sum();
    assert!(size < MOST, "the corpus has {size} bytes");
}
