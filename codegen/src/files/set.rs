//! A set of files to write: sorted paths with their texts.
//!
//! Input: paths relative to the output folder, with forward slashes. Output: a [`FileSet`] whose
//! paths are valid on every common file system. Texts are not examined.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

/// The files of one run, sorted by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSet {
    files: BTreeMap<String, String>,
    /// Every used path in lower case: files, and the folders that contain them.
    taken: BTreeMap<String, PathUse>,
}

/// Use of a path, whose letters are compared in lower case: as a file or as a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PathUse {
    /// The file of this path.
    File(String),
    /// A folder, with the path of the first file in it.
    Folder(String),
}

impl PathUse {
    /// Returns the path of the file, or of the first file in the folder.
    fn path(&self) -> &str {
        match self {
            Self::File(path) | Self::Folder(path) => path,
        }
    }
}

impl FileSet {
    /// Creates an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. The path is relative, with forward slashes: `src/data/balances.rs`.
    ///
    /// # Errors
    /// The path is invalid on a common file system, or conflicts there with the path of another file.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) -> Result<(), BadPath> {
        let path = path.into();
        if let Some(reason) = path_fault(&path).or_else(|| self.find_collision(&path)) {
            return Err(BadPath { path, reason });
        }
        self.reserve_path(&path);
        self.files.insert(path, text.into());
        Ok(())
    }

    /// Returns the text of the file at a path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Iterates over paths and texts in the order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Returns the number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns a file or folder with which the path collides. Some file systems do not distinguish `A.rs` from `a.rs`,
    /// and a file is never a folder too. Only the path and the folders above it are looked up, so that the cost per
    /// file does not depend on the number of files.
    fn find_collision(&self, path: &str) -> Option<String> {
        let folded = path.to_lowercase();
        let above = folders_above(&folded).filter_map(|folder| self.taken.get(folder));
        let mut files_above = above.filter(|taken| matches!(taken, PathUse::File(_)));
        let other = self.taken.get(&folded).or_else(|| files_above.next())?;
        Some(format!("it collides with `{}`", other.path()))
    }

    /// Records the path of a file and of the folders above it as used.
    fn reserve_path(&mut self, path: &str) {
        let folded = path.to_lowercase();
        for folder in folders_above(&folded) {
            match self.taken.get_mut(folder) {
                // The path of the first file is kept, so that a set does not depend on the order of
                // insertions.
                Some(PathUse::Folder(first)) if path < first.as_str() => path.clone_into(first),
                Some(_) => {}
                None => {
                    self.taken.insert(folder.to_owned(), PathUse::Folder(path.to_owned()));
                }
            }
        }
        self.taken.insert(folded, PathUse::File(path.to_owned()));
    }
}

/// Returns the folders above a path: `src/data` and `src` for `src/data/a.rs`.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(end, _)| &path[..end])
}

/// An error about a path that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPath {
    path: String,
    reason: String,
}

impl fmt::Display for BadPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be the path of a generated file: {}", self.path, self.reason)
    }
}

impl Error for BadPath {}

/// Returns what is wrong with a path; `None` if it is valid on every common file system. So a spec gives the same
/// crate everywhere.
pub(crate) fn path_fault(path: &str) -> Option<String> {
    if path.len() > 200 {
        return Some("it is longer than 200 bytes".to_owned());
    }
    path.split('/').find_map(part_fault)
}

fn part_fault(part: &str) -> Option<String> {
    let stem = part.split('.').next().unwrap_or_default();
    if part.is_empty() {
        Some("a part of it is empty".to_owned())
    } else if let Some(c) = part.chars().find(|c| c.is_control() || r#"<>:"\|?*"#.contains(*c)) {
        Some(format!("it contains {c:?}"))
    } else if part.ends_with(['.', ' ']) {
        Some(format!("its part `{part}` ends in a full stop or a space"))
    } else if is_device(stem) {
        Some(format!("`{stem}` is the name of a device on Windows"))
    } else {
        None
    }
}

fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_lowercase();
    let numbered = |name: &str| {
        stem.strip_prefix(name).is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}
