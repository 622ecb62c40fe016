//! The spec that a command reads.
//!
//! Input: the option `--spec`. Output: the checked spec, or a report of its mistakes.

use std::path::PathBuf;

use chainloom_codegen::{NamedModel, Package, SourceFile, name, read_sources};
use chainloom_command::{Exit, Report, read_spec};
use chainloom_reference::{Item, NotFound, Reference};

/// The option that names a spec.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SpecArg {
    /// Folder of the spec; without it, the spec of this program
    #[arg(long, value_name = "DIR")]
    pub(crate) spec: Option<PathBuf>,
}

impl SpecArg {
    /// Reads and checks the spec, and returns it with its files.
    pub(crate) fn read(&self) -> Result<(NamedModel, Vec<SourceFile>), Report> {
        let (sources, packages) = match &self.spec {
            Some(folder) => {
                (read_spec(folder)?, vec![Package::of_crate(chainloom_spec::NAME, chainloom_spec::files())])
            }
            None => (built_in()?, Vec::new()),
        };
        let named = name(&sources, &packages).map_err(|mistakes| wrong(mistakes.render(&sources, false)))?;
        Ok((named, sources))
    }

    /// Reads and checks the spec.
    pub(crate) fn load(&self) -> Result<NamedModel, Report> {
        self.read().map(|(named, _)| named)
    }

    /// Reads, checks and describes the spec.
    pub(crate) fn reference(&self) -> Result<Reference, Report> {
        self.load().map(|named| Reference::of(&named))
    }
}

/// Finds an operation, a subscription or webhooks by any of their names.
pub(crate) fn find<'r>(reference: &'r Reference, name: &str) -> Result<Item<'r>, Report> {
    reference.find(name).map_err(|error| {
        let help = match &error {
            NotFound::Unknown { hint: Some(_), .. } | NotFound::Several { .. } => String::new(),
            NotFound::Unknown { .. } => "  = help: `chainloom list WORDS` searches for words\n".to_owned(),
        };
        Report { code: Exit::Usage.code(), stderr: format!("error: {error}\n{help}"), ..Report::default() }
    })
}

fn built_in() -> Result<Vec<SourceFile>, Report> {
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    read_sources("spec", files.collect()).map_err(|mistakes| wrong(mistakes.render(&[], false)))
}

fn wrong(stderr: String) -> Report {
    Report { code: Exit::Mistakes.code(), stderr, ..Report::default() }
}
