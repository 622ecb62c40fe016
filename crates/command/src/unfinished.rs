//! Temporary files: their names, and whether the run that writes them is alive.
//!
//! Input: the path of a file. Output: whether it is a temporary file, and whether its run has
//! ended. A killed run leaves such files behind, and the next run removes them.

use std::fs;
use std::path::Path;
use std::process;
use std::time::{Duration, SystemTime};

/// Beginning of the names of temporary files.
const PREFIX: &str = ".chainloom-";
/// End of the names of temporary files.
pub(crate) const SUFFIX: &str = ".tmp";
/// Number of random letters and digits before the suffix.
pub(crate) const UNIQUE: usize = 6;

/// Age from which on such a file belongs to no run, whatever process has the number of its run.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Returns the first part of the names of this process's files, which contains the number of the process.
pub(crate) fn prefix() -> String {
    format!("{PREFIX}{}-", process::id())
}

/// Returns whether a file of this name is being written, or was when its run was killed.
pub(crate) fn is_name(name: &str) -> bool {
    split(name).is_some()
}

/// Returns whether the run of such a file is over: its process has ended, or the file is old.
pub(crate) fn is_abandoned(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let process = split(name).flatten();
    let age = || {
        let changed = fs::symlink_metadata(path).and_then(|about| about.modified()).ok()?;
        SystemTime::now().duration_since(changed).ok()
    };
    process.is_some_and(has_ended) || age().is_some_and(|age| age > ABANDONED)
}

/// Returns the number of the process in a name, which names of older versions lack.
fn split(name: &str) -> Option<Option<u32>> {
    let middle = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    let (process, unique) = match middle.split_once('-') {
        Some((process, unique)) => (Some(process.parse().ok()?), unique),
        None => (None, middle),
    };
    let is_ours = unique.len() == UNIQUE && unique.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_ours.then_some(process)
}

/// Returns whether no process has this number. A process of another user counts as one that runs.
#[cfg(unix)]
fn has_ended(process: u32) -> bool {
    use nix::{errno::Errno, sys::signal::kill, unistd::Pid};
    let Some(process) = i32::try_from(process).ok().filter(|number| *number > 0) else { return true };
    // No signal is sent; the system only says whether it could be.
    kill(Pid::from_raw(process), None) == Err(Errno::ESRCH)
}

/// Returns false. Other systems do not report processes without unsafe code; the age of the file decides.
#[cfg(not(unix))]
fn has_ended(_: u32) -> bool {
    false
}
