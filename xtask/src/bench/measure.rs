//! What all measurements need: running a program, counting its instructions, printing a line of a table.

use std::io::{self, Write as _};
use std::process::Command;

use chainloom_command::Failure;

use crate::step::{cannot_start, output_of, say_command};
use crate::workspace::Workspace;

/// `memset` and `memcpy` without `rep` instructions, which valgrind counts byte by byte.
pub(super) const TUNABLES: (&str, &str) =
    ("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:glibc.cpu.x86_rep_stosb_threshold=0x7fffffff");
/// The tool of valgrind that counts instructions, and no file of it.
pub(super) const CALLGRIND: [&str; 2] = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];

/// Why instructions cannot be counted.
pub(super) const NO_VALGRIND: &str = "instructions are counted by valgrind, which is not installed";

pub(super) fn has_valgrind(workspace: &Workspace) -> bool {
    output_of(workspace.program("valgrind").arg("--version")).is_some()
}

/// The instructions that a program took which valgrind runs.
pub(super) fn collected(command: &mut Command) -> Result<u64, Failure> {
    let (name, value) = TUNABLES;
    let (_, told) = output(command.env(name, value))?;
    let collected = told.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse::<u64>().ok());
    collected.ok_or_else(|| Failure::new(format_args!("valgrind told no number of instructions:\n{told}")))
}

/// What a program prints to stdout and stderr.
pub(super) fn output(command: &mut Command) -> Result<(String, String), Failure> {
    let line = say_command(command);
    let output = command.output().map_err(|error| cannot_start(&line, &error))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok((text(&output.stdout), text(&output.stderr))),
        false => Err(Failure::new(format_args!("`{line}` failed:\n{}", text(&output.stderr)))),
    }
}

/// A line on stdout. That nobody listens is no failure.
pub(super) fn print(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
