//! The command `codegen`: from a spec folder to an output folder.
//!
//! Input: a [`Request`]. Output: the files (or, to check, nothing) and a [`Report`]. A spec with
//! mistakes leaves the output folder as it was: it is looked at only after the pipeline has ended.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chainloom_codegen::files::{FileSet, Plan, plan};
use chainloom_codegen::lower::Options;

use crate::failure::Failure;
use crate::timings::{Counts, Stage, Timings};
use crate::{drift, out, pipeline, spec, write};

/// What is asked of the command.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder of the spec.
    pub spec: PathBuf,
    /// The folder that the files go to.
    pub out: PathBuf,
    /// Compares only, and writes nothing.
    pub check: bool,
    /// Prints how long each stage took.
    pub timings: bool,
    /// Whether messages may be coloured.
    pub color: bool,
    /// What may be chosen about the output.
    pub options: Options,
    /// The command that writes the files, as a person would type it.
    pub mend: String,
}

/// What a run has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// 0 when the files are as they should be; 1 when they are not, or the spec or the disk is at fault.
    pub code: u8,
    /// For other programs: the timings, if asked for.
    pub stdout: String,
    /// For people.
    pub stderr: String,
}

/// Runs the command.
#[must_use]
pub fn run(request: &Request) -> Report {
    let mut timings = Timings::start();
    match generate(request, &mut timings) {
        Ok(done) => Report {
            code: u8::from(done.drifted),
            stdout: if request.timings { timings.to_json(done.counts) + "\n" } else { String::new() },
            stderr: done.message,
        },
        Err(failure) => Report { code: 1, stdout: String::new(), stderr: format!("{failure}\n") },
    }
}

struct Done {
    counts: Counts,
    drifted: bool,
    message: String,
}

fn generate(request: &Request, timings: &mut Timings) -> Result<Done, Failure> {
    let sources = timings.of(Stage::Read, || pipeline::read(spec::read_folder(&request.spec)?, request.color))?;
    let generated = pipeline::generate(&sources, &request.options, timings, request.color)?;
    let files = &generated.files;
    let (drifted, message) = timings.of(Stage::Write, || write_or_check(request, files))?;
    let counts = Counts {
        spec_files: sources.len(),
        files: files.len(),
        operations: generated.operations,
        types: generated.types,
    };
    Ok(Done { counts, drifted, message })
}

/// Whether the files differ after all, and what to tell.
fn write_or_check(request: &Request, files: &FileSet) -> Result<(bool, String), Failure> {
    let scan = out::scan(&request.out, files)?;
    let plan = plan(files, &scan.found);
    if plan.is_current() && request.check {
        return Ok((false, format!("{} files are those of the spec\n", files.len())));
    }
    if request.check {
        write::refuse_blocked(&request.out, &plan)?;
        return Ok((true, drift::describe(&request.out, files, &plan, &scan.found, &request.mend)));
    }
    write::write(&request.out, files, &plan, &scan)?;
    Ok((false, summary(&plan)))
}

fn summary(plan: &Plan<'_>) -> String {
    format!(
        "{} files written, {} removed, {} unchanged\n",
        plan.create.len() + plan.change.len(),
        plan.remove.len(),
        plan.unchanged.len()
    )
}

impl Report {
    /// Prints what there is to say, and gives the exit code. A reader that went away is no failure.
    #[must_use]
    pub fn print(&self) -> ExitCode {
        let _ = io::stderr().write_all(self.stderr.as_bytes());
        let _ = io::stdout().write_all(self.stdout.as_bytes());
        ExitCode::from(self.code)
    }
}

/// Whether messages may be coloured: they go to a terminal, and the user did not turn colours off.
#[must_use]
pub fn color_wanted() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A command line as a person would type it: `base`, then the flags that were given.
#[must_use]
pub fn command_line(base: &str, flags: &[(&str, Option<&Path>)]) -> String {
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
