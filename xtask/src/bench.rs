//! `cargo xtask bench`: reading and writing JSON against serde derive, as ratios of one run.
//!
//! Input: nothing. Output: a table in Markdown on stdout. Instructions are counted by valgrind, and are the same in each run; times
//! are medians of alternating runs, and noise where a ratio is near one. Which bodies and forms there are is in `benches/json-spike`.

use std::io::{self, Write as _};
use std::process::Command;

use chainloom_command::Failure;

use crate::step::{End, Steps, cannot_start, output_of, say_command};
use crate::validate::missing;
use crate::workspace::Workspace;

/// The package that measures reading and writing JSON against its rivals.
pub(crate) const MEASUREMENT: &str = "json-spike";

/// How often something is done: the difference leaves out what is done before.
const FEW: u64 = 2;
const MANY: u64 = 12;

/// What each is compared with.
const BASE: &str = "a";
/// The forms of which instructions are counted.
const COUNTED: [(&str, &str); 2] = [("c", "chainloom"), ("e", "chainloom through serde")];

/// `memset` and `memcpy` without `rep` instructions, which valgrind counts byte by byte.
const TUNABLES: &str = "glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:glibc.cpu.x86_rep_stosb_threshold=0x7fffffff";
const VALGRIND: &str = r#"target."cfg(all())".runner=["valgrind","--tool=callgrind","--callgrind-out-file=/dev/null"]"#;

/// Measures reading and writing JSON; prints a table in Markdown
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(workspace: &Workspace) -> Result<(), Failure> {
    let mut steps = Steps::default();
    steps.run("instructions", || count(workspace))?;
    steps.run("times", || time(workspace))?;
    steps.close("cargo xtask bench");
    Ok(())
}

/// Prints the instructions of each body and form.
fn count(workspace: &Workspace) -> Result<End, Failure> {
    if output_of(workspace.program("valgrind").arg("--version")).is_none() {
        return missing(workspace, "instructions are counted by valgrind, which is not installed".to_owned());
    }
    let heads = COUNTED.map(|(_, name)| format!(" {name} | ratio |"));
    print(&format!("| body | serde_json |{}", heads.concat()));
    print(&format!("|---|---|{}", "---|---|".repeat(COUNTED.len())));
    for body in output(measurement(workspace, &[]).args(["--", "bodies"]))?.0.lines() {
        for what in ["read", "write"] {
            let base = instructions(workspace, body, BASE, what)?;
            let mut row = format!("| {body}, {what} | {base} |");
            for (form, _) in COUNTED {
                let count = instructions(workspace, body, form, what)?;
                row.push_str(&format!(" {count} | {:.2} |", base as f64 / count as f64));
            }
            print(&row);
        }
    }
    Ok(End::Done)
}

/// Prints the times of each body and form.
fn time(workspace: &Workspace) -> Result<End, Failure> {
    print(&output(&mut measurement(workspace, &[]))?.0);
    Ok(End::Done)
}

/// The instructions of doing something once.
fn instructions(workspace: &Workspace, body: &str, form: &str, what: &str) -> Result<u64, Failure> {
    let total = |count: u64| {
        let mut command = measurement(workspace, &["--config", VALGRIND]);
        command.args(["--", body, form, what, &count.to_string()]).env("GLIBC_TUNABLES", TUNABLES);
        let (_, told) = output(&mut command)?;
        let collected = told.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse::<u64>().ok());
        collected.ok_or_else(|| Failure::new(format_args!("valgrind told no number of instructions:\n{told}")))
    };
    Ok(total(MANY)?.saturating_sub(total(FEW)?) / (MANY - FEW))
}

fn measurement(workspace: &Workspace, config: &[&str]) -> Command {
    let mut command = workspace.cargo(config);
    command.args(["run", "--release", "--quiet", "--package", MEASUREMENT]);
    command
}

/// What a program prints to stdout and stderr.
fn output(command: &mut Command) -> Result<(String, String), Failure> {
    let line = say_command(command);
    let output = command.output().map_err(|error| cannot_start(&line, &error))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok((text(&output.stdout), text(&output.stderr))),
        false => Err(Failure::new(format_args!("`{line}` failed:\n{}", text(&output.stderr)))),
    }
}

/// A line on stdout. That nobody listens is no failure.
fn print(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
