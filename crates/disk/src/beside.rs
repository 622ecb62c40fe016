//! Reads the files next to a document, in its folder.
//!
//! Input: a folder, and paths within it. Output: texts. A file above the size limit is refused
//! before it is read, and links out of the folder are not followed.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

/// Maximum size of a file next to a document.
const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// The folder of a document.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Path without links.
    root: PathBuf,
}

impl Folder {
    /// Opens the folder that holds a document.
    ///
    /// # Errors
    /// The folder does not exist, or its path cannot be resolved.
    pub fn of(document: &Path) -> io::Result<Self> {
        let folder = document.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Self { root: fs::canonicalize(folder)? })
    }

    /// Reads a file of the folder; `None` if there is no such file. `path` has forward slashes.
    ///
    /// # Errors
    /// The file lies out of the folder, is too large, or is not UTF-8.
    pub fn read(&self, path: &str) -> Result<Option<String>, String> {
        let file = match fs::canonicalize(self.root.join(path)) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        if !file.starts_with(&self.root) {
            return Err("the path leads out of the folder of the document".to_owned());
        }
        if !file.is_file() {
            return Err("the path leads to no file".to_owned());
        }
        let mut bytes = Vec::new();
        let opened = File::open(&file).map_err(|error| error.to_string())?;
        opened.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if u64::try_from(bytes.len()).is_ok_and(|size| size > MAX_FILE_BYTES) {
            return Err(format!("the file has more than {MAX_FILE_BYTES} bytes"));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| "the file is not UTF-8".to_owned())
    }
}
