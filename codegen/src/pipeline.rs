//! The only way from what a spec says to what is made of it.
//!
//! Input: texts or trees, and options. Output: [`Generated`], or all mistakes. The model is not changed once `check` has
//! made it. Whoever wants to know how long a stage takes listens as an observer: there is no clock in this library.

use std::collections::HashSet;

use proc_macro2::TokenStream;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::files::FileSet;
use crate::judge::check::{self, Checked};
use crate::judge::lint;
use crate::judge::names::{self, Names};
use crate::model::Model;
use crate::options::{Layout, Options, Package};
use crate::outputs;
use crate::rust::{emit, inline, lower};
use crate::source::SourceFile;
use crate::spec::document::Documents;
use crate::spec::parse::Tree;
use crate::spec::{package, parse};
use crate::stage::Stage;

/// What a spec says, in either front end's form.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Files of YAML.
    Files(&'a [SourceFile]),
    /// Trees that another front end has made of tokens.
    Tokens {
        /// A tree for each file.
        trees: &'a [Tree],
        /// Where the tokens stand: a span of the trees begins with a place in this table.
        places: &'a [proc_macro2::Span],
    },
}

/// What is made of a spec.
#[derive(Debug)]
pub struct Generated {
    /// What it is, by [`Options::layout`].
    pub content: Content,
    /// What is legal in the spec and still odd.
    pub warnings: Diagnostics,
    /// How many typed calls there are.
    pub operations: usize,
    /// How many named types there are.
    pub types: usize,
}

/// Files, or the content of a module.
#[derive(Debug)]
pub enum Content {
    /// The files of a crate.
    Files(FileSet),
    /// What stands in a module.
    Module(TokenStream),
}

/// Goes all the way. The observer hears of each stage when it begins.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn run(input: Input<'_>, options: &Options, observer: &mut dyn FnMut(Stage)) -> Result<Generated, Diagnostics> {
    observer(Stage::Parse);
    let mut documents = match input {
        Input::Files(sources) => parse::parse(sources)?,
        Input::Tokens { trees, .. } => parse::parse_trees(trees)?,
    };
    package::add_packages(&mut documents, &options.packages)?;
    let (checked, mut names) = judge(&documents, options.layout, observer)?;
    if let Input::Tokens { trees, places } = input {
        // Files behind the trees are of packages.
        names.locate(|span| places.get(span.start).filter(|_| span.file < trees.len()).copied());
    }
    observer(Stage::Lint);
    // A macro has nobody to tell warnings to.
    let warnings = match options.layout {
        Layout::Crate => lint::lint(&documents, &checked),
        Layout::Folder | Layout::File => Diagnostics::default(),
    };
    let model = &checked.model;
    let content = write(model, &names, options, observer)?;
    Ok(Generated { content, warnings, operations: model.typed_calls().count(), types: model.types.len() })
}

/// The mistakes of meaning and those of names are told together.
fn judge<'d>(
    documents: &'d Documents,
    layout: Layout,
    observer: &mut dyn FnMut(Stage),
) -> Result<(Checked<'d>, Names), Diagnostics> {
    observer(Stage::Check);
    let (checked, mut found) = check::examine(documents);
    observer(Stage::Name);
    let (names, unnamed) = names::name(&checked.model, layout);
    // What has a mistake already is not told of its name too.
    let told: HashSet<Span> = found.iter().map(|problem| problem.span).collect();
    found.extend(unnamed.into_iter().filter(|problem| !told.contains(&problem.span)));
    Diagnostics::check(found, &documents.paths)?;
    Ok((checked, names))
}

fn write(
    model: &Model,
    names: &Names,
    options: &Options,
    observer: &mut dyn FnMut(Stage),
) -> Result<Content, Diagnostics> {
    observer(Stage::Lower);
    let lowered = lower::lower(model, names, options);
    observer(Stage::Emit);
    let emitted = emit::emit(&lowered);
    if options.layout != Layout::Crate {
        return Ok(Content::Module(inline::inline(&emitted)));
    }
    let made = outputs::Made { model, names, emitted: &emitted };
    let mut files = FileSet::new();
    for output in &outputs::ALL {
        observer(output.stage);
        let texts = output.texts(&made).map_err(|message| bug(&message))?;
        for (path, text) in texts {
            files.insert(path, text).map_err(|error| bug(&error.to_string()))?;
        }
    }
    Ok(Content::Files(files))
}

/// Later stages do not report mistakes of the spec: what fails there is a bug, which says so.
fn bug(message: &str) -> Diagnostics {
    Diagnostic::error(Code::Bug, Span::default(), message.to_owned()).into()
}

/// The files of the crate that a spec describes.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn generate(sources: &[SourceFile]) -> Result<FileSet, Diagnostics> {
    match run(Input::Files(sources), &Options::default(), &mut |_| {})?.content {
        Content::Files(files) => Ok(files),
        Content::Module(_) => Err(bug("bug in the generator: a crate has no files")),
    }
}

/// The checked model of a spec, for whoever wants to look at it.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn understand(sources: &[SourceFile], packages: &[Package]) -> Result<(Model, Diagnostics), Diagnostics> {
    let mut documents = parse::parse(sources)?;
    package::add_packages(&mut documents, packages)?;
    let (checked, _) = judge(&documents, Layout::Crate, &mut |_| {})?;
    let warnings = lint::lint(&documents, &checked);
    Ok((checked.model, warnings))
}

/// Looks at the shape of files alone, which does not need the others: for editors, and for tests that try many.
///
/// # Errors
///
/// All mistakes of shape, in the order of the source.
pub fn check_shape(sources: &[SourceFile]) -> Result<(), Diagnostics> {
    parse::parse(sources).map(drop)
}
