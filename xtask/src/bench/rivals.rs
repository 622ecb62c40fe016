//! Calls, batches, events and pages: instructions of each contender, as ratios to what is written by hand.
//!
//! Input: nothing. Output: a table in Markdown. The contenders, and the server that they talk to, are in `benches/rivals`: a workspace
//! of its own, whose lock file pins them. The first contender of a work is what the others are compared with.

use std::process::Command;

use chainloom_command::Failure;

use super::measure::{CALLGRIND, NO_VALGRIND, collected, has_valgrind, output, print};
use crate::step::{End, execute};
use crate::validate::missing;
use crate::workspace::Workspace;

const MANIFEST: &str = "benches/rivals/Cargo.toml";
/// Where all is built, beside what the workspace builds.
const BUILT: &str = "target/rivals";

/// How often each is measured: answers come in other pieces each time.
const RUNS: usize = 2;

/// A work of the program.
struct Work {
    name: &'static str,
    what: &'static str,
    /// How often it is done: the difference leaves out what is done before.
    counts: [u64; 2],
    /// What is told of: so many parts of it.
    parts: u64,
}

const WORKS: [Work; 6] = [
    Work { name: "rest", what: "REST call, answer of 170 bytes", counts: [100, 600], parts: 1 },
    Work { name: "call", what: "`eth_blockNumber`", counts: [100, 600], parts: 1 },
    Work { name: "batch", what: "one of 40 `eth_getBalance` in a batch", counts: [10, 60], parts: 40 },
    Work { name: "heads", what: "event `newHeads`, in a burst", counts: [200, 1200], parts: 1 },
    Work { name: "logs", what: "event `logs`, in a burst", counts: [200, 1200], parts: 1 },
    Work { name: "items", what: "one of 100 items of a page", counts: [10, 60], parts: 100 },
];

pub(super) fn count(workspace: &Workspace) -> Result<End, Failure> {
    if !has_valgrind(workspace) {
        return missing(workspace, NO_VALGRIND.to_owned());
    }
    if let Err(failure) = fetch(workspace) {
        return missing(workspace, format!("the rivals cannot be fetched: {failure}"));
    }
    execute(
        workspace.cargo(&["build", "--release", "--locked", "--target-dir", BUILT]).args(["--manifest-path", MANIFEST]),
    )?;
    let contenders = output(&mut program(workspace, &[]))?.0;
    print("| what | who | instructions | spread | ratio |\n|---|---|---|---|---|");
    for work in &WORKS {
        let mut base = None;
        for line in contenders.lines() {
            let Some((name, who)) = line.split_once(' ').filter(|(name, _)| *name == work.name) else { continue };
            let (count, spread) = instructions(workspace, work, name, who)?;
            let base = *base.get_or_insert(count);
            let ratio = count as f64 / base as f64;
            print(&format!("| {} | {who} | {count} | {:.1} % | {ratio:.2} |", work.what, spread * 100.0));
        }
    }
    Ok(End::Done)
}

/// Gets what the contenders depend on, where it is not there yet.
fn fetch(workspace: &Workspace) -> Result<(), Failure> {
    execute(&mut workspace.cargo(&["fetch", "--locked", "--manifest-path", MANIFEST])).map(drop)
}

/// The instructions of doing something once: the median, and how far the least and the most are apart.
fn instructions(workspace: &Workspace, work: &Work, name: &str, who: &str) -> Result<(u64, f64), Failure> {
    let [few, many] = work.counts;
    let total = |count: u64| {
        let program = workspace.path(BUILT).join("release").join("rivals");
        let mut command = workspace.program("valgrind");
        collected(command.args(CALLGRIND).arg(program).args([name, who, &count.to_string()]))
    };
    let mut counts = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        counts.push(total(many)?.saturating_sub(total(few)?) / ((many - few) * work.parts));
    }
    counts.sort_unstable();
    let at = |index: usize| counts.get(index).copied().unwrap_or_default();
    let (least, median, most) = (at(0), at(RUNS / 2), at(RUNS - 1));
    Ok((median, (most - least) as f64 / median.max(1) as f64))
}

fn program(workspace: &Workspace, args: &[&str]) -> Command {
    let mut command = workspace.program(workspace.path(BUILT).join("release").join("rivals"));
    command.args(args);
    command
}
