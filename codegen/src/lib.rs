//! From the texts of a spec to the files of a crate, without touching the disk.
//!
//! Every stage is a type and every arrow a function:
//!
//! | stage | function | what is true of its output |
//! |---|---|---|
//! | read | [`spec::read::read_source`] | text is UTF-8 and of bounded size |
//! | parse | [`spec::parse::parse`] | YAML of the language's shape; every node knows its line |
//! | check | [`judge::check::check`] | a [`model::Model`]: every name resolves, every rule holds |
//! | lint | [`judge::lint::lint`] | warnings, beside the model |
//! | lower | [`rust::lower::lower`] | Rust names, types and attributes are decided |
//! | emit | [`rust::emit::emit`] | tokens |
//! | render | [`rust::render::render`] | text: a [`files::FileSet`] |
//! | document | [`documents::standard::documents`] | the same model as documents for other tools |
//!
//! [`generate`] goes all the way. This library reads no files, environment, clock or network.

pub mod casing;
mod characters;
pub mod diagnostic;
pub mod documents;
pub mod files;
pub mod judge;
pub mod model;
pub mod rust;
pub mod sentences;
pub mod source;
pub mod spec;

use diagnostic::{Code, Diagnostic, Diagnostics, Span};
use documents::standard;
use files::FileSet;
use judge::check;
use proc_macro2::TokenStream;
use rust::inline::Layout;
use rust::lower::Options;
use rust::{emit, inline, lower, render};
use source::SourceFile;
use spec::document::Documents;
use spec::parse::Tree;
use spec::{package, parse};

/// The files of the crate that a spec describes.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn generate(sources: &[SourceFile]) -> Result<FileSet, Diagnostics> {
    generate_with(sources, &Options::default())
}

/// The same, with choices about the output.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn generate_with(sources: &[SourceFile], options: &Options) -> Result<FileSet, Diagnostics> {
    let mut documents = parse::parse(sources)?;
    package::add_packages(&mut documents, &options.packages)?;
    let model = check::check(&documents)?;
    let emitted = emit::emit(&lower::lower(&model, options));
    let bug = |error: render::RenderError| Diagnostic::error(Code::Bug, Span::default(), error.to_string());
    let mut files = render::render(&emitted).map_err(bug)?;
    for (path, text) in standard::documents(&model) {
        files.insert(path, text).map_err(|error| bug(error.into()))?;
    }
    Ok(files)
}

/// The content of one module that holds what a spec describes, for macros. A feature for serde's traits is one of the
/// options here, and not of the spec, because it is a feature of the crate that the macros come with.
///
/// # Errors
///
/// All mistakes of the spec, in the order of the source.
pub fn generate_inline(sources: &[SourceFile], options: &Options, layout: Layout) -> Result<TokenStream, Diagnostics> {
    inline_documents(parse::parse(sources)?, options, layout)
}

/// The same from trees that another front end has made.
///
/// # Errors
///
/// All mistakes of the trees, in the order of the source.
pub fn generate_inline_of_trees(trees: &[Tree], options: &Options, layout: Layout) -> Result<TokenStream, Diagnostics> {
    inline_documents(parse::parse_trees(trees)?, options, layout)
}

fn inline_documents(mut documents: Documents, options: &Options, layout: Layout) -> Result<TokenStream, Diagnostics> {
    package::add_packages(&mut documents, &options.packages)?;
    let mut model = check::check(&documents)?;
    if layout == Layout::File {
        inline::take_as_root(&mut model);
    }
    // These are features of the crate that the macros come with.
    (model.serde, model.macros) = (None, None);
    Ok(inline::inline(&emit::emit(&lower::lower(&model, options))))
}
