//! The spec that a command reads.
//!
//! Input: the option `--spec`. Output: the checked spec, or a report of its mistakes. The spec of this
//! program was checked when the program was built, by `build.rs`.

use std::path::{Path, PathBuf};

use chainloom_codegen::{NamedModel, Package, SourceFile, name, read_sources};
use chainloom_command::{Exit, Report, read_spec};
use chainloom_reference::{Item, NotFound, Reference};

use crate::failure::mistake;

/// The spec of this program, as `build.rs` has stored it.
static BUILT_IN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/spec.bin"));

/// The option that names a spec.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SpecArg {
    /// Folder of the spec; without it, the spec of this program
    #[arg(long, value_name = "DIR")]
    pub(crate) spec: Option<PathBuf>,
}

impl SpecArg {
    /// Returns the checked spec.
    pub(crate) fn load(&self) -> Result<NamedModel, Report> {
        match &self.spec {
            Some(folder) => read_and_check(folder).map(|(named, _)| named),
            None => built_in(),
        }
    }

    /// Returns the checked spec with its files.
    pub(crate) fn read(&self) -> Result<(NamedModel, Vec<SourceFile>), Report> {
        match &self.spec {
            Some(folder) => read_and_check(folder),
            None => Ok((built_in()?, built_in_files()?)),
        }
    }

    /// Describes the checked spec.
    pub(crate) fn reference(&self) -> Result<Reference, Report> {
        self.load().map(|named| Reference::of(&named))
    }
}

/// Finds an operation, a subscription or webhooks by any of their names.
pub(crate) fn find<'r>(reference: &'r Reference, name: &str) -> Result<Item<'r>, Report> {
    reference.find(name).map_err(|error| not_found(reference, &error))
}

/// Reports a name that no item or several items have.
pub(crate) fn not_found(reference: &Reference, error: &NotFound) -> Report {
    let is_service = |name: &String| reference.services.iter().any(|service| service.name == *name);
    let help = match error {
        NotFound::Unknown { name, .. } if is_service(name) => {
            format!("  = help: `{name}` is a service: `chainloom list {name}` lists its operations\n")
        }
        NotFound::Unknown { hint: None, .. } => "  = help: `chainloom list WORDS` searches for words\n".to_owned(),
        NotFound::Several { .. } => "  = help: write one of these IDs\n".to_owned(),
        _ => String::new(),
    };
    Report { code: Exit::Usage.code(), stderr: format!("error: {error}\n{help}"), ..Report::default() }
}

/// Returns the spec of this program.
pub(crate) fn built_in() -> Result<NamedModel, Report> {
    NamedModel::from_bytes(BUILT_IN).map_err(mistake)
}

fn built_in_files() -> Result<Vec<SourceFile>, Report> {
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    read_sources("spec", files.collect()).map_err(|mistakes| wrong(mistakes.render(&[], false)))
}

/// Reads and checks the spec of a folder.
fn read_and_check(folder: &Path) -> Result<(NamedModel, Vec<SourceFile>), Report> {
    let (sources, package) = (read_spec(folder)?, Package::of_crate(chainloom_spec::NAME, chainloom_spec::files()));
    let named = name(&sources, &[package]).map_err(|mistakes| wrong(mistakes.render(&sources, false)))?;
    Ok((named, sources))
}

fn wrong(stderr: String) -> Report {
    Report { code: Exit::Mistakes.code(), stderr, ..Report::default() }
}
