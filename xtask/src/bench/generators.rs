//! Other generators: installs each, and builds its command for a client.
//!
//! Input: a document of OpenAPI 3.0 (`openapi30`). Output: a command that writes a library into a
//! folder. Settings are the defaults, except that the reqwest of openapi-generator has no TLS.

use std::path::{Path, PathBuf};
use std::process::Command;

use chainloom_command::Failure;
use serde_json::Value;

use super::openapi30::to_openapi30;
use crate::step::End;
use crate::texts::{read, write};
use crate::tools::{CARGO_PROGENITOR, OAS3_GEN, OPENAPI_GENERATOR, OPENAPI_TO_RUST, from_crates_io, from_pip, plain};
use crate::validate::missing;
use crate::workspace::Workspace;

/// The API that a client is generated of: the name of its spec and of its document.
pub(super) const API: &str = "data";

/// Another generator that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rival {
    Progenitor,
    OpenapiGenerator,
    Oas3Gen,
    OpenapiToRust,
}

/// Generator that is installed: a separate program, or a program that Java runs.
pub(super) struct Generator {
    rival: Rival,
    file: PathBuf,
}

impl Rival {
    /// Generators that `benches/rivals/programs` has a program for.
    pub(super) const WITH_PROGRAM: [Self; 2] = [Self::Progenitor, Self::OpenapiGenerator];
    pub(super) const ALL: [Self; 4] = [Self::Progenitor, Self::OpenapiGenerator, Self::Oas3Gen, Self::OpenapiToRust];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Progenitor => "progenitor",
            Self::OpenapiGenerator => "openapi-generator",
            Self::Oas3Gen => "oas3-gen",
            Self::OpenapiToRust => "openapi-to-rust",
        }
    }

    /// Returns the name of the generated package.
    pub(super) fn library(self) -> &'static str {
        match self {
            Self::Progenitor => "data-progenitor",
            Self::OpenapiGenerator => "data-openapi-generator",
            Self::Oas3Gen => "data-oas3-gen",
            Self::OpenapiToRust => "data-openapi-to-rust",
        }
    }

    fn fetch(self, workspace: &Workspace) -> Result<Generator, Failure> {
        let file = match self {
            Self::Progenitor => from_crates_io(workspace, CARGO_PROGENITOR)?,
            Self::OpenapiGenerator => from_pip(workspace, &OPENAPI_GENERATOR)?,
            Self::Oas3Gen => from_crates_io(workspace, OAS3_GEN)?,
            Self::OpenapiToRust => from_crates_io(workspace, OPENAPI_TO_RUST)?,
        };
        Ok(Generator { rival: self, file })
    }
}

impl Generator {
    pub(super) fn rival(&self) -> Rival {
        self.rival
    }

    /// Writes the client of a document.
    pub(super) fn command(&self, workspace: &Workspace, document: &Path, to: &Path) -> Command {
        let library = self.rival.library();
        match self.rival {
            Rival::Progenitor => {
                let mut command = workspace.program(&self.file);
                command.args(["progenitor", "--name", library, "--version", "0.1.0", "--input"]).arg(document);
                command.arg("--output").arg(to);
                command
            }
            Rival::OpenapiGenerator => {
                let mut command = workspace.program("java");
                command.arg("-jar").arg(&self.file).args(["generate", "--generator-name", "rust", "--input-spec"]);
                command.arg(document).arg("--output").arg(to).arg("--additional-properties");
                // reqwest with async functions is its default.
                command.arg(format!("packageName={library},reqwestDefaultFeatures="));
                command
            }
            // The package has the name of the folder.
            Rival::Oas3Gen => {
                let mut command = workspace.program(&self.file);
                command.args(["generate", "client-mod", "--workspace", "-i"]).arg(document).arg("-o").arg(to);
                command
            }
            Rival::OpenapiToRust => {
                let mut command = workspace.program(&self.file);
                command.arg("generate").arg(document).current_dir(to);
                command
            }
        }
    }

    /// Writes what a library lacks that this generator has written: its manifest and root.
    pub(super) fn complete(&self, to: &Path) -> Result<(), Failure> {
        if self.rival != Rival::OpenapiToRust {
            return Ok(());
        }
        let dependencies = read(&to.join("src/generated/REQUIRED_DEPS.toml"))?;
        let package = self.rival.library();
        let manifest =
            format!("[package]\nname = {package:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{dependencies}");
        write(&to.join("Cargo.toml"), &manifest)?;
        write(&to.join("src/lib.rs"), "pub mod generated;\n")
    }
}

/// Returns the installed generators, and the end of the measurement: skipped if some are missing.
pub(super) fn generators(workspace: &Workspace, wanted: &[Rival]) -> Result<(Vec<Generator>, End), Failure> {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    for rival in wanted {
        match rival.fetch(workspace) {
            Ok(generator) => found.push(generator),
            Err(failure) => left_out.push(format!("without {}: {}", rival.name(), plain(&failure))),
        }
    }
    let end = match left_out.is_empty() {
        true => End::Done,
        false => missing(workspace, left_out.join("; "))?,
    };
    Ok((found, end))
}

/// Returns the document of the API as all rivals read it.
pub(super) fn document(workspace: &Workspace) -> Result<Value, Failure> {
    let name = format!("generated/docs/{API}.openapi.json");
    let document = serde_json::from_str(&read(&workspace.path(&name))?)
        .map_err(|error| Failure::new(format_args!("`{name}` is not JSON: {error}")))?;
    Ok(to_openapi30(document))
}
