//! Command `codegen`: from a spec folder to an output folder.
//!
//! Input: a [`Request`]. Output: the files (or none for a check) and an [`Outcome`], which `report`
//! puts into words. The output folder is first read when the pipeline has ended, so mistakes of the
//! spec leave it unchanged.

use chainloom_codegen::diagnostic::{Diagnostics, Severity};
use chainloom_codegen::files::{FileSet, plan};
use chainloom_disk::{Failure, SpecFolder, read_folder};

use crate::outcome::{Changes, End, Outcome};
use crate::pipeline::{self, Output};
use crate::report::{Report, report};
use crate::request::Request;
use crate::timings::{Counts, Part, Timings};
use crate::unchanged::Unchanged;
use crate::{drift, out, write};

/// Runs the command `codegen` once.
#[must_use]
pub fn run(request: &Request) -> Report {
    let mut timings = Timings::start();
    let folder = timings.of(Part::Read, || read_folder(&request.spec));
    report(request, &outcome(request, folder, timings))
}

/// Runs the command on the content of a spec folder.
pub(crate) fn outcome(request: &Request, folder: Result<SpecFolder, Failure>, mut timings: Timings) -> Outcome {
    let folder = match folder {
        Ok(folder) => folder,
        Err(failure) => return failure.into(),
    };
    let unchanged = Unchanged::of(request, &folder);
    if let Some(earlier) = unchanged.as_ref().and_then(Unchanged::earlier_run) {
        let changes = Changes { written: Vec::new(), removed: Vec::new(), unchanged: earlier.files.len() };
        return Outcome { notes: earlier.needs.notes(&request.out), ..End::Written(changes).into() };
    }
    let (sources, made) = pipeline::run(folder, &request.options, &mut timings);
    let (diagnostics, counts, end, notes) = match made {
        Err(mistakes) => (mistakes, Counts::default(), End::Refused, Vec::new()),
        Ok(Output { files, warnings, counts, needs }) => {
            let end = finish(request, &files, &warnings, &mut timings).unwrap_or_else(End::Failed);
            let mut notes = Vec::new();
            if let End::Written(_) = end {
                notes = needs.notes(&request.out);
                if let Some(unchanged) = unchanged.filter(|_| warnings.is_empty()) {
                    unchanged.note(&files, needs);
                }
            }
            (warnings, counts, end, notes)
        }
    };
    let ended = !matches!(end, End::Refused | End::Failed(_));
    let timings = (request.flags.timings && ended).then(|| timings.to_json(counts));
    Outcome { sources, diagnostics, end, notes, timings }
}

/// Writes or compares the files, unless warnings are denied.
fn finish(request: &Request, files: &FileSet, warnings: &Diagnostics, timings: &mut Timings) -> Result<End, Failure> {
    if request.flags.deny_warnings && warnings.count(Severity::Warning) > 0 {
        return Err(Failure::new("with --deny-warnings a spec must have no warnings; nothing was written"));
    }
    timings.of(Part::Write, || write_or_check(request, files))
}

/// Writes the files, or compares them with the output folder for a check.
fn write_or_check(request: &Request, files: &FileSet) -> Result<End, Failure> {
    let scan = out::scan(&request.out, files)?;
    let plan = plan(files, &scan.found);
    if plan.is_current() && request.flags.check {
        return Ok(End::Current(files.len()));
    }
    if request.flags.check {
        write::refuse_blocked(&request.out, &plan)?;
        return Ok(End::Drifted(drift::describe(&request.out, files, &plan, &scan.found, &request.fix)));
    }
    write::write(&request.out, files, &plan)?;
    Ok(End::Written(Changes::from(&plan)))
}
