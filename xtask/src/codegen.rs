//! Arguments of `cargo xtask codegen`.

use std::path::PathBuf;
use std::process::ExitCode;

use chainloom_command::{Flags, Request, execute};

use crate::workspace::Workspace;

/// Location of the notes of runs on their output, from the root of the repository.
const NOTES: &str = "target/codegen";

/// Writes the generated crate from the spec
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Folder of the spec [default: `spec` of this repository]
    #[arg(long, value_name = "DIR")]
    pub(crate) spec: Option<PathBuf>,
    /// Folder of the crate to write [default: `generated` of this repository]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) flags: Flags,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> ExitCode {
    execute(&request(workspace, args))
}

pub(crate) fn request(workspace: &Workspace, args: &Args) -> Request {
    let given = [("--spec", args.spec.as_deref()), ("--out", args.out.as_deref())];
    let folder = |given: &Option<PathBuf>, default: &str| given.clone().unwrap_or_else(|| workspace.near_path(default));
    let folders = [folder(&args.spec, "spec"), folder(&args.out, "generated")];
    let request = Request::new("cargo xtask", folders, args.flags, &given);
    Request { notes: Some(workspace.path(NOTES)), ..request }
}
