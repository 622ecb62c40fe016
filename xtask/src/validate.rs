//! `cargo xtask documents`: validates the standard documents with public tools.
//!
//! Input: the documents in `generated/docs`, the spec, and the packages that `tools` fetches.
//! Output: a step that fails with the first tool that finds an error. The validators are in
//! `xtask/validators`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chainloom_command::Failure;

use crate::step::{End, Steps, execute, output_of, say};
use crate::tools;
use crate::workspace::Workspace;

/// Folder of a script for each kind of document, and the settings of the linter.
const SCRIPTS: &str = "xtask/validators";
const DOCUMENTS: &str = "generated/docs";

/// Validates the generated documents with public tools, installed into `target/tools`
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder of the documents [default: `generated/docs`]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    let folder = match &args.folder {
        Some(folder) => {
            fs::canonicalize(folder).map_err(|error| Failure::io("cannot find the folder", folder, &error))?
        }
        None => workspace.path(DOCUMENTS),
    };
    steps.run("documents", || check_folder(workspace, &folder))?;
    steps.close("cargo xtask documents");
    Ok(())
}

pub(crate) fn check_documents(workspace: &Workspace) -> Result<End, Failure> {
    check_folder(workspace, &workspace.path(DOCUMENTS))
}

/// Validates the documents of a folder.
fn check_folder(workspace: &Workspace, folder: &Path) -> Result<End, Failure> {
    if output_of(workspace.program("node").arg("--version")).is_none() {
        return missing(workspace, "Node.js is not installed".to_owned());
    }
    match tools::for_documents(workspace) {
        Ok(modules) => validate(workspace, &modules, folder),
        Err(why) => missing(workspace, why),
    }
}

/// Skips the step, or fails where nothing may be skipped.
pub(crate) fn missing(workspace: &Workspace, why: String) -> Result<End, Failure> {
    if workspace.strict {
        return Err(Failure::new(format_args!("with CHAINLOOM_CI=1 nothing may be skipped: {why}")));
    }
    Ok(End::Skipped(why))
}

fn validate(workspace: &Workspace, modules: &Path, folder: &Path) -> Result<End, Failure> {
    let openapi = files(workspace, folder, ".openapi.json")?;
    execute(redocly(workspace, modules).args(&openapi))?;
    execute(script(workspace, "openapi.mjs", modules).args(&openapi))?;
    let openrpc = files(workspace, folder, ".openrpc.json")?;
    execute(script(workspace, "openrpc.mjs", modules).args(&openrpc))?;
    let mut spec = script(workspace, "spec.mjs", modules);
    execute(spec.arg(folder.join("spec.schema.json")).arg(workspace.path("spec")))?;
    say(&format!("{} OpenAPI, {} OpenRPC documents and the schema of the spec", openapi.len(), openrpc.len()));
    Ok(End::Done)
}

/// Returns the files of a kind, sorted. A missing file is a failure, because nothing would be validated.
fn files(workspace: &Workspace, folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |error: std::io::Error| Failure::io("cannot read the folder", folder, &error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        let folder = workspace.shown(folder).display();
        return Err(Failure::new(format_args!("there is no document `*{ending}` in `{folder}`")));
    }
    Ok(found)
}

fn script(workspace: &Workspace, name: &str, modules: &Path) -> Command {
    let mut command = workspace.program("node");
    command.arg(Path::new(SCRIPTS).join(name)).arg(modules);
    command
}

/// Returns the command of the linter. The linter must not look for a newer version of itself, nor report its use.
fn redocly(workspace: &Workspace, modules: &Path) -> Command {
    let mut command = workspace.program("node");
    command.arg(modules.join("@redocly/cli/bin/cli.js"));
    command.args(["lint", "--format", "stylish", "--config"]).arg(Path::new(SCRIPTS).join("redocly.yaml"));
    command.envs([("REDOCLY_TELEMETRY", "off"), ("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true")]);
    command
}
