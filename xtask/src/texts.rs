//! Reads and writes text files.
//!
//! Input: a path. Output: the text, or the failure of the file system with the path.

use std::fs;
use std::path::Path;

use chainloom_command::Failure;

pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::io("cannot read", path, &error))
}

/// Writes a text to a file, and makes the folder of the file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| Failure::io("cannot write", path, &error);
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(cannot)?;
    fs::write(path, text).map_err(cannot)
}
