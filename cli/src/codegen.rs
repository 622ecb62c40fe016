//! Arguments of `chainloom codegen`.

use std::path::PathBuf;
use std::process::ExitCode;

use chainloom_command::{Options, Request, color_wanted, command_line, run as run_codegen};

/// How a person starts this; it also stands in the first line of each generated file.
const COMMAND: &str = "chainloom codegen";

/// Generates a client from a spec
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Compares with the files on disk and writes nothing; exit code 1 if they differ
    #[arg(long)]
    check: bool,
    /// The folder of the spec
    #[arg(long, value_name = "DIR")]
    spec: PathBuf,
    /// The folder of the crate to write: modules go to `src`, documents to `docs`
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Prints how long each stage took, as one JSON object on stdout
    #[arg(long)]
    timings: bool,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    run_codegen(&request(args)).print()
}

fn request(args: &Args) -> Request {
    Request {
        spec: args.spec.clone(),
        out: args.out.clone(),
        check: args.check,
        timings: args.timings,
        color: color_wanted(),
        mend: mend(args),
        options: Options { command: COMMAND.to_owned(), ..Options::default() },
    }
}

/// The command that writes what this one checks.
fn mend(args: &Args) -> String {
    let flags = [("--spec", Some(args.spec.as_path())), ("--out", Some(args.out.as_path()))];
    command_line(COMMAND, &flags)
}
