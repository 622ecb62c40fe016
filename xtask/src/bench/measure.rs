//! Helpers of all benchmarks: run programs, count their instructions, print rows of tables.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use chainloom_command::Failure;

use crate::step::{cannot_start, output_of, say_command};
use crate::workspace::Workspace;

/// `memset` and `memcpy` without `rep` instructions, which valgrind counts byte by byte.
const TUNABLES: (&str, &str) =
    ("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:glibc.cpu.x86_rep_stosb_threshold=0x7fffffff");
/// Arguments of valgrind: count instructions, and write no file.
pub(crate) const CACHEGRIND: [&str; 3] = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];

/// Reason why instructions cannot be counted.
pub(crate) const NO_VALGRIND: &str = "instructions are counted by valgrind, which is not installed";

pub(crate) fn has_valgrind(workspace: &Workspace) -> bool {
    output_of(workspace.program("valgrind").arg("--version")).is_some()
}

/// Returns the command of a tool of valgrind. The program and its arguments are to be added.
pub(crate) fn valgrind(workspace: &Workspace, tool: &[&str]) -> Command {
    let (name, value) = TUNABLES;
    let mut command = workspace.program("valgrind");
    command.args(tool).env(name, value);
    command
}

/// Returns the number of instructions of a program that valgrind runs.
pub(crate) fn count_instructions(command: &mut Command) -> Result<u64, Failure> {
    let (_, told) = output(command)?;
    let count = told.lines().find_map(|line| number(line.split_once("I   refs:")?.1));
    count.ok_or_else(|| Failure::new(format_args!("valgrind printed no number of instructions:\n{told}")))
}

/// Reads a number as valgrind prints it, in groups of digits.
fn number(text: &str) -> Option<u64> {
    text.trim().replace(',', "").parse().ok()
}

/// The tool of valgrind that counts allocations, and looks for no leaks.
pub(super) const MEMCHECK: [&str; 2] = ["--tool=memcheck", "--leak-check=no"];

/// Returns the number of heap allocations of a program that valgrind runs.
pub(super) fn count_allocations(command: &mut Command) -> Result<u64, Failure> {
    let (_, told) = output(command)?;
    let allocated = told.lines().find_map(|line| number(line.split_once("total heap usage: ")?.1.split_once(' ')?.0));
    allocated.ok_or_else(|| Failure::new(format_args!("valgrind printed no number of allocations:\n{told}")))
}

/// Returns the texts that a program prints to stdout and stderr.
pub(super) fn output(command: &mut Command) -> Result<(String, String), Failure> {
    let line = say_command(command);
    let output = command.output().map_err(|error| cannot_start(&line, &error))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok((text(&output.stdout), text(&output.stderr))),
        false => Err(Failure::new(format_args!("`{line}` failed:\n{}", text(&output.stderr)))),
    }
}

/// Prints a line on stdout. A closed stdout is not a failure.
pub(super) fn print(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Removes a folder with its content, if it exists.
pub(super) fn empty(folder: &Path) -> Result<(), Failure> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::io("cannot empty", folder, &error)),
        _ => Ok(()),
    }
}

/// Time that a program took, in seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgramTime {
    pub(super) wall: f64,
    /// Time of all processors, if the system reports this time; else the same as `wall`.
    pub(super) cpu: f64,
    /// Processor time in user mode, if the system reports this time.
    pub(super) user: Option<f64>,
}

/// Returns the time of a program, with all programs that it starts.
pub(super) fn measure_time(command: &mut Command) -> Result<ProgramTime, Failure> {
    Ok(measure_work(|| output(command))?.0)
}

/// Runs `work`. Returns the time of the programs that `work` ran, and its result.
pub(super) fn measure_work<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<(ProgramTime, T), Failure> {
    let (began, before) = (Instant::now(), of_children());
    let made = work()?;
    let wall = began.elapsed().as_secs_f64();
    let times = before.zip(of_children()).map(|(before, after)| (after.0 - before.0, after.1 - before.1));
    let spent =
        ProgramTime { wall, cpu: times.map_or(wall, |(user, system)| user + system), user: times.map(|times| times.0) };
    Ok((spent, made))
}

/// Returns the time of all programs that were started here and have ended, as Linux reports it: user time, and system
/// time.
fn of_children() -> Option<(f64, f64)> {
    /// Clock ticks in a second, on all platforms that Linux has.
    const TICKS: f64 = 100.0;
    let told = fs::read_to_string("/proc/self/stat").ok()?;
    // After the name of the program, which may hold any character, the 14th and 15th fields are the times of
    // its children.
    let mut fields = told.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some((next()? / TICKS, next()? / TICKS))
}
