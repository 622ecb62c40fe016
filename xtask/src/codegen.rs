//! Arguments of `cargo xtask codegen`.

use std::path::PathBuf;
use std::process::ExitCode;

use chainloom_command::{Options, Request, color_wanted, command_line, run as run_codegen};

use crate::workspace::Workspace;

/// How a person starts this; it also stands in the first line of each generated file.
const COMMAND: &str = "cargo xtask codegen";

/// Writes the generated crate from the spec
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Compares with the files on disk and writes nothing; exit code 1 if they differ
    #[arg(long)]
    pub(crate) check: bool,
    /// The folder of the spec [default: `spec` of this repository]
    #[arg(long, value_name = "DIR")]
    pub(crate) spec: Option<PathBuf>,
    /// The folder of the crate to write [default: `generated` of this repository]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Prints how long each stage took, as one JSON object on stdout
    #[arg(long)]
    pub(crate) timings: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> ExitCode {
    run_codegen(&request(workspace, args)).print()
}

pub(crate) fn request(workspace: &Workspace, args: &Args) -> Request {
    let flags = [("--spec", args.spec.as_deref()), ("--out", args.out.as_deref())];
    Request {
        spec: args.spec.clone().unwrap_or_else(|| workspace.near_path("spec")),
        out: args.out.clone().unwrap_or_else(|| workspace.near_path("generated")),
        check: args.check,
        timings: args.timings,
        color: color_wanted(),
        options: Options { command: COMMAND.to_owned(), ..Options::default() },
        mend: command_line(COMMAND, &flags),
    }
}
