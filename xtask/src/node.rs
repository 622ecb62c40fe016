//! `cargo xtask node`: builds a real node from its sources, and calls every operation of it.
//!
//! Input: the Go module of `tests/node`, whose tools are the programs of the node, in versions that
//! its `go.sum` pins. Output: the programs in `target/node`, and the report of the test
//! `real_node`. The calls are listed in `tests/node` and in that test.

use std::path::Path;
use std::process::Command;

use chainloom_command::Failure;

use crate::step::{End, Steps, execute, output_of};
use crate::workspace::Workspace;

/// The Go module that names the programs.
const MODULE: &str = "tests/node";
/// Folder of the programs, and of Go's caches if there is no home folder.
const FOLDER: &str = "target/node";
/// The details of the report.
const REPORT: &str = "target/node/report.json";

/// Builds a real node and calls every operation of it on loopback; needs Go and a C compiler
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder of programs that were built before [default: they are built]
    #[arg(long, value_name = "FOLDER")]
    programs: Option<std::path::PathBuf>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    let built = workspace.path(FOLDER).join("bin");
    if args.programs.is_none() {
        steps.run("programs of the node, some minutes when it is built for the first time", || {
            build(workspace, &built)
        })?;
    }
    let current = std::env::current_dir().unwrap_or_default();
    let programs = args.programs.as_ref().map_or(built, |folder| current.join(folder));
    steps.run("calls of the node", || call(workspace, &programs))?;
    steps.close("cargo xtask node");
    Ok(())
}

/// Builds all tools of the module. Go compares each download with `go.sum`.
fn build(workspace: &Workspace, folder: &Path) -> Result<End, Failure> {
    let Some(compiler) = output_of(go(workspace).args(["env", "CC"])) else {
        return Err(Failure::new(format_args!(
            "`go` is not installed or not in the PATH; `{MODULE}/go.mod` says which version is needed"
        )));
    };
    let compiler = compiler.trim();
    if output_of(workspace.program(compiler).arg("--version")).is_none() {
        return Err(Failure::new(format_args!(
            "the C compiler `{compiler}` is not installed; parts of the node are C: install one, or name it in `CC`"
        )));
    }
    std::fs::create_dir_all(folder).map_err(|error| Failure::io("cannot make the folder", folder, &error))?;
    let mut go = go(workspace);
    go.args(["build", "-v", "-mod=readonly", "-trimpath", "-buildvcs=false", "-o"]).arg(folder).arg("tool");
    execute(&mut go)
}

/// Returns the command `go` in the folder of the module. Without a home folder, Go keeps downloads and objects in the
/// folder of the programs.
fn go(workspace: &Workspace) -> Command {
    let mut go = workspace.program("go");
    go.current_dir(workspace.path(MODULE)).env("CGO_ENABLED", "1");
    if std::env::var_os("HOME").is_none_or(|home| home.is_empty()) && !cfg!(windows) {
        let own = workspace.path(FOLDER);
        go.env("GOPATH", own.join("go")).env("GOCACHE", own.join("cache"));
    }
    go
}

/// Runs the test that calls the node.
fn call(workspace: &Workspace, programs: &Path) -> Result<End, Failure> {
    let folder = workspace.path(FOLDER);
    std::fs::create_dir_all(&folder).map_err(|error| Failure::io("cannot make the folder", &folder, &error))?;
    let mut test = workspace.cargo(&["test", "--package", "chainloom-tests", "--no-default-features", "--test"]);
    test.arg("real_node").env("CHAINLOOM_NODE", programs).env("CHAINLOOM_NODE_REPORT", workspace.path(REPORT));
    execute(&mut test)
}
