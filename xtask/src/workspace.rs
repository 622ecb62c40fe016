//! Workspace: the path of the repository, and commands that run its programs.
//!
//! Input: the environment that `cargo run` sets. Output: paths, and commands that run at the root.
//! No path is compiled in, so that the program works after the repository was moved.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use chainloom_command::Failure;

/// The repository.
#[derive(Debug)]
pub(crate) struct Workspace {
    root: PathBuf,
    cargo: OsString,
    /// Whether this run decides on a submission, so that nothing may be skipped.
    pub(crate) strict: bool,
}

impl Workspace {
    pub(crate) fn find() -> Result<Self, Failure> {
        let package = env::var_os("CARGO_MANIFEST_DIR")
            .ok_or_else(|| Failure::new("CARGO_MANIFEST_DIR is not set; start this as `cargo xtask …`"))?;
        let root = Path::new(&package).parent().map(Path::to_path_buf);
        Ok(Self {
            root: root.ok_or_else(|| Failure::new("CARGO_MANIFEST_DIR has no parent folder"))?,
            cargo: env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            strict: env::var_os("CHAINLOOM_CI").is_some_and(|value| value == "1"),
        })
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Returns a path below the root for messages: relative to the current folder if it is inside of it.
    pub(crate) fn near_path(&self, relative: &str) -> PathBuf {
        let path = self.path(relative);
        let current = env::current_dir().unwrap_or_default();
        path.strip_prefix(current).map(Path::to_path_buf).unwrap_or(path)
    }

    /// Returns a path for messages: from the root if it is in the repository.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }

    /// Returns the command `cargo` at the root, with these arguments.
    pub(crate) fn cargo(&self, args: &[&str]) -> Command {
        let mut command = self.program(&self.cargo);
        command.args(args);
        command
    }

    /// Returns the command of a program at the root.
    pub(crate) fn program(&self, name: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(name);
        command.current_dir(&self.root);
        command
    }
}
