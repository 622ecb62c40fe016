//! The pipeline: runs all stages, from a spec to generated content.
//!
//! Input: texts or trees, and options. Output: [`Generated`], or all mistakes. The model is not
//! changed once `check` has made it. An observer is called at the beginning of each stage, so that
//! callers can measure stages: this library has no clock.

use std::collections::{BTreeSet, HashSet};

use proc_macro2::TokenStream;

use crate::analysis::check::{self, CheckedModel};
use crate::analysis::lint;
use crate::analysis::names::{self, Names};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::files::FileSet;
use crate::language::node::Node;
use crate::model::Model;
use crate::named::NamedModel;
use crate::options::{Layout, Options, Package};
use crate::outputs;
use crate::rust::surface::{self, Surface};
use crate::rust::{emit, inline, lower};
use crate::source::SourceFile;
use crate::spec::document::Documents;
use crate::spec::parse::Tree;
use crate::spec::{package, parse};
use crate::stage::Stage;

/// A spec in the form of either front end.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// YAML files.
    Files(&'a [SourceFile]),
    /// Trees that another front end made from tokens.
    Tokens {
        /// Trees, one per file.
        trees: &'a [Tree],
        /// Positions of the tokens: a span of the trees begins with an index into this table.
        places: &'a [proc_macro2::Span],
    },
}

/// The result of generating from a spec.
#[derive(Debug)]
pub struct Generated {
    /// Content, in the form of [`Options::layout`].
    pub content: Content,
    /// Warnings.
    pub warnings: Diagnostics,
    /// Number of typed calls.
    pub operations: usize,
    /// Number of named types.
    pub types: usize,
    /// Cargo features that the code names.
    pub features: BTreeSet<String>,
    /// Whether the crate has the `README.md` beside its manifest as its documentation.
    pub readme: bool,
}

/// The generated content.
#[derive(Debug)]
pub enum Content {
    /// The files of a crate.
    Files(FileSet),
    /// The content of a module.
    Module(TokenStream),
}

/// Runs all stages. The observer is called at the beginning of each stage.
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
    let (checked, mut names) = check_and_name(&documents, options.layout, observer)?;
    if let Input::Tokens { trees, places } = input {
        // Files after the trees are files of packages.
        names.locate(|span| places.get(span.start).filter(|_| span.file < trees.len()).copied());
    }
    observer(Stage::Lint);
    // A macro cannot report warnings.
    let warnings = match options.layout {
        Layout::Crate => lint::lint(&documents, &checked),
        Layout::Folder | Layout::File => Diagnostics::default(),
    };
    // The documents are as large as the model, and no later stage uses them.
    let model = checked.into_model();
    let trees = std::mem::take(&mut documents.trees);
    drop(documents);
    let content = write(&model, &names, &trees, options, observer)?;
    let of_crate = [&model.serde, &model.macros, &model.fixtures].into_iter().flatten().cloned();
    Ok(Generated {
        content,
        warnings,
        operations: model.typed_calls().count(),
        types: model.types.len(),
        features: model.features().into_iter().flatten().chain(of_crate).collect(),
        readme: model.readme,
    })
}

/// Runs `check` and `name`, whose mistakes are reported together.
fn check_and_name<'d>(
    documents: &'d Documents,
    layout: Layout,
    observer: &mut dyn FnMut(Stage),
) -> Result<(CheckedModel<'d>, Names), Diagnostics> {
    observer(Stage::Check);
    let (checked, mut found) = check::examine(documents);
    observer(Stage::Name);
    let (names, unnamed) = names::name(&checked.model, layout);
    // If an item has a mistake, a mistake of its name is not reported too.
    let reported: HashSet<Span> = found.own.iter().chain(&found.following).map(|problem| problem.span).collect();
    found.own.extend(unnamed.into_iter().filter(|problem| !reported.contains(&problem.span)));
    Diagnostics::end_stage_in_two(found.own, found.following, &documents.paths)?;
    Ok((checked, names))
}

/// Runs `lower` and the stages after it.
fn write(
    model: &Model,
    names: &Names,
    trees: &[(String, Node)],
    options: &Options,
    observer: &mut dyn FnMut(Stage),
) -> Result<Content, Diagnostics> {
    observer(Stage::Lower);
    let lowered = lower::lower(model, names, options);
    observer(Stage::Emit);
    let sources = emit::emit(&lowered);
    if options.layout != Layout::Crate {
        return Ok(Content::Module(inline::inline(&sources)));
    }
    let mut files = FileSet::new();
    for (path, text) in outputs::texts(model, names, trees, &sources, observer).map_err(|message| bug(&message))? {
        files.insert(path, text).map_err(|error| bug(&error.to_string()))?;
    }
    Ok(Content::Files(files))
}

/// Creates the diagnostic for a failure after `check` and `name`, which is a bug of the generator.
fn bug(message: &str) -> Diagnostics {
    Diagnostic::error(Code::Bug, Span::default(), message.to_owned()).into()
}

/// Generates the files of the crate that a spec describes.
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

/// Returns the checked model of a spec, with its warnings.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn understand(sources: &[SourceFile], packages: &[Package]) -> Result<(Model, Diagnostics), Diagnostics> {
    understand_documents(parse::parse(sources)?, packages)
}

/// Returns the checked model of trees that another front end has made, with its warnings.
/// `Span::file` is an index into `trees`; the other members of a span have the meaning that the
/// front end gives them.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the spans.
pub fn understand_trees(trees: &[Tree], packages: &[Package]) -> Result<(Model, Diagnostics), Diagnostics> {
    parse::refuse_shape(trees)?;
    understand_documents(parse::parse_trees(trees)?, packages)
}

fn understand_documents(mut documents: Documents, packages: &[Package]) -> Result<(Model, Diagnostics), Diagnostics> {
    package::add_packages(&mut documents, packages)?;
    let (checked, _) = check_and_name(&documents, Layout::Crate, &mut |_| {})?;
    let warnings = lint::lint(&documents, &checked);
    Ok((checked.model, warnings))
}

/// Parses YAML files to trees. `Span::file` of their nodes is an index into `sources`.
///
/// # Errors
///
/// All mistakes of syntax, and all parts of YAML that a spec may not use.
pub fn read_trees(sources: &[SourceFile]) -> Result<Vec<Tree>, Diagnostics> {
    let (trees, found) = parse::read_trees(0, sources);
    let paths: Vec<String> = sources.iter().map(|source| source.path.clone()).collect();
    Diagnostics::end_stage(found, &paths).map(|()| trees)
}

/// Model, names and public Rust items of a spec, for a comparison with another spec.
#[derive(Debug)]
pub struct Description {
    /// The checked model.
    pub model: Model,
    /// Rust names of everything in the model.
    pub names: Names,
    /// Items of the generated crate that a program can name.
    pub surface: Surface,
}

/// Returns the checked model of a spec, its names, and the public items of the crate that is
/// generated from it. No text is laid out and no document is made.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn describe(sources: &[SourceFile], packages: &[Package]) -> Result<Description, Diagnostics> {
    let mut documents = parse::parse(sources)?;
    package::add_packages(&mut documents, packages)?;
    let (CheckedModel { model, .. }, names) = check_and_name(&documents, Layout::Crate, &mut |_| {})?;
    let options = Options { packages: packages.to_vec(), ..Options::default() };
    let lowered = lower::lower(&model, &names, &options);
    let surface = surface::public_items(&emit::emit(&lowered)).map_err(|message| bug(&message))?;
    Ok(Description { model, names, surface })
}

/// Returns the checked model of a spec with its names in Rust, for callers that execute or describe
/// a spec without generating code. Packages that the spec uses are included, as if they were
/// folders of the spec.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn name(sources: &[SourceFile], packages: &[Package]) -> Result<NamedModel, Diagnostics> {
    let mut documents = parse::parse(sources)?;
    package::add_packages(&mut documents, packages)?;
    let (CheckedModel { mut model, .. }, mut names) = check_and_name(&documents, Layout::Crate, &mut |_| {})?;
    // Items of packages get paths as if this crate held them: nothing is generated, so no other
    // crate does.
    names.take_in_packages(&model);
    model.modules.iter_mut().for_each(|module| module.package = None);
    Ok(NamedModel::new(model, names))
}

/// Checks the shape of files only, without resolving names; for editors and tests.
///
/// # Errors
///
/// All mistakes of shape, in the order of the source.
pub fn check_shape(sources: &[SourceFile]) -> Result<(), Diagnostics> {
    parse::parse(sources).map(drop)
}
