//! A spec that has nothing in common with ours becomes a crate that compiles without a warning.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::{Path, PathBuf};
use std::process::Command;

use chainloom_codegen::source::SourceFile;
use chainloom_codegen::spec::read::read_sources;
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

/// Everything that a user has to write beside what is generated; `features` are those of the invented spec.
fn manifest() -> String {
    let runtime = repository().canonicalize().unwrap().join("runtime");
    format!(
        "[package]\nname = \"invented\"\nversion = \"0.0.0\"\nedition = \"2024\"\nrust-version = \"1.85\"\n\n[workspace]\n\n\
         [dependencies]\nchainloom-runtime = {{ path = {runtime:?}, default-features = false }}\n"
    )
}

/// The crate in a folder of its own, and the folder of what its compiler makes.
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
    std::fs::write(folder.join("Cargo.toml"), manifest()).unwrap();
    std::fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

#[test]
fn an_invented_spec_compiles_without_a_warning() {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--offline"])
        .current_dir(written())
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("invented-target"))
        .env("RUSTFLAGS", "-D warnings -D missing-docs")
        // Set by the cargo that runs this test, and not meant for the one that it starts.
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
