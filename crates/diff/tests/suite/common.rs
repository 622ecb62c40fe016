//! Case folders, and specs in folders.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../../../../tests/src/full.rs"]
pub mod full;
#[path = "../../../../tests/src/yaml_files.rs"]
mod yaml;

use std::path::{Path, PathBuf};

use chainloom_codegen::{SourceFile, read_sources};
use chainloom_diff::Side;
use yaml::yaml_files;

pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The case folders, sorted.
pub fn cases() -> Vec<PathBuf> {
    folders(&here().join("tests/cases"))
}

/// The folders in a folder, sorted.
pub fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    all.sort();
    all
}

/// The texts of a spec. Their paths begin with the name of the folder.
pub fn sources(folder: &Path) -> Vec<SourceFile> {
    read_sources(&folder.file_name().unwrap().to_string_lossy(), yaml_files(folder))
        .unwrap_or_else(|found| panic!("{}", found.lines()))
}

/// A spec in a folder.
pub fn read(folder: &Path) -> Side {
    let sources = sources(folder);
    Side::read(&sources, &[]).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)))
}
