//! Runs the stages of the library one by one, so that each can be timed: the only place that names them.
//!
//! Input: the bytes of the spec files. Output: the files of a crate, or all mistakes. Nothing is decided here. A bug of
//! the generator, also one that makes it panic, ends as a diagnostic too.

use chainloom_codegen::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Span};
use chainloom_codegen::documents::standard;
use chainloom_codegen::files::FileSet;
use chainloom_codegen::judge::{check, lint};
use chainloom_codegen::rust::lower::Options;
use chainloom_codegen::rust::render::RenderError;
use chainloom_codegen::rust::{emit, lower, render};
use chainloom_codegen::source::SourceFile;
use chainloom_codegen::spec::package::add_packages;
use chainloom_codegen::spec::parse;
use chainloom_codegen::spec::read::read_sources;
use chainloom_disk::SpecFolder;

use crate::caught::{Panic, catch};
use crate::timings::{Counts, Stage, Timings};

/// What becomes of a spec without mistakes.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) files: FileSet,
    pub(crate) warnings: Diagnostics,
    pub(crate) counts: Counts,
}

/// From the bytes of a spec to the files of a crate. The texts come back too, as far as they could be read: what is said
/// about them shows their lines.
pub(crate) fn run(
    folder: SpecFolder,
    options: &Options,
    timings: &mut Timings,
) -> (Vec<SourceFile>, Result<Made, Diagnostics>) {
    let name = folder.name.clone();
    let mut sources = Vec::new();
    let made = catch(|| {
        sources = timings.of(Stage::Read, || read(folder))?;
        make(&sources, options, timings)
    });
    let made = made.unwrap_or_else(|panic| Err(broken_off(&panic, timings).into()));
    (sources, made.map_err(|mistakes| with_place(mistakes, &name)))
}

/// From bytes to texts. The mistakes of all files are told at once, also those found by the disk.
fn read(folder: SpecFolder) -> Result<Vec<SourceFile>, Diagnostics> {
    let files = folder.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    let mut mistakes = folder.mistakes;
    let sources = read_sources(&folder.name, files).unwrap_or_else(|diagnostics| {
        mistakes.extend(diagnostics.iter().cloned());
        Vec::new()
    });
    Diagnostics::of_read(mistakes)?;
    Ok(sources)
}

/// From texts to the files of a crate.
fn make(sources: &[SourceFile], options: &Options, timings: &mut Timings) -> Result<Made, Diagnostics> {
    let mut documents = timings.of(Stage::Parse, || parse::parse(sources))?;
    timings.of(Stage::Parse, || add_packages(&mut documents, &options.packages))?;
    let model = timings.of(Stage::Check, || check::check(&documents))?;
    let warnings = timings.of(Stage::Lint, || lint::lint(&documents, &model));
    let lowered = timings.of(Stage::Lower, || lower::lower(&model, options));
    let emitted = timings.of(Stage::Emit, || emit::emit(&lowered));
    let rendered = timings.of(Stage::Render, || render::render(&emitted));
    let mut files = rendered.map_err(not_rendered)?;
    for (path, text) in timings.of(Stage::Document, || standard::documents(&model)) {
        files.insert(path, text).map_err(|error| not_rendered(error.into()))?;
    }
    let counts = Counts {
        spec_files: sources.len(),
        files: files.len(),
        operations: model.operations.len(),
        types: model.types.len(),
    };
    Ok(Made { files, warnings, counts })
}

/// A panic, and the stage that it broke off.
fn broken_off(panic: &Panic, timings: &Timings) -> Diagnostic {
    let stage = timings.interrupted().map_or("?", Stage::name);
    bug(format!("the generator failed in its stage `{stage}`: {}", panic.message), Some(&panic.place))
}

/// Why there are no texts: a bug, or a path that no file can have and that follows from the names of the spec's files.
fn not_rendered(error: RenderError) -> Diagnostic {
    match error {
        RenderError::BadPath(path) => {
            let help = "rename the file of the spec that makes it, or put it elsewhere".to_owned();
            told(Code::FileName, path.to_string(), help)
        }
        error => bug(error.to_string(), None),
    }
}

/// What went wrong in the generator itself, and where in it.
fn bug(message: String, place: Option<&str>) -> Diagnostic {
    let place = place.map(|place| format!(" and with this place: {place}")).unwrap_or_default();
    let help = format!("this is a bug of the generator, not of the spec; please report it with the spec{place}");
    told(Code::Bug, message, help)
}

/// An error without a place.
fn told(code: Code, message: String, help: String) -> Diagnostic {
    Diagnostic {
        code,
        severity: Severity::Error,
        file: String::new(),
        span: Span::default(),
        message,
        label: String::new(),
        secondary: Vec::new(),
        hint: Some(help),
    }
}

/// What is at no place of a file is told at the spec as a whole.
fn with_place(mistakes: Diagnostics, spec: &str) -> Diagnostics {
    let mut list: Vec<Diagnostic> = mistakes.iter().cloned().collect();
    for mistake in list.iter_mut().filter(|mistake| mistake.file.is_empty()) {
        spec.clone_into(&mut mistake.file);
        (mistake.span.line, mistake.span.column) = (1, 1);
    }
    Diagnostics::of_read(list).err().unwrap_or_default()
}

#[cfg(test)]
#[expect(clippy::panic, clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_panic_names_its_stage_and_stands_at_the_spec() {
        let mut timings = Timings::start();
        let panic = catch(|| timings.of(Stage::Lower, || panic!("`self` cannot be a name"))).unwrap_err();
        let told = with_place(broken_off(&panic, &timings).into(), "spec");
        let line = "spec:1:1: error[bug]: the generator failed in its stage `lower`: `self` cannot be a name";
        assert_eq!(told.lines(), line);
        let hint = told.iter().next().unwrap().hint.clone().unwrap();
        assert!(hint.contains("not of the spec") && hint.contains("pipeline.rs:"), "{hint}");
    }

    #[test]
    fn mistakes_of_the_spec_keep_their_places() {
        let mut mistake = bug("made by a test".to_owned(), None);
        mistake.file = "spec/a.yaml".to_owned();
        (mistake.span.line, mistake.span.column) = (3, 4);
        let told = with_place(mistake.clone().into(), "spec");
        assert_eq!(told.iter().collect::<Vec<_>>(), [&mistake]);
    }
}
