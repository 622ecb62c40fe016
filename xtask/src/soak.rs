//! `cargo xtask soak`: mixed traffic over a faulty sandbox, for minutes.
//!
//! Input: the duration, and the seed of the faults. Output: a step that prints a table, and fails
//! if a call does not end, memory grows, or the counts of both sides differ. The program is the
//! test `soak` of `tests`, which the ordinary tests leave out: seconds show nothing that `suite`
//! does not.

use chainloom_command::Failure;

use crate::step::{End, Steps, execute};
use crate::test::TEST;
use crate::workspace::Workspace;

/// Minutes of a run, also of the run of `cargo xtask ci --full`.
const MINUTES: u64 = 10;

/// Calls a faulty sandbox in all ways, and compares the counts of both sides
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Minutes of the run
    #[arg(long, value_name = "N", default_value_t = MINUTES, value_parser = clap::value_parser!(u64).range(1..=1440))]
    minutes: u64,
    /// Seed of faults, pauses and values [default: another one each time, which is printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    steps.run("soak", || soak(workspace, args))?;
    steps.close("cargo xtask soak");
    Ok(())
}

pub(crate) fn check(workspace: &Workspace) -> Result<End, Failure> {
    soak(workspace, &Args { minutes: MINUTES, seed: None })
}

fn soak(workspace: &Workspace, args: &Args) -> Result<End, Failure> {
    let mut command = workspace.cargo(&TEST);
    command.args(["--test", "soak"]).env("CHAINLOOM_SOAK", (args.minutes * 60).to_string());
    if let Some(seed) = args.seed {
        command.env("CHAINLOOM_SEED", seed.to_string());
    }
    execute(&mut command)
}
