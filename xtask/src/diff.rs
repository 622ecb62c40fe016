//! `cargo xtask diff`: compares the spec of the last release with the current one.
//!
//! Input: optionally a revision. Output: the differences on stdout, and a step of `ci` that reports
//! them and never fails.

use std::process::ExitCode;

use chainloom_command::{Diff, Failure, Report, Shape, diff, earliest_readable};

use crate::step::{End, output_of, say};
use crate::workspace::Workspace;

/// The folder of the spec, from the root of the repository.
const SPEC: &str = "spec";
/// The manifest with the version of the generated crate.
const MANIFEST: &str = "Cargo.toml";

/// Compares the spec with that of the last tag, or of the earliest commit that can be read
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Revision to compare with
    #[arg(long, value_name = "REV")]
    from: Option<String>,
    /// Sets the output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Shape,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> ExitCode {
    match base(workspace, args.from.as_deref()) {
        Ok(base) => compare_with_base(workspace, &base, args.format).print(),
        Err(why) => {
            say(&format!("error: {why}"));
            ExitCode::from(2)
        }
    }
}

/// Reports the differences. A missing base is not a failure: a clone may be shallow.
pub(crate) fn report(workspace: &Workspace) -> Result<End, Failure> {
    let base = match base(workspace, None) {
        Ok(base) => base,
        Err(why) => return Ok(End::Skipped(why)),
    };
    let report = compare_with_base(workspace, &base, Shape::Text);
    if report.code == 2 {
        return Ok(End::Skipped(format!("the spec of `{base}` cannot be compared:\n{}", report.stderr.trim_end())));
    }
    say(&format!("since `{base}`: {}", report.stdout.trim_end().rsplit("\n\n").next().unwrap_or_default()));
    Ok(End::Done)
}

/// Compares the spec of a revision with the current one.
fn compare_with_base(workspace: &Workspace, base: &str, format: Shape) -> Report {
    let new = workspace.near_path(SPEC).to_string_lossy().into_owned();
    let manifest = Some(MANIFEST.to_owned());
    let (old, spec) = (base.to_owned(), SPEC.to_owned());
    let args = Diff { old, new, spec, version: None, manifest, format, packages: Vec::new() };
    diff(&args, &workspace.path("."))
}

/// Returns the revision to compare with. The error is the reason why there is none.
fn base(workspace: &Workspace, from: Option<&str>) -> Result<String, String> {
    if let Some(from) = from {
        return Ok(from.to_owned());
    }
    let git = |args: &[&str]| {
        let said = output_of(workspace.program("git").args(args).stderr(std::process::Stdio::null()));
        said.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    if let Some(tag) = git(&["describe", "--tags", "--abbrev=0"]) {
        return Ok(tag);
    }
    if git(&["rev-parse", "--is-shallow-repository"]).is_none_or(|is_shallow| is_shallow == "true") {
        return Err(
            "there is no tag, and this clone lacks the history: fetch it, or name a revision by --from".to_owned()
        );
    }
    let found = earliest_readable(&workspace.path("."), SPEC, &[]).map_err(|failure| failure.to_string())?;
    found.ok_or_else(|| "no commit has a spec that this generator reads".to_owned())
}
