//! Runs the generator, and measures the time of each stage.
//!
//! Input: the bytes of the spec files. Output: the files of a crate, or all mistakes. A bug or
//! panic of the generator becomes a diagnostic too.

use chainloom_codegen::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use chainloom_codegen::files::FileSet;
use chainloom_codegen::read_sources;
use chainloom_codegen::{Content, Generated, Input, Options, SourceFile};
use chainloom_disk::SpecFolder;

use crate::caught::{Panic, catch};
use crate::needs::Needs;
use crate::timings::{Counts, Part, Timings};

/// Output of a spec without mistakes.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) files: FileSet,
    pub(crate) warnings: Diagnostics,
    pub(crate) counts: Counts,
    pub(crate) needs: Needs,
}

/// Generates the files of a crate from the bytes of a spec. Returns the texts that could be read, too, since
/// diagnostics show their lines.
pub(crate) fn run(
    folder: SpecFolder,
    options: &Options,
    timings: &mut Timings,
) -> (Vec<SourceFile>, Result<Output, Diagnostics>) {
    let name = folder.name.clone();
    let mut sources = Vec::new();
    let made = catch(|| {
        let (texts, mistakes) = timings.of(Part::Read, || decode(folder));
        sources = texts;
        let has_text = |mistake: &Diagnostic| sources.iter().any(|source| source.path == mistake.file);
        let made = match mistakes.iter().all(has_text) {
            true => make(&sources, options, timings),
            // Without the text of a file, what it declares would be reported as unknown.
            false => Err(Diagnostics::default()),
        };
        if mistakes.is_empty() {
            return made;
        }
        let of_texts = made.err().unwrap_or_default();
        let all = mistakes.into_iter().chain(of_texts.iter().cloned()).collect();
        Err(Diagnostics::of_read(all).err().unwrap_or_default())
    });
    let made = made.unwrap_or_else(|panic| Err(panic_diagnostic(&panic, timings).into()));
    (sources, made.map_err(|mistakes| with_place(mistakes, &name)))
}

/// Decodes the bytes of a spec to texts. The mistakes of all files are reported at once, together with the
/// mistakes that reading the folder found.
pub(crate) fn read(folder: SpecFolder) -> Result<Vec<SourceFile>, Diagnostics> {
    let (sources, mistakes) = decode(folder);
    Diagnostics::of_read(mistakes)?;
    Ok(sources)
}

/// Decodes the bytes of a spec to texts, as far as they are texts, and returns the mistakes beside them.
fn decode(folder: SpecFolder) -> (Vec<SourceFile>, Vec<Diagnostic>) {
    let files = folder.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    let mut mistakes = folder.mistakes;
    let sources = read_sources(&folder.name, files).unwrap_or_else(|diagnostics| {
        mistakes.extend(diagnostics.iter().cloned());
        Vec::new()
    });
    (sources, mistakes)
}

/// Generates the files of a crate from texts.
fn make(sources: &[SourceFile], options: &Options, timings: &mut Timings) -> Result<Output, Diagnostics> {
    let generated = chainloom_codegen::run(Input::Files(sources), options, &mut |stage| timings.enter(Part::Of(stage)));
    let Generated { content, warnings, operations, types, features, readme } = generated?;
    timings.leave();
    let files = match content {
        Content::Files(files) => files,
        Content::Module(_) => FileSet::new(),
    };
    let counts = Counts { spec_files: sources.len(), files: files.len(), operations, types };
    Ok(Output { files, warnings, counts, needs: Needs { features, readme } })
}

/// Creates the diagnostic of a panic, with the stage in which it occurred.
fn panic_diagnostic(panic: &Panic, timings: &Timings) -> Diagnostic {
    let stage = timings.interrupted().map_or("?", Part::name);
    bug_diagnostic(format!("the generator failed in its stage `{stage}`: {}", panic.message), Some(&panic.place))
}

/// Creates the diagnostic of a bug of the generator, with its place in the generator.
fn bug_diagnostic(message: String, place: Option<&str>) -> Diagnostic {
    let place = place.map(|place| format!(" and with this place: {place}")).unwrap_or_default();
    let help = format!("this is a bug of the generator, not of the spec; please report it with the spec{place}");
    unplaced_error(Code::Bug, message, help)
}

/// Creates an error without a place.
fn unplaced_error(code: Code, message: String, help: String) -> Diagnostic {
    Diagnostic::error(code, Span::default(), message).hint(help)
}

/// Returns the diagnostics, with the path of the spec for each diagnostic that has no file.
fn with_place(mistakes: Diagnostics, spec: &str) -> Diagnostics {
    let mut list: Vec<Diagnostic> = mistakes.iter().cloned().collect();
    for mistake in list.iter_mut().filter(|mistake| mistake.file.is_empty()) {
        // The spec of the folder where the command runs has no name.
        mistake.file = if spec.is_empty() { "." } else { spec }.to_owned();
        (mistake.span.line, mistake.span.column) = (1, 1);
    }
    Diagnostics::of_read(list).err().unwrap_or_default()
}

#[cfg(test)]
#[expect(clippy::panic, clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use chainloom_codegen::Stage;

    #[test]
    fn a_panic_names_its_stage_and_stands_at_the_spec() {
        let mut timings = Timings::start();
        let panic = catch(|| timings.of(Part::Of(Stage::Lower), || panic!("`self` cannot be a name"))).unwrap_err();
        let told = with_place(panic_diagnostic(&panic, &timings).into(), "spec");
        let line = "spec:1:1: error[bug]: the generator failed in its stage `lower`: `self` cannot be a name";
        assert_eq!(told.lines(), line);
        let hint = told.iter().next().unwrap().hint.clone().unwrap();
        assert!(hint.contains("not of the spec") && hint.contains("pipeline.rs:"), "{hint}");
    }

    #[test]
    fn mistakes_of_the_spec_keep_their_places() {
        let mut mistake = bug_diagnostic("made by a test".to_owned(), None);
        mistake.file = "spec/a.yaml".to_owned();
        (mistake.span.line, mistake.span.column) = (3, 4);
        let told = with_place(mistake.clone().into(), "spec");
        assert_eq!(told.iter().collect::<Vec<_>>(), [&mistake]);
    }
}
