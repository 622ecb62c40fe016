//! `cargo xtask ci`: the steps that a change must pass, cheap ones first.

use std::path::PathBuf;

use chainloom_command::{Failure, Flags, run as run_codegen};

use crate::step::{End, Steps, execute};
use crate::test::TEST;
use crate::workspace::Workspace;
use crate::{api, codegen, diff, full, prepare, test};

/// The variable that names the folder of all vectors of the project, for this command and its tests.
const VECTORS: &str = "CHAINLOOM_VECTORS";
/// Default location of that folder, from the root of the repository.
const VECTORS_BESIDE: &str = "../shared/vectors";

/// Runs all checks and tests that a change must pass
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Adds the slow checks: programs of the documentation, fuzz targets, soak, single features,
    /// oldest toolchain, least versions, packages, licences, documents, determinism, measurements
    #[arg(long)]
    full: bool,
    /// Leaves out the tests, which `cargo xtask test` has run in the same folder
    #[arg(long)]
    tested: bool,
    /// Leaves out the steps before this one, such as `packages`, after a run that failed there
    #[arg(long, value_name = "STEP")]
    from: Option<String>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::from(args.from.clone());
    let clippy = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    let doc = ["doc", "--workspace", "--no-deps", "--all-features"];
    steps.run("sources of dependencies", || prepare::fetch(workspace))?;
    steps.run("what a new machine lacks", || prepare::install(workspace))?;
    steps.run("format", || execute(&mut workspace.cargo(&["fmt", "--all", "--check"])))?;
    steps.run("lints", || execute(&mut workspace.cargo(&clippy)))?;
    steps.run("generated files", || check_generated(workspace))?;
    steps.run("documentation", || execute(workspace.cargo(&doc).env("RUSTDOCFLAGS", "-D warnings")))?;
    steps.run("public API", || api::check(workspace))?;
    steps.run("differences of the spec", || diff::report(workspace))?;
    if !args.tested {
        test::run_steps(workspace, &test::Args::CI, &mut steps)?;
    }
    steps.run("all vectors", || check_all_vectors(workspace))?;
    if args.full {
        full::run_steps(workspace, &mut steps)?;
    }
    steps.run("nothing changed", || check_unchanged(workspace))?;
    steps.check_first_step()?;
    steps.close("cargo xtask ci");
    Ok(())
}

fn check_generated(workspace: &Workspace) -> Result<End, Failure> {
    let flags = Flags { check: true, deny_warnings: true, ..Flags::default() };
    let args = codegen::Args { flags, ..codegen::Args::default() };
    let report = run_codegen(&codegen::request(workspace, &args));
    if report.code == 0 {
        return Ok(End::Done);
    }
    Err(Failure::rendered(report.stderr))
}

/// Checks the vectors next to the repository, of which the tests have a selection. A clone alone lacks that folder.
fn check_all_vectors(workspace: &Workspace) -> Result<End, Failure> {
    let named = std::env::var_os(VECTORS).map(PathBuf::from);
    let folder = named.unwrap_or_else(|| workspace.path(VECTORS_BESIDE));
    if !folder.is_dir() {
        return Ok(End::Skipped(format!("there is no folder `{}`", folder.display())));
    }
    let mut tests = workspace.cargo(&TEST);
    tests.args(["--test", "conformance", "--test", "suite", "--", "corruption"]);
    execute(tests.env(VECTORS, folder))
}

/// Fails if a step has changed a file that git knows. At a developer's desk, files have changed anyway.
fn check_unchanged(workspace: &Workspace) -> Result<End, Failure> {
    if !workspace.strict {
        return Ok(End::Skipped("only with CHAINLOOM_CI=1, when all is committed".to_owned()));
    }
    execute(workspace.program("git").args(["--no-pager", "diff", "--exit-code"]))
}
