//! Runs the stages of the library one by one, so that each can be timed.
//!
//! Input: the bytes of the spec files. Output: the files of a crate, or all mistakes. Nothing is decided here.

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::documents::standard;
use chainloom_codegen::files::FileSet;
use chainloom_codegen::judge::{check, lint};
use chainloom_codegen::model::Model;
use chainloom_codegen::rust::lower::Options;
use chainloom_codegen::rust::{emit, lower, render};
use chainloom_codegen::source::SourceFile;
use chainloom_codegen::spec::package::{Package, add_packages};
use chainloom_codegen::spec::parse;
use chainloom_codegen::spec::read::read_sources;

use crate::timings::{Stage, Timings};
use chainloom_disk::Failure;
use chainloom_disk::SpecFolder;

/// From bytes to texts. The mistakes of all files are told at once, also those found by the disk.
pub(crate) fn read(folder: SpecFolder) -> Result<Vec<SourceFile>, Diagnostics> {
    let files = folder.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    let mut mistakes = folder.mistakes;
    let sources = read_sources(&folder.name, files).unwrap_or_else(|diagnostics| {
        mistakes.extend(diagnostics.iter().cloned());
        Vec::new()
    });
    Diagnostics::of_read(mistakes)?;
    Ok(sources)
}

/// From texts to a model, with warnings beside it.
pub(crate) fn understand(
    sources: &[SourceFile],
    packages: &[Package],
    timings: &mut Timings,
) -> Result<(Model, Diagnostics), Diagnostics> {
    let mut documents = timings.of(Stage::Parse, || parse::parse(sources))?;
    timings.of(Stage::Parse, || add_packages(&mut documents, packages))?;
    let checked = timings.of(Stage::Check, || check::judged(&documents))?;
    let warnings = timings.of(Stage::Lint, || lint::lint(&documents, &checked));
    Ok((checked.model, warnings))
}

/// From a model to the files of a crate.
pub(crate) fn generate(model: &Model, options: &Options, timings: &mut Timings) -> Result<FileSet, Failure> {
    let lowered = timings.of(Stage::Lower, || lower::lower(model, options));
    let emitted = timings.of(Stage::Emit, || emit::emit(&lowered));
    let mut files = timings.of(Stage::Render, || render::render(&emitted)).map_err(Failure::new)?;
    for (path, text) in timings.of(Stage::Document, || standard::documents(model)) {
        files.insert(path, text).map_err(Failure::new)?;
    }
    Ok(files)
}
