//! Report of a run, as human-readable text or as JSON.
//!
//! Input: an [`Outcome`]. Output: a [`Report`]: the text for stdout and stderr, and the exit code.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use chainloom_codegen::diagnostic::{Diagnostics, Severity, explain};
use chainloom_disk::shown;
use chainloom_forms::printable;
use serde_json::{Value as Json, json};

use crate::args::Format;
use crate::outcome::{Changes, End, Outcome};
use crate::request::Request;

/// The output of a command, with the exit code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Exit code: 0 for success, 1 for differences or mistakes in the spec or on the disk, 2 for
    /// wrong usage.
    pub code: u8,
    /// Text for stdout.
    pub stdout: String,
    /// Text for stderr.
    pub stderr: String,
}

impl Report {
    /// Prints the output and returns the exit code. A closed pipe is not a failure; a full disk is one.
    #[must_use]
    pub fn print(&self) -> ExitCode {
        match self.try_print() {
            Ok(()) => ExitCode::from(self.code),
            Err(error) => self.unprinted(&error),
        }
    }

    /// Prints to both streams, also when one of them fails. Of the sequences that control
    /// a terminal, only colours are printed.
    pub(crate) fn try_print(&self) -> io::Result<()> {
        let to_people = io::stderr().write_all(printable::styled(&self.stderr).as_bytes());
        let mut stdout = io::stdout();
        let to_programs = stdout.write_all(printable::styled(&self.stdout).as_bytes()).and_then(|()| stdout.flush());
        to_programs.and(to_people)
    }

    /// Returns the exit code for output that could not be printed, which is reported if possible.
    pub(crate) fn unprinted(&self, error: &io::Error) -> ExitCode {
        if is_closed_pipe(error) {
            return ExitCode::from(self.code);
        }
        let _ = writeln!(io::stderr(), "error: cannot print the output: {error}");
        ExitCode::from(self.code.max(1))
    }
}

/// Formats a value as indented JSON, with hidden characters escaped.
#[must_use]
pub fn json_text(value: &Json) -> String {
    printable::json(&format!("{value:#}\n")).into_owned()
}

/// Formats a value as one line of JSON, with hidden characters escaped.
pub(crate) fn json_line(value: &Json) -> String {
    printable::json(&format!("{value}\n")).into_owned()
}

/// Returns whether the failure is a closed pipe.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Formats an outcome as requested.
pub(crate) fn report(request: &Request, outcome: &Outcome) -> Report {
    let code = match outcome.end {
        End::Written(_) | End::Current(_) => 0,
        End::Refused | End::Failed(_) | End::Drifted(_) => 1,
    };
    match request.flags.format {
        Format::Json => Report { code, stdout: json_line(&as_json(request, outcome)), stderr: String::new() },
        Format::Text => Report {
            code,
            stdout: outcome.timings.as_ref().map_or(String::new(), |timings| format!("{timings}\n")),
            stderr: as_text(request, outcome),
        },
    }
}

fn as_text(request: &Request, outcome: &Outcome) -> String {
    let mut text = String::new();
    if !outcome.diagnostics.is_empty() {
        text.push_str(&outcome.diagnostics.render(&outcome.sources, request.flags.color.is_colored()));
        if let Some(code) = code_with_page(&outcome.diagnostics) {
            text.push_str(&format!("more about a code: {} {code}\n", request.explain));
        }
    }
    match &outcome.end {
        End::Refused => {}
        End::Failed(failure) => text.push_str(&format!("{failure}\n")),
        End::Written(written) => text.push_str(&summary(&request.out, written)),
        End::Current(1) => text.push_str("1 file is up to date\n"),
        End::Current(count) => text.push_str(&format!("{} are up to date\n", files(*count))),
        End::Drifted(drift) => text.push_str(&drift.text),
    }
    text.extend(outcome.notes.iter().map(|note| format!("note: {note}\n")));
    text
}

/// Formats a number of files, in words.
pub(crate) fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

/// Returns the first code with an explanation, preferably of an error.
fn code_with_page(diagnostics: &Diagnostics) -> Option<&'static str> {
    let first = |severity| {
        let mut codes = diagnostics.iter().filter(|one| one.severity == severity).map(|one| one.code);
        codes.find(|code| explain::page(*code).is_some())
    };
    first(Severity::Error).or_else(|| first(Severity::Warning)).map(|code| code.name())
}

/// Returns the summary in one line, below the names of all removed files.
fn summary(out: &Path, Changes { written, removed, unchanged }: &Changes) -> String {
    let mut text: String = removed.iter().map(|path| format!("removed: {}\n", shown(out.join(path)))).collect();
    let written = files(written.len());
    text.push_str(&format!("{written} written, {} removed, {unchanged} unchanged\n", removed.len()));
    text
}

/// Converts the outcome to the object that `docs/codegen-json.md` describes.
fn as_json(request: &Request, outcome: &Outcome) -> Json {
    let diagnostics = &outcome.diagnostics;
    let files = match &outcome.end {
        End::Written(Changes { written, removed, unchanged }) => {
            json!({ "written": written, "removed": removed, "unchanged": unchanged })
        }
        _ => Json::Null,
    };
    let none: [&str; 0] = [];
    let drift = match &outcome.end {
        End::Current(_) => json!({ "missing": none, "changed": none, "orphaned": none, "fix": request.fix }),
        End::Drifted(drift) => json!({
            "missing": drift.missing, "changed": drift.changed, "orphaned": drift.orphaned, "fix": request.fix,
        }),
        _ => Json::Null,
    };
    let failure = match &outcome.end {
        End::Failed(failure) => Some(failure.to_string()),
        _ => None,
    };
    json!({
        "ok": matches!(outcome.end, End::Written(_) | End::Current(_)),
        "spec": request.spec.to_string_lossy(),
        "out": request.out.to_string_lossy(),
        "diagnostics": diagnostics.to_json(&outcome.sources),
        "errors": diagnostics.count(Severity::Error),
        "warnings": diagnostics.count(Severity::Warning),
        "files": files,
        "drift": drift,
        "failure": failure,
        "notes": outcome.notes,
        "timings": outcome.timings,
    })
}
