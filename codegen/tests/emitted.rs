//! What becomes of a spec: each folder in `tests/emitted` holds a spec and, in `expected.rs`, the code of all its
//! files. With `CHAINLOOM_BLESS=1` the test writes what is emitted now. The tests of the workspace compile it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};

use chainloom_codegen::generate;
use chainloom_codegen::read::read_sources;

fn yaml_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            yaml_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "yaml") {
            files.push(path);
        }
    }
    files.sort();
}

fn emitted(case: &Path) -> String {
    let mut files = Vec::new();
    yaml_files(case, &mut files);
    let name = |file: &PathBuf| file.strip_prefix(case).unwrap().to_string_lossy().replace('\\', "/");
    let sources = files.iter().map(|file| (name(file), std::fs::read(file).unwrap())).collect();
    let sources = read_sources("spec", sources).unwrap();
    let crate_files = generate(&sources).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
    let modules = crate_files.iter().filter(|(path, _)| path.ends_with(".rs") && *path != "src/lib.rs");
    modules.map(|(path, text)| format!("// ==> {path}\n{text}")).collect()
}

#[test]
fn every_case_emits_what_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emitted");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    assert!(cases.len() >= 8);
    let mut wrong = Vec::new();
    for case in cases {
        let (actual, file) = (emitted(&case), case.join("expected.rs"));
        if std::env::var_os("CHAINLOOM_BLESS").is_some() {
            std::fs::write(&file, &actual).unwrap();
        } else if std::fs::read_to_string(&file).unwrap_or_default() != actual {
            wrong.push(case.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "run with CHAINLOOM_BLESS=1 and read the difference: {wrong:#?}");
}

#[test]
fn the_same_spec_gives_the_same_text() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emitted/rest");
    assert_eq!(emitted(&case), emitted(&case));
}
