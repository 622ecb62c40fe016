//! Executes a plan. No other module changes files.
//!
//! Input: a plan and the texts. Output: the files. Each file is written to a temporary file next to it, which is
//! renamed. So the file has the old or the new text at every moment, even if the run is killed or another run writes
//! too. Unchanged files are not touched.
//!
//! Files are not flushed to the disk, which may take longer than generating. A crash of the machine
//! may leave new files empty, and the next run writes them again.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use chainloom_codegen::files::{FileSet, Plan};
use chainloom_disk::{Failure, shown};
use tempfile::{Builder, NamedTempFile};

use crate::interrupt::without_interrupt;
use crate::unfinished::{self, SUFFIX, UNIQUE};

/// Number of files that are written together. An interrupt ends the run between two such groups.
const AT_ONCE: usize = 16;

/// Makes the folder `out` hold the files: writes missing and changed files, then removes stale ones.
///
/// # Errors
/// A file that the generator does not own is at a path, before anything is written; or the file system refuses. In
/// that case each file is the old or the new one, and the same command can be run again.
pub fn write(out: &Path, files: &FileSet, plan: &Plan<'_>) -> Result<(), Failure> {
    refuse_blocked(out, plan)?;
    let changed = plan.create.iter().chain(&plan.change);
    let texts: Vec<(PathBuf, &str)> =
        changed.map(|path| (out.join(path), files.get(path).unwrap_or_default())).collect();
    replace_all(&texts)?;
    for path in &plan.remove {
        let place = out.join(path);
        ignore_missing(fs::remove_file(&place)).map_err(|error| Failure::io("cannot remove", &place, &error))?;
    }
    plan.remove.iter().for_each(|path| remove_emptied_folders(out, &out.join(path)));
    Ok(())
}

/// Fails if a file to be written would replace a file that the generator does not own.
///
/// # Errors
/// Lists all blocked paths with their obstacles.
pub fn refuse_blocked(out: &Path, plan: &Plan<'_>) -> Result<(), Failure> {
    let mistakes: Vec<String> =
        plan.blocked.iter().map(|(path, what)| blocked_path_message(&out.join(path), what)).collect();
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(Failure::rendered(mistakes.join("\n")))
}

/// Returns the message for a path that a file of someone else occupies.
fn blocked_path_message(place: &Path, what: &str) -> String {
    format!(
        "error: a file is to be generated at `{}`, but {what} stands in the way; nothing was written\n  \
         = help: move it away, or rename the item of the spec that needs the file; files that an older version has \
         generated can be removed\n",
        shown(place)
    )
}

/// Puts new texts at paths, each in one step.
///
/// # Errors
/// The file system refuses.
pub(crate) fn replace_all(texts: &[(PathBuf, &str)]) -> Result<(), Failure> {
    texts.chunks(AT_ONCE).try_for_each(|texts| without_interrupt(|| replace_some(texts)))
}

/// Puts new texts at paths. If one of them cannot be written, none is put in place.
fn replace_some(texts: &[(PathBuf, &str)]) -> Result<(), Failure> {
    let failed = |place: &Path, error: &io::Error| Failure::io("cannot write", place, error);
    let mut unfinished = Vec::with_capacity(texts.len());
    for (place, text) in texts {
        unfinished.push((write_temporary(place, text).map_err(|error| failed(place, &error))?, place));
    }
    for (file, place) in unfinished {
        file.persist(place).map_err(|error| failed(place, &error.error))?;
    }
    Ok(())
}

/// Writes a text to a temporary file in the folder of `place`.
fn write_temporary(place: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut file = unfinished_file(place.parent().unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// Creates a file and its folder. Another run may remove the empty folder in between; then both are
/// created again.
fn unfinished_file(folder: &Path) -> io::Result<NamedTempFile> {
    let prefix = unfinished::prefix();
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(UNIQUE).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    fs::create_dir_all(folder)?;
    match builder.tempfile_in(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            builder.tempfile_in(folder)
        }
        other => other,
    }
}

fn ignore_missing(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Removes the empty folders above a removed file. The system refuses to remove a folder with
/// content. Folders that were empty before are not ours.
fn remove_emptied_folders(out: &Path, removed: &Path) {
    for folder in removed.ancestors().skip(1).take_while(|folder| *folder != out) {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}
