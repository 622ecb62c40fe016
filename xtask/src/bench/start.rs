//! Measures what people wait for at a prompt: the start of the command, completions, and a run after an edit.
//!
//! Input: the spec of this repository. Output: tables in Markdown, with the least time of several runs, and the sizes
//! of the command. All times are of a release build.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use chainloom_command::Failure;
use serde_json::Value;

use super::documents::inventory;
use super::generate::{DIST, RELEASE, build};
use super::generators::API;
use super::measure::{empty, measure_time, print};
use crate::full::copy_folder;
use crate::step::{End, cannot_start, say_command};
use crate::texts::{read, write};
use crate::workspace::Workspace;

/// Folder with a copy of the spec, which is edited, and with the crate that is generated from the copy.
const FOLDER: &str = "target/start";
/// Number of runs, and of edits.
const RUNS: usize = 20;
/// Maximum duration of a run after an edit.
const LIMIT: Duration = Duration::from_secs(60);

pub(super) fn measure(workspace: &Workspace) -> Result<End, Failure> {
    let built = build(workspace, RELEASE)?;
    let program = || workspace.program(&built);
    let operations = inventory(&workspace.path("generated"))?;
    let operation = operations.first().and_then(|one| one["id"].as_str()).unwrap_or_default();
    print("| what | wall |\n|---|---|");
    row("`list`", program().arg("list"))?;
    row("`describe` of an operation", program().args(["describe", operation]))?;
    row("completing an operation", completing(&mut program(), &["call", ""]))?;
    row("completing a flag of an operation", completing(&mut program(), &["call", operation, "--"]))?;
    let edited = measure_edits(workspace, program())?;
    print(&format!("| `codegen --watch`, from saving a file to the end of the run | {} |", milliseconds(edited)));
    print("\n| profile | size of the command |\n|---|---|");
    for (profile, file) in [(RELEASE, built), (DIST, build(workspace, DIST)?)] {
        let bytes = fs::metadata(&file).map_err(|error| Failure::io("cannot read", &file, &error))?.len();
        print(&format!("| `{profile}` | {:.1} MB |", bytes as f64 / 1e6));
    }
    Ok(End::Done)
}

/// Prints the least time of a program.
fn row(what: &str, command: &mut Command) -> Result<(), Failure> {
    let mut least = f64::INFINITY;
    for _ in 0..RUNS {
        least = least.min(measure_time(command)?.wall);
    }
    print(&format!("| {what} | {} |", milliseconds(least)));
    Ok(())
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.0} ms", seconds * 1e3)
}

/// Completes the command to what the completion script of bash runs, with the cursor at the last word.
fn completing<'a>(command: &'a mut Command, words: &[&str]) -> &'a mut Command {
    command.args(["--", "chainloom"]).args(words);
    command.env("CHAINLOOM_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string())
}

/// Edits a file of a copied spec repeatedly, and returns the least time until `codegen --watch` has written the files.
fn measure_edits(workspace: &Workspace, mut command: Command) -> Result<f64, Failure> {
    let folder = workspace.path(FOLDER);
    empty(&folder)?;
    copy_folder(&workspace.path("spec"), &folder.join("spec"))?;
    command.args(["codegen", "--watch", "--format", "json", "--spec"]).arg(folder.join("spec"));
    command.arg("--out").arg(folder.join("out")).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| cannot_start(&say_command(&command), &error))?;
    let least = child.stdout.take().map(lines_of).map(|runs| edit(&folder.join(format!("spec/{API}.yaml")), &runs));
    // It runs until it is stopped, or has ended with a message before.
    let _ = child.kill();
    let _ = child.wait();
    least.unwrap_or(Ok(f64::INFINITY))
}

/// Edits the first quoted text of documentation in a file repeatedly.
fn edit(file: &Path, runs: &Receiver<String>) -> Result<f64, Failure> {
    let ended = || runs.recv_timeout(LIMIT).map_err(|_| Failure::new("`codegen --watch` printed no further line"));
    let (text, mut least) = (read(file)?, f64::INFINITY);
    ended()?;
    for number in 0..RUNS {
        let edited = text.replacen("doc: \"", &format!("doc: \"Number {number}. "), 1);
        let began = Instant::now();
        write(file, &edited)?;
        let line = ended()?;
        least = least.min(began.elapsed().as_secs_f64());
        let report: Value = serde_json::from_str(&line).unwrap_or_default();
        if report["files"]["written"].as_array().is_none_or(Vec::is_empty) {
            return Err(Failure::new(format_args!("the edit wrote no file: {line}")));
        }
    }
    Ok(least)
}

/// Returns the lines that a program prints, as they come.
fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        let lines = BufReader::new(stdout).lines().map_while(Result::ok);
        lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
    });
    lines
}
