//! Guard of instructions: what chainloom takes for each call, event, item and body.
//!
//! Input: the checked-in figures, [`FIGURES`]. Output: a table in Markdown, and a failure where a work takes
//! more than its figure and [`MAX_RATIO`]. With `CHAINLOOM_BLESS=1`, the figures are written.

use std::collections::BTreeMap;
use std::fs;

use chainloom_command::Failure;

use super::measure::print;
use super::rivals::{Contenders, build, instructions, parsed};
use crate::step::End;
use crate::texts::write;
use crate::workspace::Workspace;

/// The figures: on each line a work, a contender and its instructions.
const FIGURES: &str = "benches/rivals/instructions.txt";
/// Most instructions, as a part of the figure.
const MAX_RATIO: f64 = 1.02;

/// Counts the instructions of all works that chainloom does.
pub(crate) fn check(workspace: &Workspace) -> Result<End, Failure> {
    let list = match build(workspace)? {
        Contenders::Listed(list) => list,
        Contenders::Missing(end) => return Ok(end),
    };
    let path = workspace.path(FIGURES);
    let known = fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeMap<&str, u64> = known.lines().filter_map(figure).collect();
    let (mut wrong, mut written) = (Vec::new(), String::new());
    print("| work | figure | instructions | change |\n|---|---|---|---|");
    let ours = list.lines().filter_map(|line| parsed(line.split_once('\t')?.1));
    for one in ours.filter(|one| one.who.starts_with("chainloom")) {
        let (name, (count, _)) = (format!("{} {}", one.work, one.who), instructions(workspace, &one, 1)?);
        written.push_str(&format!("{name} {count}\n"));
        let figure = known.get(name.as_str()).copied().unwrap_or_default();
        let change = count as f64 / figure.max(1) as f64;
        print(&format!("| {name} | {figure} | {count} | {:+.1} % |", (change - 1.0) * 100.0));
        if change > MAX_RATIO {
            wrong.push(format!("{name}: {count} instructions, and the figure is {figure}"));
        }
    }
    if std::env::var_os("CHAINLOOM_BLESS").is_some() {
        write(&path, &written)?;
    } else if !wrong.is_empty() {
        let how = format!("make it cheaper, or write the figures of `{FIGURES}` with CHAINLOOM_BLESS=1 and say why");
        return Err(Failure::new(format_args!("{}\nmore than 2 % above the figures: {how}", wrong.join("\n"))));
    }
    Ok(End::Done)
}

/// Reads a line of the figures: the work with its contender, and the instructions.
fn figure(line: &str) -> Option<(&str, u64)> {
    let (name, count) = line.rsplit_once(' ')?;
    Some((name, count.parse().ok()?))
}
