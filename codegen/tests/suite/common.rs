//! Case folders and what is in them; and what the tests of all packages share.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../../../tests/src/bless.rs"]
pub mod bless;
#[path = "../../../tests/src/full.rs"]
pub mod full;
#[path = "../../../tests/src/yaml_files.rs"]
mod yaml;

use std::path::{Path, PathBuf};

use chainloom_codegen::SourceFile;
use chainloom_codegen::read_sources;
pub use yaml::yaml_files;

/// Returns the folder of this package.
pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the folders in `tests/<kind>`, sorted.
pub fn cases(kind: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(here().join("tests").join(kind)).unwrap();
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    cases.sort();
    cases
}

/// Reads the spec in a folder, shown under a name.
pub fn sources(name: &str, folder: &Path) -> Vec<SourceFile> {
    read_sources(name, yaml_files(folder)).unwrap()
}

/// Reads the spec of this repository.
pub fn real_spec() -> Vec<SourceFile> {
    sources("spec", &here().join("../spec"))
}
