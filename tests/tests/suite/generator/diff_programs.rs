//! What `diff` says of Rust is so: a user's program that compiles against the old crate compiles
//! against the new one, unless the verdict is breaking. Where the change says that programs compile and mean
//! something else, they compile as well.
//!
//! The cases are those of `crates/diff/tests/cases`. All generated crates are modules of one
//! library, which is compiled once, and so are the programs that must compile. A sample is tried in
//! the ordinary run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use chainloom_codegen::{SourceFile, generate, read_sources};
use chainloom_diff::{Side, Verdict, compare};
use chainloom_tests::compile::{Libraries, Source};
use chainloom_tests::full::is_full;
use chainloom_tests::vectors::repository;
use walkdir::WalkDir;

/// Cases of the ordinary run: each verdict, and what is easily judged wrong.
const SAMPLE: [&str; 5] = [
    "arguments_of_a_record_exchanged", "bounds_narrower", "member_becomes_optional", "parameter_required",
    "value_in_a_response",
];

struct Case {
    name: String,
    program: String,
    old: Vec<SourceFile>,
    new: Vec<SourceFile>,
    compiles: bool,
}

fn spec(folder: &Path) -> Vec<SourceFile> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.unwrap().into_path());
    let files = entries.filter(|path| path.is_file()).map(|path| {
        let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        (name, std::fs::read(path).unwrap())
    });
    read_sources("", files.collect()).unwrap_or_else(|found| panic!("{}", found.lines()))
}

fn case(folder: &Path) -> Case {
    let (old, new) = (spec(&folder.join("old")), spec(&folder.join("new")));
    let [before, after] = [&old, &new].map(|sources| Side::read(sources, &[]).unwrap());
    let diff = compare(&before, &after);
    let compiles = diff.changes.iter().all(|change| change.rust != Verdict::Breaking || change.compiles);
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    Case { name, program: std::fs::read_to_string(folder.join("program.rs")).unwrap(), old, new, compiles }
}

fn cases() -> Vec<Case> {
    let root = repository().join("crates/diff/tests/cases");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let is_tried = |folder: &PathBuf| is_full() || SAMPLE.iter().any(|name| folder.ends_with(name));
    folders.into_iter().filter(is_tried).map(|folder| case(&folder)).collect()
}

/// Writes a crate as a module of the library; one of the same spec is written once.
fn write<'c>(sources: &'c [SourceFile], known: &mut Vec<(&'c [SourceFile], String)>, to: &Path) -> String {
    let texts = |sources: &[SourceFile]| sources.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
    if let Some((_, module)) = known.iter().find(|(other, _)| texts(other) == texts(sources)) {
        return module.clone();
    }
    let module = format!("crate_{}", known.len());
    let files = generate(sources).unwrap_or_else(|found| panic!("{}", found.lines()));
    for (path, text) in files.iter() {
        let Some(path) = path.strip_prefix("src/") else { continue };
        let path = if path == "lib.rs" { "mod.rs" } else { path };
        let place = to.join(&module).join(path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, text).unwrap();
    }
    known.push((sources, module.clone()));
    module
}

#[test]
fn programs_compile_as_the_verdicts_say() {
    let libraries = Libraries::find().unwrap_or_else(|told| panic!("{told}"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diff_programs");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let cases = cases();
    let mut known = Vec::new();
    let modules: Vec<[String; 2]> =
        cases.iter().map(|case| [&case.old, &case.new].map(|spec| write(spec, &mut known, &folder))).collect();
    let root: String = known.iter().map(|(_, module)| format!("pub mod {module};\n")).collect();
    std::fs::write(folder.join("crates.rs"), root).unwrap();
    let root = folder.join("crates.rs");
    let library = libraries.build(&Source::generated("crates", &root, &folder));
    library.unwrap_or_else(|told| panic!("the generated crates do not compile:\n{told}"));

    let (mut passing, mut wrong, mut refused) = (String::new(), Vec::new(), 0);
    for (case, [old, new]) in cases.iter().zip(&modules) {
        let with = |module: &str| format!("use crates::{module} as api;\n{}", case.program);
        writeln!(passing, "pub mod {}_old {{\n{}\n}}", case.name, with(old)).unwrap();
        if case.compiles {
            writeln!(passing, "pub mod {}_new {{\n{}\n}}", case.name, with(new)).unwrap();
            continue;
        }
        refused += 1;
        if check(&libraries, &folder, &case.name, &with(new)).is_ok() {
            wrong.push(format!("{}: programs do not compile, but this one does", case.name));
        }
    }
    if let Err(told) = check(&libraries, &folder, "passing", &passing) {
        wrong.push(format!("programs that must compile do not:\n{told}"));
    }
    assert!(refused >= 2 && refused < cases.len(), "both kinds of verdicts are tried");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(libraries: &Libraries, folder: &Path, name: &str, text: &str) -> Result<String, String> {
    let root = folder.join(format!("{name}.rs"));
    std::fs::write(&root, text).unwrap();
    let known = &[("chainloom_runtime", "chainloom_runtime"), ("crates", "crates")];
    libraries.check(&Source { libraries: known, ..Source::generated(name, &root, folder) })
}
