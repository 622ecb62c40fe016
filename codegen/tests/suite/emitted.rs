//! Emitted code: each folder in `tests/emitted` holds a spec and, in `expected.rs`, the code of all its files. With
//! `CHAINLOOM_BLESS=1` the test writes what is emitted now. The tests of the workspace
//! (`tests/tests/suite/generator/emitted.rs`) compile it.

use std::path::Path;

use crate::common::bless::Expected;
use crate::common::{cases, here, sources};
use chainloom_codegen::generate;

fn emitted(case: &Path) -> String {
    let sources = sources("spec", case);
    let crate_files = generate(&sources).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
    let modules = crate_files.iter().filter(|(path, _)| path.ends_with(".rs") && *path != "src/lib.rs");
    modules.map(|(path, text)| format!("// ==> {path}\n{text}")).collect()
}

#[test]
fn every_case_emits_what_is_expected() {
    let cases = cases("emitted");
    assert!(cases.len() >= 8);
    let mut expected = Expected::default();
    for case in cases {
        expected.file(&case.join("expected.rs"), &emitted(&case));
    }
    expected.close();
}

#[test]
fn the_same_spec_gives_the_same_text() {
    let case = here().join("tests/emitted/rest");
    assert_eq!(emitted(&case), emitted(&case));
}
