//! The command `diff`: what differs between two specs, and which version that needs.
//!
//! Input: [`Diff`]: two folders or git revisions. Output: a [`Report`] with the differences. They
//! are found by `chainloom-diff`.

use std::path::{Path, PathBuf};

use chainloom_codegen::Package;
use chainloom_diff::{Side, Version, compare, json, markdown, text};
use chainloom_disk::{Failure, SpecFolder};
use clap::ValueEnum;

use crate::pipeline;
use crate::report::{Report, json_line};
use crate::revision::{self, Revision};

/// Exit code where something is breaking.
const BREAKING: u8 = 1;
/// Exit code for wrong usage, and for a spec that cannot be read.
const UNREADABLE: u8 = 2;

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
    /// Present version of the generated crate; the next one is stated
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub version: Option<Version>,
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
        // What is wrong with both is told at once.
        let stderr = sides.iter().filter_map(|side| side.as_ref().err().map(String::as_str)).collect();
        return Report { code: UNREADABLE, stderr, ..Report::default() };
    };
    let diff = compare(old, new);
    let stdout = match args.format {
        Shape::Text => text(&diff, args.version),
        Shape::Markdown => markdown(&diff, args.version),
        Shape::Json => json_line(&json(&diff, args.version)),
    };
    Report { code: if diff.is_breaking() { BREAKING } else { 0 }, stdout, stderr: String::new() }
}

/// Reads and checks one side. The error is a text for people.
fn side(args: &Diff, which: &str, within: &Path) -> Result<Side, String> {
    let folder = folder(args, which, within).map_err(|failure| format!("{failure}\n"))?;
    let sources = pipeline::read(folder).map_err(|mistakes| mistakes.render(&[], false))?;
    Side::read(&sources, &args.packages).map_err(|mistakes| {
        let count = mistakes.len();
        let told = mistakes.render(&sources, false);
        format!("{told}error: `{which}` is not a spec of this version: {count} mistakes are above\n")
    })
}

/// A folder wins over a revision of the same name.
fn folder(args: &Diff, which: &str, within: &Path) -> Result<SpecFolder, Failure> {
    let path = PathBuf::from(which);
    if path.is_dir() {
        return chainloom_disk::read_folder(&path);
    }
    revision::read(&Revision::new(which, &args.spec), within)
}
