//! Looks at an output folder.
//!
//! Input: a folder and the files that are to be in it. Output: what stands at the paths that matter,
//! as data for `plan`: everything in `src` and `docs`, and whatever stands at the path of a file to
//! be. Links are seen, never followed.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chainloom_codegen::files::{FileSet, Found, is_in_owned_folder};

use chainloom_disk::Failure;

/// How the names of files begin that a run is still writing.
pub(crate) const UNFINISHED: &str = ".chainloom-";

/// What was found in an output folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// What stands at each path, relative to the folder, with forward slashes.
    pub found: BTreeMap<String, Found>,
    /// Files that a run began to write and did not finish: it was killed, or is at work now.
    pub unfinished: Vec<PathBuf>,
}

/// Looks at an output folder, which need not exist yet.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn scan(out: &Path, files: &FileSet) -> Result<Scan, Failure> {
    let mut scan = Scan::default();
    match fs::metadata(out) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(scan),
        Err(error) => return Err(Failure::io("cannot read the output folder", out, &error)),
        Ok(about) if !about.is_dir() => {
            let shown = out.display();
            return Err(Failure::new(format_args!("`{shown}` is not a folder; --out takes the folder to write to")));
        }
        Ok(_) => {}
    }
    for folder in ["src", "docs"] {
        look_at(&mut scan, out, folder)?;
    }
    for (path, _) in files.iter().filter(|(path, _)| !is_in_owned_folder(path)) {
        for (end, _) in path.match_indices('/') {
            look_at_one(&mut scan, out, &path[..end])?;
        }
        look_at_one(&mut scan, out, path)?;
    }
    Ok(scan)
}

/// Looks at a path and, if it is a folder, at all that is in it.
fn look_at(scan: &mut Scan, out: &Path, start: &str) -> Result<(), Failure> {
    let mut paths = vec![start.to_owned()];
    while let Some(path) = paths.pop() {
        look_at_one(scan, out, &path)?;
        if scan.found.get(&path) != Some(&Found::Folder) {
            continue;
        }
        let folder = out.join(&path);
        let cannot = |error: io::Error| Failure::io("cannot read the folder", &folder, &error);
        let Some(entries) = present(fs::read_dir(&folder)).map_err(cannot)? else {
            continue;
        };
        for entry in entries {
            let entry = entry.map_err(cannot)?;
            // A name that is not UTF-8 is none of ours.
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
                continue;
            };
            if name.starts_with(UNFINISHED) {
                scan.unfinished.push(entry.path());
            } else {
                paths.push(format!("{path}/{name}"));
            }
        }
    }
    Ok(())
}

fn look_at_one(scan: &mut Scan, out: &Path, path: &str) -> Result<(), Failure> {
    let place = out.join(path);
    let cannot = |error: io::Error| Failure::io("cannot read", &place, &error);
    let Some(about) = present(fs::symlink_metadata(&place)).map_err(cannot)? else {
        return Ok(());
    };
    let what = if about.is_dir() {
        Found::Folder
    } else if about.is_file() {
        let Some(bytes) = present(fs::read(&place)).map_err(cannot)? else {
            return Ok(());
        };
        Found::File(bytes)
    } else {
        Found::Other
    };
    scan.found.insert(path.to_owned(), what);
    Ok(())
}

/// Another run may remove what was there a moment ago; that it is gone is an answer, not a failure.
fn present<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
    }
}
