//! From the texts of a spec to the files of a crate, without touching the disk.
//!
//! Every stage is a type and every arrow a function:
//!
//! | stage | function | what is true of its output |
//! |---|---|---|
//! | read | [`read::read_source`] | text is UTF-8 and of bounded size |
//! | parse | [`parse::parse`] | YAML of the language's shape; every node knows its line |
//! | check | [`check::check`] | a [`model::Model`]: every name resolves, every rule holds |
//! | lower | [`lower::lower`] | Rust names, types and attributes are decided |
//! | emit | [`emit::emit`] | tokens |
//! | render | [`render::render`] | text: a [`files::FileSet`] |
//!
//! [`generate`] goes all the way. This library reads no files, environment, clock or network.

pub mod check;
pub mod diagnostic;
pub mod document;
pub mod emit;
pub mod files;
pub mod json;
pub mod lower;
pub mod model;
pub mod names;
mod node;
pub mod parse;
pub mod read;
pub mod render;

use diagnostic::{Code, Diagnostic, Diagnostics, Span};
use files::FileSet;
use lower::Options;
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
    let documents = parse::parse(sources)?;
    let model = check::check(&documents)?;
    let emitted = emit::emit(&lower::lower(&model, options));
    render::render(&emitted).map_err(|error| Diagnostic::error(Code::Bug, Span::default(), error.to_string()).into())
}
