//! `cargo xtask fuzz`: runs the fuzz targets of `fuzz/`, by cargo-fuzz.
//!
//! Input: the names of targets, and the duration of a run. Output: a step that fails with the first
//! input that fails a target, and prints how to run it again. The checks are in `fuzz/src`.
//!
//! No sanitizer is used: there is no unsafe code to check, and sanitizers need a nightly toolchain.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chainloom_command::Failure;

use crate::step::{End, Steps, cannot_start, execute, output_of, say, say_command};
use crate::tools::{CARGO_FUZZ, from_crates_io};
use crate::validate::missing;
use crate::workspace::Workspace;

/// Package of the targets, which is a separate workspace.
const PACKAGE: &str = "fuzz";
/// Target folder, next to the target folder of the workspace.
const BUILT: &str = "target/fuzz";
/// Folder of the inputs that reach new code.
const CORPUS: &str = "target/fuzz/corpus";
/// The inputs that are checked in, in a folder for each target.
const CHECKED_IN: &str = "fuzz/corpus";

/// A target, and how it is run as a check.
struct Target {
    name: &'static str,
    /// Number of inputs of a check, including the checked-in ones: about 5 seconds.
    runs: u32,
    /// The size of an input in bytes, if not the size of the largest seed.
    most: Option<u32>,
    /// A folder of further inputs to begin with.
    seeds: Option<&'static str>,
}

/// Fuzz targets. To add a target, add a line, a file in `fuzz/fuzz_targets`, a `[[bin]]` in `fuzz/Cargo.toml`, and
/// a line in `fuzz/src/lib.rs`.
const TARGETS: [Target; 13] = [
    Target { name: "bytes", runs: 4_000, most: Some(200), seeds: None },
    Target { name: "values", runs: 2_000, most: Some(200), seeds: None },
    Target { name: "json", runs: 20_000, most: Some(200), seeds: None },
    Target { name: "spec", runs: 1_200, most: None, seeds: Some("codegen/tests/front") },
    Target { name: "macros", runs: 400, most: None, seeds: Some("tests/tests/misuse") },
    Target { name: "replies", runs: 2_000, most: Some(200), seeds: None },
    Target { name: "headers", runs: 3_000, most: Some(200), seeds: None },
    Target { name: "redirects", runs: 3_000, most: Some(200), seeds: None },
    Target { name: "pages", runs: 2_000, most: Some(200), seeds: None },
    Target { name: "events", runs: 2_000, most: Some(400), seeds: None },
    Target { name: "lines", runs: 2_000, most: Some(400), seeds: None },
    Target { name: "websocket", runs: 1_500, most: Some(400), seeds: None },
    Target { name: "webhooks", runs: 4_000, most: Some(200), seeds: None },
];

/// Runs the fuzz targets; installs cargo-fuzz into `target/tools`
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Target to run [default: all]
    #[arg(value_name = "TARGET", value_parser = TARGETS.map(|target| target.name))]
    name: Option<String>,
    /// Number of seconds to search, from the inputs of earlier searches on [default: a short run,
    /// equal each time]
    #[arg(long, value_name = "N")]
    seconds: Option<u32>,
    /// Adds what searches found to the inputs that are checked in: as few as reach the same code
    #[arg(long, requires = "seconds")]
    keep: bool,
    /// Runs one input, such as one that a target did not bear
    #[arg(long, value_name = "FILE", requires = "name", conflicts_with = "seconds")]
    input: Option<PathBuf>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    steps.run("fuzz targets", || run_chosen(workspace, args))?;
    steps.close("cargo xtask fuzz");
    Ok(())
}

pub(crate) fn check(workspace: &Workspace) -> Result<End, Failure> {
    run_chosen(workspace, &Args { name: None, seconds: None, keep: false, input: None })
}

fn run_chosen(workspace: &Workspace, args: &Args) -> Result<End, Failure> {
    if std::env::var_os("CXX").is_none() && output_of(workspace.program("c++").arg("--version")).is_none() {
        return missing(workspace, "libFuzzer is built by a C++ compiler, and there is no `c++`".to_owned());
    }
    let program = from_crates_io(workspace, CARGO_FUZZ)?;
    take_versions(workspace)?;
    let manifest = format!("{PACKAGE}/Cargo.toml");
    execute(&mut workspace.cargo(&["fmt", "--check", "--manifest-path", &manifest]))?;
    let lint = ["clippy", "--quiet", "--manifest-path", &manifest, "--all-targets", "--features", "targets"];
    let built = workspace.path(BUILT);
    execute(workspace.cargo(&lint).arg("--target-dir").arg(built).args(["--", "-D", "warnings"]))?;
    execute(&mut cargo_fuzz(workspace, &program, "build"))?;
    for target in TARGETS.iter().filter(|target| args.name.as_deref().is_none_or(|name| name == target.name)) {
        run_target(workspace, cargo_fuzz(workspace, &program, "run"), target, args)?;
        if args.keep {
            keep(workspace, cargo_fuzz(workspace, &program, "run"), target)?;
        }
    }
    Ok(End::Done)
}

/// Copies the lock file of the workspace, which is the only one in git, to the fuzz workspace, so that packages of both
/// have the same version.
fn take_versions(workspace: &Workspace) -> Result<(), Failure> {
    let (theirs, ours) = (workspace.path("Cargo.lock"), workspace.path(PACKAGE).join("Cargo.lock"));
    let changed = |file: &Path| fs::metadata(file).and_then(|about| about.modified()).ok();
    if changed(&ours) > changed(&theirs) {
        return Ok(());
    }
    fs::copy(&theirs, ours).map(drop).map_err(|error| Failure::io("cannot copy", &theirs, &error))
}

fn cargo_fuzz(workspace: &Workspace, program: &Path, command: &str) -> Command {
    let mut cargo = workspace.program(program);
    cargo
        .args(["fuzz", command, "--dev", "--sanitizer", "none", "--features", "targets", "--target-dir"])
        .arg(workspace.path(BUILT));
    cargo
}

fn run_target(workspace: &Workspace, mut command: Command, target: &Target, args: &Args) -> Result<(), Failure> {
    command.arg(target.name);
    let outcome = match (&args.input, args.seconds) {
        (Some(input), _) => {
            let found = fs::canonicalize(input).map_err(|error| Failure::io("cannot find", input, &error))?;
            execute(command.arg(found).env("CHAINLOOM_FUZZ_SHOW", "1")).map(drop)
        }
        (None, Some(seconds)) => {
            begin(workspace, &mut command, target, "kept")?;
            execute(command.arg(format!("-max_total_time={seconds}"))).map(drop)
        }
        (None, None) => run_check(workspace, command, target),
    };
    outcome.map_err(|failure| {
        let (name, failure) = (target.name, failure.to_string());
        let failure = failure.trim_start_matches("error: ").trim_end();
        let hint = "to run the input again, which is in `fuzz/artifacts`";
        Failure::new(format_args!("{failure}; {hint}: `cargo xtask fuzz {name} --input FILE`"))
    })
}

/// Runs a target with the same inputs each time. The output of libFuzzer is shown if it finds
/// something.
fn run_check(workspace: &Workspace, mut command: Command, target: &Target) -> Result<(), Failure> {
    let corpus = begin(workspace, &mut command, target, "check")?;
    // On a slow machine, the time limit ends the check.
    command.args(["-seed=1", "-max_total_time=30", "-verbosity=0", "-print_funcs=0", "-print_final_stats=1"]);
    command.arg(format!("-runs={}", target.runs));
    let line = say_command(&command);
    let output = command.output().map_err(|error| cannot_start(&line, &error))?;
    let printed = String::from_utf8_lossy(&output.stderr);
    let count = printed.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let _ = fs::remove_dir_all(corpus);
    match count.and_then(|count| count.trim().parse::<u32>().ok()) {
        Some(count) if count > 0 && output.status.success() => {
            say(&format!("{}: {count} inputs, and nothing found", target.name));
            Ok(())
        }
        _ => {
            say(&printed);
            let input = printed.lines().find_map(|line| line.split_once("Test unit written to ")).map(|(_, path)| path);
            let input = workspace.shown(Path::new(input.unwrap_or("nothing that libFuzzer wrote down"))).display();
            Err(Failure::new(format_args!("the fuzz target `{}` failed with `{input}`", target.name)))
        }
    }
}

/// Adds the folders of initial inputs to the command, and returns the folder of the corpus. A check begins with
/// an empty corpus; a search continues the corpus of the last search.
fn begin(workspace: &Workspace, command: &mut Command, target: &Target, kind: &str) -> Result<PathBuf, Failure> {
    let corpus = workspace.path(CORPUS).join(kind).join(target.name);
    if kind == "check" && corpus.exists() {
        fs::remove_dir_all(&corpus).map_err(|error| Failure::io("cannot empty", &corpus, &error))?;
    }
    make_folder(&corpus)?;
    let checked_in = workspace.path(CHECKED_IN).join(target.name);
    make_folder(&checked_in)?;
    // New inputs go into the first folder; the others are only read.
    command.arg(&corpus).arg(checked_in).args(target.seeds.map(|seeds| workspace.path(seeds)));
    command.args(["--", "-timeout=20", "-len_control=0"]);
    command.args(target.most.map(|most| format!("-max_len={most}")));
    Ok(corpus)
}

/// Adds inputs that searches found to those that are checked in. How often code is reached does not
/// count, so that few are enough.
fn keep(workspace: &Workspace, mut command: Command, target: &Target) -> Result<(), Failure> {
    let checked_in = workspace.path(CHECKED_IN).join(target.name);
    command.arg(target.name).arg(checked_in).arg(workspace.path(CORPUS).join("kept").join(target.name));
    execute(command.args(["--", "-merge=1", "-use_counters=0"])).map(drop)
}

fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::io("cannot make the folder", folder, &error))
}
