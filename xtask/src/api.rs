//! `cargo xtask api`: lists the public API of the crates that programs name, in checked-in text files.
//!
//! Input: the JSON that rustdoc prints for each crate, read by the crate `public-api`. Output: a file
//! for each crate with one line for each item, or the differences to it. A change of the API is thereby
//! visible in review.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use chainloom_command::Failure;
use public_api::Builder;

use crate::prepare::Toolchain;
use crate::step::{End, Steps, execute, say};
use crate::validate::missing;
use crate::workspace::Workspace;

/// Folder of the files.
const FOLDER: &str = "docs/api";
/// Target folder in which the crates are documented: the variable that lets rustdoc write JSON compiles every
/// dependency anew.
const BUILT: &str = "target/api";
/// Crates whose public items programs name. Generated code is checked in as a whole, and macros have no items
/// but their names.
const CRATES: [&str; 5] =
    ["chainloom-interpret", "chainloom-runtime", "chainloom-sandbox", "chainloom-schema", "chainloom-values"];

/// Writes the public API of the libraries into `docs/api`
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Compares instead, and writes nothing
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<(), Failure> {
    let mut steps = Steps::default();
    match args.check {
        true => steps.run("public API", || check(workspace))?,
        false => steps.run("public API", || write(workspace))?,
    }
    steps.close("cargo xtask api");
    Ok(())
}

/// Compares the API of each crate with its file.
pub(crate) fn check(workspace: &Workspace) -> Result<End, Failure> {
    let toolchain = match Toolchain::find(workspace, TOOLCHAIN) {
        Ok(toolchain) => toolchain,
        Err(why) => return missing(workspace, why),
    };
    let mut differs = false;
    for name in CRATES {
        let now = items(workspace, &toolchain, name)?;
        let file = file_of(workspace, name);
        let kept = fs::read_to_string(&file).map_err(|error| Failure::io("cannot read", &file, &error))?;
        let kept: BTreeSet<&str> = kept.lines().collect();
        let now: BTreeSet<&str> = now.lines().collect();
        kept.difference(&now).for_each(|line| say(&format!("- {line}")));
        now.difference(&kept).for_each(|line| say(&format!("+ {line}")));
        differs |= kept != now;
    }
    match differs {
        false => Ok(End::Done),
        true => Err(Failure::new(format_args!(
            "the public API differs from `{FOLDER}` as above; if that is intended, run `cargo xtask api` and describe it in the changelog"
        ))),
    }
}

fn write(workspace: &Workspace) -> Result<End, Failure> {
    let toolchain = match Toolchain::find(workspace, TOOLCHAIN) {
        Ok(toolchain) => toolchain,
        Err(why) => return missing(workspace, why),
    };
    for name in CRATES {
        let (file, items) = (file_of(workspace, name), items(workspace, &toolchain, name)?);
        fs::create_dir_all(workspace.path(FOLDER))
            .and_then(|()| fs::write(&file, items))
            .map_err(|error| Failure::io("cannot write", &file, &error))?;
    }
    Ok(End::Done)
}

fn file_of(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.path(FOLDER).join(format!("{name}.txt"))
}

/// The toolchain whose rustdoc writes the JSON that `public-api` reads.
const TOOLCHAIN: &str = "1.95.0";

/// Returns the items of a crate, sorted, one on each line. Impls that every type has are left out.
fn items(workspace: &Workspace, toolchain: &Toolchain, name: &str) -> Result<String, Failure> {
    let mut rustdoc = toolchain.cargo(workspace);
    rustdoc.args(["rustdoc", "--quiet", "--lib", "--all-features", "--package", name, "--target-dir", BUILT]);
    rustdoc.args(["--", "-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"]);
    rustdoc.env("RUSTC_BOOTSTRAP", "1");
    execute(&mut rustdoc)?;
    let json = workspace.path(BUILT).join("doc").join(format!("{}.json", name.replace('-', "_")));
    let builder = Builder::from_rustdoc_json(&json).sorted(true);
    let builder = builder.omit_blanket_impls(true).omit_auto_trait_impls(true).omit_auto_derived_impls(true);
    let api = builder
        .build()
        .map_err(|error| Failure::new(format_args!("cannot read `{}`: {error}", workspace.shown(&json).display())))?;
    Ok(api.items().map(|item| format!("{item}\n")).collect())
}
