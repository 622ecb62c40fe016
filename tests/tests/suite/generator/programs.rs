//! The programs that generated documentation shows compile, as those of users do. `ci --full` has
//! rustdoc compile those of our own crate.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fmt::Write as _;
use std::path::Path;

use chainloom_codegen::files::FileSet;
use chainloom_codegen::{generate, read_sources};
use chainloom_disk::read_folder;
use chainloom_tests::compile::{Libraries, Source};
use chainloom_tests::full::is_full;
use chainloom_tests::vectors::repository;

/// The name of the crate in its programs.
const MADE: &str = "made";

/// The crate of a spec, which gets a name.
fn made(folder: &str) -> FileSet {
    let read = read_folder(&repository().join(folder)).unwrap_or_else(|failure| panic!("{failure}"));
    let files = read.files.into_iter().map(|file| {
        let mut text = String::from_utf8(file.bytes).unwrap();
        if file.path == "lib.yaml" && !text.contains("crate: ") {
            let _ = writeln!(text, "crate: {MADE}");
        }
        (file.path, text.into_bytes())
    });
    let sources = read_sources("spec", files.collect()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&[], false)));
    generate(&sources).unwrap_or_else(|wrong| panic!("{}", wrong.render(&sources, false)))
}

/// The programs of all documentation, with the lines that rustdoc hides.
fn programs(files: &FileSet) -> Vec<String> {
    let mut programs = Vec::new();
    for (_, text) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
        let mut program: Option<String> = None;
        let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("///"));
        for line in lines.map(|line| line.strip_prefix(' ').unwrap_or(line)) {
            match (&mut program, line) {
                (None, "```no_run") => program = Some(String::new()),
                (Some(_), "```") => programs.extend(program.take()),
                (Some(text), line) => writeln!(text, "{}", line.strip_prefix("# ").unwrap_or(line)).unwrap(),
                (None, _) => {}
            }
        }
    }
    programs
}

/// What the compiler says of programs of a crate, each in a module of its own.
fn compiled(name: &str, files: &FileSet, programs: &[String]) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let libraries = Libraries::find()?;
    libraries.build(&Source::generated(MADE, &folder.join("src/lib.rs"), &folder))?;
    let mut text = "#![allow(dead_code, unused, deprecated)]\nfn main() {}\n".to_owned();
    programs.iter().enumerate().for_each(|(at, program)| writeln!(text, "mod p{at} {{\n{program}}}").unwrap());
    let root = folder.join("main.rs");
    std::fs::write(&root, text).unwrap();
    let known = [(MADE, MADE)];
    libraries.check_program(&Source { libraries: &known, ..Source::generated("programs", &root, &folder) }).map(drop)
}

#[test]
fn programs_of_values_of_every_kind_compile() {
    let files = made("codegen/tests/emitted/programs");
    let mut programs = programs(&files);
    assert_eq!(programs.len(), 8, "a program for each client, handle and call, but for the call with any JSON");
    compiled("values", &files, &programs).unwrap_or_else(|told| panic!("{told}"));
    // A wrong one would be found.
    programs.push(programs[0].replace("Rye", "Oats"));
    let told = compiled("wrong", &files, &programs).unwrap_err();
    assert!(told.contains("no variant") && told.contains("Oats"), "{told}");
}

#[test]
fn programs_of_an_invented_spec_compile() {
    if !is_full() {
        println!("skipped: only with CHAINLOOM_FULL=1");
        return;
    }
    let files = made("tests/data/invented");
    let programs = programs(&files);
    assert!(programs.len() > 20, "{} programs", programs.len());
    compiled("invented", &files, &programs).unwrap_or_else(|told| panic!("{told}"));
}
