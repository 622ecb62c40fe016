//! Runs the stages of the library one by one, so that each can be timed.
//!
//! Input: the bytes of the spec files. Output: the files of a crate, or all mistakes drawn for a
//! person. Nothing is decided here.

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::files::FileSet;
use chainloom_codegen::lower::Options;
use chainloom_codegen::model::Model;
use chainloom_codegen::read::{SourceFile, read_sources};
use chainloom_codegen::{check, emit, lower, parse, render};

use crate::failure::Failure;
use crate::spec::SpecFolder;
use crate::timings::{Stage, Timings};

/// What the pipeline makes of a spec.
#[derive(Debug)]
pub(crate) struct Generated {
    pub(crate) files: FileSet,
    pub(crate) operations: usize,
    pub(crate) types: usize,
}

/// From bytes to texts. The mistakes of all files are told at once, also those found by the disk.
pub(crate) fn read(folder: SpecFolder, color: bool) -> Result<Vec<SourceFile>, Failure> {
    let files = folder.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    let mut mistakes = folder.mistakes;
    let sources = read_sources(&folder.name, files).unwrap_or_else(|diagnostics| {
        mistakes.push(diagnostics.render(&[], color));
        Vec::new()
    });
    if mistakes.is_empty() { Ok(sources) } else { Err(Failure::rendered(mistakes.join("\n"))) }
}

/// From texts to the files of a crate.
pub(crate) fn generate(
    sources: &[SourceFile],
    options: &Options,
    timings: &mut Timings,
    color: bool,
) -> Result<Generated, Failure> {
    let model = understand(sources, timings).map_err(|found| Failure::rendered(found.render(sources, color)))?;
    let lowered = timings.of(Stage::Lower, || lower::lower(&model, options));
    let emitted = timings.of(Stage::Emit, || emit::emit(&lowered));
    let files = timings.of(Stage::Render, || render::render(&emitted)).map_err(Failure::new)?;
    Ok(Generated { files, operations: model.operations.len(), types: model.types.len() })
}

fn understand(sources: &[SourceFile], timings: &mut Timings) -> Result<Model, Diagnostics> {
    let documents = timings.of(Stage::Parse, || parse::parse(sources))?;
    timings.of(Stage::Check, || check::check(&documents))
}
