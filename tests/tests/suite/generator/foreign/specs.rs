//! The specs as a person would check them: without a warning, and as a crate that compiles without
//! one.

use std::path::{Path, PathBuf};

use chainloom_codegen::{SourceFile, read_sources};
use chainloom_tests::compile::{Libraries, Source, strict};
use chainloom_tests::full::step;
use chainloom_tests::vectors::repository;

use super::calls::APIS;

/// The most lines that a spec may have.
const MAX_LINES: usize = 150;

fn folder() -> PathBuf {
    repository().join("tests/data/foreign")
}

/// The specs as one crate, a module for each API.
fn sources() -> Vec<SourceFile> {
    let lib = ("lib.yaml".to_owned(), b"chainloom: 1\ndoc: Clients of public APIs.\n".to_vec());
    let specs = APIS.iter().step_by(step(3)).map(|(name, _)| {
        let text = std::fs::read(folder().join(name).join(format!("{name}.yaml"))).unwrap();
        (format!("{name}.yaml"), text)
    });
    let files = std::iter::once(lib).chain(specs).collect();
    read_sources("foreign", files).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&[], false)))
}

#[test]
fn each_folder_is_called() {
    let mut found: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    found.sort_unstable();
    let mut called: Vec<&str> = APIS.iter().map(|(name, _)| *name).collect();
    called.sort_unstable();
    assert_eq!(found, called);
}

#[test]
fn each_spec_is_short() {
    for (name, _) in APIS {
        let text = std::fs::read_to_string(folder().join(name).join(format!("{name}.yaml"))).unwrap();
        let lines = text.lines().count();
        println!("{name}: {lines} lines");
        assert!(lines < MAX_LINES, "{name}: {lines} lines");
    }
}

#[test]
fn they_compile_without_a_warning() {
    let sources = sources();
    if let Ok((_, warnings)) = chainloom_codegen::understand(&sources, &[]) {
        assert!(warnings.is_empty(), "{}", warnings.render(&sources, false));
    }
    let files =
        chainloom_codegen::generate(&sources).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&sources, false)));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foreign");
    let _ = std::fs::remove_dir_all(&folder);
    for (path, text) in files.iter() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let (root, arguments) = (folder.join("src/lib.rs"), strict());
    let source = Source { arguments: &arguments, ..Source::generated("foreign", &root, root.parent().unwrap()) };
    let said = Libraries::find().and_then(|libraries| libraries.check(&source));
    said.unwrap_or_else(|told| panic!("{told}"));
}
