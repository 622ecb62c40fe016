//! Writes the files of a site into a folder.
//!
//! Input: a folder, paths with texts, and a predicate for files of an earlier run. Output: the folder
//! with these files, each replaced atomically. Files of an earlier run that the site no longer has are
//! removed. A path that another program's file occupies is an error before anything is written.

use std::fs;
use std::path::{Path, PathBuf};

use chainloom_disk::{Failure, shown};

use crate::write::replace_all;

/// Writes a site. `is_ours` returns whether an earlier run wrote the file with these bytes.
///
/// # Errors
///
/// A file that no earlier run wrote is in the way, or the file system refuses.
pub fn write_site(out: &Path, files: &[(&str, &str)], is_ours: fn(&[u8]) -> bool) -> Result<(), Failure> {
    let is_foreign = |path: &&str| {
        let place = out.join(path);
        fs::symlink_metadata(&place)
            .is_ok_and(|found| !found.is_file() || !fs::read(&place).is_ok_and(|it| is_ours(&it)))
    };
    let foreign: Vec<String> =
        files.iter().map(|(path, _)| *path).filter(is_foreign).map(|path| format!("`{path}`")).collect();
    if !foreign.is_empty() {
        return Err(Failure::rendered(format!(
            "error: `{}` has {} already, which no earlier run has written; nothing was written\n  \
             = help: take another folder, or move them away\n",
            shown(out),
            foreign.join(", ")
        )));
    }
    let stale = stale(out, files, is_ours)?;
    let texts: Vec<(PathBuf, &str)> = files.iter().map(|(path, text)| (out.join(path), *text)).collect();
    replace_all(&texts)?;
    for place in stale {
        fs::remove_file(&place).map_err(|error| Failure::io("cannot remove", &place, &error))?;
    }
    Ok(())
}

/// Returns the files of earlier runs, next to the files of the site, that the site no longer has.
fn stale(out: &Path, files: &[(&str, &str)], is_ours: fn(&[u8]) -> bool) -> Result<Vec<PathBuf>, Failure> {
    let mut folders: Vec<PathBuf> =
        files.iter().filter_map(|(path, _)| Some(out.join(path).parent()?.into())).collect();
    folders.sort();
    folders.dedup();
    let mut stale = Vec::new();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let cannot = |error: std::io::Error| Failure::io("cannot read the folder", folder, &error);
        for entry in fs::read_dir(folder).map_err(cannot)? {
            let place = entry.map_err(cannot)?.path();
            let is_kept = files.iter().any(|(path, _)| out.join(path) == place);
            if !is_kept && place.is_file() && fs::read(&place).is_ok_and(|bytes| is_ours(&bytes)) {
                stale.push(place);
            }
        }
    }
    Ok(stale)
}
