//! Runs the library, and reads the clock at the end of each stage.
//!
//! Input: what was read of a spec folder. Output: the files of a crate with warnings, or all mistakes. Nothing is decided here.

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::files::FileSet;
use chainloom_codegen::spec::read::read_sources;
use chainloom_codegen::{Content, Generated, Input, Options, SourceFile, run};
use chainloom_disk::SpecFolder;

use crate::timings::{Counts, Timings};

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

/// What is made of a spec.
pub(crate) struct Made {
    pub(crate) files: FileSet,
    pub(crate) warnings: Diagnostics,
    pub(crate) counts: Counts,
}

/// From texts to files.
pub(crate) fn make(sources: &[SourceFile], options: &Options, timings: &mut Timings) -> Result<Made, Diagnostics> {
    let mut clock = timings.clock();
    let Generated { content, warnings, operations, types } =
        run(Input::Files(sources), options, &mut |stage| clock.ended(stage))?;
    let files = match content {
        Content::Files(files) => files,
        Content::Module(_) => FileSet::new(),
    };
    let counts = Counts { spec_files: sources.len(), files: files.len(), operations, types };
    Ok(Made { files, warnings, counts })
}
