//! Command `diff`: the differences of two specs, and the version that they require.
//!
//! Input: [`Diff`]: two folders or git revisions. Output: a [`Report`] with the differences.
//! `chainloom-diff` finds them.

use std::path::{Path, PathBuf};

use chainloom_codegen::Package;
use chainloom_diff::{Side, Version, Versions, compare, json, markdown, text};
use chainloom_disk::{Failure, SpecFolder};
use clap::ValueEnum;

use crate::pipeline;
use crate::report::{Report, json_line};
use crate::revision::{self, Revision};

/// Exit code where something is breaking.
const BREAKING: u8 = 1;
/// Exit code for wrong usage, and for a spec that cannot be read.
const UNREADABLE: u8 = 2;

/// Note of a comparison without versions.
const NO_VERSION: &str = "note: no version was compared: give the released one by --version, or the Cargo.toml that states it by --manifest\n";

/// Compares two specs: what breaks on the wire and in Rust, and which version that needs
///
/// The exit code is 0 if nothing is breaking, 1 if something is, and 2 if a spec cannot be read.
#[derive(Clone, Debug, clap::Args)]
pub struct Diff {
    /// Old spec: a folder, or a git revision such as `v1.0:spec` or `HEAD~3`
    #[arg(value_name = "OLD")]
    pub old: String,
    /// New spec: a folder, or a git revision
    #[arg(value_name = "NEW")]
    pub new: String,
    /// Folder of the spec in the repository, for revisions that name none
    #[arg(long, value_name = "DIR", default_value = "spec")]
    pub spec: String,
    /// Released version of the generated crate; the next one is stated
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub version: Option<Version>,
    /// `Cargo.toml` with the version of the generated crate, in the repository. If it was raised as
    /// much as the changes need, the exit code is 0
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<String>,
    /// Sets the output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Shape,
    /// Other specs that these may use
    #[arg(skip)]
    pub packages: Vec<Package>,
}

/// The format of a comparison, on stdout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// Text for people.
    #[default]
    #[value(help = None::<&str>)]
    Text,
    /// One JSON object for programs.
    #[value(help = None::<&str>)]
    Json,
    /// A part of a changelog.
    #[value(help = None::<&str>)]
    Markdown,
}

fn version(text: &str) -> Result<Version, String> {
    Version::parse(text).ok_or_else(|| "a version has three numbers, such as 0.3.1".to_owned())
}

/// Runs the command `diff`. Revisions are of the repository that the folder `within` is in.
#[must_use]
pub fn diff(args: &Diff, within: &Path) -> Report {
    let read = |which: &str| side(args, which, within);
    let sides = [read(&args.old), read(&args.new)];
    let [Ok(old), Ok(new)] = &sides else {
        // The mistakes of both sides are reported at once.
        let stderr = sides.iter().filter_map(|side| side.as_ref().err().map(String::as_str)).collect();
        return Report { code: UNREADABLE, stderr, ..Report::default() };
    };
    let diff = compare(old, new);
    let versions = match versions(args, within) {
        Ok(versions) => versions,
        Err(failure) => return Report { code: UNREADABLE, stderr: format!("{failure}\n"), ..Report::default() },
    };
    let stdout = match args.format {
        Shape::Text => text(&diff, versions),
        Shape::Markdown => markdown(&diff, versions),
        Shape::Json => json_line(&json(&diff, versions)),
    };
    let is_alone = args.format == Shape::Text && args.version.is_none() && args.manifest.is_none();
    let stderr = if is_alone && !diff.changes.is_empty() { NO_VERSION } else { "" };
    Report {
        code: if diff.is_breaking() && !versions.are_raised_for(&diff) { BREAKING } else { 0 },
        stdout,
        stderr: stderr.to_owned(),
    }
}

/// Returns the released version and the version that the manifest states now.
fn versions(args: &Diff, within: &Path) -> Result<Versions, Failure> {
    let Some(manifest) = &args.manifest else { return Ok(Versions { released: args.version, stated: None }) };
    let released = match args.version {
        Some(version) => version,
        None if Path::new(&args.old).is_dir() => {
            return Err(Failure::new("OLD is a folder, so the released version is not known: add --version"));
        }
        None => version_in(args, &args.old, manifest, within)?,
    };
    Ok(Versions { released: Some(released), stated: Some(version_in(args, &args.new, manifest, within)?) })
}

/// Returns the version that the manifest states on one side; for a folder, the present manifest counts.
fn version_in(args: &Diff, side: &str, manifest: &str, within: &Path) -> Result<Version, Failure> {
    let bytes = if Path::new(side).is_dir() {
        std::fs::read(within.join(manifest))
            .map_err(|error| Failure::new(format_args!("cannot read the manifest `{manifest}`: {error}")))?
    } else {
        revision::read_file(&Revision::new(side, &args.spec).name, manifest, within)?
    };
    let table: Option<toml::Table> = String::from_utf8(bytes).ok().and_then(|text| text.parse().ok());
    table.as_ref().and_then(stated_version).and_then(Version::parse).ok_or_else(|| {
        Failure::new(format_args!(
            "`{manifest}` of `{side}` states no version of three numbers under [package] or [workspace.package]"
        ))
    })
}

/// Returns the version of a package, or else the version of its workspace, as a manifest states it.
fn stated_version(manifest: &toml::Table) -> Option<&str> {
    package_version(manifest).or_else(|| package_version(manifest.get("workspace")?.as_table()?))
}

fn package_version(table: &toml::Table) -> Option<&str> {
    table.get("package")?.get("version")?.as_str()
}

/// Reads and checks one side. The error is a human-readable text.
fn side(args: &Diff, which: &str, within: &Path) -> Result<Side, String> {
    let folder = folder(args, which, within).map_err(|failure| format!("{failure}\n"))?;
    let sources = pipeline::read(folder).map_err(|mistakes| mistakes.render(&[], false))?;
    Side::read(&sources, &args.packages).map_err(|mistakes| {
        let count = match mistakes.len() {
            1 => "1 mistake is".to_owned(),
            many => format!("{many} mistakes are"),
        };
        let told = mistakes.render(&sources, false);
        format!("{told}error: `{which}` is no valid spec: {count} listed above\n")
    })
}

/// Reads one side of the comparison: the folder `which` if it exists, otherwise the Git revision `which`.
fn folder(args: &Diff, which: &str, within: &Path) -> Result<SpecFolder, Failure> {
    let path = PathBuf::from(which);
    if path.is_dir() {
        return chainloom_disk::read_folder(&path);
    }
    revision::read(&Revision::new(which, &args.spec), within)
}
