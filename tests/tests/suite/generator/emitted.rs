//! Expected code of the generator (`codegen/tests/emitted`) compiles without a warning.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;

use chainloom_tests::compile::{Libraries, Source, strict};
use chainloom_tests::full::step;
use chainloom_tests::vectors::repository;

/// Writes the files that a golden holds, one after the other, and the root that they need.
fn write(golden: &str, to: &Path) {
    let mut root = "//! A golden.\n".to_owned();
    for file in golden.split("// ==> ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        let module = path.strip_prefix("src/").and_then(|path| path.strip_suffix(".rs")).unwrap();
        if !module.contains('/') {
            root.push_str(&format!("pub mod {module};\n"));
        }
        std::fs::create_dir_all(to.join(path).parent().unwrap()).unwrap();
        std::fs::write(to.join(path), text).unwrap();
    }
    std::fs::write(to.join("src/lib.rs"), root).unwrap();
}

#[test]
fn every_golden_compiles_without_a_warning() {
    let libraries = Libraries::find().unwrap_or_else(|told| panic!("{told}"));
    let arguments = strict();
    let (mut count, mut wrong) = (0, Vec::new());
    let mut cases: Vec<_> = std::fs::read_dir(repository().join("codegen/tests/emitted"))
        .unwrap()
        .map(|case| case.unwrap().path())
        .collect();
    cases.sort();
    for case in cases.into_iter().step_by(step(8)) {
        let name = case.file_name().unwrap().to_str().unwrap().to_owned();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emitted").join(&name);
        let _ = std::fs::remove_dir_all(&folder);
        write(&std::fs::read_to_string(case.join("expected.rs")).unwrap(), &folder);
        let root = folder.join("src/lib.rs");
        let source = Source { arguments: &arguments, ..Source::generated("golden", &root, &folder) };
        if let Err(told) = libraries.check(&source) {
            wrong.push(format!("=== {name}\n{told}"));
        }
        count += 1;
    }
    assert!(count >= 24 / step(8), "{count} goldens");
    assert!(wrong.is_empty(), "{} of {count} goldens do not compile:\n{}", wrong.len(), wrong.join("\n"));
}

/// The code of a type belongs to the programs that use it: a library that compiled it would take as long as all its
/// types.
#[test]
fn a_library_compiles_no_code_of_its_types() {
    let libraries = Libraries::find().unwrap_or_else(|told| panic!("{told}"));
    for case in ["every_form", "paging", "responses", "union_form"] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emitted_code").join(case);
        let golden = repository().join("codegen/tests/emitted").join(case).join("expected.rs");
        write(&std::fs::read_to_string(golden).unwrap(), &folder);
        let root = folder.join("src/lib.rs");
        let source =
            Source { arguments: &["--emit=llvm-ir".to_owned()], ..Source::generated("golden", &root, &folder) };
        libraries.check(&source).unwrap_or_else(|told| panic!("{told}"));
        let code = std::fs::read_to_string(folder.join("golden.ll")).unwrap();
        let functions: Vec<&str> = code.lines().filter(|line| line.starts_with("define ")).collect();
        assert!(functions.len() > 1, "{case}: the code of clients is there");
        let of_types = ["member_mut", "set_arm", "into_items", "from_index", "Fill"];
        let wrong: Vec<&&str> =
            functions.iter().filter(|function| of_types.iter().any(|name| function.contains(name))).collect();
        assert!(wrong.is_empty(), "{case}: {} of {} functions: {wrong:?}", wrong.len(), functions.len());
    }
}
