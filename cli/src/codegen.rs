//! Arguments of `chainloom codegen`.

use std::path::PathBuf;
use std::process::ExitCode;

use chainloom_command::{Flags, Package, Request, execute};
use etcetera::BaseStrategy as _;

/// Generates a client from a spec
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder of the spec
    #[arg(long, value_name = "DIR")]
    spec: PathBuf,
    /// Folder of the crate to write: modules go to `src`, documents to `docs`
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    flags: Flags,
}

pub(crate) fn run(args: Args) -> ExitCode {
    let given = [("--spec", Some(args.spec.as_path())), ("--out", Some(args.out.as_path()))];
    let mut request = Request::new("chainloom", [args.spec.clone(), args.out.clone()], args.flags, &given);
    request.options.packages.push(Package::of_crate(chainloom_spec::NAME, chainloom_spec::files()));
    request.notes = etcetera::choose_base_strategy().ok().map(|folders| folders.cache_dir().join("chainloom/codegen"));
    execute(&request)
}
