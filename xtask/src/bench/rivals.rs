//! Benchmarks of calls, batches, events, pages and JSON bodies: instructions and allocations of each contender,
//! relative to hand-written code, and times of bodies.
//!
//! Input: nothing. Output: a table in Markdown. The contenders and their server are in `benches/rivals`: a separate
//! workspace, whose lock file pins them. The first contender of a benchmark is the baseline.

use std::process::Command;

use chainloom_command::Failure;

use super::measure::{
    CACHEGRIND, MEMCHECK, NO_VALGRIND, count_allocations, count_instructions, has_valgrind, output, print, valgrind,
};
use crate::step::{End, execute};
use crate::validate::missing;
use crate::workspace::Workspace;

pub(super) const MANIFEST: &str = "benches/rivals/Cargo.toml";
/// Target folder, next to the target folder of the workspace.
const BUILT: &str = "target/rivals";
const PROGRAM: &str = "target/rivals/release/rivals";

/// Number of measurements of each work: responses arrive in different pieces each time.
const RUNS: usize = 2;

/// Name of the part of `cargo xtask bench` that reads and writes JSON.
pub(super) const JSON: &str = "json";
/// Name of the part of `cargo xtask bench` that makes calls.
pub(super) const CALLS: &str = "calls";

/// A measurement: a work that the contenders' program can do, and the contender that does it.
pub(super) struct Measurement<'l> {
    pub(super) work: &'l str,
    pub(super) who: &'l str,
    /// Numbers of repetitions: the difference excludes the work before them.
    counts: [u64; 2],
    /// Number of parts of the work, per which results are printed.
    parts: u64,
    what: &'l str,
}

/// Prints the times of reading and writing JSON, against serde derive. Other contenders are not
/// compiled for that.
pub(crate) fn time(workspace: &Workspace) -> Result<End, Failure> {
    if let Err(failure) = fetch(workspace) {
        return missing(workspace, format!("what is measured cannot be fetched: {failure}"));
    }
    let mut command = workspace.cargo(&["run", "--release", "--quiet", "--locked", "--target-dir", BUILT]);
    command.args(["--manifest-path", MANIFEST, "--no-default-features", "--bin", "times"]);
    print(&output(&mut command)?.0);
    Ok(End::Done)
}

/// The contenders.
pub(super) enum Contenders {
    /// Built contenders: the list of works that their program prints.
    Listed(String),
    /// The contenders cannot be built or counted here.
    Missing(End),
}

/// Builds the contenders.
pub(super) fn build(workspace: &Workspace) -> Result<Contenders, Failure> {
    if !has_valgrind(workspace) {
        return missing(workspace, NO_VALGRIND.to_owned()).map(Contenders::Missing);
    }
    if let Err(failure) = fetch(workspace) {
        return missing(workspace, format!("the rivals cannot be fetched: {failure}")).map(Contenders::Missing);
    }
    execute(
        workspace.cargo(&["build", "--release", "--locked", "--target-dir", BUILT]).args(["--manifest-path", MANIFEST]),
    )?;
    Ok(Contenders::Listed(output(&mut workspace.program(workspace.path(PROGRAM)))?.0))
}

/// Prints the instructions and allocations of each work of a part.
pub(super) fn count(workspace: &Workspace, part: &str) -> Result<End, Failure> {
    let list = match build(workspace)? {
        Contenders::Listed(list) => list,
        Contenders::Missing(end) => return Ok(end),
    };
    print("| what | who | instructions | spread | ratio | allocations |\n|---|---|---|---|---|---|");
    let mut base = ("", 0);
    let works = list.lines().filter_map(|line| line.split_once('\t')).filter(|(of, _)| *of == part);
    for (_, line) in works {
        let one = parsed(line).ok_or_else(|| Failure::new(format_args!("`{PROGRAM}` lists no measurement: {line}")))?;
        let (count, spread) = instructions(workspace, &one, RUNS)?;
        if base.0 != one.work {
            base = (one.work, count);
        }
        let (ratio, spread) = (count as f64 / base.1 as f64, spread * 100.0);
        let allocations = allocations(workspace, &one)?;
        print(&format!("| {} | {} | {count} | {spread:.1} % | {ratio:.2} | {allocations} |", one.what, one.who));
    }
    Ok(End::Done)
}

/// Parses a line with a measurement that the contenders' program prints.
pub(super) fn parsed(line: &str) -> Option<Measurement<'_>> {
    let mut parts = line.split('\t');
    let (work, who) = (parts.next()?, parts.next()?);
    let mut number = || parts.next()?.parse().ok();
    let (counts, count) = ([number()?, number()?], number()?);
    Some(Measurement { work, who, counts, parts: count, what: parts.next()? })
}

/// Fetches the dependencies of the contenders that are missing.
fn fetch(workspace: &Workspace) -> Result<(), Failure> {
    execute(&mut workspace.cargo(&["fetch", "--locked", "--manifest-path", MANIFEST])).map(drop)
}

/// Returns the instructions of one part of a work: the median of all runs, and the difference between the least and the
/// most.
pub(super) fn instructions(workspace: &Workspace, one: &Measurement<'_>, runs: usize) -> Result<(u64, f64), Failure> {
    let mut counts = Vec::with_capacity(runs);
    for _ in 0..runs {
        let counted = |count| count_instructions(&mut measured(workspace, one, &CACHEGRIND, count));
        counts.push(of_one(one, counted)? as u64);
    }
    counts.sort_unstable();
    let at = |index: usize| counts.get(index).copied().unwrap_or_default();
    let (least, median, most) = (at(0), at(runs / 2), at(runs.saturating_sub(1)));
    Ok((median, (most - least) as f64 / median.max(1) as f64))
}

/// Returns the allocations of one part of a work, to a tenth.
fn allocations(workspace: &Workspace, one: &Measurement<'_>) -> Result<f64, Failure> {
    let count = of_one(one, |count| count_allocations(&mut measured(workspace, one, &MEMCHECK, count)))?;
    Ok((count * 10.0).round() / 10.0)
}

/// Returns the cost of one part of a work: the difference of two counts.
fn of_one(one: &Measurement<'_>, total: impl Fn(u64) -> Result<u64, Failure>) -> Result<f64, Failure> {
    let [few, many] = one.counts;
    Ok(total(many)?.saturating_sub(total(few)?) as f64 / ((many - few) * one.parts) as f64)
}

/// Returns the command that repeats a work `count` times, under a tool of valgrind.
fn measured(workspace: &Workspace, one: &Measurement<'_>, tool: &[&str], count: u64) -> Command {
    let mut command = valgrind(workspace, tool);
    command.arg(PROGRAM).args([one.work, one.who, &count.to_string()]);
    command
}
