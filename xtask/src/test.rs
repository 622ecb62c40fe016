//! `cargo xtask test`: all tests, with the tools that they need.

use chainloom_command::Failure;

use crate::step::{Steps, execute};
use crate::tools;
use crate::workspace::Workspace;

/// Runs all tests; fetches the tools they need into `target/tools`
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Passed on to `cargo test`
    #[arg(last = true, value_name = "ARGS")]
    cargo_args: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    run_steps(workspace, args, &mut steps)?;
    steps.close("cargo xtask test");
    Ok(())
}

pub(crate) fn run_steps(workspace: &Workspace, args: &Args, steps: &mut Steps) -> Result<(), Failure> {
    let mut cargo = workspace.cargo(&["test", "--workspace", "--all-features"]);
    cargo.args(&args.cargo_args);
    for tool in tools::for_tests(workspace) {
        match tool {
            Ok((variable, program)) => {
                cargo.env(variable, program);
            }
            Err(what) if workspace.strict => {
                return Err(Failure::new(format_args!("with CHAINLOOM_CI=1 nothing may be skipped: {what}")));
            }
            Err(what) => steps.skip(&what),
        }
    }
    steps.run("tests", || execute(&mut cargo))
}
