//! Reading and writing JSON against serde derive, as ratios of one run.
//!
//! Input: nothing. Output: a table in Markdown on stdout. Instructions are counted by valgrind, and are the same in each run; times
//! are medians of alternating runs, and noise where a ratio is near one. Which bodies and forms there are is in `benches/json-spike`.

use std::process::Command;

use chainloom_command::Failure;

use super::measure::{CALLGRIND, NO_VALGRIND, collected, has_valgrind, output, print};
use crate::step::End;
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

/// Prints the instructions of each body and form.
pub(super) fn count(workspace: &Workspace) -> Result<End, Failure> {
    if !has_valgrind(workspace) {
        return missing(workspace, NO_VALGRIND.to_owned());
    }
    let heads = COUNTED.map(|(_, name)| format!(" {name} | ratio |"));
    print(&format!("| body | serde_json |{}", heads.concat()));
    print(&format!("|---|---|{}", "---|---|".repeat(COUNTED.len())));
    for line in output(measurement(workspace, &[]).args(["--", "bodies"]))?.0.lines() {
        // A body, and its forms.
        let (body, forms) = line.split_once(' ').unwrap_or((line, ""));
        for what in ["read", "write"] {
            let base = instructions(workspace, body, BASE, what)?;
            let mut row = format!("| {body}, {what} | {base} |");
            for (form, _) in COUNTED {
                if !forms.contains(form) {
                    row.push_str(" none | none |");
                    continue;
                }
                let count = instructions(workspace, body, form, what)?;
                row.push_str(&format!(" {count} | {:.2} |", base as f64 / count as f64));
            }
            print(&row);
        }
    }
    Ok(End::Done)
}

/// Prints the times of each body and form.
pub(super) fn time(workspace: &Workspace) -> Result<End, Failure> {
    print(&output(&mut measurement(workspace, &[]))?.0);
    Ok(End::Done)
}

/// The instructions of doing something once.
fn instructions(workspace: &Workspace, body: &str, form: &str, what: &str) -> Result<u64, Failure> {
    let runner = format!(r#"target."cfg(all())".runner=["valgrind","{}"]"#, CALLGRIND.join(r#"",""#));
    let total = |count: u64| {
        collected(measurement(workspace, &["--config", &runner]).args(["--", body, form, what, &count.to_string()]))
    };
    Ok(total(MANY)?.saturating_sub(total(FEW)?) / (MANY - FEW))
}

fn measurement(workspace: &Workspace, config: &[&str]) -> Command {
    let mut command = workspace.cargo(config);
    command.args(["run", "--release", "--quiet", "--package", MEASUREMENT]);
    command
}
