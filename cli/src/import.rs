//! `chainloom import`: documents become specs, or files of a spec that exists.
//!
//! Input: arguments. Output: what `chainloom-command` prints.

use std::process::ExitCode;

use chainloom_codegen::Package;
use chainloom_command::{Import, import};

pub(crate) fn run(mut args: Import) -> ExitCode {
    args.packages.push(Package::of_crate(chainloom_spec::NAME, chainloom_spec::files()));
    import(&args).print()
}
