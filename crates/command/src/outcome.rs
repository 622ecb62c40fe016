//! Outcome of a run as data, which the steps pass on and `report` puts into words.
//!
//! Input: none. Output: [`Outcome`] and its parts.

use chainloom_codegen::SourceFile;
use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::files::Plan;
use chainloom_disk::Failure;
use serde_json::Value as Json;

/// Outcome of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) sources: Vec<SourceFile>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) end: End,
    /// Notes on the features and the README that the output folder lacks, one sentence each.
    pub(crate) notes: Vec<String>,
    /// Durations, if they were requested and the run was not broken off.
    pub(crate) timings: Option<Json>,
}

impl From<Failure> for Outcome {
    /// Creates the outcome of a run that failed before its first stage.
    fn from(failure: Failure) -> Self {
        End::Failed(failure).into()
    }
}

impl From<End> for Outcome {
    /// Creates the outcome of a run that had no stage.
    fn from(end: End) -> Self {
        Self { sources: Vec::new(), diagnostics: Diagnostics::default(), end, notes: Vec::new(), timings: None }
    }
}

/// End of a run.
#[derive(Debug)]
pub(crate) enum End {
    /// The spec has mistakes; nothing was done.
    Refused,
    /// Another failure: a disk error, or warnings where they are denied.
    Failed(Failure),
    Written(Changes),
    /// A check found this number of current files and no difference.
    Current(usize),
    /// A check found differences.
    Drifted(Drift),
}

/// Changes of the output folder; paths in it, with forward slashes.
#[derive(Debug)]
pub(crate) struct Changes {
    pub(crate) written: Vec<String>,
    pub(crate) removed: Vec<String>,
    pub(crate) unchanged: usize,
}

impl From<&Plan<'_>> for Changes {
    /// Changes of a plan that was carried out.
    fn from(plan: &Plan<'_>) -> Self {
        let mut written = owned(&plan.create);
        written.extend(owned(&plan.change));
        Self { written, removed: owned(&plan.remove), unchanged: plan.unchanged.len() }
    }
}

/// Differences of an output folder: paths in it, with forward slashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drift {
    /// Files that are not there.
    pub(crate) missing: Vec<String>,
    /// Files with another text.
    pub(crate) changed: Vec<String>,
    /// Generated files that the spec no longer has.
    pub(crate) orphaned: Vec<String>,
    /// Human-readable text with the same differences.
    pub(crate) text: String,
}

impl Drift {
    /// Creates the differences that a plan would remove, with a human-readable text.
    pub(crate) fn new(plan: &Plan<'_>, text: String) -> Self {
        Self { missing: owned(&plan.create), changed: owned(&plan.change), orphaned: owned(&plan.remove), text }
    }
}

fn owned(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}
