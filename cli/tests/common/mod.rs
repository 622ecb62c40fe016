//! A folder with a spec, the program at work in it, and what became of its files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code, missing_docs, unreachable_pub)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

/// Bytes and time of the last change, by path.
pub type Files = BTreeMap<String, (Vec<u8>, SystemTime)>;

/// The command that writes `out` from `spec`.
pub const CODEGEN: [&str; 5] = ["codegen", "--spec", "spec", "--out", "out"];

pub struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// An empty folder.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A copy of a folder of this repository as the spec.
    pub fn with_spec(spec: &str) -> Self {
        let project = Self::new();
        for (path, (bytes, _)) in files_below(&repository().join(spec)) {
            project.write(&format!("spec/{path}"), bytes);
        }
        project
    }

    /// The invented spec of the tests, and what the program makes of it.
    pub fn generated() -> Self {
        let project = Self::with_spec("tests/data/invented");
        project.must_write();
        project
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

    /// The program with these arguments, in the folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chainloom"));
        command.current_dir(self.folder.path()).args(args).stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    pub fn codegen(&self) -> Output {
        self.run(&CODEGEN)
    }

    pub fn check(&self) -> Output {
        self.run(&[CODEGEN.as_slice(), &["--check"]].concat())
    }

    /// Writes the files, which must succeed.
    pub fn must_write(&self) {
        let output = self.codegen();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }

    /// All files of the output.
    pub fn output(&self) -> Files {
        files_below(&self.path("out"))
    }

    /// The bytes of the output.
    pub fn texts(&self) -> BTreeMap<String, Vec<u8>> {
        self.output().into_iter().map(|(path, (bytes, _))| (path, bytes)).collect()
    }
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Files that another run removes in between are left out.
pub fn files_below(root: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            if let (Ok(bytes), Ok(about)) = (fs::read(&path), fs::metadata(&path)) {
                files.insert(name, (bytes, about.modified().unwrap()));
            }
        }
    }
    files
}
