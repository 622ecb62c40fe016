//! Plan: the changes that make a folder hold exactly the files of a set.
//!
//! Input: a [`FileSet`] and the entries of the output folder, as data. Output: a [`Plan`]. Only
//! files of the generator are replaced or removed; `owned` recognizes them.

use std::collections::BTreeMap;

use super::FileSet;
use super::owned::is_ours;

/// An entry of the output folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiskEntry {
    /// A file with its bytes.
    File(Vec<u8>),
    /// A file that the generator cannot own, by its path; it was not read.
    Foreign,
    /// A file that a run was writing when it was killed.
    Unfinished,
    /// A folder.
    Folder,
    /// A link or a device: never written through, never removed.
    Other,
}

/// The difference between a set of files and a folder. All paths are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan<'a> {
    /// Files that are missing.
    pub create: Vec<&'a str>,
    /// Files with another text.
    pub change: Vec<&'a str>,
    /// Files that need no change.
    pub unchanged: Vec<&'a str>,
    /// Files of the generator that the set no longer has, and unfinished files of killed runs.
    pub remove: Vec<&'a str>,
    /// Paths of the set that are blocked, with the obstacle.
    pub blocked: Vec<(&'a str, String)>,
}

impl Plan<'_> {
    /// Returns whether the folder holds exactly the set.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.create.is_empty() && self.change.is_empty() && self.remove.is_empty() && self.blocked.is_empty()
    }
}

/// Compares a set of files with the output folder. Paths of `found` are relative, with forward
/// slashes.
#[must_use]
pub fn plan<'a>(files: &'a FileSet, found: &'a BTreeMap<String, DiskEntry>) -> Plan<'a> {
    let mut plan = Plan::default();
    for (path, text) in files.iter() {
        if let Some(obstacle) = obstacle_above(path, found) {
            plan.blocked.push((path, obstacle));
            continue;
        }
        match found.get(path) {
            None => plan.create.push(path),
            Some(DiskEntry::File(bytes)) if bytes == text.as_bytes() => plan.unchanged.push(path),
            Some(DiskEntry::File(bytes)) if is_ours(path, bytes) || is_empty(bytes) => plan.change.push(path),
            Some(DiskEntry::File(_) | DiskEntry::Foreign | DiskEntry::Unfinished) => {
                plan.blocked.push((path, "a file without the mark of generated ones".to_owned()));
            }
            Some(DiskEntry::Folder) => plan.blocked.push((path, "a folder".to_owned())),
            Some(DiskEntry::Other) => plan.blocked.push((path, "a link or a device".to_owned())),
        }
    }
    for (path, what) in found {
        let is_stale = match what {
            DiskEntry::File(bytes) => is_ours(path, bytes),
            DiskEntry::Unfinished => true,
            DiskEntry::Foreign | DiskEntry::Folder | DiskEntry::Other => false,
        };
        if is_stale && files.get(path).is_none() {
            plan.remove.push(path);
        }
    }
    plan
}

/// Returns whether a file is empty or all zeros: a crash of the machine leaves no bytes of a file that was being
/// written, or zeros.
fn is_empty(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Describes a parent of the path that is not a folder; `None` if there is none.
fn obstacle_above(path: &str, found: &BTreeMap<String, DiskEntry>) -> Option<String> {
    path.match_indices('/').map(|(end, _)| &path[..end]).find_map(|parent| match found.get(parent)? {
        DiskEntry::Folder => None,
        DiskEntry::File(_) | DiskEntry::Foreign | DiskEntry::Unfinished => Some(format!("the file `{parent}`")),
        DiskEntry::Other => Some(format!("`{parent}`, a link or a device")),
    })
}
