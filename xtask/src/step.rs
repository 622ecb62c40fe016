//! Steps of a command: each prints its name, result and duration.
//!
//! Input: named closures. Output: lines on stderr, interleaved with the output of their programs,
//! and the first failure.

use std::io::{self, Write as _};
use std::process::Command;
use std::time::Instant;

use chainloom_command::Failure;

/// Successful end of a step.
#[derive(Debug)]
pub(crate) enum End {
    Done,
    /// Not carried out, and why.
    Skipped(String),
}

/// Runs steps, and remembers what was skipped.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    skipped: Vec<String>,
    /// The first step that runs, until it is reached.
    awaited: Option<String>,
}

impl Steps {
    /// Creates steps that skip everything before the step named `first`.
    pub(crate) fn from(first: Option<String>) -> Self {
        Self { awaited: first, ..Self::default() }
    }

    /// Runs a step; the first one that fails ends the command.
    pub(crate) fn run(&mut self, name: &str, work: impl FnOnce() -> Result<End, Failure>) -> Result<(), Failure> {
        if self.awaited.take_if(|first| first == name).is_none() && self.awaited.is_some() {
            say(&format!("== {name}: left out by --from"));
            return Ok(());
        }
        say(&format!("== {name}"));
        let began = Instant::now();
        let end = work();
        let time = began.elapsed().as_secs_f64();
        match end {
            Ok(End::Done) => say(&format!("== {name}: ok ({time:.1} s)")),
            Ok(End::Skipped(reason)) => self.skip(&format!("{name}: {reason}")),
            Err(failure) => {
                say(&format!("== {name}: FAILED ({time:.1} s)"));
                return Err(failure);
            }
        }
        Ok(())
    }

    /// Notes something that was not done.
    pub(crate) fn skip(&mut self, what: &str) {
        say(&format!("== skipped: {what}"));
        self.skipped.push(what.to_owned());
    }

    /// Fails if no step had the name of the first step to run.
    pub(crate) fn check_first_step(&self) -> Result<(), Failure> {
        let unknown = |name| Err(Failure::new(format_args!("there is no step `{name}`; their names are above")));
        self.awaited.as_ref().map_or(Ok(()), unknown)
    }

    /// Prints the last lines of the command.
    pub(crate) fn close(&self, command: &str) {
        for what in &self.skipped {
            say(&format!("skipped: {what}"));
        }
        say(&format!("{command}: all steps ok, {} skipped", self.skipped.len()));
    }
}

/// Prints a line on stderr. A closed stderr is not a failure.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Runs a program to its end. The program inherits stdout and stderr.
pub(crate) fn execute(command: &mut Command) -> Result<End, Failure> {
    let line = say_command(command);
    let status = command.status().map_err(|error| cannot_start(&line, &error))?;
    if status.success() {
        return Ok(End::Done);
    }
    Err(Failure::new(format_args!("`{line}` failed ({status}); what it printed is above")))
}

/// Prints the command that is going to be run, and returns its text.
pub(crate) fn say_command(command: &Command) -> String {
    let line = shown(command);
    say(&format!("$ {line}"));
    line
}

pub(crate) fn cannot_start(line: &str, error: &io::Error) -> Failure {
    Failure::new(format_args!("cannot start `{line}`: {error}"))
}

/// Runs a program and returns its output; `None` if it is missing or fails.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// Formats a command as one line.
fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let mut line = program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}
