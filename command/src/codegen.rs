//! The command `codegen`: from a spec folder to an output folder.
//!
//! Input: a [`Request`]. Output: the files (or, to check, nothing) and an [`Outcome`], which `report` puts into words.
//! A spec with mistakes leaves the output folder as it was: it is looked at only after the pipeline has ended.

use std::path::{Path, PathBuf};

use chainloom_codegen::diagnostic::{Diagnostics, Severity};
use chainloom_codegen::files::{FileSet, plan};
use chainloom_codegen::{Options, SourceFile};
use serde_json::Value as Json;

use crate::args::Flags;
use crate::drift::{self, Drift};
use crate::report::Report;
use crate::timings::{Counts, Part, Timings};
use crate::{out, pipeline, report, write};
use chainloom_disk::{Failure, SpecFolder, read_folder};

/// What is asked of the command.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder of the spec.
    pub spec: PathBuf,
    /// The folder that the files go to.
    pub out: PathBuf,
    /// How it is done and told.
    pub flags: Flags,
    /// What may be chosen about the output.
    pub options: Options,
    /// The command that writes the files, as a person would type it.
    pub mend: String,
    /// The command that explains a code, but for the code.
    pub explain: String,
}

impl Request {
    /// A request as the program `program` makes it: `chainloom`. `given` are the folders that were named on the command
    /// line, by their flags.
    #[must_use]
    pub fn new(program: &str, [spec, out]: [PathBuf; 2], flags: Flags, given: &[(&str, Option<&Path>)]) -> Self {
        let command = format!("{program} codegen");
        Self {
            spec,
            out,
            flags,
            mend: command_line(&command, given),
            explain: format!("{program} explain"),
            options: Options { command, ..Options::default() },
        }
    }
}

/// What a run found, and what it did.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) sources: Vec<SourceFile>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) end: End,
    /// If they were asked for and the run came to its end.
    pub(crate) timings: Option<Json>,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) enum End {
    /// The diagnostics say why nothing was done.
    Refused,
    /// Something else was in the way: the disk, or a warning where none may be.
    Failed(Failure),
    Written(Written),
    /// Only checked: so many files are as they should be.
    Current(usize),
    /// Only checked: files differ.
    Drifted(Drift),
}

/// What was done to the output folder; paths in it, with forward slashes.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) written: Vec<String>,
    pub(crate) removed: Vec<String>,
    pub(crate) unchanged: usize,
}

/// Runs the command once.
#[must_use]
pub fn run(request: &Request) -> Report {
    let mut timings = Timings::start();
    let folder = timings.of(Part::Read, || read_folder(&request.spec));
    report::report(request, &outcome(request, folder, timings))
}

/// Goes on from what was found in the spec folder.
pub(crate) fn outcome(request: &Request, folder: Result<SpecFolder, Failure>, mut timings: Timings) -> Outcome {
    let mut said = Said::default();
    let end = generate(request, folder, &mut timings, &mut said).unwrap_or_else(End::Failed);
    let ended = !matches!(end, End::Refused | End::Failed(_));
    let timings = (request.flags.timings && ended).then(|| timings.to_json(said.counts));
    Outcome { sources: said.sources, diagnostics: said.diagnostics, end, timings }
}

/// What is known also of a run that failed.
#[derive(Default)]
struct Said {
    sources: Vec<SourceFile>,
    diagnostics: Diagnostics,
    counts: Counts,
}

fn generate(
    request: &Request,
    folder: Result<SpecFolder, Failure>,
    timings: &mut Timings,
    said: &mut Said,
) -> Result<End, Failure> {
    let folder = folder?;
    match timings.of(Part::Read, || pipeline::read(folder)) {
        Ok(sources) => said.sources = sources,
        Err(mistakes) => {
            said.diagnostics = mistakes;
            return Ok(End::Refused);
        }
    }
    let made = match pipeline::make(&said.sources, &request.options, timings) {
        Ok(made) => made,
        Err(mistakes) => {
            said.diagnostics = mistakes;
            return Ok(End::Refused);
        }
    };
    said.diagnostics = made.warnings;
    said.counts = made.counts;
    if request.flags.deny_warnings && said.diagnostics.count(Severity::Warning) > 0 {
        return Err(Failure::new("with --deny-warnings a spec must have no warnings; nothing was written"));
    }
    timings.of(Part::Write, || write_or_check(request, &made.files))
}

fn write_or_check(request: &Request, files: &FileSet) -> Result<End, Failure> {
    let scan = out::scan(&request.out, files)?;
    let plan = plan(files, &scan.found);
    if plan.is_current() && request.flags.check {
        return Ok(End::Current(files.len()));
    }
    if request.flags.check {
        write::refuse_blocked(&request.out, &plan)?;
        return Ok(End::Drifted(drift::describe(&request.out, files, &plan, &scan.found, &request.mend)));
    }
    write::write(&request.out, files, &plan, &scan)?;
    Ok(End::Written(Written {
        written: owned(&[plan.create, plan.change].concat()),
        removed: owned(&plan.remove),
        unchanged: plan.unchanged.len(),
    }))
}

pub(crate) fn owned(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

/// A command line as a person would type it: `base`, then the flags that were given.
fn command_line(base: &str, flags: &[(&str, Option<&Path>)]) -> String {
    let mut line = base.to_owned();
    for (flag, path) in flags {
        if let Some(path) = path {
            let path = path.display().to_string();
            let plain = path.chars().all(|c| c.is_alphanumeric() || r"/\._-:".contains(c));
            let path = if plain { path } else { format!("'{}'", path.replace('\'', r"'\''")) };
            line.push_str(&format!(" {flag} {path}"));
        }
    }
    line
}
