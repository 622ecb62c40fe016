//! From the texts of a spec to the files of a crate, without touching the disk.
//!
//! Every stage is a type and every arrow a function:
//!
//! | stage | function | what is true of its output |
//! |---|---|---|
//! | read | [`read::read_source`] | text is UTF-8 and of bounded size |
//! | parse | [`parse::parse`] | YAML of the language's shape; every node knows its line |
//! | check | [`check::check`] | a [`model::Model`]: every name resolves, every rule holds |
//! | lint | [`lint::lint`] | warnings, beside the model |
//! | lower | [`lower::lower`] | Rust names, types and attributes are decided |
//! | emit | [`emit::emit`] | tokens |
//! | render | [`render::render`] | text: a [`files::FileSet`] |
//! | document | [`standard::documents`] | the same model as documents for other tools |
//!
//! [`generate`] goes all the way. This library reads no files, environment, clock or network.

pub mod check;
pub mod diagnostic;
pub mod document;
pub mod emit;
pub mod extensions;
pub mod files;
pub mod inline;
pub mod json;
pub mod json_schema;
pub mod lint;
pub mod lower;
pub mod model;
pub mod names;
pub mod node;
pub mod openapi;
pub mod openrpc;
pub mod package;
pub mod parse;
pub mod read;
pub mod render;
pub mod skeleton;
pub mod spec_schema;
pub mod standard;
pub mod words;

use diagnostic::{Code, Diagnostic, Diagnostics, Span};
use document::Documents;
use files::FileSet;
use inline::Layout;
use lower::Options;
use parse::Tree;
use proc_macro2::TokenStream;
use read::SourceFile;

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
