//! Failure of a command, as text for its user.

use std::fmt;
use std::io;
use std::path::Path;

use chainloom_forms::printable;

/// Formats a path for messages, on one line: a file name may hold any character.
pub fn shown(path: impl AsRef<Path>) -> String {
    printable::line(&path.as_ref().to_string_lossy()).into_owned()
}

/// The failure of a run, with place and remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    /// Creates a failure from a text that begins with `error:`.
    #[must_use]
    pub fn rendered(text: String) -> Self {
        Self(text)
    }

    /// Creates a failure of one line.
    pub fn new(text: impl fmt::Display) -> Self {
        Self(format!("error: {text}"))
    }

    /// Creates a failure of the file system; `action` is such as `cannot read the folder`.
    #[must_use]
    pub fn io(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(format_args!("{action} `{}`: {error}", shown(path)))
    }

    /// Returns a failure if a path is a dangling link.
    #[must_use]
    pub fn dangling(path: &Path) -> Option<Self> {
        let target = std::fs::read_link(path).ok()?;
        let (path, target) = (shown(path), shown(&target));
        Some(Self::new(format_args!("`{path}` is a link to `{target}`, where nothing is; remove the link, or fix it")))
    }

    /// Creates a failure of a folder below `start` that cannot be read.
    #[must_use]
    pub fn walk(start: &Path, error: walkdir::Error) -> Self {
        let folder = error.path().unwrap_or(start).to_path_buf();
        let shown = error.to_string();
        // The error of the system alone: the path is stated next to it.
        let error = error.into_io_error().unwrap_or_else(|| io::Error::other(shown));
        Self::io("cannot read the folder", &folder, &error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for Failure {}
