//! Compares code generation with other generators: time and memory, from input files to output files.
//!
//! Input: the spec of this repository, and an API once and copied (`copies`). Output: a table in
//! Markdown. All programs are release builds and start with an empty folder below `target/generate`;
//! chainloom also runs a second time, without changes.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use chainloom_command::Failure;

use super::copies;
use super::generators::{Generator, Rival, document, generators};
use super::measure::{empty, print};
use super::watched::{Usage, watched};
use crate::step::{End, execute, say};
use crate::texts::write;
use crate::workspace::Workspace;

/// Folder of specs, documents and generated files.
const FOLDER: &str = "target/generate";
/// Target folder of the command, as with `cargo build --release`.
const BUILT: &str = "target";
/// Cargo profile of the command that is measured.
pub(crate) const RELEASE: &str = "release";
/// Cargo profile of the command that the README installs.
pub(super) const DIST: &str = "dist";
/// Numbers of copies of the API in a spec and a document.
const COPIES: [usize; 3] = [1, 10, 100];
/// Number of runs of each generator. The least time counts, and the most memory.
const RUNS: usize = 3;
/// Seconds after which a work is run only once.
const SLOW: f64 = 60.0;
/// Maximum duration of a run.
pub(super) const LIMIT: Duration = Duration::from_secs(300);

/// Work of a generator: its output folder, and whether the folder is empty before.
struct Work {
    who: &'static str,
    is_rival: bool,
    command: Command,
    to: PathBuf,
    is_empty: bool,
}

pub(super) fn measure(workspace: &Workspace) -> Result<End, Failure> {
    let (rivals, end) = generators(workspace, &Rival::WITH_PROGRAM)?;
    build(workspace, RELEASE)?;
    empty(&workspace.path(FOLDER))?;
    print("| spec | who | wall | user (all cores) | memory, most | ratio of wall |\n|---|---|---|---|---|---|");
    rows("this repository's", own(workspace))?;
    for count in COPIES {
        rows(&name(count), measure_copies(workspace, &rivals, count)?)?;
    }
    Ok(end)
}

/// Deletes what was written: after all measurements, because deleting many files slows down those
/// who write next.
pub(super) fn clean(workspace: &Workspace) -> Result<(), Failure> {
    empty(&workspace.path(FOLDER))
}

fn name(count: usize) -> String {
    match count {
        1 => "the data client".to_owned(),
        more => format!("the data client, {more} times"),
    }
}

/// Returns the works on the spec of this repository, from an empty folder and once more.
fn own(workspace: &Workspace) -> Vec<Work> {
    let work = || chainloom(workspace, &workspace.path("spec"), workspace.path(FOLDER).join("own"));
    vec![work(), Work { who: "chainloom, nothing changed", is_empty: false, ..work() }]
}

/// Measures an API that is copied a number of times: as a spec for chainloom, and as a document for
/// the others.
fn measure_copies(workspace: &Workspace, rivals: &[Generator], count: usize) -> Result<Vec<Work>, Failure> {
    let folder = workspace.path(FOLDER).join(count.to_string());
    let (spec, from) = (folder.join("spec"), folder.join("openapi.json"));
    copies::write_spec(workspace, &spec, count)?;
    write(&from, &copies::document(&document(workspace)?, count).to_string())?;
    let rival = |generator: &Generator| {
        let (who, to) = (generator.rival().name(), folder.join(generator.rival().name()));
        Work { who, is_rival: true, command: generator.command(workspace, &from, &to), to, is_empty: true }
    };
    let mut all: Vec<Work> = rivals.iter().map(rival).collect();
    all.push(chainloom(workspace, &spec, folder.join("chainloom")));
    Ok(all)
}

/// Builds the command in a profile, and returns its file.
pub(crate) fn build(workspace: &Workspace, profile: &str) -> Result<PathBuf, Failure> {
    let build = ["build", "--profile", profile, "--package", "chainloom-cli", "--target-dir", BUILT];
    execute(&mut workspace.cargo(&build))?;
    Ok(program(workspace, profile))
}

/// Returns the file that [`build`] has built.
pub(super) fn program(workspace: &Workspace, profile: &str) -> PathBuf {
    workspace.path(BUILT).join(profile).join(format!("chainloom{EXE_SUFFIX}"))
}

fn chainloom(workspace: &Workspace, spec: &Path, to: PathBuf) -> Work {
    let mut command = workspace.program(program(workspace, RELEASE));
    command.args(["codegen", "--spec"]).arg(spec).arg("--out").arg(&to);
    Work { who: "chainloom", is_rival: false, command, to, is_empty: true }
}

/// Prints a row for each work. The first that succeeded is the baseline.
fn rows(spec: &str, all: Vec<Work>) -> Result<(), Failure> {
    let mut base = None;
    for mut work in all {
        let cells = match least(&mut work) {
            Ok(Some(usage)) => cells(&usage, *base.get_or_insert(usage.spent.wall)),
            Ok(None) => format!("more than {} s | | |", LIMIT.as_secs()),
            // A failure of another generator is a result, too.
            Err(failure) if work.is_rival => {
                say(&failure.to_string());
                "failed | | |".to_owned()
            }
            Err(failure) => return Err(failure),
        };
        print(&format!("| {spec} | {} | {cells} |", work.who));
    }
    Ok(())
}

/// Formats the cells of a row: times, memory, and the ratio to the baseline.
fn cells(usage: &Usage, base: f64) -> String {
    let told = |value: Option<String>| value.unwrap_or_else(|| "unknown".to_owned());
    let wall = usage.spent.wall;
    let user = told(usage.spent.user.map(|user| format!("{user:.2} s")));
    let memory = told(usage.memory.map(|bytes| format!("{:.0} MB", bytes as f64 / 1e6)));
    format!("{wall:.2} s | {user} | {memory} | {:.2}", wall / base)
}

/// Returns the least time and the most memory of all runs, if they end.
fn least(work: &mut Work) -> Result<Option<Usage>, Failure> {
    let mut best: Option<Usage> = None;
    for _ in 0..RUNS {
        if work.is_empty {
            set_aside(&work.to)?;
        }
        let Some(usage) = watched(&mut work.command, &[0], LIMIT)? else { return Ok(None) };
        let before = best.unwrap_or(usage);
        let least = if usage.spent.wall < before.spent.wall { usage } else { before };
        best = Some(Usage { spent: least.spent, memory: before.memory.max(usage.memory) });
        if usage.spent.wall > SLOW {
            break;
        }
    }
    Ok(best)
}

/// Moves a folder away, if it is there. To delete many files would slow down those who make new
/// ones in the seconds after it.
fn set_aside(folder: &Path) -> Result<(), Failure> {
    let mut places = (0..).map(|number: u32| folder.with_extension(number.to_string()));
    match places.find(|place| !place.exists()) {
        Some(place) if folder.exists() => {
            fs::rename(folder, &place).map_err(|error| Failure::io("cannot move", folder, &error))
        }
        _ => Ok(()),
    }
}
