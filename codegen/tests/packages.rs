//! Specs that use the types of a package and join its services.
//!
//! Each folder in `tests/packages` is a case: a package, a spec, and in `expected.txt` the Rust of the spec's files or what is
//! said of it. With `CHAINLOOM_BLESS=1` the test writes what there is now.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::path::Path;

use chainloom_codegen::generate_with;
use chainloom_codegen::judge::check::check;
use chainloom_codegen::judge::lint::lint;
use chainloom_codegen::rust::lower::Options;
use chainloom_codegen::source::SourceFile;
use chainloom_codegen::spec::package::{Package, add_packages};
use chainloom_codegen::spec::parse::parse;
use common::bless::Expected;
use common::{cases, sources, yaml_files};

/// Packages are part of programs, so their texts live as long as these.
fn package(folder: &Path) -> Package {
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let files = yaml_files(&folder.join("package")).into_iter();
    let files = files.map(|(path, bytes)| (leak(path), leak(String::from_utf8(bytes).unwrap())));
    Package { name: "lenses".to_owned(), crate_path: "::lenses".to_owned(), files: files.collect() }
}

fn made_of(sources: &[SourceFile], package: Package) -> String {
    let options = Options { packages: vec![package], ..Options::default() };
    match generate_with(sources, &options) {
        Ok(files) => {
            let own = files.iter().filter(|(path, _)| !path.ends_with("spec.schema.json"));
            own.map(|(path, text)| format!("--- {path}\n{text}")).collect()
        }
        Err(found) => found.render(sources, false),
    }
}

#[test]
fn every_case_gives_what_is_expected() {
    let mut expected = Expected::default();
    for folder in cases("packages") {
        let sources = sources("", &folder.join("spec"));
        expected.file(&folder.join("expected.txt"), &made_of(&sources, package(&folder)));
    }
    expected.close();
}

/// A file of the spec may have the name of one of the package's; neither then counts for the other.
#[test]
fn a_package_brings_no_warnings() {
    let folder = common::here().join("tests/packages/joins");
    let mut documents = parse(&sources("", &folder.join("spec"))).unwrap();
    add_packages(&mut documents, &[package(&folder)]).unwrap();
    let found = lint(&documents, &check(&documents).unwrap());
    assert!(found.is_empty(), "{}", found.lines());
}
