//! `cargo xtask test`: runs all tests, with the tools that they need.
//!
//! Input: arguments for cargo. Output: the unchanged output of cargo and the tests, followed by a
//! list of every failed test: no failure stops the run. A test program that prints nothing for too
//! long is killed and has failed.

use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, IsTerminal as _, PipeReader, Write as _};
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use anstream::adapter::strip_str;
use chainloom_command::Failure;

use crate::failures::Failures;
use crate::metadata::{Package, packages};
use crate::prepare;
use crate::step::{End, Steps, cannot_start, say, say_command};
use crate::tools;
use crate::workspace::Workspace;

/// Command of the tests: with the features that the package of the tests requests, which are all but TLS. No test
/// leaves the machine, and the libraries of TLS take longer to compile than all crates that depend on them. `ci --full`
/// checks each feature.
pub(crate) const TEST: [&str; 3] = ["test", "--workspace", "--no-default-features"];

/// Environment variable for the number of tests that a program runs at once.
const THREADS_VAR: &str = "RUST_TEST_THREADS";

/// Runs all tests; installs the tools that they need into `target/tools`
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Ends a test program that prints nothing for this number of seconds, and counts it as failed
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    silence: u64,
    /// Arguments for `cargo test`
    #[arg(last = true, value_name = "ARGS")]
    cargo_args: Vec<String>,
}

impl Args {
    /// Settings of the tests of `cargo xtask ci`.
    pub(crate) const CI: Self = Self { silence: 300, cargo_args: Vec::new() };
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    steps.run("sources of dependencies", || prepare::fetch(workspace))?;
    if workspace.strict {
        steps.run("curl", || prepare::install_curl(workspace))?;
    }
    run_steps(workspace, args, &mut steps)?;
    steps.close("cargo xtask test");
    Ok(())
}

pub(crate) fn run_steps(workspace: &Workspace, args: &Args, steps: &mut Steps) -> Result<(), Failure> {
    let mut variables = Vec::new();
    if std::env::var_os(THREADS_VAR).is_none() {
        // Many tests wait for a process or for a time: one more than there are cores keeps all at work.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        variables.push((THREADS_VAR, OsString::from((cores + 1).to_string())));
    }
    for tool in tools::for_tests(workspace) {
        match tool {
            Ok((variable, program)) => variables.push((variable, program.into())),
            Err(what) if workspace.strict => {
                return Err(Failure::new(format_args!("with CHAINLOOM_CI=1 nothing may be skipped: {what}")));
            }
            Err(what) => steps.skip(&what),
        }
    }
    let silence = Duration::from_secs(args.silence);
    let command = |chosen: &[String]| {
        let mut cargo = workspace.cargo(&TEST);
        let chosen = chosen.iter().filter(|arg| *arg != "--no-fail-fast");
        cargo.arg("--no-fail-fast").args(chosen).envs(variables.iter().map(|(name, value)| (name, value)));
        cargo
    };
    steps.run("tests", || match args.cargo_args.as_slice() {
        [] => {
            let documentation = documentation_args(&packages(workspace)?);
            execute_all(command(&["--tests".to_owned()]), command(&documentation), silence)
        }
        chosen => execute(command(chosen), silence, &mut io::stdout()),
    })
}

/// Returns the arguments that run the programs of the documentation. `--doc` alone also visits libraries that have
/// `doctest = false`. Packages without a library stay: without the features that they turn on, all that the test programs
/// are linked from would be compiled once more.
fn documentation_args(packages: &[Package]) -> Vec<String> {
    let without_programs = packages.iter().filter(|package| package.lacks_doctests);
    let excluded = without_programs.flat_map(|package| ["--exclude".to_owned(), package.name.clone()]);
    ["--doc".to_owned()].into_iter().chain(excluded).collect()
}

/// Runs the test programs, and meanwhile the programs of the documentation, which one core compiles. The output of the
/// latter is printed last, so that the lines of the two do not mix.
fn execute_all(tests: Command, documentation: Command, silence: Duration) -> Result<End, Failure> {
    std::thread::scope(|scope| {
        let documentation = scope.spawn(|| {
            let mut printed = Vec::new();
            let end = execute(documentation, silence, &mut printed);
            (printed, end)
        });
        let end = execute(tests, silence, &mut io::stdout());
        let Ok((printed, end_of_documentation)) = documentation.join() else {
            return Err(Failure::new("the thread that runs the programs of the documentation panicked"));
        };
        let _ = io::stdout().write_all(&printed);
        match (end, end_of_documentation) {
            (Err(first), Err(second)) => Err(Failure::new(format_args!("{first}\n{second}"))),
            (end, end_of_documentation) => end.and(end_of_documentation),
        }
    })
}

/// Runs tests, and passes on what they print. Cargo and they write into one pipe, because only in the
/// order of all lines it is seen to which program a failed test belongs.
fn execute(mut cargo: Command, silence: Duration, output: &mut dyn io::Write) -> Result<End, Failure> {
    let line = say_command(&cargo);
    let cannot = |error: io::Error| cannot_start(&line, &error);
    let (reader, writer) = io::pipe().map_err(cannot)?;
    cargo.stdout(writer.try_clone().map_err(cannot)?).stderr(writer);
    if io::stdout().is_terminal() && std::env::var_os("CARGO_TERM_COLOR").is_none() {
        // Cargo writes to a pipe, so it would not use colours.
        cargo.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = cargo.spawn().map_err(cannot)?;
    // The command holds our ends of the pipe, which must be closed so that it ends.
    drop(cargo);
    let failures = pass_on(&lines_of(reader), output, silence, child.id());
    let status = child.wait().map_err(cannot)?;
    if status.success() {
        return Ok(End::Done);
    }
    let failures = failures.all();
    if failures.is_empty() {
        return Err(Failure::new(format_args!("`{line}` failed ({status}); what it printed is above")));
    }
    let list: String = failures.iter().map(|failure| format!("\n  {failure}")).collect();
    Err(Failure::new(format_args!("{} failed; what they printed is above{list}", failures.len())))
}

/// Reads lines on a separate thread, so that a wait for the next one can end.
fn lines_of(pipe: PipeReader) -> Receiver<Vec<u8>> {
    let (sender, lines) = sync_channel(1024);
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        loop {
            let mut line = Vec::new();
            let is_line = pipe.read_until(b'\n', &mut line).is_ok_and(|length| length > 0);
            if !is_line || sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Prints what comes, and looks for failures in it. Once nobody reads us, the rest is still taken,
/// so that the tests end. Where a test program is silent for too long, it is ended.
fn pass_on(lines: &Receiver<Vec<u8>>, output: &mut dyn io::Write, silence: Duration, cargo: u32) -> Failures {
    let mut failures = Failures::default();
    loop {
        match lines.recv_timeout(silence) {
            Ok(line) => {
                let _ = output.write_all(&line);
                failures.take(strip_str(&String::from_utf8_lossy(&line)).to_string().trim_end());
            }
            // Cargo itself may print nothing for long while it compiles a large crate.
            Err(RecvTimeoutError::Timeout) if failures.is_running() => {
                failures.hang(&format!("printed nothing for {} s, and was ended", silence.as_secs()));
                end_children(cargo);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return failures,
        }
    }
}

/// Ends the programs that cargo runs: it goes on with the next one.
fn end_children(cargo: u32) {
    let stat = |process: &std::fs::DirEntry| std::fs::read_to_string(process.path().join("stat")).ok();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    for process in processes.filter_map(|process| stat(&process)) {
        // The name in parentheses may hold anything; after it come the state and the parent.
        let parent = process.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse().ok());
        if let (true, Some(id)) = (parent == Some(cargo), process.split(' ').next()) {
            say(&format!("== process {id} is ended"));
            let _ = Command::new("/bin/sh").args(["-c", "kill -9 $0", id]).status();
        }
    }
}
