//! Scans an output folder.
//!
//! Input: a folder and the files of the spec. Output: the entries in `src` and `docs` and at the
//! paths of these files, as data for `plan`. Links are listed, never followed. Only files that may
//! belong to the generator are read, since others may be large.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use chainloom_codegen::files::{DiskEntry, FileSet, can_be_ours, is_in_owned_folder};
use chainloom_disk::{Failure, shown};
use walkdir::{DirEntry, WalkDir};

use crate::unfinished;

/// The content of an output folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Entries by path, relative to the folder, with forward slashes.
    pub found: BTreeMap<String, DiskEntry>,
}

/// Scans an output folder, which need not exist.
///
/// # Errors
/// A folder or a file cannot be read.
pub fn scan(out: &Path, files: &FileSet) -> Result<Scan, Failure> {
    let mut scan = Scan::default();
    match fs::metadata(out) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Failure::dangling(out).map_or(Ok(scan), Err),
        Err(error) => return Err(Failure::io("cannot read the output folder", out, &error)),
        Ok(about) if !about.is_dir() => {
            let shown = shown(out);
            return Err(Failure::new(format_args!("`{shown}` is not a folder; --out takes the folder to write to")));
        }
        Ok(_) => {}
    }
    for folder in ["src", "docs"] {
        look_below(&mut scan, out, files, folder)?;
    }
    for (path, _) in files.iter().filter(|(path, _)| !is_in_owned_folder(path)) {
        for (end, _) in path.match_indices('/') {
            look_at(&mut scan, out, files, &path[..end])?;
        }
        look_at(&mut scan, out, files, path)?;
    }
    Ok(scan)
}

/// Scans a path and, if it is a folder, all that is in it.
fn look_below(scan: &mut Scan, out: &Path, files: &FileSet, start: &str) -> Result<(), Failure> {
    // Generated files have names of UTF-8, so entries with other names are skipped with their content.
    let is_text = |entry: &DirEntry| entry.file_name().to_str().is_some();
    let walk = WalkDir::new(out.join(start)).follow_root_links(false);
    for entry in walk.into_iter().filter_entry(is_text) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if error.io_error().is_some_and(is_gone) => continue,
            Err(error) => return Err(Failure::walk(out, error)),
        };
        let Some(path) = path_in(out, entry.path()) else { continue };
        if !(entry.file_type().is_file() && is_unfinished(&entry)) {
            look_at(scan, out, files, &path)?;
        } else if unfinished::is_abandoned(entry.path()) {
            scan.found.insert(path, DiskEntry::Unfinished);
        }
    }
    Ok(())
}

/// Returns the path from the output folder, with forward slashes.
fn path_in(out: &Path, place: &Path) -> Option<String> {
    let parts = place.strip_prefix(out).ok()?.iter().map(|part| part.to_str());
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

/// Returns whether the name is the name of an unfinished file.
fn is_unfinished(entry: &DirEntry) -> bool {
    entry.file_name().to_str().is_some_and(unfinished::is_name)
}

/// Adds the entry at a path to the scan; a missing one is skipped.
fn look_at(scan: &mut Scan, out: &Path, files: &FileSet, path: &str) -> Result<(), Failure> {
    let place = out.join(path);
    let cannot = |error: io::Error| Failure::io("cannot read", &place, &error);
    let Some(about) = present(fs::symlink_metadata(&place)).map_err(cannot)? else {
        return Ok(());
    };
    let what = if about.is_dir() {
        DiskEntry::Folder
    } else if !about.is_file() {
        DiskEntry::Other
    } else if files.get(path).is_none() && !can_be_ours(path) {
        DiskEntry::Foreign
    } else {
        let Some(bytes) = present(fs::read(&place)).map_err(cannot)? else {
            return Ok(());
        };
        DiskEntry::File(bytes)
    };
    scan.found.insert(path.to_owned(), what);
    Ok(())
}

/// Treats a missing entry as a result and not as a failure: another run may have removed it.
fn present<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if is_gone(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
