//! The command `schema`: the JSON Schema of the spec language, for editors.

use std::process::ExitCode;

use chainloom_command::Report;

/// Prints the JSON Schema of the spec language, for editors
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> ExitCode {
    Report { stdout: chainloom_codegen::spec_schema(), ..Report::default() }.print()
}
