//! A folder with a spec and an output, which a test writes and a run of `codegen` changes. Input: files.
//! Output: what is in the output. Tests of other packages take this file by its path, and add how the
//! generator is run.
#![allow(clippy::unwrap_used, dead_code, missing_docs, unreachable_pub, reason = "only tests use it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use walkdir::{DirEntry, WalkDir};

/// Bytes and time of the last change, by path.
pub type Files = BTreeMap<String, (Vec<u8>, SystemTime)>;

pub struct Project {
    pub folder: tempfile::TempDir,
}

impl Project {
    /// Creates an empty folder.
    pub fn empty() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let place = self.path(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, bytes).unwrap();
    }

    /// Returns all files of the output.
    pub fn output(&self) -> Files {
        files_below(&self.path("out"))
    }

    /// Returns the bytes of the output.
    pub fn texts(&self) -> BTreeMap<String, Vec<u8>> {
        self.output().into_iter().map(|(path, (bytes, _))| (path, bytes)).collect()
    }
}

/// Returns all entries that are not folders; links are returned, and not followed. Files that another run
/// removes in between are left out.
pub fn files_below(root: &Path) -> Files {
    let entries = WalkDir::new(root).into_iter().filter_map(Result::ok);
    let files = entries.filter(|entry| !entry.file_type().is_dir());
    let file = |entry: DirEntry| {
        let name = entry.path().strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let bytes = if entry.file_type().is_file() { fs::read(entry.path()).ok()? } else { Vec::new() };
        Some((name, (bytes, entry.metadata().unwrap().modified().unwrap())))
    };
    files.filter_map(file).collect()
}
