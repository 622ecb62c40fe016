//! Runs `chainloom diff` with the spec that other specs may use.

use std::path::Path;
use std::process::ExitCode;

use chainloom_command::{Diff, Package, diff};

pub(crate) fn run(mut args: Diff) -> ExitCode {
    args.packages.push(Package::of_crate(chainloom_spec::NAME, chainloom_spec::files()));
    diff(&args, Path::new(".")).print()
}
