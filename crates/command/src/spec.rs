//! Reads the folder of a spec, for programs that do not generate code.
//!
//! Input: a folder. Output: the texts of its files, or a [`Report`] of the failure.

use std::path::Path;

use chainloom_codegen::SourceFile;

use crate::pipeline;
use crate::report::Report;

/// Reads the files of a spec folder.
///
/// # Errors
///
/// The folder cannot be read, or one of its files is not valid UTF-8.
pub fn read_spec(folder: &Path) -> Result<Vec<SourceFile>, Report> {
    let wrong = |stderr: String| Report { code: 1, stderr, ..Report::default() };
    let folder = chainloom_disk::read_folder(folder).map_err(|failure| wrong(format!("{failure}\n")))?;
    pipeline::read(folder).map_err(|mistakes| wrong(mistakes.render(&[], false)))
}
