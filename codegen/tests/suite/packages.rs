//! Specs that use the types of a package and join its services.
//!
//! Each folder in `tests/packages` is a case: a package, a spec, and in `expected.txt` the Rust of
//! the spec's files or what is said of it. With `CHAINLOOM_BLESS=1` the test writes what there is
//! now.

use std::path::Path;

use crate::common::bless::Expected;
use crate::common::{cases, sources, yaml_files};
use chainloom_codegen::SourceFile;
use chainloom_codegen::{Content, Input, Options, Package, run, understand};

/// Packages are part of programs, so their texts live as long as these.
fn package(folder: &Path) -> Package {
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let files = yaml_files(&folder.join("package")).into_iter();
    let files = files.map(|(path, bytes)| (leak(path), leak(String::from_utf8(bytes).unwrap())));
    Package { name: "lenses".to_owned(), crate_path: "::lenses".to_owned(), files: files.collect() }
}

fn made_of(sources: &[SourceFile], package: Package) -> String {
    let options = Options { packages: vec![package], ..Options::default() };
    match run(Input::Files(sources), &options, &mut |_| {}).map(|generated| generated.content) {
        Ok(Content::Module(_)) => panic!("a crate is files"),
        Ok(Content::Files(files)) => {
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
    let folder = crate::common::here().join("tests/packages/joins");
    let (_, found) = understand(&sources("", &folder.join("spec")), &[package(&folder)]).unwrap();
    assert!(found.is_empty(), "{}", found.lines());
}
