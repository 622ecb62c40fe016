//! Render: from tokens to text.
//!
//! Input: [`Emitted`]. Output: a [`FileSet`]. Text is laid out by prettyplease, item by item, so that
//! blank lines stand between items. A part that does not parse is a bug of the generator, and is named.

use std::fmt;

use quote::quote;

use crate::files::{BadPath, FileSet};
use crate::rust::emit::{Emitted, Source, emit_child};

/// Why tokens could not become files.
#[derive(Debug)]
#[non_exhaustive]
pub enum RenderError {
    /// An emitted item is not Rust: a bug of the generator.
    Bug {
        /// The file it is for.
        file: String,
        /// The beginning of the item.
        item: String,
        /// What the parser says.
        message: String,
    },
    /// A module's name cannot be a file's.
    BadPath(BadPath),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bug { file, item, message } => write!(
                f,
                "bug in the generator: an item of {file} is not Rust ({message}); please report it with this text: {item}"
            ),
            Self::BadPath(path) => path.fmt(f),
        }
    }
}

impl std::error::Error for RenderError {}

impl From<BadPath> for RenderError {
    fn from(path: BadPath) -> Self {
        Self::BadPath(path)
    }
}

/// Renders all files.
///
/// # Errors
///
/// When an item does not parse, which is a bug of the generator, or a path cannot be a file's.
pub fn render(emitted: &Emitted) -> Result<FileSet, RenderError> {
    let mut files = FileSet::default();
    for source in &emitted.sources {
        files.insert(source.path.clone(), render_source(source)?)?;
    }
    for (path, text) in &emitted.documents {
        files.insert(path.clone(), text.clone())?;
    }
    Ok(files)
}

fn render_source(source: &Source) -> Result<String, RenderError> {
    let mut text = String::new();
    for line in &source.header {
        text.push_str(&format!("// {line}\n"));
    }
    for line in &source.doc {
        text.push_str(format!("//! {line}").trim_end());
        text.push('\n');
    }
    for attribute in &source.attributes {
        text.push_str(&format!("\n{attribute}\n"));
    }
    let children = source.children.iter().map(emit_child).map(|child| quote!(#child;));
    for item in source.imports.iter().cloned().chain(children).chain(source.items.iter().cloned()) {
        let file = syn::parse2::<syn::File>(item.clone()).map_err(|error| RenderError::Bug {
            file: source.path.clone(),
            item: item.to_string().chars().take(200).collect(),
            message: error.to_string(),
        })?;
        text.push('\n');
        text.push_str(&prettyplease::unparse(&file));
    }
    Ok(text)
}
