//! Drift: the difference between an output folder and the files of the spec.
//!
//! Input: a plan, the texts, and the content of the folder. Output: a [`Drift`]: the paths and a short human-readable
//! text. Nothing is written.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use chainloom_codegen::files::{DiskEntry, FileSet, Plan};
use chainloom_disk::shown;

use crate::diff::unified_diff;
use crate::outcome::Drift;

/// Maximum number of files that are shown with a diff.
const FILES: usize = 10;
/// Maximum number of lines of the diff of a changed file.
const LINES: usize = 40;

/// Describes the drift: a line for each file that is missing, changed or orphaned, with a short diff of the first ones,
/// and at the end the command that writes the files.
#[must_use]
pub(crate) fn describe(
    out: &Path,
    files: &FileSet,
    plan: &Plan<'_>,
    found: &BTreeMap<String, DiskEntry>,
    fix: &str,
) -> Drift {
    let mut text = String::new();
    let mut compared = 0;
    // Changed files come first, since their diffs are the most useful.
    let fates = [("changed", &plan.change), ("missing", &plan.create), ("orphaned", &plan.remove)];
    for (fate, paths) in fates {
        for path in paths {
            let _ = writeln!(text, "{fate}: {}", shown(out.join(path)));
            // The diff of an orphaned file would be its whole text, so only its name is shown.
            if fate != "orphaned" && compared < FILES {
                let old = match found.get(*path) {
                    Some(DiskEntry::File(bytes)) => bytes.as_slice(),
                    _ => &[],
                };
                text.push_str(&unified_diff(old, files.get(path).unwrap_or_default(), lines_for(fate)));
                compared += 1;
            }
        }
    }
    let counts = [plan.create.len(), plan.change.len(), plan.remove.len()];
    let _ = writeln!(text, "error: the generated files are not those of the spec: {}", summary(counts));
    let _ = writeln!(text, "  = help: run `{fix}`");
    Drift::new(plan, text)
}

/// Returns the maximum number of lines of a diff.
fn lines_for(fate: &str) -> usize {
    if fate == "missing" { 5 } else { LINES }
}

fn summary([missing, changed, orphaned]: [usize; 3]) -> String {
    format!("{missing} missing, {changed} changed, {orphaned} orphaned")
}
