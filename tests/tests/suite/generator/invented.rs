//! A spec that has nothing in common with ours becomes a crate that compiles without a warning.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::{Path, PathBuf};

use chainloom_codegen::SourceFile;
use chainloom_codegen::read_sources;
use chainloom_tests::compile::{Libraries, Source, strict};
use chainloom_tests::vectors::repository;

fn sources(folder: &Path) -> Vec<SourceFile> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    let read = files.iter().map(|file| {
        let path = file.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
        (path, std::fs::read(file).unwrap())
    });
    read_sources("invented", read.collect()).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&[], false)))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// Its root file, in a folder of its own.
fn written() -> PathBuf {
    let sources = sources(&repository().join("tests/data/invented"));
    let files =
        chainloom_codegen::generate(&sources).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&sources, false)));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("invented");
    let _ = std::fs::remove_dir_all(&folder);
    for (path, text) in files.iter() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder.join("src/lib.rs")
}

#[test]
fn an_invented_spec_compiles_without_a_warning() {
    let (root, arguments) = (written(), strict());
    let source = Source { arguments: &arguments, ..Source::generated("invented", &root, root.parent().unwrap()) };
    let said = Libraries::find().and_then(|libraries| libraries.check(&source));
    said.unwrap_or_else(|told| panic!("{told}"));
}
